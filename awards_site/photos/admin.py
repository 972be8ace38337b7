"""The management screen of photos (docs/rules/admin-photos.md)."""

from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.account.reauthenticate import has_ended, sign_in_again
from awards_site.admin.controls import button
from awards_site.admin.forms.fields import (
    IMAGE_HINT,
    Field,
    ImageField,
    NumberField,
    SelectField,
    SwitchField,
    TextAreaField,
)
from awards_site.admin.lists.columns import STATUS, Column, ImageColumn, LabelColumn, NumberColumn
from awards_site.admin.management import Events, ManagementScreen
from awards_site.admin.management_page import add_management_page, management_page
from awards_site.admin.screen import Form, Notice, Notices, Screen
from awards_site.core import clock
from awards_site.core.request_client import RequestError, request_client
from awards_site.nominees.admin_choice import nominee_field
from awards_site.photos.admin_batch import SHARED, Outcome, batch_dialog, batch_notice
from awards_site.photos.models import (
    IMAGE_REQUIRED,
    PhotoCategory,
    PhotoCreate,
    PhotoUpdate,
)
from awards_site.photos.view import PhotoView
from awards_site.ui.overlays.toasts import notify

_IMAGE = ImageField(
    "imageUrl",
    "Image URL",
    help=IMAGE_HINT,
    upload="/api/upload/image",
    upload_field="image",
    failed=("Upload failed", "There was an error uploading your image."),
)
_FIELDS = (
    Field("title", "Title"),
    _IMAGE,
    Field("altText", "Alternative text", help="What it shows, for those who cannot see it"),
    TextAreaField("description", "Description", rows=3),
    SelectField("category", "Category", half=True, choices=PhotoCategory),
    NumberField("year", "Year", half=True),
    nominee_field(help="Her name and title appear with the photo.", half=True),
    NumberField("displayOrder", "Display order", help="Lower numbers come first", half=True),
    SwitchField("isPublished", "Published"),
)

PHOTOS = Screen(
    path="/admin/photos",
    label="photo",
    record=PhotoView,
    list_path="/api/admin/photos",
    item_path="/api/photos/{id}",
    columns=(
        ImageColumn("Image", "image"),
        Column("Title", "title", below="nomineeName"),
        LabelColumn("Category", "category", choices=PhotoCategory),
        NumberColumn("Year", "year"),
        STATUS,
    ),
    create=Form(
        PhotoCreate, _FIELDS, description="It appears in the gallery as soon as it is published."
    ),
    update=Form(PhotoUpdate, _FIELDS),
    title_key="title",
    publish="isPublished",
    notices=Notices.worded(
        Notice("Photo {did} successfully", "{name}"), Notice("Failed to {do} photo: {message}")
    ),
)


class PhotosAdmin(ManagementScreen, rx.State):
    """The State of the photos' screen."""

    screen: ClassVar[Screen] = PHOTOS

    outcome: Outcome = Outcome(number=0, saved=[], failed={})
    """What became of the photos that were saved together last."""

    @rx.event
    async def open_batch(self) -> None:
        self._open("batch", {}, self._blank())

    @rx.event
    async def save_batch(self, photos: list[dict[str, Any]], shared: dict[str, Any]) -> Events:
        """Create each photo, with the shared values; what was refused stays in the dialog.

        A photo has a `key` of the browser's, `title` and `imageUrl`.
        """
        if self.dialog != "batch" or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        common = {each.name: each.value(shared.get(each.name)) for each in SHARED}
        saved, failed = [], {}
        created: list[dict[str, Any]] = []
        left: list[dict[str, Any]] = []
        for place, photo in enumerate(photos):
            body = {"title": photo.get("title"), "imageUrl": photo.get("imageUrl"), **common}
            try:
                answer = await request_client(self).request("POST", "/api/photos", body)
            except RequestError as error:
                if has_ended(error):
                    left = photos[place:]
                    break
                failed[photo["key"]] = error.message
                self.errors = {name: text for name, text in error.errors.items() if name in common}
            else:
                saved.append(photo["key"])
                created.append(answer.json())
        self.outcome = Outcome(number=self.outcome["number"] + 1, saved=saved, failed=failed)
        reloaded = await self._reload()
        self._show_first(*created)
        yield reloaded
        self.pending = False
        if left:
            yield sign_in_again(type(self).save_batch, photos=left, shared=shared)
        else:
            yield batch_notice(len(saved), list(failed.values()))

    @rx.event
    async def miss_image(self) -> rx.event.EventSpec:
        """Say that a photo needs an image."""
        return _image_required()

    def _blank(self) -> dict[str, Any]:
        """See ManagementScreen; the year is the current one at first."""
        return {**super()._blank(), "year": str(clock.now().year)}

    def _refused(self, error: RequestError) -> rx.event.EventSpec | None:
        """See ManagementScreen; a missing image has a notice of its own."""
        missing = error.errors.get("imageUrl") == IMAGE_REQUIRED
        return _image_required() if missing else None


def _image_required() -> rx.event.EventSpec:
    return notify("Image Required", IMAGE_REQUIRED, destructive=True)


def photos_admin_page() -> rx.Component:
    return management_page(
        PhotosAdmin,
        tools=[
            button(
                rx.icon("images", size=16), "Add Several Photos", on_click=PhotosAdmin.open_batch
            )
        ],
        dialogs=[
            batch_dialog(
                PhotosAdmin,
                _IMAGE,
                outcome=PhotosAdmin.outcome,
                on_save=PhotosAdmin.save_batch,
                on_missing=PhotosAdmin.miss_image,
            )
        ],
    )


def add_photos_admin_page(app: rx.App) -> None:
    add_management_page(app, PhotosAdmin, photos_admin_page)
