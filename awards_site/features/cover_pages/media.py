"""The form fields for the media of a cover page: the main image or video, and a carousel."""

from typing import Any

import reflex as rx

from awards_site.core.validation import FileUrl, TextList
from awards_site.features.cover_pages.entity import MediaType
from awards_site.frontend import script
from awards_site.portal.fields import (
    IMAGE,
    VIDEO,
    BoundField,
    CustomField,
    JsonListField,
    UploadField,
    VisibleWhen,
    field_input,
)
from awards_site.portal.inputs import upload_source

_IMAGE = UploadField(
    "image_url",
    "Image URL",
    upload_path="/api/uploads/cover-page-image",
    failed_toast=("Failed to upload image", "{message}"),
)
_VIDEO = UploadField(
    "image_url",
    "Video URL",
    media=VIDEO,
    upload_path="/api/uploads/cover-page-video",
    failed_toast=("Failed to upload video", "{message}"),
)
_CAROUSEL_IMAGE = UploadField(
    "media_urls",
    "Carousel images",
    upload_path=_IMAGE.upload_path,
    upload_label="Upload carousel images",
    failed_toast=_IMAGE.failed_toast,
)
_MAX_IMAGES = TextList(FileUrl()).max_items


_SCRIPT = script("portal/cover_pages/inputs.jsx")

_media_input = field_input(
    "MediaInput", _SCRIPT, type_name=str, kinds=dict[str, str], sources=dict[str, Any]
)
"""An upload, whose kind of file depends on the form's media type."""

_carousel_input = field_input(
    "CarouselInput",
    _SCRIPT,
    label=str,
    max_images=int,
    source=dict[str, Any],
    invalid_url_message=str,
)


def _media(bound: BoundField) -> rx.Component:
    return _media_input(
        bound,
        type_name="media_type",
        kinds={
            each: (VIDEO if each == MediaType.VIDEO else IMAGE).mime_type_prefix
            for each in MediaType
        },
        sources={each.media.mime_type_prefix: _labelled_source(each) for each in (_IMAGE, _VIDEO)},
    )


def _labelled_source(field: UploadField) -> dict[str, Any]:
    return {**upload_source(field), "label": field.label}


def _carousel(bound: BoundField) -> rx.Component:
    return _carousel_input(
        bound,
        label=bound.field.label,
        max_images=_MAX_IMAGES,
        source=upload_source(_CAROUSEL_IMAGE),
        invalid_url_message=FileUrl().mismatch_message,
    )


MAIN_MEDIA = CustomField(
    "image_url",
    _IMAGE.label,
    help="JPG, PNG, GIF or WEBP of at most 5MB; a video is MP4 or WEBM of at most 100MB.",
    make=_media,
    has_own_label=True,
)
"""The main image, the first image of a carousel, or the video."""

CAROUSEL_IMAGES = JsonListField(
    "media_urls",
    _CAROUSEL_IMAGE.label,
    help="They follow the image above, in this order.",
    make=_carousel,
    has_own_label=True,
    visible_when=VisibleWhen("media_type", MediaType.CAROUSEL.value),
)
"""The further images of a carousel."""
