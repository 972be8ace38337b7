"""Image variants: sizes, the process that makes them, and local copies.

A variant is never larger than its image, and an image has at most seven. Vector graphics and
animations have none.

With object storage, each host has copies of the descriptions of variants, and of the first bytes of
images that have none, which hold their sizes, so that a page with a hundred images does not wait
for the network. A host copies what it stores at once (`storage.py`), and what others have
stored by `refresh`.
"""

import io
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from PIL import Image

from awards_site.core.errors import ApiError, Invalid, UnsupportedMediaType
from awards_site.core.files import images
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.file_names import (
    VARIANTS_DIR,
    is_description,
    is_image,
    is_original,
    stem_of,
)
from awards_site.core.files.image_descriptions import ImageVariants, VariantsProblem
from awards_site.core.files.images import Refusal, in_srgb
from awards_site.core.files.storage import HEAD_BYTES, storage
from awards_site.core.logs import get_logger

WIDTHS = (320, 480, 768, 1200, 2000)
"""The widths of AVIF variants: from a card on a phone to a full large screen."""
FALLBACK_WIDTHS = (480, 1200)
"""The widths of WebP variants, for browsers without AVIF support."""
EXTENSIONS = ("jpg", "png", "webp")
"""The extensions of stored images that get variants."""

MAX_LIGHT_BYTES = 120_000
"""Up to this size, a WebP image is its own largest WebP variant."""

MAX_HEIGHT = 16_383
"""The greatest height of a WebP image, in px."""

_MIN_WIDTH_RATIO = 1.4
"""An image this much wider than its largest variant also gets a variant of its own width."""

_SAVE_OPTIONS: dict[str, dict[str, Any]] = {
    "avif": {"quality": 52, "speed": 6, "max_threads": 1},
    "webp": {"quality": 72, "method": 5},
}
"""Chosen by eye on portraits and on dark rooms with many lights, at double resolution."""

_SUPPORTED_MODES = frozenset(
    {"1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr", "LAB", "HSV"}
)
_TINT_STOPS = 3

log = get_logger(__name__)


def widths(own: int) -> list[int]:
    """Return the AVIF widths for an image of `own` pixels width, ascending."""
    smaller = [width for width in WIDTHS if width <= own]
    if not smaller or (own < WIDTHS[-1] and own >= _MIN_WIDTH_RATIO * smaller[-1]):
        smaller.append(own)
    return smaller


def fallback_widths(own: int, *, is_light: bool) -> list[int]:
    """Return the WebP widths for an image of `own` pixels width.

    With `is_light`, the image itself is its largest WebP variant.
    """
    if is_light:
        return [*(width for width in FALLBACK_WIDTHS[:1] if width < own), own]
    return [width for width in FALLBACK_WIDTHS if width <= own] or widths(own)[-1:]


def make_variants(content: bytes, name: str) -> dict[str, bytes]:
    """Return the variants of an image and their description, by their names in VARIANTS_DIR.

    The description is the last one, because it must be stored last. That of an image that cannot
    have variants holds the reason, which prevents another attempt.
    """
    made: dict[str, bytes] = {}
    description: ImageVariants | VariantsProblem
    try:
        with Image.open(io.BytesIO(content)) as image:
            if getattr(image, "n_frames", 1) > 1:
                description = {"problem": "animation"}
            else:
                is_light = name.endswith(".webp") and len(content) <= MAX_LIGHT_BYTES
                description = _generate(image, name, made, is_light=is_light)
    # Pillow's decoders raise arbitrary exceptions for broken files.
    except Exception as error:
        log.exception("image variants failed; serving the original", image=name)
        description = {"problem": f"{type(error).__name__}: {error}"}
        made.clear()
    made[f"{stem_of(name)}.json"] = json.dumps(description, separators=(",", ":")).encode()
    return made


