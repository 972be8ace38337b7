"""Generates the missing variants of stored images.

The files on disk are the only state, so an interrupted run loses the work on one image at most. The
server runs this module as a low-priority subprocess; operators run `make-image-variants`.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock

from awards_site.core.files import modified_ns, storage
from awards_site.core.logs.configuration import configure_logging
from awards_site.settings import settings
from awards_site.uploads.image_variants import EXTENSIONS, described_stems, make_variants

_NICENESS = 15
"""The niceness of the subprocess."""


def missing_variants() -> list[Path]:
    """Return the stored images without variants, newest first."""
    done = described_stems(settings().uploads_dir)
    paths = [path for path in storage().originals(EXTENSIONS) if path.stem not in done]
    return sorted(paths, key=modified_ns, reverse=True)


def make_missing_variants() -> Iterator[Path]:
    """Generate all missing variants and yield each finished image.

    A file lock ensures that only one process works at a time; others wait for it. Raises OSError
    for system errors such as a full disk.
    """
    folder = settings().uploads_dir
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".variants.lock"):
        while paths := missing_variants():
            # List again each time, so that new uploads come first.
            path = paths[0]
            try:
                make_variants(path)
            except FileNotFoundError:
                if path.exists():
                    raise
            if not path.exists():
                # The image was deleted meanwhile; delete the variants written since.
                storage().delete(path.name)
            yield path


def main() -> None:
    """Generate all missing variants and print each finished image on a line."""
    configure_logging()
    os.nice(_NICENESS)
    for path in make_missing_variants():
        sys.stdout.write(f"{path.name}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
