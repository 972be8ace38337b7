"""The management screen of photos."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict

import reflex as rx

from awards_site.core import clock
from awards_site.core.errors import ApiError
from awards_site.core.schemas import as_json
from awards_site.features.nominees.admin import nominee_field
from awards_site.features.photos.entity import IMAGE_REQUIRED, PHOTO, PhotoCategory
from awards_site.frontend import react, script
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import STATUS, Column, ImageColumn, LabelColumn, NumberColumn
from awards_site.portal.controls import button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    IMAGE_HINT,
    INPUT_CLASSES,
    Field,
    NumberField,
    SelectField,
    TextAreaField,
    UploadField,
    publication_fields,
)
from awards_site.portal.gateway import Events, Notice, Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.inputs import state_input, upload_source
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.screen import (
    FilterField,
    Form,
    Screen,
)
from awards_site.portal.sign_in.reauthenticate import ask_user, needs_user
from awards_site.ui.overlays import UnsavedInput, dialog
from awards_site.ui.toasts import notify

IMAGE = UploadField(
    "imageUrl",
    "Image URL",
    help=IMAGE_HINT,
    upload_path="/api/upload/image",
    form_data_key="image",
    failed_toast=("Upload failed", "There was an error uploading your image."),
)
CATEGORY = SelectField("category", "Category", half=True, choices=PhotoCategory)
YEAR = NumberField("year", "Year", half=True)
PUBLISHED, *SCHEDULE = publication_fields()
SHARED: tuple[Field, ...] = (CATEGORY, YEAR, PUBLISHED)
"""The fields that have one value for all photos of the dialog."""


class Outcome(TypedDict):
    """The result of saving photos together, by the keys that the browser gave them.

    `number` is incremented for each result; `failed` maps keys to error messages.
    """

    number: int
    saved: list[str]
    failed: dict[str, str]


_PhotoBatch = react(
    "PhotoBatch",
    script("portal/photos/batch.jsx"),
    source=dict[str, Any],
    hint=str,
    outcome=Outcome,
    pending=bool,
    version=int,
    restored=int,
    classes=dict[str, str],
    cancel=rx.Component,
    on_save=rx.EventHandler[lambda photos, shared: [photos, shared]],
    on_missing=rx.EventHandler[rx.event.no_args_event_spec],
    on_finished=rx.EventHandler[rx.event.no_args_event_spec],
)
"""The form, whose children are the shared fields."""


def image_required() -> rx.event.EventSpec:
    return notify("Image Required", IMAGE_REQUIRED, destructive=True)


def _result_toast(saved: int, reasons: Sequence[str]) -> rx.event.EventSpec:
    """Return the toast for photos saved together; `reasons` are the error messages."""
    done = "Photo created successfully" if saved == 1 else f"{saved} photos created successfully"
    if not reasons:
        return notify(done)
    failed = f"Failed to create photo: {reasons[0]}"
    if len(reasons) > 1:
        failed = f"Failed to create {len(reasons)} photos"
    return notify(failed, done if saved else "", destructive=True)


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
    entity=PHOTO,
    title="Photo Gallery",
    icon="images",
    group="Stories",
    columns=(
        ImageColumn("Image", "image", sort_key="imageUrl"),
        Column("Title", "title", secondary_key="nomineeName"),
        LabelColumn("Category", "category", choices=PhotoCategory),
        NumberColumn("Year", "year"),
        STATUS,
    ),
    filter_fields=(
        FilterField(
            "Alt text", "hasAltText", {"true": "With alt text", "false": "Without alt text"}
        ),
    ),
    create=Form(_FIELDS, description="It appears in the gallery as soon as it is published."),
    notices=Notices.from_templates(
        Notice("Photo {did} successfully", "{name}"), Notice("Failed to {do} photo: {message}")
    ),
)


class PhotosAdmin(RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the photos' screen."""

    screen: ClassVar[Screen] = PHOTOS

    outcome: Outcome = Outcome(number=0, saved=[], failed={})
    """The result of the last save."""

    @rx.event
    async def open_batch(self) -> None:
        self._open("batch", {}, self._initial_values())

    @rx.event
    async def save_batch(self, photos: list[dict[str, Any]], shared: dict[str, Any]) -> Events:
        """Create each photo with the shared values; photos that fail stay in the dialog.

        A photo has the keys `key`, `title` and `imageUrl`.
        """
        if self.dialog != "batch" or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        common = {each.name: each.from_input(shared.get(each.name)) for each in SHARED}
        saved, failed = [], {}
        created: list[dict[str, Any]] = []
        retry: rx.event.EventSpec | None = None
        for index, photo in enumerate(photos):
            values = {"title": photo.get("title"), "imageUrl": photo.get("imageUrl"), **common}
            try:
                written = await self._create(values)
            except ApiError as error:
                if needs_user(error):
                    remaining = {"photos": photos[index:], "shared": shared}
                    retry = ask_user(type(self).save_batch, error, **remaining)
                    break
                failed[photo["key"]] = error.message
                self.errors = {name: text for name, text in error.errors.items() if name in common}
            else:
                saved.append(photo["key"])
                created.append(as_json(written.record))
        self.outcome = Outcome(number=self.outcome["number"] + 1, saved=saved, failed=failed)
        reloaded = await self._reload()
        self._show_first(*created)
        yield reloaded
        self.pending = False
        yield retry or _result_toast(len(saved), list(failed.values()))

    @rx.event
    async def warn_missing_image(self) -> rx.event.EventSpec:
        return image_required()

    def _initial_values(self) -> dict[str, Any]:
        """The year defaults to the current one."""
        return {**super()._initial_values(), "year": str(clock.now().year)}

    def _validation_toast(self, error: ApiError) -> rx.event.EventSpec | None:
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
        dialogs=[_batch_dialog()],
    )


def _batch_dialog() -> rx.Component:
    return dialog(
        _PhotoBatch.create(
            *(state_input(PhotosAdmin, each, not isinstance(each, NumberField)) for each in SHARED),
            UnsavedInput.create(restored=PhotosAdmin.restored_form_version > 0),
            source=upload_source(IMAGE),
            hint=IMAGE_HINT,
            outcome=PhotosAdmin.outcome,
            pending=PhotosAdmin.pending,
            version=PhotosAdmin.form_version,
            restored=PhotosAdmin.restored_form_version,
            classes={**INPUT_CLASSES, "foot": FOOTER_CLASSES},
            cancel=cancel_button(),
            on_save=PhotosAdmin.save_batch,
            on_missing=PhotosAdmin.warn_missing_image,
            on_finished=PhotosAdmin.close({}),
            key=PhotosAdmin.form_version,
        ),
        title="Add Several Photos",
        description="Choose the files, or drop them here. Each photo has its own title.",
        open=PhotosAdmin.dialog == "batch",
        on_close=PhotosAdmin.close,
        width="large",
        testid="batch-dialog",
    )


PAGE = AdminPage(PhotosAdmin, photos_admin_page)
