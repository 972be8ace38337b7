"""Smaller copies of a picture in AVIF and WebP, so that each screen is sent what it can show.

A copy is never larger than its picture, and a picture has at most seven of them. Vector graphics
have none, because they fit any screen, and animations neither, because a copy would stand still.
"""

import io
import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms

from awards_site.core.atomic_write import write_atomic
from awards_site.core.files import SIZES
from awards_site.core.images import ImageVariants, Problem

WIDTHS = (320, 480, 768, 1200, 2000)
"""The widths of copies in AVIF: from a card on a phone to a picture that fills a large screen."""
FALLBACK_WIDTHS = (480, 1200)
"""The widths in WebP, for the few browsers that do not know AVIF."""
EXTENSIONS = ("jpg", "png", "webp")
"""The kinds of stored pictures that copies are made of."""

LIGHT = 120_000
"""The bytes up to which a WebP is itself sent to browsers that do not know AVIF."""

_NOTICEABLE = 1.4
"""How much wider a picture is than its largest copy before one of its own width is made as well."""

_SAVED: dict[str, dict[str, Any]] = {
    "avif": {"quality": 52, "speed": 6, "max_threads": 1},
    "webp": {"quality": 72, "method": 5},
}
"""Chosen by eye on portraits and on dark rooms with many lights, at twice a phone's pixels."""

_STILL_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr", "LAB", "HSV"})
_TINTS = 3

log = logging.getLogger(__name__)


def widths(own: int) -> list[int]:
    """Return the widths of the copies of a picture that is `own` pixels wide, ascending."""
    smaller = [width for width in WIDTHS if width <= own]
    if not smaller or (own < WIDTHS[-1] and own >= _NOTICEABLE * smaller[-1]):
        smaller.append(own)
    return smaller


def fallback_widths(own: int, *, light: bool) -> list[int]:
    """Return the widths in WebP; a `light` picture is its own largest one."""
    if light:
        return [*(width for width in FALLBACK_WIDTHS[:1] if width < own), own]
    return [width for width in FALLBACK_WIDTHS if width <= own] or widths(own)[-1:]


def make_variants(path: Path, folder: Path | None = None) -> ImageVariants | None:
    """Make the copies of the picture at `path`, and describe them; each file appears whole.

    They come into `folder`, by default the one beside the picture that pages look into. Returns
    None where there are none: the description then says why, so that nobody tries again. Raises
    OSError when it is the machine that fails, such as by a full disk.
    """
    folder = folder or path.parent / SIZES
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with Image.open(path) as image:
            if getattr(image, "n_frames", 1) > 1:
                _describe(folder, path, {"problem": "It is an animation"})
                return None
            copies = _make(image, path, folder)
    # Pillow raises whatever a decoder meets in a broken file.
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        log.exception(
            "No smaller copies of %s: it is served as it is, at its full weight. Upload the"
            " picture again if it cannot be seen",
            path,
        )
        _describe(folder, path, {"problem": f"{type(error).__name__}: {error}"})
        return None
    _describe(folder, path, copies)
    return copies


def described(folder: Path) -> set[str]:
    """Return which pictures of a folder were seen to, by their names without extensions."""
    with suppress(FileNotFoundError), os.scandir(folder / SIZES) as entries:
        return {name[:-5] for name in (entry.name for entry in entries) if name.endswith(".json")}
    return set()


def _make(image: Image.Image, path: Path, folder: Path) -> ImageVariants:
    width, height = image.size
    light = path.suffix == ".webp" and path.stat().st_size <= LIGHT
    avif, webp = widths(width), fallback_widths(width, light=light)
    # A JPEG can be read at a part of its size, in a part of the time and the memory.
    image.draft("RGB", (WIDTHS[-1], round(WIDTHS[-1] * height / width)))
    drawn = _in_screen_colours(image)
    for wide in sorted({*avif, *webp}, reverse=True):
        # Each is drawn from the one before, which is larger.
        if wide < drawn.width:
            tall = max(1, round(wide * height / width))
            drawn = drawn.resize((wide, tall), Image.Resampling.LANCZOS, reducing_gap=3.0)
        for kind, wanted in (("avif", avif), ("webp", webp)):
            is_itself = wide == width and path.suffix == f".{kind}"
            if wide in wanted and not is_itself:
                _save(drawn, folder / f"{path.stem}.{wide}.{kind}", kind)
    return ImageVariants(width=width, height=height, avif=avif, webp=webp, tint=_tint(drawn))


def _in_screen_colours(image: Image.Image) -> Image.Image:
    """Return the picture in sRGB, which every screen knows, without a profile."""
    if image.mode not in _STILL_MODES:
        raise ValueError(f"its pixels are of the kind {image.mode}")
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "CMYK", "L"):
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        screen = ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(image, own, screen, outputMode="RGB")
        if converted is not None:
            image = converted
    drawn = image.convert("RGBA" if image.has_transparency_data else "RGB")
    drawn.info.clear()
    return drawn


def _save(image: Image.Image, path: Path, kind: str) -> None:
    content = io.BytesIO()
    image.save(content, kind.upper(), **_SAVED[kind])
    write_atomic(path, content.getvalue())


def _tint(image: Image.Image) -> str:
    if image.mode != "RGB":
        return ""
    # Three bytes a pixel.
    column = image.resize((1, _TINTS), Image.Resampling.BOX).tobytes()
    return ",".join(f"#{column[3 * row : 3 * row + 3].hex()}" for row in range(_TINTS))


def _describe(folder: Path, path: Path, description: ImageVariants | Problem) -> None:
    content = json.dumps(description, separators=(",", ":"))
    write_atomic(folder / f"{path.stem}.json", content.encode())
