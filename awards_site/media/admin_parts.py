"""The parts of the media library's screen that are written in JSX."""

from typing import Any

import reflex as rx

from awards_site.admin.fields.bound_field import INPUT_CLASSES, FieldInput
from awards_site.admin.fields.upload_fields import IMAGE, VIDEO, UploadField
from awards_site.admin.uploads.upload_inputs import upload_source
from awards_site.frontend import react, script

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
_WRONG_TYPE = ("Invalid file type", f"{IMAGE.wrong_type_message} or a video (MP4 or WEBM)")


class FocalPointInput(FieldInput):
    """The focal point of an image, whose second coordinate is submitted as `y_name`."""

    library = script("portal/media/focal_point.jsx")
    tag = "FocalPointInput"

    y_name: rx.Var[str]
    default_y: rx.Var[str]
    image: rx.Var[dict[str, Any]]


MediaUpload = react(
    "MediaUpload",
    script("portal/media/upload.jsx"),
    sources=dict[str, Any],
    wrong_type=tuple[str, str],
    classes=dict[str, str],
    on_done=rx.EventHandler[rx.event.no_args_event_spec],
)
"""Uploads chosen and dropped files; `on_done` is triggered once some are uploaded."""


ReplaceButton = react(
    "ReplaceButton",
    script("portal/media/replace.jsx"),
    source=dict[str, Any],
    classes=dict[str, str],
    on_choose=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)
"""A button to choose or upload the file that replaces one; calls `on_choose` with its URL."""


def media_upload(on_done: Any) -> rx.Component:
    return MediaUpload.create(
        sources=SOURCES, wrong_type=_WRONG_TYPE, classes=INPUT_CLASSES, on_done=on_done
    )
