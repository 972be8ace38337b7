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


def duration_seconds(name: str) -> int:
    """Return how long the film of this name lasts, so that not all films are alike."""
    return 8 + sum(name.encode()) % 7


def write_clip(thumbnail: Path, path: Path) -> None:
    """Write the film of a thumbnail to `path`: zooms in, then out again."""
    frames = _frames(thumbnail, path.stem)
    webm.write(path, SIZE, FRAMES_PER_SECOND, frames, "-crf 44 -cpu-used 4 -g 300")


def _frames(thumbnail: Path, name: str) -> Iterator[np.ndarray]:
    zoom_center = (0.3 + sum(name.encode()) % 5 / 10, 0.4)
    count = duration_seconds(name) * FRAMES_PER_SECOND
    with Image.open(thumbnail) as opened:
        image = opened.convert("RGB")
    for frame in range(count):
        zoom_progress = (1 - math.cos(2 * math.pi * frame / count)) / 2
        yield _view(image, ZOOM * zoom_progress, zoom_center)


def _view(image: Image.Image, cropped: float, zoom_center: tuple[float, float]) -> np.ndarray:
    width, height = image.size
    x, y = cropped * width * zoom_center[0], cropped * height * zoom_center[1]
    box = (x, y, x + width * (1 - cropped), y + height * (1 - cropped))
    return np.asarray(image.resize(SIZE, Image.Resampling.LANCZOS, box))
