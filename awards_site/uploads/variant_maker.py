"""Generates the missing variants of stored images.

The stored files are the only state, so an interrupted run loses the work on one image at most. The
server runs this module as a low-priority subprocess; operators run `make-image-variants`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from filelock import FileLock

from awards_site.core.file_names import VARIANTS_DIR, is_description, is_original
from awards_site.core.files import StoredFile, storage
from awards_site.core.logs.configuration import configure_logging
from awards_site.settings import settings
from awards_site.uploads.image_variants import EXTENSIONS, make_variants

LOCK = ".variants-lock"
_NICENESS = 15
"""The niceness of the subprocess."""


def missing_variants() -> list[StoredFile]:
    """Return the stored images without variants, newest first."""
    files = list(storage().files())
    done = {file.stem for file in files if is_description(file.name)}
    missing = [
        file
        for file in files
        if is_original(file.name) and file.name.endswith(EXTENSIONS) and file.stem not in done
    ]
    return sorted(missing, key=lambda file: file.modified, reverse=True)


def make_missing_variants() -> Iterator[StoredFile]:
    """Generate all missing variants and yield each finished image.

    Raises OSError for system errors such as a full disk, and StorageUnavailable.
    """
    with _claim():
        while files := missing_variants():
            # List again each time, so that new uploads come first.
            _make(files[0].name)
            yield files[0]


@contextmanager
def _claim() -> Iterator[None]:
    """Wait until no other process of this host makes variants.

    Two hosts may make the same variants: both store the same files.
    """
    with FileLock(settings().data_dir / LOCK):
        yield


def _make(name: str) -> None:
    with suppress(FileNotFoundError):  # The image was deleted meanwhile.
        for variant, content in make_variants(storage().read(name), name).items():
            storage().put(f"{VARIANTS_DIR}/{variant}", content)
    if storage().find(name) is None:
        # Delete the variants that were written since.
        storage().delete(name)


def main() -> None:
    """Generate all missing variants and print each finished image on a line."""
    configure_logging()
    os.nice(_NICENESS)
    for file in make_missing_variants():
        sys.stdout.write(f"{file.name}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
