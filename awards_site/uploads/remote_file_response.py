"""Serves files from object storage, with the headers, ranges and ETags of files on the disk."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from stat import S_IFREG

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

from awards_site.core.storage.file_names import media_type
from awards_site.core.storage.files import StoredFile, storage
from awards_site.core.units import MEGABYTE


async def remote_file_response(name: str) -> "RemoteFileResponse | None":
    """Return the response with a file, or None if there is none. Raises StorageUnavailable."""
    file = await storage().find_remote(name)
    return None if file is None else RemoteFileResponse(file)


class RemoteFileResponse(FileResponse):
    """A file response whose content is requested from object storage in parts."""

    chunk_size = MEGABYTE

    def __init__(self, file: StoredFile) -> None:
        modified = file.modified.timestamp()
        status = os.stat_result((S_IFREG, 0, 0, 0, 0, 0, file.size, modified, modified, modified))
        super().__init__(file.name, media_type=media_type(file.name), stat_result=status)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The server cannot send the file by itself.
        await super().__call__({**scope, "extensions": {}}, receive, send)

    @asynccontextmanager
    async def _open_file(self) -> "AsyncIterator[_Reader]":  # type: ignore[override]
        yield _Reader(self._file)


class _Reader:
    """The part of an asynchronous file that FileResponse uses."""

    def __init__(self, file: StoredFile) -> None:
        self._file = file
        self._position = 0

    async def seek(self, position: int) -> None:
        self._position = position

    async def read(self, length: int) -> bytes:
        length = min(length, self._file.size - self._position)
        if length <= 0:
            return b""
        part = await storage().read_range(self._file.name, self._position, length)
        self._position += length
        return part
