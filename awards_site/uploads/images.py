"""Sanitizes uploaded images: decodes them, limits their size and strips their metadata."""

import io
from typing import Any, BinaryIO

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from awards_site.core.errors import Invalid, UnsupportedMediaType

MAX_PIXELS = 40_000_000
"""The most pixels of an image; phone photos have fewer."""
MAX_FRAME_PIXELS = 200_000_000
"""The most pixels of all frames of an animation together."""
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"
TOO_MANY_PIXELS = "The image has too many pixels. Please make it smaller than 40 megapixels."

_EXTENSIONS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}
# Phones append further images to a JPEG, such as a depth map; the first image is the photo.
_BASE_FORMATS = {"MPO": "JPEG"}
_SAVE_OPTIONS: dict[str, dict[str, int | bool]] = {
    "JPEG": {"quality": 90, "optimize": True},
    "PNG": {"optimize": True},
    "GIF": {},
    "WEBP": {"quality": 90},
}

# `_check_pixels` replaces Pillow's limit, with its own message, before any pixel is decoded.
Image.MAX_IMAGE_PIXELS = None


def clean_image(upload: BinaryIO) -> tuple[BinaryIO, str]:
    """Re-encode an image: apply its EXIF orientation and drop its metadata, location included.

    Returns its content and its extension.
    Raises UnsupportedMediaType unless it is a readable JPG, PNG, GIF or WEBP, and Invalid if it has
    too many pixels.
    """
    try:
        with Image.open(upload, formats=list(_EXTENSIONS)) as image:
            _check_pixels(image)
            return _reencode(image)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise UnsupportedMediaType(NOT_AN_IMAGE) from error


def _check_pixels(image: Image.Image) -> None:
    pixels = image.width * image.height
    if pixels > MAX_PIXELS or pixels * getattr(image, "n_frames", 1) > MAX_FRAME_PIXELS:
        raise Invalid({"file": TOO_MANY_PIXELS})


def _reencode(image: Image.Image) -> tuple[BinaryIO, str]:
    image_format = _BASE_FORMATS.get(str(image.format), str(image.format))
    content = io.BytesIO()
    profile = image.info.get("icc_profile")
    options = {**_SAVE_OPTIONS[image_format], **({"icc_profile": profile} if profile else {})}
    if image_format != "JPEG" and getattr(image, "n_frames", 1) > 1:
        _reencode_animation(image, image_format, content)
    else:
        image.load()
        upright = ImageOps.exif_transpose(image)
        upright.info = _rendering_info(upright)
        upright.save(content, image_format, **options)
    content.seek(0)
    return content, _EXTENSIONS[image_format]


def _reencode_animation(image: Image.Image, image_format: str, content: BinaryIO) -> None:
    frames = [frame.copy() for frame in ImageSequence.Iterator(image)]
    durations = [frame.info.get("duration", 100) for frame in frames]
    loop = image.info.get("loop", 0)
    for frame in frames:
        frame.info = _rendering_info(frame)
    frames[0].save(
        content,
        image_format,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=loop,
    )


def _rendering_info(image: Image.Image) -> dict[str | tuple[int, int], Any]:
    return {key: image.info[key] for key in ("transparency", "background") if key in image.info}
