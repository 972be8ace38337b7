"""The images of the demo edition: none is missing, unused or too large."""

from pathlib import Path

from awards_site.operations.demo import content
from awards_site.operations.demo.content import MediaPath
from tests.demo.test_demo_content import COUNTS, TODAY, strings

MEDIA_DIR = Path(content.__file__).parent / "media"

# Images of the fixed pages (testimonials, team), which no record uses.
PAGE_IMAGES = "people/"

FILES = [path for path in MEDIA_DIR.rglob("*") if path.is_file()]


def test_every_image_exists_and_none_is_unused() -> None:
    files = {path.relative_to(MEDIA_DIR).as_posix() for path in FILES}
    texts = [text for bodies in COUNTS for text in strings(bodies(TODAY))]
    used = {text for text in texts if isinstance(text, MediaPath)}
    assert used <= files
    unused = files - used
    assert len(unused) == 6
    assert all(name.startswith(PAGE_IMAGES) for name in unused)
