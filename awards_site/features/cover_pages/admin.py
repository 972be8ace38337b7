"""The management screen of cover pages."""

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import paths
from awards_site.core.database.pagination import Page
from awards_site.features.cover_pages import service
from awards_site.features.cover_pages.entity import COVER_PAGE, MediaType
from awards_site.features.cover_pages.media import CAROUSEL_IMAGES, MAIN_MEDIA
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import (
    Badge,
    BadgesColumn,
    Column,
    CustomColumn,
    NumberColumn,
    Row,
    badge,
    broken_image,
    schedule_phase,
)
from awards_site.portal.controls import icon_button
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    DateTimeField,
    Field,
    LinkField,
    NumberField,
    SelectField,
    SliderField,
    SwitchField,
    TextAreaField,
    VisibleWhen,
)
from awards_site.portal.gateway import Notice, Notices, run
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage, management_page, refresh_button
from awards_site.portal.record_list import ListQuery
from awards_site.portal.screen import (
    FilterField,
    Form,
    RowAction,
    Screen,
)
from awards_site.portal.table import row_button
from awards_site.records.images import ResponsiveImage
from awards_site.ui.images import Layout, picture, placeholder
from awards_site.ui.overlays import dialog, dialog_body

_FRAME = "grid h-12 w-20 place-items-center overflow-hidden rounded-md border border-line bg-ground"
_LAYOUT = Layout((("", "5rem"),), ratio=5 / 3)


def thumbnail(row: Row) -> rx.Component:
    """Return the thumbnail of a row; an icon for a video or a broken image."""
    name = row["display_name"]
    return rx.el.div(
        rx.cond(
            _is_video(row),
            placeholder("film", f"Video of {name}", "size-4.5"),
            picture(
                _images(row)[0],
                name,
                placeholder("image", name, "size-4.5"),
                _LAYOUT,
                class_name="size-full object-cover",
            ),
        ),
        class_name=_FRAME,
    )


def media_dialog(row: Row) -> rx.Component:
    """Return the dialog of a row's media, with the button that opens it."""
    name = row["display_name"]
    return dialog(
        dialog_body(
            rx.cond(
                _is_video(row),
                rx.el.video(
                    src=row["image_url"],
                    controls=True,
                    plays_inline=True,
                    preload="metadata",
                    aria_label=f"Video of {name}",
                    class_name="max-h-[60dvh] w-full bg-ink",
                ),
                _image(row["image_url"], f"Image of {name}"),
            ),
            rx.cond(
                row["media_type"] == MediaType.CAROUSEL.value,
                rx.foreach(
                    _images(row)[1:],
                    lambda image, index: _image(image["src"], f"Image {index + 2} of {name}"),
                ),
            ),
            class_name="grid content-start gap-3 bg-ground",
        ),
        title=name,
        description=row["subtitle"],
        trigger=icon_button("image", f"View image: {name}"),
        width="large",
        testid="image-dialog",
    )


def _image(url: rx.Var[str], alt: rx.Var[str] | str) -> rx.Component:
    return picture(
        url,
        alt,
        broken_image("The image cannot be shown.", alt),
        class_name="max-h-[60dvh] w-full object-contain",
    )


def _images(row: Row) -> rx.Var[list[ResponsiveImage]]:
    return row["images"]


def _is_video(row: Row) -> rx.Var[bool]:
    return row["media_type"] == MediaType.VIDEO.value


ONE_IS_ACTIVE = "Making a page active deactivates the others."
_IS_INACTIVE = VisibleWhen("is_active", is_off=True)

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
    Field("cta_text", "CTA text", help="Button label; shown with a link alone.", half=True),
    LinkField("cta_link", "CTA link", half=True),
    NumberField(
        "display_order",
        "Display order",
        help="Lower comes first in this list. Visitors see one page only.",
        half=True,
    ),
    SwitchField(
        "is_active",
        "Active",
        help=f"{ONE_IS_ACTIVE} It is shown at once, and again when a schedule has ended.",
    ),
    DateTimeField(
        "publish_at",
        "Publish at",
        help="It replaces the active page from then on. Blank: it is not scheduled.",
        half=True,
        visible_when=_IS_INACTIVE,
    ),
    DateTimeField(
        "unpublish_at",
        "Unpublish at",
        help="The active page is back from then on. Blank: it stays until a page is made active.",
        half=True,
        visible_when=_IS_INACTIVE,
    ),
)

