"""The dialog that uploads several photos at once and saves them together."""

from collections.abc import Sequence
from typing import Any, TypedDict

import reflex as rx

from awards_site.admin.forms.bound_field import INPUT_CLASSES
from awards_site.admin.forms.dialogs import FOOT, cancel_button, unsaved_question
from awards_site.admin.forms.fields import (
    IMAGE_HINT,
    Field,
    ImageField,
    NumberField,
    SelectField,
    SwitchField,
)
from awards_site.admin.forms.inputs import labelled_input
from awards_site.admin.forms.uploads import UPLOAD_SCRIPT, upload_source
from awards_site.admin.management import ManagementScreen
from awards_site.photos.models import PhotoCategory
from awards_site.ui.images.picture import PICTURE_SCRIPT
from awards_site.ui.overlays.dialog import UnsavedChanges, dialog
from awards_site.ui.overlays.toasts import notify

SHARED: tuple[Field, ...] = (
    SelectField("category", "Category", half=True, choices=PhotoCategory),
    NumberField("year", "Year", half=True),
    SwitchField("isPublished", "Published"),
)
"""The fields that have one value for all photos of the dialog."""


class Outcome(TypedDict):
    """What became of photos that were saved together, by the keys that the browser gave them.

    `number` counts the answers; `failed` says why a photo was refused.
    """

    number: int
    saved: list[str]
    failed: dict[str, str]


_IMPORTED_SCRIPTS = (PICTURE_SCRIPT, UPLOAD_SCRIPT)


class PhotoBatch(rx.Component):
    """The form of `admin_batch.jsx`; its children are the shared fields."""

    library = rx.asset("admin_batch.jsx", shared=True).importable_path
    tag = "PhotoBatch"

    source: rx.Var[dict[str, Any]]
    hint: rx.Var[str]
    outcome: rx.Var[Outcome]
    pending: rx.Var[bool]
    look: rx.Var[dict[str, str]]
    cancel: rx.Component | None = None
    on_save: rx.EventHandler[lambda photos, shared: [photos, shared]]
    on_missing: rx.EventHandler[rx.event.no_args_event_spec]
    on_finished: rx.EventHandler[rx.event.no_args_event_spec]


def batch_dialog(
    state: type[ManagementScreen],
    image: ImageField,
    *,
    outcome: rx.Var[Outcome],
    on_save: rx.event.EventType[Any],
    on_missing: rx.event.EventType[()],
) -> rx.Component:
    """Return the dialog, open while the screen's dialog is 'batch'; `image` says where files go."""
    return dialog(
        PhotoBatch.create(
            *(
                labelled_input(
                    each,
                    state.values[each.name],
                    state.errors.get(each.name, ""),
                    required=not isinstance(each, NumberField),
                )
                for each in SHARED
            ),
            UnsavedChanges.create(version=state.form_version),
            source=upload_source(image),
            hint=IMAGE_HINT,
            outcome=outcome,
            pending=state.pending,
            look={**INPUT_CLASSES, "foot": FOOT},
            cancel=cancel_button(),
            on_save=on_save,
            on_missing=on_missing,
            on_finished=state.close,
            key=state.form_version,
        ),
        title="Add Several Photos",
        description="Choose the files, or drop them here. Each gets a title of its own.",
        open=state.dialog == "batch",
        on_close=state.close,
        question=unsaved_question(),
        width="large",
        testid="batch-dialog",
    )


def batch_notice(saved: int, reasons: Sequence[str]) -> rx.event.EventSpec:
    """Return what is said about photos that were saved together; `reasons` are the refusals'."""
    done = "Photo created successfully" if saved == 1 else f"{saved} photos created successfully"
    if not reasons:
        return notify(done)
    failed = f"Failed to create photo: {reasons[0]}"
    if len(reasons) > 1:
        failed = f"Failed to create {len(reasons)} photos"
    return notify(failed, done if saved else "", destructive=True)
