"""The images of the demo edition: none is missing, unused or too large."""

import re
from pathlib import Path

import pytest
from PIL import Image

from awards_site.features.media.uploads_api import video_extension
from awards_site.operations.demo import content
from awards_site.operations.demo.content import MediaPath
from tests.demo.test_demo_content import COUNTS, TODAY, strings

MEDIA_DIR = Path(content.__file__).parent / "media"

# Images of the fixed pages (testimonials, team), which no record uses.
PAGE_IMAGES = "people/"
MAXIMUM_BYTES = {".webp": 300_000, ".svg": 40_000, ".webm": 300_000}
MAXIMUM_TOTAL_BYTES = 10_000_000

FILES = [path for path in MEDIA_DIR.rglob("*") if path.is_file()]


def test_every_image_exists_and_none_is_unused() -> None:
    files = {path.relative_to(MEDIA_DIR).as_posix() for path in FILES}
    texts = [text for bodies in COUNTS for text in strings(bodies(TODAY))]
    used = {text for text in texts if isinstance(text, MediaPath)}
    assert used <= files
    unused = files - used
    assert len(unused) == 6
    assert all(name.startswith(PAGE_IMAGES) for name in unused)


def test_image_files_are_small() -> None:
    sizes = {path: path.stat().st_size for path in FILES}
    assert sizes
    assert [path for path, size in sizes.items() if size > MAXIMUM_BYTES[path.suffix]] == []
    assert sum(sizes.values()) <= MAXIMUM_TOTAL_BYTES


@pytest.mark.parametrize(
    ("folder", "sizes"),
    [
        ("portraits", {(800, 1000)}),
        ("photos", {(1600, 1067), (1200, 1500), (1600, 1200)}),
        ("heroes", {(2000, 1250)}),
        ("videos", {(960, 540)}),
        ("events", {(1200, 675)}),
        ("blog", {(1200, 675)}),
        ("people", {(600, 600)}),
    ],
)
def test_images_have_the_sizes_that_pages_expect(folder: str, sizes: set[tuple[int, int]]) -> None:
    found = set()
    for path in (MEDIA_DIR / folder).glob("*.webp"):
        with Image.open(path) as image:
            assert image.format == "WEBP"
            found.add(image.size)
    assert found == sizes


def test_films_are_webm_and_small() -> None:
    films = list((MEDIA_DIR / "films").iterdir())
    assert films
    for path in films:
        with path.open("rb") as film:
            assert video_extension(film) == "webm"
        assert path.stat().st_size < 150_000, path


def test_logos_need_no_font_and_no_background() -> None:
    marks = list((MEDIA_DIR / "sponsors").glob("*.svg"))
    assert marks
    for path in marks:
        assert not re.search("<(text|script|rect)", path.read_text(encoding="utf-8")), path