def _generate(
    image: Image.Image, name: str, made: dict[str, bytes], *, is_light: bool
) -> ImageVariants:
    width, height = image.size
    widest = max(1, MAX_HEIGHT * width // height)
    avif, webp = (
        [each for each in wanted if each <= widest] or [widest]
        for wanted in (widths(width), fallback_widths(width, is_light=is_light))
    )
    # Decode a JPEG at reduced size, which takes less time and memory.
    image.draft("RGB", (WIDTHS[-1], max(1, round(WIDTHS[-1] * height / width))))
    resized = _to_srgb(image)
    for wide in sorted({*avif, *webp}, reverse=True):
        # Resize from the previous, larger variant.
        if wide < resized.width or resized.height > MAX_HEIGHT:
            tall = min(max(1, round(wide * height / width)), MAX_HEIGHT)
            resized = resized.resize((wide, tall), Image.Resampling.LANCZOS, reducing_gap=3.0)
        for image_format, wanted in (("avif", avif), ("webp", webp)):
            is_itself = wide == width and name.endswith(f".{image_format}")
            if wide in wanted and not is_itself:
                made[f"{stem_of(name)}.{wide}.{image_format}"] = _encoded(resized, image_format)
    return ImageVariants(width=width, height=height, avif=avif, webp=webp, tint=_tint(resized))


def _to_srgb(image: Image.Image) -> Image.Image:
    """Return the image in sRGB without a color profile."""
    image = in_srgb(image)
    if image.mode not in _SUPPORTED_MODES:
        raise ValueError(f"unsupported pixel mode {image.mode}")
    resized = image.convert("RGBA" if image.has_transparency_data else "RGB")
    resized.info.clear()
    return resized


def _encoded(image: Image.Image, image_format: str) -> bytes:
    content = io.BytesIO()
    image.save(content, image_format.upper(), **_SAVE_OPTIONS[image_format])
    return content.getvalue()


def _tint(image: Image.Image) -> str:
    if image.mode != "RGB":
        return ""
    # Three bytes per pixel.
    column = image.resize((1, _TINT_STOPS), Image.Resampling.BOX).tobytes()
    return ",".join(f"#{column[3 * row : 3 * row + 3].hex()}" for row in range(_TINT_STOPS))


TIME_LIMIT = 60.0
"""The seconds after which an image is given up; one of the largest size takes about ten."""
MEMORY_LIMIT = 1280 * MEGABYTE
"""The memory of the program in bytes; an image of the largest size takes about 900 MB."""
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"
HEIC = (
    "This is a HEIC photo, which browsers do not show. Save it as JPG, and upload that. Next time,"
    " choose Settings, Camera, Formats, Most Compatible on the iPhone."
)
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
TOO_MANY_PIXELS = "The image has too many pixels. Please make it smaller than 40 megapixels."
TOO_LONG_ANIMATION = (
    f"The animation has too many pixels or frames. Please keep it under {images.MAX_FRAMES} frames"
    f" and {images.MAX_FRAME_PIXELS // 1_000_000} megapixels in total."
)
TOO_COSTLY = "The image takes too much time or memory to read. Please upload a smaller one."

_ROOT = Path(__file__).resolve().parents[3]
# Not the settings, which hold secrets.
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")


def clean_upload(upload: BinaryIO) -> tuple[BinaryIO, str]:
    """Return the content of an image as it is stored, and its extension (`images.clean_image`).

    Raises UnsupportedMediaType unless it is an image, and Invalid if it is too large or takes more
    than TIME_LIMIT or the program's memory limit.
    """
    image = upload.read()
    try:
        outcome = subprocess.run(  # noqa: S603
            [sys.executable, "-m", images.__name__, str(MEMORY_LIMIT)],
            input=image,
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _INHERITED if name in os.environ},
        )
    except subprocess.TimeoutExpired as error:
        log.warning("image processing timed out", seconds=TIME_LIMIT)
        raise Invalid({"file": TOO_COSTLY}) from error
    if outcome.returncode:
        is_heic = image[4:8] == b"ftyp" and image[8:12] in _HEIC_BRANDS
        raise UnsupportedMediaType(HEIC) if is_heic else _refusal(outcome)
    extension, _, content = outcome.stdout.partition(b"\n")
    return io.BytesIO(content), extension.decode()


def _refusal(outcome: subprocess.CompletedProcess[bytes]) -> ApiError:
    match outcome.returncode:
        case Refusal.UNREADABLE:
            return UnsupportedMediaType(NOT_AN_IMAGE)
        case Refusal.TOO_MANY_PIXELS:
            return Invalid({"file": TOO_MANY_PIXELS})
        case Refusal.TOO_LONG_ANIMATION:
            return Invalid({"file": TOO_LONG_ANIMATION})
    last_line = outcome.stderr.decode(errors="replace").strip().rpartition("\n")[2][:200]
    log.warning("image processing failed", exit_code=outcome.returncode, error=last_line)
    return Invalid({"file": TOO_COSTLY})


_DOWNLOADS = 16
"""The number of files that are downloaded at a time."""
_SETTLED_SECONDS = 3600
"""The age at which a copy that seems to be superfluous is deleted."""
_PROBLEM = b'"problem"'


def refresh() -> list[str]:
    """Copy what is new, delete what is no longer stored; return the stems of the new images.

    Does nothing if the storage is a folder. Raises StorageUnavailable.
    """
    if storage().folder is not None:
        return []
    names = {file.name for file in storage().files()}
    copied = _copies()
    descriptions = {name for name in names if is_description(name)}
    described = {stem_of(name) for name in descriptions}
    images = {name for name in names if is_image(name)}
    new = _copy(descriptions - copied)
    # An image that cannot have variants has a description without its size.
    problems = {stem_of(name) for name, content in new.items() if _PROBLEM in content}
    unsized = {name for name in images if stem_of(name) not in described - problems}
    new |= _copy(unsized - copied)
    sized = {name for name in images & copied if _has_size(stem_of(name))}
    _delete_old((copied - names) | sized)
    return sorted({stem_of(name) for name in new})


def _copy(names: set[str]) -> dict[str, bytes]:
    with ThreadPoolExecutor(_DOWNLOADS) as pool:
        starts = dict(zip(names, pool.map(_read_start, names), strict=True))
    found = {name: start for name, start in starts.items() if start}
    for name, start in found.items():
        storage().write_copy(name, start)
    return found


def _read_start(name: str) -> bytes:
    with suppress(FileNotFoundError):  # The file was deleted meanwhile.
        return storage().read(name, HEAD_BYTES)
    return b""


def _has_size(stem: str) -> bool:
    """Return whether the description of an image has its size."""
    with suppress(FileNotFoundError):
        description = storage().local_folder / VARIANTS_DIR / f"{stem}.json"
        return _PROBLEM not in description.read_bytes()
    return False


def _copies() -> set[str]:
    folder = storage().local_folder
    paths = [*folder.glob("*.*"), *(folder / VARIANTS_DIR).glob("*.json")]
    names = {path.relative_to(folder).as_posix() for path in paths}
    return {name for name in names if is_original(name) or is_description(name)}


def _delete_old(names: set[str]) -> None:
    for path in (storage().local_folder / name for name in names):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - _SETTLED_SECONDS:
                path.unlink()
