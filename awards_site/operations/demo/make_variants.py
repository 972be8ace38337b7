"""Generates the image variants of the demo edition.

    python -m awards_site.operations.demo.make_variants


The variants ship with the site, so that neither the first start nor a test waits for them. Run it
again only after an image has changed.
"""

import argparse
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from awards_site.core.files.disk import write_atomic
from awards_site.core.files.file_names import VARIANTS_DIR
from awards_site.core.files.image_variants import EXTENSIONS, make_variants
from awards_site.operations.demo.loading import DEMO_VARIANTS_DIR, MEDIA_DIR

PEOPLE = Path(__file__).parents[3] / "assets" / "people"
"""The images of the fixed pages, which are among the site's assets."""

log = logging.getLogger("make_variants")


def main() -> None:
    """Generate the variants of all images, or of the folders given as arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", help="folders, such as photos or people")
    folders = parser.parse_args().folders
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    jobs = [job for job in _jobs() if not folders or job[0].parent.name in folders]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for (path, _), _ in zip(jobs, pool.map(_make, jobs), strict=True):
            log.info("%s/%s", path.parent.name, path.stem)


def _jobs() -> list[tuple[Path, Path]]:
    edition = [(path, DEMO_VARIANTS_DIR / path.parent.name) for path in MEDIA_DIR.glob("*/*")]
    people = [(path, PEOPLE / VARIANTS_DIR) for path in PEOPLE.glob("*")]
    jobs = sorted(edition + people)
    return [(path, folder) for path, folder in jobs if path.suffix.strip(".") in EXTENSIONS]


def _make(job: tuple[Path, Path]) -> None:
    path, folder = job
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in make_variants(path.read_bytes(), path.name).items():
        write_atomic(folder / name, content)


if __name__ == "__main__":
    main()
