"""The parts of the media library's screen that are written in JSX."""

from typing import Any

import reflex as rx

from awards_site.features.media import service
from awards_site.features.media.service import Replacement
from awards_site.frontend import react, script
from awards_site.portal.controls import description_item
from awards_site.portal.fields import (
    IMAGE,
    INPUT_CLASSES,
    VIDEO,
    BoundField,
    UploadField,
    field_input,
)
from awards_site.portal.gateway import (
    Events,
    Notice,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.inputs import upload_source
from awards_site.portal.management_screen import ManagementScreen
from awards_site.records.versions import validated

_FAILED = ("Upload failed", "{message}")
IMAGE_SOURCE = UploadField(
    "url", "Image", upload_path="/api/uploads/media-image", failed_toast=_FAILED
)
VIDEO_SOURCE = UploadField(
    "url", "Video", media=VIDEO, upload_path="/api/uploads/media-video", failed_toast=_FAILED
)
SOURCES = {
    each.media.mime_type_prefix: upload_source(each) for each in (IMAGE_SOURCE, VIDEO_SOURCE)
}
"""The return values of `upload_source` by kind of file."""
WRONG_TYPE = ("Invalid file type", f"{IMAGE.wrong_type_message} or a video (MP4 or WEBM)")


_focal_point_input = field_input(
    "FocalPointInput",
    script("portal/media/media.jsx"),
    y_name=str,
    default_y=str,
    image=dict[str, Any],
)
"""The focal point of an image, whose second coordinate is submitted as `y_name`."""


MediaUpload = react(
    "MediaUpload",
    script("portal/media/media.jsx"),
    sources=dict[str, Any],
    wrong_type=tuple[str, str],
    classes=dict[str, str],
    on_done=rx.EventHandler[rx.event.no_args_event_spec],
)
"""Uploads chosen and dropped files; `on_done` is triggered once some are uploaded."""


ReplaceButton = react(
    "ReplaceButton",
    script("portal/media/media.jsx"),
    source=dict[str, Any],
    classes=dict[str, str],
    on_choose=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)
"""A button to choose or upload the file that replaces one; calls `on_choose` with its URL."""


_LINK = "font-medium underline underline-offset-2 hover:text-plum"


def overview(state: Any, bound: BoundField) -> rx.Component:
    """Return the file, with the input of its focal point if it is an image, and its uses."""
    item = state.item
    return rx.el.div(
        rx.cond(
            item["isVideo"].to(bool),
            rx.el.video(
                src=item["url"].to(str),
                controls=True,
                plays_inline=True,
                preload="metadata",
                aria_label="Preview",
                class_name="max-h-72 w-full bg-ink",
            ),
            _focal_point_input(
                bound,
                y_name="focalY",
                default_y=state.values["focalY"],
                image=item["image"].to(dict[str, Any]),
            ),
        ),
        rx.el.div(
            rx.el.dl(
                rx.foreach(
                    item["facts"].to(list[dict[str, str]]),
                    lambda fact: description_item(fact["term"], fact["value"]),
                ),
                class_name="grid gap-3",
            ),
            _uses(state),
            _duplicates(state),
            class_name="grid min-w-0 content-start gap-5",
        ),
        class_name="grid gap-6 sm:grid-cols-2",
    )


def _uses(state: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h3("Where it is used", id="media-uses", class_name="text-sm font-semibold"),
        rx.cond(
            state.uses,
            rx.el.ul(
                rx.foreach(state.uses, _use),
                aria_labelledby="media-uses",
                class_name="mt-2 grid max-h-48 gap-1.5 overflow-y-auto text-sm",
            ),
            rx.el.p("No record uses it.", class_name="mt-1 text-sm text-muted"),
        ),
        rx.cond(
            state.uses,
            rx.el.div(
                rx.cond(
                    state.item["isVideo"].to(bool),
                    _replace_button(state, "video"),
                    _replace_button(state, "image"),
                ),
                class_name="mt-3",
            ),
        ),
    )


def _replace_button(state: Any, kind: str) -> rx.Component:
    return ReplaceButton.create(
        source=SOURCES[kind],
        classes=INPUT_CLASSES,
        on_choose=lambda url: state.replace_by(state.record_id, url),
    )


def _use(use: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(use["label"], class_name="mr-2 text-xs text-muted"),
        rx.el.a(use["name"], href=use["path"], class_name=_LINK),
    )


def _duplicates(state: Any) -> rx.Component:
    return rx.cond(
        state.duplicates,
        rx.el.section(
            rx.el.h3("Same file", id="media-duplicates", class_name="text-sm font-semibold"),
            rx.el.ul(
                rx.foreach(state.duplicates, lambda each: rx.el.li(each["name"])),
                aria_labelledby="media-duplicates",
                class_name="mt-2 grid gap-1.5 text-sm",
            ),
        ),
    )


_REPLACED = Notice("File replaced", "{name}")
_NOT_REPLACED = Notice("The file was not replaced", "{message}")


class MediaReplacement(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """Replaces the item of the details dialog in all records that use it."""

    @api_handler
    async def replace_by(self, record_id: int, url: str) -> Events:
        """Replace the dialog's item everywhere; the toast offers to undo it."""
        if self.dialog != "edit" or self.pending or not self._is_shown(record_id):
            return
        self.pending = True
        yield None
        name = self.record_name
        with failing(_NOT_REPLACED, name):
            by = validated({"url": url}, Replacement)
            done = await run(service.replace, record_id, by)
        self._close()
        yield await self._reload()
        text = f"{name} was replaced in {_counted(len(done.records))}."
        yield success_toast(_REPLACED, text, **self._undo(done.undo))


def _counted(records: int) -> str:
    return "1 record" if records == 1 else f"{records} records"
