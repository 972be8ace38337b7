"""Generates the missing variants of stored images.

The stored files are the only state, so an interrupted run loses the work on one image at most. The
server runs this module as a low-priority subprocess; operators run `make-image-variants`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from filelock import FileLock, Timeout
from redis import Redis
from redis.exceptions import LockError

from awards_site.core.logs.configuration import configure_logging
from awards_site.core.storage.file_names import VARIANTS_DIR, is_description, is_original
from awards_site.core.storage.files import StoredFile, storage
from awards_site.settings import settings
from awards_site.uploads.image_variants import EXTENSIONS, make_variants

LOCK = ".variants-lock"
CLAIM = "awards:variants"
"""The key of the lock in Redis, which all hosts share."""
CLAIM_SECONDS = 120
"""The longest time that one image may take, and that others wait for a host which has died."""
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


def make_missing_variants(*, waits: bool = True) -> Iterator[StoredFile]:
    """Generate all missing variants and yield each finished image.

    One process of all hosts works at a time; with `waits` the others take turns, else they stop.
    Raises OSError for system errors such as a full disk, StorageUnavailable, and RedisError.
    """
    while made := _make_newest(waits=waits):
        yield made


def _make_newest(*, waits: bool) -> StoredFile | None:
    with _claim(waits=waits) as is_claimed:
        # List again each time, so that new uploads come first.
        files = missing_variants() if is_claimed else []
        if not files:
            return None
        _make(files[0].name)
        return files[0]


@contextmanager
def _claim(*, waits: bool) -> Iterator[bool]:
    """Yield whether no other process of any host makes variants while the block runs."""
    url = settings().redis_url
    with ExitStack() as stack:
        try:
            stack.enter_context(FileLock(settings().data_dir / LOCK, blocking=waits))
            if url:
                redis = stack.enter_context(Redis.from_url(url))
                lock = redis.lock(CLAIM, CLAIM_SECONDS, blocking=waits)
                stack.enter_context(lock)
        except (Timeout, LockError):
            yield False
        else:
            yield True


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
    for file in make_missing_variants(waits=False):
        sys.stdout.write(f"{file.name}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
