"""Generates the images of the demo edition: `python -m tools.demo_art.make [folder ...]`."""

import argparse
import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from awards_site.operations.demo.content import load_records
from tools.demo_art.catalogue import HERO, SHOTS, THUMBNAIL, WIDE_PORTRAITS
from tools.demo_art.clips import write_clip
from tools.demo_art.cloth import GoldDust, velvet
from tools.demo_art.film import film
from tools.demo_art.finish import save
from tools.demo_art.marks import MARKS, mark
from tools.demo_art.portraits import appearances, portrait, wide_portrait
from tools.demo_art.sketch import Pixels

PICTURES = Path(__file__).parents[2] / "awards_site" / "operations" / "demo" / "media"
# Faces for the testimonials and the team: the square of a portrait that holds head and shoulders.
PEOPLE_PREFIXES = ("testimonial-", "team-")
PEOPLE_CROP, PEOPLE_SIZE = (0, 130, 800, 930), (600, 600)

# Pictures of velvet: file, size, motes of gold, phase of the folds, and where the lamp hangs.
VELVETS = [
    ("heroes/drapery", HERO, 0, 0.2, (0.66, 0.3)),
    ("heroes/gold-dust", HERO, 1100, 0.7, (0.28, 0.55)),
    ("videos/invitation", THUMBNAIL, 260, 0.0, (0.5, 0.4)),
]

FILMS = [
    record["thumbnail"]
    for record in load_records("videos.toml")
    if "film" not in record and "videoUrl" not in record
]
"""The films of the library that are made of their thumbnails."""

log = logging.getLogger("studio")


def main() -> None:
    """Make every image, or those of the folders and files named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="folders or files, such as photos or blog/letters")
    names = parser.parse_args().names
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    jobs = {
        name: job
        for name, job in _jobs().items()
        if not names or any(name == wanted or name.startswith(f"{wanted}/") for wanted in names)
    }
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, _ in zip(jobs, pool.map(_run, jobs.values()), strict=True):
            log.info(name)


def _jobs() -> dict[str, Callable[[], None]]:
    jobs: dict[str, Callable[[], None]] = {}
    images: dict[str, Callable[[], Pixels]] = {}
    for name in appearances():
        people = name.startswith(PEOPLE_PREFIXES)
        folder, draw = ("people", _person) if people else ("portraits", portrait)
        images[f"{folder}/{name}"] = partial(draw, name)
    for name, shot in SHOTS.items():
        images[name] = shot.pixels
    for name, (person, (width, height), on_left) in WIDE_PORTRAITS.items():
        images[name] = partial(wide_portrait, person, width, height, on_left)
    for name, size, motes, phase, lamp in VELVETS:
        images[name] = partial(_velvet, size, motes, phase, lamp)
    for name, draw in images.items():
        jobs[name] = partial(_make_picture, draw, PICTURES / f"{name}.webp")
    for name in MARKS:
        jobs[f"sponsors/{name}"] = partial(_make_mark, name)
    jobs["heroes/gold-drift"] = partial(film, PICTURES / "heroes" / "gold-drift.webm")
    # Each is made of its thumbnail, which has to be there.
    for name in FILMS:
        jobs[f"films/{name}"] = partial(
            write_clip, PICTURES / "videos" / f"{name}.webp", PICTURES / "films" / f"{name}.webm"
        )
    return jobs


def _run(job: Callable[[], None]) -> None:
    job()


def _make_picture(draw: Callable[[], Pixels], path: Path) -> None:
    save(draw(), path)


def _person(name: str) -> Pixels:
    image = Image.fromarray((portrait(name) * 255).astype(np.uint8))
    square = image.crop(PEOPLE_CROP).resize(PEOPLE_SIZE, Image.Resampling.LANCZOS)
    return np.asarray(square, dtype=np.float32) / 255


def _velvet(size: tuple[int, int], motes: int, phase: float, lamp: tuple[float, float]) -> Pixels:
    return GoldDust(motes, seed=7).over(velvet(*size, phase, lamp), phase)


def _make_mark(name: str) -> None:
    path = PICTURES / "sponsors" / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(mark(name), encoding="utf-8")


if __name__ == "__main__":
    main()
