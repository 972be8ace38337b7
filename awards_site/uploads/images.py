"""Pictures that come in: decoded instead of believed, bounded, and stripped of what they tell."""

import io
from dataclasses import dataclass
from typing import Any, BinaryIO

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from awards_site.core.errors import Invalid, UnsupportedMediaType

MAX_PIXELS = 40_000_000
"""The most pixels of a picture: more than any camera that a phone carries."""
MAX_FRAME_PIXELS = 200_000_000
"""The most pixels of all frames of an animation together."""
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"
TOO_MANY_PIXELS = "The image has too many pixels. Please make it smaller than 40 megapixels."

_EXTENSIONS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}
# Phones append further pictures to a JPEG, such as one of the depth; the first one is the picture.
_WITH_APPENDED = {"MPO": "JPEG"}
_SAVED: dict[str, dict[str, int | bool]] = {
    "JPEG": {"quality": 90, "optimize": True},
    "PNG": {"optimize": True},
    "GIF": {},
    "WEBP": {"quality": 90},
}

# The bound below is ours, has a message of its own, and stands before any pixel is decoded.
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True)
class CleanImage:
    """A picture that is safe to publish."""

    content: BinaryIO
    extension: str


def clean_image(upload: BinaryIO) -> CleanImage:
    """Return the picture drawn anew: without EXIF (its location too), turned the right way up.

    Raises UnsupportedMediaType when it is no JPG, PNG, GIF or WEBP that can be read, and Invalid
    when it has too many pixels.
    """
    try:
        with Image.open(upload, formats=list(_EXTENSIONS)) as image:
            _refuse_too_large(image)
            return _draw_anew(image)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise UnsupportedMediaType(NOT_AN_IMAGE) from error


def _refuse_too_large(image: Image.Image) -> None:
    pixels = image.width * image.height
    if pixels > MAX_PIXELS or pixels * getattr(image, "n_frames", 1) > MAX_FRAME_PIXELS:
        raise Invalid({"file": TOO_MANY_PIXELS})


def _draw_anew(image: Image.Image) -> CleanImage:
    kind = _WITH_APPENDED.get(str(image.format), str(image.format))
    content = io.BytesIO()
    profile = image.info.get("icc_profile")
    options = {**_SAVED[kind], **({"icc_profile": profile} if profile else {})}
    if kind != "JPEG" and getattr(image, "n_frames", 1) > 1:
        _draw_frames(image, kind, content)
    else:
        image.load()
        upright = ImageOps.exif_transpose(image)
        upright.info = _drawing_information(upright)
        upright.save(content, kind, **options)
    content.seek(0)
    return CleanImage(content, _EXTENSIONS[kind])


def _draw_frames(image: Image.Image, kind: str, content: BinaryIO) -> None:
    frames = [frame.copy() for frame in ImageSequence.Iterator(image)]
    durations = [frame.info.get("duration", 100) for frame in frames]
    loop = image.info.get("loop", 0)
    for frame in frames:
        frame.info = _drawing_information(frame)
    frames[0].save(
        content,
        kind,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=loop,
    )


def _drawing_information(image: Image.Image) -> dict[str | tuple[int, int], Any]:
    return {key: image.info[key] for key in ("transparency", "background") if key in image.info}
