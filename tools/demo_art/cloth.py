"""Renders lit velvet with gold dust, for the hero images and the film."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import zoom

from tools.demo_art.palette import BLUSH, MULBERRY, NIGHT, PLUM, ROSE
from tools.demo_art.sketch import Pixels

_TURN = 2 * np.pi


def velvet(
    width: int, height: int, phase: float = 0.0, lamp: tuple[float, float] = (0.66, 0.3)
) -> Pixels:
    """Hanging folds, lit at `lamp` (shares of the sheet); `phase` (0 to 1) is one slow wave."""
    small_width, small_height = width // 2, height // 2
    y, x = np.mgrid[0 : 1 : small_height * 1j, 0 : width / height : small_width * 1j]
    swing = 0.035 * np.sin(_TURN * (0.7 * y + 0.2 * x - phase))
    swing += 0.02 * np.sin(_TURN * (1.6 * y - 0.5 * x + phase) + 1)
    u = x + swing * (0.25 + 0.75 * y) + 0.05 * np.sin(_TURN * 0.9 * x)
    folds = 0.5 * np.sin(_TURN * 4.6 * u) + 0.3 * np.sin(_TURN * 8.3 * u + 1.3 + np.sin(3 * y))
    folds += 0.1 * np.sin(_TURN * 17.7 * u + 2.1 + 2 * np.sin(2.2 * y))
    light, shine = _lit(folds, small_height)
    pool = np.exp(-(((x / x.max() - lamp[0]) / 0.42) ** 2 + ((y - lamp[1]) / 0.55) ** 2))
    light, shine = light * (0.16 + 0.95 * pool), shine * (0.1 + pool)
    colour = _ramp(light, [NIGHT, PLUM, MULBERRY, ROSE]) + shine[..., None] * _rgb(BLUSH) * 0.35
    factors = (height / small_height, width / small_width, 1)
    return np.clip(zoom(colour, factors, order=1), 0, 1).astype(np.float32)


class GoldDust:
    """Motes that drift upwards and glitter; at `phase` 1 each is where it was at 0."""

    def __init__(self, count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self._x = random.random(count)
        self._y = random.random(count)
        self._sway = random.uniform(0.004, 0.02, count)
        self._offset = random.uniform(0, _TURN, count)
        self._rounds = random.integers(1, 4, count)
        self._size = random.gamma(1.4, 1.3, count) + 0.7
        self._size[: count // 14] *= 9
        self._shine = random.uniform(0.35, 1.0, count)
        self._shine[: count // 14] *= 0.11

    def over(self, pixels: Pixels, phase: float) -> Pixels:
        """`pixels` with the motes added as light."""
        height, width = pixels.shape[:2]
        result = pixels.copy()
        for index in range(len(self._x)):
            angle = _TURN * self._rounds[index] * phase + self._offset[index]
            x = (self._x[index] + self._sway[index] * np.sin(angle)) * width
            y = ((self._y[index] - phase) % 1) * height * 1.1 - height * 0.05
            twinkle = 0.55 + 0.45 * np.sin(angle * 1.0 + self._offset[index])
            _stamp(result, x, y, self._size[index] * height / 900, self._shine[index] * twinkle)
        return np.clip(result, 0, 1).astype(np.float32)


def _lit(
    folds: NDArray[np.float64], height: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Diffuse light and sheen on a surface whose height above the wall is `folds`."""
    dy, dx = np.gradient(folds)
    steep = 0.05 * height
    normal = np.stack([-dx * steep, -dy * steep, np.ones_like(folds)], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    lamp = np.array([0.52, -0.38, 0.76])
    diffuse = np.clip(normal @ lamp, 0, 1) * (0.55 + 0.45 * np.clip(folds + 0.4, 0, 1))
    half = lamp + np.array([0, 0, 1])
    sheen = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 22
    return diffuse, sheen


def _stamp(pixels: Pixels, x: float, y: float, radius: float, strength: float) -> None:
    reach = int(radius * 2.5) + 2
    left, top = int(x) - reach, int(y) - reach
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + 2 * reach, pixels.shape[1]), min(top + 2 * reach, pixels.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    yy, xx = np.mgrid[y0:y1, x0:x1]
    distance = ((xx - x) ** 2 + (yy - y) ** 2) / radius**2
    spot = np.exp(-(distance**2) if radius > 14 else -distance) * strength
    pixels[y0:y1, x0:x1] += (spot[..., None] * np.array([1.0, 0.78, 0.42])).astype(np.float32)


def _ramp(share: NDArray[np.float64], colours: list[str]) -> NDArray[np.float64]:
    stops = np.linspace(0, 1.15, len(colours))
    channels = np.stack([_rgb(colour) for colour in colours])
    return np.stack([np.interp(share, stops, channels[:, c]) for c in range(3)], axis=-1)


def _rgb(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
