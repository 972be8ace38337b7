"""Generates image variants: smaller copies in AVIF and WebP for responsive images.

A variant is never larger than its image, and an image has at most seven. Vector graphics and
animations have none.
"""

import io
import json
from typing import Any

from PIL import Image

from awards_site.core.logs.logger import get_logger
from awards_site.core.presentation.images import VariantsProblem
from awards_site.core.presentation.views import ImageVariants
from awards_site.core.storage.file_names import stem_of
from awards_site.uploads.color_profile import in_srgb

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
    """Add the variants to `made`, and return their description."""
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
