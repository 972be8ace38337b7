"""The management screen of cover pages (docs/rules/admin-cover-pages.md)."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.forms.fields import (
    Field,
    NumberField,
    SelectField,
    SliderField,
    SwitchField,
    TextAreaField,
    UrlField,
)
from awards_site.admin.lists.cells import Row
from awards_site.admin.lists.columns import Badge, BadgesColumn, Column, CustomColumn, NumberColumn
from awards_site.admin.screens.history import RecordHistory
from awards_site.admin.screens.management_page import management_page, refresh_button
from awards_site.admin.screens.notices import Notice, Notices
from awards_site.admin.screens.screen import FilterField, Form, RowAction, Screen
from awards_site.admin.screens.table import row_button
from awards_site.cover_pages.admin_media import media_dialog, thumbnail
from awards_site.cover_pages.media import CAROUSEL_IMAGES, MAIN_MEDIA
from awards_site.cover_pages.models import (
    CoverPageCreate,
    CoverPageUpdate,
    MediaType,
)
from awards_site.cover_pages.view import CoverPageView

ONE_IS_ACTIVE = "Making a page active deactivates the others."

_FIELDS = (
    Field("title", "Title"),
    Field("subtitle", "Subtitle"),
    TextAreaField("description", "Description", rows=3),
    SelectField("media_type", "Media type", choices=MediaType),
    MAIN_MEDIA,
    CAROUSEL_IMAGES,
    SliderField(
        "transparency", "Overlay transparency", help="0 shows the image alone; 100 hides it."
    ),
    SliderField(
        "focal_x",
        "Focal point",
        help="Where the subject is: 0 at the left edge, 100 at the right. A phone shows that part.",
    ),
    Field("cta_text", "CTA text", help="Button label", half=True),
    UrlField("cta_link", "CTA link", half=True),
    NumberField("display_order", "Display order", help="Lower comes first.", half=True),
    SwitchField("is_active", "Active", help=ONE_IS_ACTIVE),
)

_DONE = Notice("Success", "Cover page {did} successfully")
_FAILED = Notice("Error", "{message}", fallback="Failed to {do} cover page")

COVER_PAGES = Screen(
    path="/admin/cover-pages",
    label="cover page",
    record=CoverPageView,
    list_path="/api/cover-pages/admin",
    item_path="/api/cover-pages/{id}",
    columns=(
        Column("Title", "title", secondary_key="subtitle"),
        CustomColumn(
            "Image",
            "image_url",
            is_sortable=False,
            extra_keys=("media_type",),
            placement="image",
            render=lambda row: thumbnail(row),
        ),
        BadgesColumn(
            "Status",
            "is_active",
            badges=(Badge("is_active", "Active", "success", fallback="Inactive"),),
        ),
        NumberColumn("Order", "display_order"),
    ),
    filter_fields=(FilterField.of_choices("Media type", "media_type", MediaType),),
    exports=True,
    selects=True,
    create=Form(CoverPageCreate, _FIELDS, description="The active cover page opens the home page."),
    update=Form(CoverPageUpdate, _FIELDS, method="PATCH"),
    title_key="title",
    notices=Notices.from_templates(_DONE, _FAILED),
    row_actions={
        "activate": RowAction(
            "POST",
            "/api/cover-pages/{id}/activate",
            _DONE.with_verb(did="activated"),
            _FAILED.with_verb(do="activate"),
        )
    },
)


class CoverPagesAdmin(RecordHistory, rx.State):
    """The State of the cover pages' screen."""

    screen: ClassVar[Screen] = COVER_PAGES

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the images of the thumbnail and the dialog."""
        return {**super()._row(record), "images": record["images"]}


def cover_pages_admin_page() -> rx.Component:
    return management_page(
        CoverPagesAdmin,
        actions=lambda row: [media_dialog(row), _activate(row)],
        tools=[refresh_button(CoverPagesAdmin)],
        beside=[rx.el.p(ONE_IS_ACTIVE, class_name="text-sm text-muted")],
    )


def _activate(row: Row) -> rx.Component:
    return rx.cond(
        row["is_active"].to(bool),
        rx.fragment(),
        row_button(
            CoverPagesAdmin,
            row,
            "circle-check",
            f"Set as active: {row['display_name'].to(str)}",
            CoverPagesAdmin.run_row_action(row["id"].to(int), "activate"),
        ),
    )
