"""Renders the hero film: a seamless loop of twelve seconds, with moving velvet and gold dust."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tools.demo_art import webm
from tools.demo_art.cloth import GoldDust, velvet

SIZE = (1280, 720)
SECONDS, FRAMES_PER_SECOND = 12, 24


def film(path: Path) -> None:
    webm.write(path, SIZE, FRAMES_PER_SECOND, _frames(), "-crf 42 -cpu-used 3")


def _frames() -> Iterator[np.ndarray]:
    dust = GoldDust(260, seed=5)
    count = SECONDS * FRAMES_PER_SECOND
    for frame in range(count):
        phase = frame / count
        pixels = dust.over(velvet(*SIZE, phase), phase)
        yield (pixels * 255 + 0.5).astype(np.uint8)
