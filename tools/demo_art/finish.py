"""Post-processes a rendered image (glow, haze, grain, vignette) and writes the file."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, zoom

from tools.demo_art.sketch import Pixels

QUALITY = 80


@dataclass(frozen=True)
class Finish:
    """How an image is developed; every amount is 0 for nothing and 1 for a great deal."""

    glow: float = 0.35
    haze: float = 0.0
    vignette: float = 0.35
    grain: float = 0.35


PAPER = Finish(glow=0.0, vignette=0.06, grain=0.55)
EVENING = Finish()
STAGE = Finish(glow=0.55, haze=0.5, vignette=0.45)
DAYLIGHT = Finish(glow=0.15, vignette=0.18, grain=0.35)


def developed(pixels: Pixels, finish: Finish, seed: int) -> Pixels:
    """`pixels` with light that spills over, smoke, film grain and darker corners."""
    random = np.random.default_rng(seed)
    height, width = pixels.shape[:2]
    result = pixels
    if finish.haze:
        smoke = _clouds(random, height, width)
        result = result * (1 + finish.haze * (smoke[..., None] - 0.5))
    if finish.glow:
        result = _screen(result, _spill(result) * finish.glow)
    result = result * _vignette(height, width, finish.vignette)[..., None]
    result = result + _grain(random, height, width)[..., None] * finish.grain * 0.03
    return np.clip(result, 0, 1).astype(np.float32)


def save(pixels: Pixels, path: Path) -> None:
    """Write `pixels` as a WebP file, making its folder where needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray((pixels * 255 + 0.5).astype(np.uint8))
    image.save(path, "WEBP", quality=QUALITY, method=6)


def _screen(base: Pixels, light: Pixels) -> Pixels:
    clipped = np.clip(base, 0, 1)
    return (1 - (1 - clipped) * (1 - np.clip(light, 0, 1))).astype(np.float32)


def _spill(pixels: Pixels) -> Pixels:
    """What bright places throw over their surroundings, computed at a quarter of the size."""
    small = pixels[::4, ::4]
    bright = small * np.clip((small.max(axis=2, keepdims=True) - 0.55) / 0.45, 0, 1)
    near = gaussian_filter(bright, (4, 4, 0))
    far = gaussian_filter(bright, (22, 22, 0))
    factors = (pixels.shape[0] / small.shape[0], pixels.shape[1] / small.shape[1], 1)
    return np.asarray(zoom(near * 0.6 + far * 0.9, factors, order=1), dtype=np.float32)


def _clouds(random: np.random.Generator, height: int, width: int) -> Pixels:
    """Soft noise of several sizes, 0 to 1, as smoke in stage light."""
    total = np.zeros((height, width), dtype=np.float32)
    for cells, weight in ((4, 0.5), (9, 0.3), (20, 0.2)):
        rows = max(2, round(cells * height / width))
        noise = random.random((rows + 1, cells + 1)).astype(np.float32)
        factors = (height / noise.shape[0], width / noise.shape[1])
        total += weight * zoom(noise, factors, order=3)[:height, :width]
    return np.clip(total, 0, 1)


def _vignette(height: int, width: int, amount: float) -> Pixels:
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    distance = np.sqrt(x**2 + y**2) / np.sqrt(2)
    return (1 - amount * np.clip(distance - 0.35, 0, 1) ** 1.6 * 1.6).astype(np.float32)


def _grain(random: np.random.Generator, height: int, width: int) -> Pixels:
    """Slightly soft noise; hard noise would double the size of the file."""
    noise = random.standard_normal((height, width)).astype(np.float32)
    return np.asarray(gaussian_filter(noise, 0.9) * 2, dtype=np.float32)
