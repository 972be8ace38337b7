"""The storage of uploaded files: a folder, or a bucket of S3-compatible object storage."""

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from io import BufferedRandom, BufferedReader
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from awards_site.core.errors import ServiceUnavailable
from awards_site.core.files.disk import MEGABYTE, modified_ns, sync, write_atomic
from awards_site.core.files.file_names import (
    VARIANTS_DIR,
    is_description,
    is_image,
    is_original,
    is_public_file,
    stem_of,
)
from awards_site.core.logs import get_logger
from awards_site.settings import settings

if TYPE_CHECKING:
    from obstore import GetOptions, ObjectMeta
    from obstore.store import ClientConfig, RetryConfig

log = get_logger(__name__)

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


HEAD_BYTES = 64 * 1024
"""The bytes of an image that are copied to each host; they hold its size in pixels."""
_CHUNK = 4 * MEGABYTE


@dataclass(frozen=True)
class StoredFile:
    """A file in the storage; its name starts with VARIANTS_DIR if it belongs to an image."""

    name: str
    size: int
    modified: datetime

    @property
    def stem(self) -> str:
        return stem_of(self.name)


class Storage:
    """Stores files under names that are never reused.

    `location` is a folder or an `s3://` URL. `copies` is a folder of this host for the descriptions
    and first bytes of images in object storage, which `image_variants.py` completes. Methods raise
    OSError for errors of the folder, and StorageUnavailable for those of object storage.
    """

    def __init__(self, location: str | Path, copies: Path) -> None:
        self.location = location
        self.folder = location if isinstance(location, Path) else None
        self.copies = copies
        self.local_folder = self.folder or copies
        """The folder of this host in which pages find the descriptions of images."""
        self._added = 0
        self._used_bytes = 0
        self._counted_at = -float("inf")

    @cached_property
    def _store(self) -> LocalStore | S3Store:
        return open_store(self.location)

    def save(self, content: BinaryIO, extension: str) -> str:
        """Store the rest of a stream down to the disk, and return the file's new name."""
        name = f"{secrets.token_urlsafe(16)}.{extension}"
        self.put(name, content)
        if self.folder is not None:
            sync(self.folder / name)
            sync(self.folder)
        self._added += 1
        return name

    def put(self, name: str, content: bytes | BinaryIO) -> None:
        """Store or replace a file; readers see all of it or nothing."""
        start = _start(content)
        with self._errors():
            try:
                obstore.put(self._store, name, content, max_concurrency=2)
            except FileNotFoundError as error:
                raise StorageUnavailable(f"there is no {self.location}") from error
        self._used_bytes += _size(content)
        if self.folder is None and (is_image(name) or is_description(name)):
            self.write_copy(name, start)

    def write_copy(self, name: str, start: bytes) -> None:
        """Write the first bytes of a file in object storage for the pages of this host."""
        path = self.local_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, start)

    def read(self, name: str, length: int | None = None) -> bytes:
        """Return a file's content, or its first bytes. Raises FileNotFoundError."""
        with self._errors():
            options: GetOptions | None = None if length is None else {"range": (0, length)}
            return bytes(obstore.get(self._store, name, options=options).bytes())

    def open(self, name: str) -> BufferedReader | BufferedRandom:
        """Open a file, or a temporary copy of it. Raises FileNotFoundError."""
        if self.folder is not None:
            return (self.folder / name).open("rb")
        file = TemporaryFile()  # noqa: SIM115 # Returned open.
        try:
            with self._errors():
                size = obstore.head(self._store, name)["size"]
                for start in range(0, size, _CHUNK):
                    length = min(_CHUNK, size - start)
                    file.write(obstore.get_range(self._store, name, start=start, length=length))
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file

    async def read_range(self, name: str, start: int, length: int) -> bytes:
        """Return a part of a file in object storage. Raises FileNotFoundError."""
        with self._errors():
            part = await obstore.get_range_async(self._store, name, start=start, length=length)
        return bytes(part)

    def find(self, name: str) -> StoredFile | None:
        with suppress(FileNotFoundError), self._errors():
            return _stored_file(obstore.head(self._store, name))
        return None

    async def find_remote(self, name: str) -> StoredFile | None:
        """Return a file of object storage that visitors may see, or None."""
        if not is_public_file(name):
            return None
        with suppress(FileNotFoundError), self._errors():
            return _stored_file(await obstore.head_async(self._store, name))
        return None

    def path(self, name: str) -> Path | None:
        """Return the path of a file in the folder that visitors may see, or None."""
        if self.folder is None or not is_public_file(name):
            return None
        path = self.folder / name
        return path if path.is_file() else None

    def delete(self, *names: str) -> None:
        """Delete files and their variants; a missing file is no error."""
        originals = [name for name in names if is_original(name)]
        stems = {stem_of(name) for name in originals}
        variants = [file.name for file in self._list(VARIANTS_DIR) if file.stem in stems]
        for name in (*originals, *variants):
            with suppress(FileNotFoundError), self._errors():
                obstore.delete(self._store, name)

    def files(self) -> Iterator[StoredFile]:
        """Yield all stored files with the variants and descriptions of images."""
        for file in self._list():
            if is_public_file(file.name) or is_description(file.name):
                yield file

    def originals(self) -> list[StoredFile]:
        """Return all stored files without variants."""
        if not self._exists():
            return []
        with self._errors():
            found = obstore.list_with_delimiter(self._store)["objects"]
        return [file for file in map(_stored_file, found) if is_original(file.name)]

    def used_bytes(self, max_age: float = 0) -> int:
        """Return the size of all files, counted at most `max_age` seconds ago."""
        now = time.monotonic()
        if now - self._counted_at >= max_age:
            self._used_bytes = sum(file.size for file in self.files())
            self._counted_at = now
        return self._used_bytes

    def version(self, max_age: float) -> int:
        """Return a number that changes when files may have been added.

        For a folder it is the modification time in ns. For object storage it changes when this
        process has stored a file, and every `max_age` seconds.
        """
        if self.folder is not None:
            return modified_ns(self.folder)
        return self._added + int(time.monotonic() // max_age)

    def check(self) -> None:
        """Write, read, list and delete a file that nobody sees."""
        name, content = f".check-{secrets.token_hex(8)}", secrets.token_bytes(16)
        self.put(name, content)
        try:
            if self.read(name) != content or name not in {file.name for file in self._list()}:
                raise OSError(errno.EIO, "a file has another content than was written")
        finally:
            with self._errors():
                obstore.delete(self._store, name)

    def _list(self, prefix: str = "") -> Iterator[StoredFile]:
        if not self._exists():
            return
        with self._errors():
            for batch in obstore.list(self._store, prefix or None):
                yield from map(_stored_file, batch)

    def _exists(self) -> bool:
        """Return whether there is a folder, which the store would create."""
        return self.folder is None or self.folder.is_dir()

    def _errors(self) -> AbstractContextManager[None]:
        return errors_of(self.location)


def _stored_file(found: "ObjectMeta") -> StoredFile:
    return StoredFile(found["path"], found["size"], found["last_modified"].astimezone(UTC))


def _start(content: bytes | BinaryIO) -> bytes:
    if isinstance(content, bytes):
        return content[:HEAD_BYTES]
    position = content.tell()
    start = content.read(HEAD_BYTES)
    content.seek(position)
    return start


def _size(content: bytes | BinaryIO) -> int:
    return len(content) if isinstance(content, bytes) else content.seek(0, os.SEEK_END)


@cache
def storage() -> Storage:
    folder = settings().uploads_dir
    return Storage(settings().storage_url or folder, folder.with_name("uploads-copies"))


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
