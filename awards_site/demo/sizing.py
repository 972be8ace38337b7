"""Makes the smaller copies of the demo edition's pictures: `python -m awards_site.demo.sizing`.

They ship with the site, so that neither a first start nor a test waits until they are made. Like
the pictures themselves they are made again only when a picture changes.
"""

import argparse
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from awards_site.core.files import SIZES
from awards_site.demo.loading import COPIES, PICTURES
from awards_site.uploads.image_variants import EXTENSIONS, make_variants

PEOPLE = Path(__file__).parents[2] / "assets" / "people"
"""The pictures that the fixed pages show; they stand among the site's assets."""

log = logging.getLogger("sizing")


def main() -> None:
    """Make the copies of every picture, or of those in the folders named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", help="folders, such as photos or people")
    folders = parser.parse_args().folders
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    jobs = [job for job in _jobs() if not folders or job[0].parent.name in folders]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for (path, _), _ in zip(jobs, pool.map(_make, jobs), strict=True):
            log.info("%s/%s", path.parent.name, path.stem)


def _jobs() -> list[tuple[Path, Path]]:
    edition = [
        (path, COPIES / path.parent.name)
        for path in PICTURES.glob("*/*")
        # These are the studio's; the site shows those among its assets.
        if path.parent.name != PEOPLE.name
    ]
    people = [(path, PEOPLE / SIZES) for path in PEOPLE.glob("*")]
    jobs = sorted(edition + people)
    return [(path, folder) for path, folder in jobs if path.suffix.strip(".") in EXTENSIONS]


def _make(job: tuple[Path, Path]) -> None:
    make_variants(*job)


if __name__ == "__main__":
    main()
