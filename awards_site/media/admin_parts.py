"""The parts of the media library's screen that are written in JSX."""

from typing import Any

import reflex as rx

from awards_site.admin.fields.bound_field import INPUT_CLASSES, FieldInput
from awards_site.admin.fields.upload_fields import IMAGE, VIDEO, UploadField
from awards_site.admin.uploads.upload_inputs import LIBRARY_SCRIPT, UPLOAD_SCRIPT, upload_source
from awards_site.ui.images.picture import PICTURE_SCRIPT

_IMPORTED_SCRIPTS = (LIBRARY_SCRIPT, PICTURE_SCRIPT, UPLOAD_SCRIPT)

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

    library = rx.asset("admin_focal_point.jsx", shared=True).importable_path
    tag = "FocalPointInput"

    y_name: rx.Var[str]
    default_y: rx.Var[str]
    image: rx.Var[dict[str, Any]]


class MediaUpload(rx.Component):
    """Uploads chosen and dropped files; `on_done` is triggered once some are uploaded."""

    library = rx.asset("admin_upload.jsx", shared=True).importable_path
    tag = "MediaUpload"

    sources: rx.Var[dict[str, Any]]
    wrong_type: rx.Var[tuple[str, str]]
    classes: rx.Var[dict[str, str]]
    on_done: rx.EventHandler[rx.event.no_args_event_spec]


class ReplaceButton(rx.Component):
    """A button to choose or upload the file that replaces one; calls `on_choose` with its URL."""

    library = rx.asset("admin_replace.jsx", shared=True).importable_path
    tag = "ReplaceButton"

    source: rx.Var[dict[str, Any]]
    classes: rx.Var[dict[str, str]]
    on_choose: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def media_upload(on_done: Any) -> rx.Component:
    return MediaUpload.create(
        sources=SOURCES, wrong_type=_WRONG_TYPE, classes=INPUT_CLASSES, on_done=on_done
    )
