"""Generates image variants: smaller copies in AVIF and WebP for responsive images.

A variant is never larger than its image, and an image has at most seven. Vector graphics and
animations have none.
"""

import io
import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image

from awards_site.core.atomic_write import write_atomic
from awards_site.core.files import VARIANTS_DIR
from awards_site.core.images import VariantsProblem
from awards_site.core.views import ImageVariants
from awards_site.uploads.color_profile import in_srgb

WIDTHS = (320, 480, 768, 1200, 2000)
"""The widths of AVIF variants: from a card on a phone to a full large screen."""
FALLBACK_WIDTHS = (480, 1200)
"""The widths of WebP variants, for browsers without AVIF support."""
EXTENSIONS = ("jpg", "png", "webp")
"""The extensions of stored images that get variants."""

MAX_LIGHT_BYTES = 120_000
"""Up to this size, a WebP image is its own largest WebP variant."""

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

log = logging.getLogger(__name__)


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


def make_variants(path: Path, folder: Path | None = None) -> ImageVariants | None:
    """Generate the variants of the image at `path` and their description, written atomically.

    `folder` defaults to VARIANTS_DIR beside the image. Returns None for an image that cannot have
    variants; the description then holds the reason, which prevents another attempt. Raises OSError
    for system errors such as a full disk.
    """
    folder = folder or path.parent / VARIANTS_DIR
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with Image.open(path) as image:
            if getattr(image, "n_frames", 1) > 1:
                _write_description(folder, path, {"problem": "animation"})
                return None
            variants = _generate(image, path, folder)
    # Pillow's decoders raise arbitrary exceptions for broken files.
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        log.exception("image variants failed for %s; serving the original", path)
        _write_description(folder, path, {"problem": f"{type(error).__name__}: {error}"})
        return None
    _write_description(folder, path, variants)
    return variants


def described_stems(folder: Path) -> set[str]:
    """Return the stems of the images in a folder that have a description."""
    with suppress(FileNotFoundError), os.scandir(folder / VARIANTS_DIR) as entries:
        return {name[:-5] for name in (entry.name for entry in entries) if name.endswith(".json")}
    return set()


def _generate(image: Image.Image, path: Path, folder: Path) -> ImageVariants:
    width, height = image.size
    is_light = path.suffix == ".webp" and path.stat().st_size <= MAX_LIGHT_BYTES
    avif, webp = widths(width), fallback_widths(width, is_light=is_light)
    # Decode a JPEG at reduced size, which takes less time and memory.
    image.draft("RGB", (WIDTHS[-1], round(WIDTHS[-1] * height / width)))
    resized = _to_srgb(image)
    for wide in sorted({*avif, *webp}, reverse=True):
        # Resize from the previous, larger variant.
        if wide < resized.width:
            tall = max(1, round(wide * height / width))
            resized = resized.resize((wide, tall), Image.Resampling.LANCZOS, reducing_gap=3.0)
        for image_format, wanted in (("avif", avif), ("webp", webp)):
            is_itself = wide == width and path.suffix == f".{image_format}"
            if wide in wanted and not is_itself:
                _save(resized, folder / f"{path.stem}.{wide}.{image_format}", image_format)
    return ImageVariants(width=width, height=height, avif=avif, webp=webp, tint=_tint(resized))


def _to_srgb(image: Image.Image) -> Image.Image:
    """Return the image in sRGB without a color profile."""
    if image.mode not in _SUPPORTED_MODES:
        raise ValueError(f"unsupported pixel mode {image.mode}")
    image = in_srgb(image)
    resized = image.convert("RGBA" if image.has_transparency_data else "RGB")
    resized.info.clear()
    return resized


def _save(image: Image.Image, path: Path, image_format: str) -> None:
    content = io.BytesIO()
    image.save(content, image_format.upper(), **_SAVE_OPTIONS[image_format])
    write_atomic(path, content.getvalue())


def _tint(image: Image.Image) -> str:
    if image.mode != "RGB":
        return ""
    # Three bytes per pixel.
    column = image.resize((1, _TINT_STOPS), Image.Resampling.BOX).tobytes()
    return ",".join(f"#{column[3 * row : 3 * row + 3].hex()}" for row in range(_TINT_STOPS))


def _write_description(
    folder: Path, path: Path, description: ImageVariants | VariantsProblem
) -> None:
    content = json.dumps(description, separators=(",", ":"))
    write_atomic(folder / f"{path.stem}.json", content.encode())
