"""Atomic writes, disk space, file names, and the object store.

The variants of an image can be made again: those of `/uploads/abc.jpg` are
`/uploads/sizes/abc.480.avif` and so on, described by `sizes/abc.json`.
"""

import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from awards_site.core.errors import NO_SPACE, InsufficientStorage, ServiceUnavailable
from awards_site.core.logs import get_logger
from awards_site.settings import settings

MEGABYTE = 1024 * 1024


LEFTOVER_SECONDS = 3600
"""The age at which a temporary file belongs to no running process: writing one takes seconds."""

_TEMPORARY_NAME = re.compile(r"\.[0-9a-f]{16}|[\w.-]+#\d+")
"""The names of `write_atomic`, and of `obstore` while it writes into a folder."""


def write_atomic(target: Path, content: bytes) -> None:
    """Write or replace a file in an existing folder; readers see the old or the new content."""
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Write a file or the names in a folder through to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def delete_leftovers(folders: Iterable[Path]) -> int:
    """Delete the old temporary files in folders, which may be missing; return their number."""
    newest = time.time() - LEFTOVER_SECONDS
    old = [
        path
        for folder in folders
        for path in folder.glob("*")
        if _TEMPORARY_NAME.fullmatch(path.name) and _modified(path) < newest
    ]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # Its process has finished it meanwhile.
        return time.time()


log = get_logger(__name__)

RESERVE_BYTES = 8 * MEGABYTE
"""The size of the file that is given up on a full disk, so that staff can sign in and tidy up."""
MIN_FREE_BYTES = MEGABYTE
"""The free space below which the reserve is given up."""
MIN_FREE_MB = 100
"""The free space below which no form or upload is stored."""


def keep_reserve() -> None:
    """Write the reserve, unless it is there or the disk has little space."""
    reserve = _reserve()
    if not reserve.exists() and shutil.disk_usage(reserve.parent).free > 2 * RESERVE_BYTES:
        write_atomic(reserve, bytes(RESERVE_BYTES))


def release_reserve_if_full() -> None:
    """Give the reserve up if the disk has no space left."""
    reserve = _reserve()
    with suppress(OSError):
        if shutil.disk_usage(reserve.parent).free < MIN_FREE_BYTES:
            reserve.unlink()
            log.warning("disk full; the reserve is given up", file=reserve)


def _reserve() -> Path:
    return settings().data_dir / "reserve"


def has_free_disk(folder: Path) -> bool:
    """Return whether the disk of a folder has at least MIN_FREE_MB of free space."""
    return shutil.disk_usage(folder).free >= MIN_FREE_MB * MEGABYTE


def check_free_disk() -> None:
    """Raise InsufficientStorage if the data folder's disk has less free space than that."""
    if not has_free_disk(settings().data_dir):
        raise InsufficientStorage(NO_SPACE)


UPLOADS_URL = "/uploads"
"""The URL path of stored files."""

VARIANTS_DIR = "sizes"
"""The folder of the image variants inside the uploads, in the storage and in URLs."""

FILE_URL = re.compile(rf"{UPLOADS_URL}/([A-Za-z0-9_-]+\.\w+)")
"""The URL of a stored file within a text, whose group is the name."""

MEDIA_TYPES = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
    "webm": "video/webm",
}

_STEM = r"[A-Za-z0-9_-]{1,64}"
_ORIGINAL = re.compile(rf"{_STEM}\.({'|'.join(MEDIA_TYPES)})")
_VARIANT = re.compile(rf"{VARIANTS_DIR}/{_STEM}\.[0-9]{{1,5}}\.(avif|webp)")
_DESCRIPTION = re.compile(rf"{VARIANTS_DIR}/{_STEM}\.json")


def is_original(name: str) -> bool:
    """Return whether a file of this name is an upload, and not a variant of one."""
    return bool(_ORIGINAL.fullmatch(name))


def is_image(name: str) -> bool:
    return is_original(name) and media_type(name).startswith("image/")


def is_description(name: str) -> bool:
    """Return whether a file of this name describes the variants of an image."""
    return bool(_DESCRIPTION.fullmatch(name))


def is_public_file(name: str) -> bool:
    """Return whether visitors may see a stored file of this name."""
    return is_original(name) or bool(_VARIANT.fullmatch(name))


def media_type(name: str) -> str:
    """Return the media type of a file that visitors may see."""
    return MEDIA_TYPES[name.rpartition(".")[2]]


def stem_of(name: str) -> str:
    """Return the random part of a name, which an image and its variants share."""
    return name.rpartition("/")[2].partition(".")[0]


def file_url(name: str) -> str:
    return f"{UPLOADS_URL}/{name}"


def stored_name(url: str) -> str | None:
    """Return the name of the stored file at a URL, or None for a URL of something else."""
    folder, _, name = url.rpartition("/")
    return name if folder == UPLOADS_URL and is_original(name) else None


if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

RETRY_AFTER_SECONDS = 10
_OS_ERROR = re.compile(r"\(os error (\d+)\)")

# Without a connection an operation fails after about five seconds. A single request, which carries
# at most a few megabytes, may take ten.
_CLIENT: "ClientConfig" = {"allow_http": True, "connect_timeout": "2s", "timeout": "10s"}
_RETRY: "RetryConfig" = {
    "max_retries": 2,
    "retry_timeout": timedelta(seconds=3),
    "backoff": {"init_backoff": timedelta(milliseconds=100), "max_backoff": timedelta(seconds=1)},
}


class StorageUnavailable(ServiceUnavailable):
    """503: the object storage does not answer, or refuses a request; str() is the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "File storage is unavailable. Please try again in a moment.", RETRY_AFTER_SECONDS
        )
        self._reason = reason

    def __str__(self) -> str:
        return f"Object storage unavailable: {self._reason}"


# The threads of a store do not survive a fork: no process that forks may use one before.
def open_store(location: str | Path) -> LocalStore | S3Store:
    """Open a folder, which is created, or the URL of a bucket with its prefix.

    Endpoint, region and credentials of a bucket come from the standard AWS_* variables.
    """
    if isinstance(location, Path):
        return LocalStore(location, mkdir=True)
    return S3Store.from_url(location, client_options=_CLIENT, retry_config=_RETRY)


@contextmanager
def errors_of(location: str | Path) -> Iterator[None]:
    """Raise OSError for errors of a folder, and StorageUnavailable for those of a bucket.

    A missing file is a FileNotFoundError in both.
    """
    try:
        yield
    except BaseError as error:
        reason = str(error).partition("\n")[0]
        if isinstance(location, Path):
            found = _OS_ERROR.search(reason)
            number = int(found[1]) if found else errno.EIO
            raise OSError(number, os.strerror(number), str(location)) from error
        unavailable = StorageUnavailable(reason)
        log.error("object storage unavailable", error=reason)
        raise unavailable from error
