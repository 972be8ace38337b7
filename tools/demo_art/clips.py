"""Renders the films of the video library: a slow camera move over each thumbnail."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from tools.demo_art import webm

SIZE = (640, 360)
FRAMES_PER_SECOND = 12
ZOOM = 0.14
"""The share of the image's width that is cropped at the closest zoom."""


def seconds(name: str) -> int:
    """Return how long the film of this name lasts, so that not all films are alike."""
    return 8 + sum(name.encode()) % 7


def clip(thumbnail: Path, path: Path) -> None:
    """Write the film of a thumbnail to `path`: zooms in, then out again."""
    frames = _frames(thumbnail, path.stem)
    webm.write(path, SIZE, FRAMES_PER_SECOND, frames, "-crf 44 -cpu-used 4 -g 300")


def _frames(thumbnail: Path, name: str) -> Iterator[np.ndarray]:
    towards = (0.3 + sum(name.encode()) % 5 / 10, 0.4)
    count = seconds(name) * FRAMES_PER_SECOND
    with Image.open(thumbnail) as opened:
        image = opened.convert("RGB")
    for frame in range(count):
        nearness = (1 - math.cos(2 * math.pi * frame / count)) / 2
        yield _view(image, ZOOM * nearness, towards)


def _view(image: Image.Image, left_out: float, towards: tuple[float, float]) -> np.ndarray:
    width, height = image.size
    x, y = left_out * width * towards[0], left_out * height * towards[1]
    box = (x, y, x + width * (1 - left_out), y + height * (1 - left_out))
    return np.asarray(image.resize(SIZE, Image.Resampling.LANCZOS, box))
