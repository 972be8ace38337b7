"""Generates the missing variants of stored images.

The stored files are the only state, so an interrupted run loses the work on one image at most. The
server runs this module as a low-priority subprocess; operators run `make-image-variants`.

A subprocess keeps the CPU and memory use of image processing out of the server.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from filelock import FileLock, Timeout
from redis import Redis
from redis.exceptions import LockError

from awards_site.core.files import image_variants
from awards_site.core.files.file_names import VARIANTS_DIR, is_description, is_original
from awards_site.core.files.image_variants import EXTENSIONS, make_variants
from awards_site.core.files.storage import StorageUnavailable, StoredFile, storage
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import UPLOADS, TableChange
from awards_site.core.invalidation.reads import Reads, State
from awards_site.core.logs import configure_logging, get_logger
from awards_site.settings import settings

LOCK = ".variants-lock"
CLAIM = "awards:variants"
"""The key of the lock in Redis, which all hosts share."""
CLAIM_SECONDS = 120
"""The longest time that one image may take, and that others wait for a host which has died."""
_NICENESS = 15


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


POLL_SECONDS = 1.0
"""The interval of checks of the storage: object storage for files of this process, a folder for
all files."""
LISTING_SECONDS = 60.0
"""The interval at which object storage is listed for what other hosts did not announce."""
RETRY_SECONDS = 60.0
"""The wait after a failure of the subprocess or of the storage."""
MIN_BUMP_INTERVAL_SECONDS = 5.0
"""The shortest time between bumps of the content version: each renders pages again."""

_SETTLED_NS = 2_000_000_000
"""The age at which a folder's modification time, which has a coarse resolution, is final."""

log = get_logger(__name__)


def pending_count() -> int:
    """Return how many images wait for variants; 0 if variants are disabled."""
    return len(missing_variants()) if settings().image_variants else 0


async def run_variant_worker() -> None:
    """Generate the variants of every new image until cancelled; a lifespan task.

    With object storage it also finds out what other hosts have stored.
    """
    if storage().folder is not None and not settings().image_variants:
        return
    seen, announced = None, Reads()
    while True:
        version = storage().version(LISTING_SECONDS)
        # Other hosts announce the files that they have stored.
        if version != seen or announced.state is not State.FRESH:
            before = Reads()
            before.add(UPLOADS)
            if not await _process_new_images():
                await asyncio.sleep(RETRY_SECONDS)
            # For object storage the version is a counter, not a time, so it is final at once.
            elif time.time_ns() - version > _SETTLED_NS:
                seen, announced = version, before
        await asyncio.sleep(POLL_SECONDS)


async def _process_new_images() -> bool:
    try:
        await asyncio.to_thread(bump_for_new_images)
        missing = await asyncio.to_thread(missing_variants) if settings().image_variants else []
    except (OSError, StorageUnavailable):
        log.exception("image scan failed", retry_seconds=RETRY_SECONDS)
        return False
    return not missing or await run_variant_maker()


def bump_for_new_images() -> None:
    """Bump the content version for images that other hosts have stored, so that pages show them."""
    if image_variants.refresh():
        content_version.bump({UPLOADS: TableChange()})


async def run_variant_maker() -> bool:
    """Run the subprocess, publish what it finishes, and return whether it succeeded."""
    # The subprocess may run in another working directory, so the path is absolute.
    environment = os.environ | {"AWARDS_DATA_DIR": str(settings().data_dir.resolve())}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "awards_site.core.files.variant_worker", stdout=PIPE, env=environment
    )
    try:
        await _bump_for_finished(process)
        exit_code = await process.wait()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        # Close the pipe here, even if the task is cancelled, while there is an event loop.
        await process.communicate()
    if exit_code:
        log.error(
            "image variant subprocess failed", exit_code=exit_code, retry_seconds=RETRY_SECONDS
        )
    return exit_code == 0


async def _bump_for_finished(process: Process) -> None:
    """Bump the content version for the images that the subprocess prints."""
    if process.stdout is None:
        raise RuntimeError("the subprocess has no stdout pipe")
    bumped_at = 0.0
    is_announced = True
    async for _ in process.stdout:
        is_announced = time.monotonic() - bumped_at >= MIN_BUMP_INTERVAL_SECONDS
        if is_announced:
            content_version.bump({UPLOADS: TableChange()})
            bumped_at = time.monotonic()
    if not is_announced:
        content_version.bump({UPLOADS: TableChange()})


if __name__ == "__main__":
    main()
