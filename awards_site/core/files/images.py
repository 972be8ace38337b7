"""Sanitizes uploaded images: decodes them, limits their size and strips their metadata.

As a program this module sanitizes one image; `core/files/image_variants.py` runs it. So that it
starts at once, it imports little of the site.
"""

import io
import struct
import sys
from contextlib import suppress
from enum import IntEnum
from typing import Any, BinaryIO

# Without the import of WebPImagePlugin, Pillow would import dozens of other plugins to find it.
from PIL import (
    Image,
    ImageCms,
    ImageMath,
    ImageOps,
    ImageSequence,
    PngImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,  # noqa: F401
)

MAX_PIXELS = 40_000_000
"""The most pixels of an image; phone photos have fewer."""
MAX_FRAMES = 300
MAX_FRAME_PIXELS = 50_000_000
"""The most pixels of all frames of an animation together."""

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_OPAQUE = 128
"""The alpha from which a pixel of a GIF is opaque."""

_EXTENSIONS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}
# Phones append further images to a JPEG, such as a depth map; the first image is the photo.
_BASE_FORMATS = {"MPO": "JPEG"}
_SAVE_OPTIONS: dict[str, dict[str, int | bool]] = {
    "JPEG": {"quality": 90, "optimize": True},
    "PNG": {"optimize": True},
    "GIF": {},
    "WEBP": {"quality": 90},
}

# The default refuses color profiles of more than a megabyte; the program's memory is limited.
PngImagePlugin.MAX_TEXT_CHUNK = 16 * 1024 * 1024
# `_check_size` replaces Pillow's limit, with its own messages, before any pixel is decoded.
Image.MAX_IMAGE_PIXELS = None


_CONVERTED_MODES = {"RGB": "RGB", "RGBA": "RGBA", "CMYK": "RGB", "L": "RGB"}
"""The modes whose profile is applied, and the modes that result."""


def in_srgb(image: Image.Image) -> Image.Image:
    """Return the image with its profile applied, or as it is if it has none that applies.

    An unreadable profile, and one of a palette, are ignored, as they are by most browsers.
    """
    if image.mode.startswith("I"):
        image = _eight_bit(image)
    profile = image.info.get("icc_profile")
    mode = _CONVERTED_MODES.get(image.mode)
    if not profile or mode is None or "transparency" in image.info:
        return image
    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        screen = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, own, screen, outputMode=mode) or image
    except (ImageCms.PyCMSError, OSError):
        return image


def _eight_bit(grey: Image.Image) -> Image.Image:
    """Return a grey image of 16 bits in 8, with an alpha channel if a grey is transparent."""
    whole = grey.convert("I")
    image = whole.point(lambda value: value * (1 / 256)).convert("L")
    transparent = grey.info.get("transparency")
    if transparent is not None:
        image.putalpha(
            ImageMath.lambda_eval(
                lambda images: images["convert"]((images["grey"] != transparent) * 255, "L"),
                grey=whole,
            )
        )
    return image


class Refusal(IntEnum):
    """Why an image is refused: the exit codes of the program."""

    UNREADABLE = 3
    TOO_MANY_PIXELS = 4
    TOO_LONG_ANIMATION = 5