_DONE = Notice("Success", "Cover page {did} successfully")
_FAILED = Notice("Error", "{message}", fallback="Failed to {do} cover page")

COVER_PAGES = Screen(
    entity=COVER_PAGE,
    icon="panels-top-left",
    group="Programme",
    columns=(
        Column("Title", "title", secondary_key="subtitle"),
        CustomColumn(
            "Image",
            "image_url",
            extra_keys=("media_type",),
            placement="image",
            render=lambda row: thumbnail(row),
        ),
        BadgesColumn(
            "Status",
            "is_active",
            badges=(
                Badge(
                    "is_active",
                    "Active",
                    "success",
                    fallback="Inactive",
                    has_schedule=True,
                    schedule_publishes=True,
                ),
            ),
            more=lambda row: rx.cond(row["is_shown"], badge("Shown now", "plum")),
        ),
        NumberColumn("Order", "display_order"),
    ),
    filter_fields=(
        FilterField("Status", "is_active", {"true": "Active", "false": "Inactive"}),
        FilterField.of_choices("Media type", "media_type", MediaType),
    ),
    create=Form(_FIELDS, description="The active cover page opens the home page."),
    notices=Notices.from_templates(_DONE, _FAILED),
    row_actions={
        "activate": RowAction(
            lambda key: run(service.activate, key),
            _DONE.with_verb(did="activated"),
            _FAILED.with_verb(do="activate"),
        )
    },
)


class CoverPagesAdmin(RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the cover pages' screen."""

    screen: ClassVar[Screen] = COVER_PAGES
    row_types: ClassVar[Mapping[str, Any]] = {"images": list[ResponsiveImage], "is_shown": bool}

    _shown_id: int = 0
    """The id of the page that visitors see; 0 for none."""

    async def _read_page(self, query: ListQuery) -> Page[Any]:
        """Also reads which page visitors see."""
        page, shown = await asyncio.gather(super()._read_page(query), run(service.find_shown))
        self._shown_id = shown or 0
        return page

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the images of the thumbnail and the dialog, and whether visitors see the page."""
        is_shown = record["id"] == self._shown_id
        return {**super()._row(record), "images": record["images"], "is_shown": is_shown}

    def _page_of(self, record: Mapping[str, Any]) -> str:
        return paths.HOME if record["id"] == self._shown_id else ""

    def _is_public(self, record: Mapping[str, Any]) -> bool:
        return bool(record["is_active"] or record["publish_at"])

    def _order_note(self, record: Mapping[str, Any]) -> str:
        if record["is_active"]:
            return "Active"
        return schedule_phase(record, "is_active", publishes=True)

    def _order_image(self, record: Mapping[str, Any]) -> Any:
        is_video = record["media_type"] == MediaType.VIDEO
        return None if is_video else record["images"][0]


def cover_pages_admin_page() -> rx.Component:
    return management_page(
        CoverPagesAdmin,
        actions=lambda row: [media_dialog(row), _activate(row)],
        tools=[refresh_button(CoverPagesAdmin)],
        note=ONE_IS_ACTIVE,
    )


def _activate(row: Row) -> rx.Component:
    """Return the button of inactive pages, and of the active one while another page is on."""
    is_active, name = row["is_active"], row["display_name"]
    return rx.cond(
        is_active & row["is_shown"],
        rx.fragment(),
        row_button(
            CoverPagesAdmin,
            row,
            "circle-check",
            rx.cond(is_active, f"Show now: {name}", f"Set as active: {name}"),
            CoverPagesAdmin.run_row_action(row["id"], "activate"),
        ),
    )


PAGE = AdminPage(CoverPagesAdmin, cover_pages_admin_page)
