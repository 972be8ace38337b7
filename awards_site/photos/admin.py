"""The management screen of photos."""

from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.fields.field_types import Field, NumberField, TextAreaField
from awards_site.admin.lists.columns import STATUS, Column, ImageColumn, LabelColumn, NumberColumn
from awards_site.admin.ordering.arrangement import RecordArrangement
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.notices import Notice, Notices
from awards_site.admin.screens.screen import (
    ALT_TEXT_FILTER,
    CHANGED_BY_FILTER,
    SCHEDULE_FILTER,
    STATUS_FILTER,
    YEAR_FILTER,
    FilterField,
    Form,
    Screen,
)
from awards_site.admin.versions.drafts import RecordDrafts
from awards_site.admin.versions.history import RecordHistory
from awards_site.core import clock, paths
from awards_site.core.request_client import RequestError
from awards_site.nominees.admin_choice import nominee_field
from awards_site.photos.admin_batch import (
    CATEGORY,
    IMAGE,
    PUBLISHED,
    SCHEDULE,
    YEAR,
    PhotoBatchScreen,
    batch_dialog,
    image_required,
)
from awards_site.photos.models import (
    IMAGE_REQUIRED,
    PhotoCategory,
    PhotoCreate,
    PhotoUpdate,
)
from awards_site.photos.view import PhotoView

_FIELDS = (
    Field("title", "Title"),
    IMAGE,
    Field(
        "altText",
        "Alternative text",
        help="Describes the photo for people who cannot see it. Blank: that of the media library.",
    ),
    TextAreaField("description", "Description", rows=3),
    CATEGORY,
    YEAR,
    nominee_field(help="Her name and title appear with the photo.", half=True),
    NumberField("displayOrder", "Display order", help="Lower numbers come first", half=True),
    PUBLISHED,
    *SCHEDULE,
)

PHOTOS = Screen(
    path="/admin/photos",
    label="photo",
    has_checklist=True,
    record=PhotoView,
    list_path="/api/admin/photos",
    item_path="/api/photos/{id}",
    site_path=paths.GALLERY,
    columns=(
        ImageColumn("Image", "image", sort_key="imageUrl"),
        Column("Title", "title", secondary_key="nomineeName"),
        LabelColumn("Category", "category", choices=PhotoCategory),
        NumberColumn("Year", "year"),
        STATUS,
    ),
    filter_fields=(
        STATUS_FILTER,
        FilterField.of_choices("Category", "category", PhotoCategory),
        YEAR_FILTER,
        ALT_TEXT_FILTER,
        SCHEDULE_FILTER,
        CHANGED_BY_FILTER,
    ),
    exports=True,
    imports=True,
    selects=True,
    bulk_fields=("category", "year"),
    create=Form(
        PhotoCreate, _FIELDS, description="It appears in the gallery as soon as it is published."
    ),
    update=Form(PhotoUpdate, _FIELDS),
    title_key="title",
    notices=Notices.from_templates(
        Notice("Photo {did} successfully", "{name}"), Notice("Failed to {do} photo: {message}")
    ),
)


class PhotosAdmin(PhotoBatchScreen, RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the photos' screen."""

    screen: ClassVar[Screen] = PHOTOS

    def _initial_values(self) -> dict[str, Any]:
        """The year defaults to the current one."""
        return {**super()._initial_values(), "year": str(clock.now().year)}

    def _validation_toast(self, error: RequestError) -> rx.event.EventSpec | None:
        """Shows a toast for a missing image."""
        missing = error.errors.get("imageUrl") == IMAGE_REQUIRED
        return image_required() if missing else None


def photos_admin_page() -> rx.Component:
    return management_page(
        PhotosAdmin,
        tools=[
            button(
                rx.icon("images", size=16), "Add Several Photos", on_click=PhotosAdmin.open_batch
            )
        ],
        dialogs=[batch_dialog(PhotosAdmin)],
    )