class Refused(Exception):
    """The image is refused for the given reason."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.name)
        self.reason = reason


def clean_image(upload: BinaryIO) -> tuple[bytes, str]:
    """Re-encode an image: apply its EXIF orientation and color profile, drop its metadata.

    Returns its content and its extension. Raises Refused unless it is a readable JPG, PNG, GIF or
    WEBP within the limits.
    """
    try:
        content = _without_texts(upload.read())
        with Image.open(io.BytesIO(content), formats=list(_EXTENSIONS)) as image:
            _check_size(image)
            return _reencode(image)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise Refused(Refusal.UNREADABLE) from error


def _without_texts(content: bytes) -> bytes:
    """Return a PNG without its text chunks, which decompress to any size; others as they are."""
    if not content.startswith(_PNG):
        return content
    kept, start = [_PNG], len(_PNG)
    while start < len(content):
        end = start + 12 + int.from_bytes(content[start : start + 4])
        if content[start + 4 : start + 8] not in _PNG_TEXTS:
            kept.append(content[start:end])
        start = end
    return b"".join(kept)


def _check_size(image: Image.Image) -> None:
    pixels = image.width * image.height
    if pixels > MAX_PIXELS:
        raise Refused(Refusal.TOO_MANY_PIXELS)
    frames = getattr(image, "n_frames", 1) if image.format != "MPO" else 1
    if frames > MAX_FRAMES or (frames > 1 and pixels * frames > MAX_FRAME_PIXELS):
        raise Refused(Refusal.TOO_LONG_ANIMATION)


def _reencode(image: Image.Image) -> tuple[bytes, str]:
    image_format = _BASE_FORMATS.get(str(image.format), str(image.format))
    content = io.BytesIO()
    if image_format != "JPEG" and getattr(image, "n_frames", 1) > 1:
        _reencode_animation(image, image_format, content)
    else:
        image.load()
        # Broken metadata say nothing of the picture.
        with suppress(SyntaxError, ValueError, OSError, struct.error):
            ImageOps.exif_transpose(image, in_place=True)
        info = _rendering_info(image)
        converted = in_srgb(image)
        if "A" in converted.getbands():
            info.pop("transparency", None)
        converted.info = info
        converted.save(content, image_format, **_SAVE_OPTIONS[image_format])
    return content.getvalue(), _EXTENSIONS[image_format]


def _reencode_animation(image: Image.Image, image_format: str, content: BinaryIO) -> None:
    to_frame = _gif_frame if image_format == "GIF" else _full_frame
    # Pillow draws each frame over those before it, as its disposal says.
    frames, durations = [], []
    for frame in ImageSequence.Iterator(image):
        frames.append(to_frame(frame))
        # A WebP knows the duration of a frame only once that is decoded.
        durations.append(frame.info.get("duration", 100))
    options: dict[str, Any] = {"save_all": True, "append_images": frames[1:], "duration": durations}
    if "loop" in image.info:
        # A GIF without plays once.
        options["loop"] = image.info["loop"]
    if image.info.get("default_image"):
        # The first image of such a PNG is for those who cannot show its frames.
        options |= {"default_image": True, "duration": durations[1:]}
    if image_format == "GIF":
        # Each frame is whole; the one before it is removed.
        options["disposal"] = 2
    frames[0].save(content, image_format, **_SAVE_OPTIONS[image_format] | options)


def _full_frame(frame: Image.Image) -> Image.Image:
    full = frame.convert("RGBA")
    full.info.clear()
    return full


def _gif_frame(frame: Image.Image) -> Image.Image:
    """Return a frame in a palette of its own, whose last colour is transparent."""
    full = _full_frame(frame)
    colours = full.convert("RGB").quantize(255, dither=Image.Dither.NONE)
    palette = colours.getpalette() or []
    colours.putpalette(palette + [0] * (768 - len(palette)))
    colours.paste(255, mask=full.getchannel("A").point(lambda alpha: 255 * (alpha < _OPAQUE)))
    colours.info = {"transparency": 255}
    return colours


def _rendering_info(image: Image.Image) -> dict[str | tuple[int, int], Any]:
    return {key: image.info[key] for key in ("transparency", "background") if key in image.info}


def _limit_memory(size: int) -> None:
    # Windows has no such module, and macOS no such limit.
    with suppress(ImportError, ValueError):
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def main() -> None:
    """Read an image from stdin, and write its extension, a line break and its clean content.

    The argument is the memory in bytes that the program may take. The exit code is 0, or a Refusal.
    """
    _limit_memory(int(sys.argv[1]))
    try:
        content, extension = clean_image(io.BytesIO(sys.stdin.buffer.read()))
    except Refused as refused:
        sys.exit(refused.reason)
    sys.stdout.buffer.write(extension.encode() + b"\n" + content)


if __name__ == "__main__":
    main()
