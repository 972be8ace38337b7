"""Where uploaded files are kept: one small interface, and a local folder behind it."""

import os
import re
import secrets
import shutil
from functools import cache
from pathlib import Path
from typing import BinaryIO, Protocol

from awards_site.settings import settings

ADDRESS = "/uploads"
"""Where stored files are served."""

KINDS = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
    "webm": "video/webm",
}
"""Media type by the extension of a stored file's name."""

_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,64}}\.({'|'.join(KINDS)})")


class Storage(Protocol):
    """Keeps files under names that the server chose."""

    def save(self, content: BinaryIO, extension: str) -> str:
        """Store a stream's content from its present position on, and return its name."""
        ...

    def path(self, name: str) -> Path | None:
        """Return where a stored file can be read, or None when there is no such file."""
        ...

    def delete(self, name: str) -> None:
        """Remove a file; one that does not exist is no error."""
        ...


class LocalStorage:
    """Storage in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, content: BinaryIO, extension: str) -> str:
        """See Storage. The file appears whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{secrets.token_urlsafe(16)}.{extension}"
        unfinished = self.folder / f".{name}"
        try:
            with unfinished.open("wb") as file:
                shutil.copyfileobj(content, file, 1024 * 1024)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(self.folder / name)
        finally:
            unfinished.unlink(missing_ok=True)
        return name

    def path(self, name: str) -> Path | None:
        """See Storage."""
        path = self.folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def delete(self, name: str) -> None:
        """See Storage."""
        if _NAME.fullmatch(name):
            (self.folder / name).unlink(missing_ok=True)


@cache
def storage() -> Storage:
    """Return the process's storage."""
    return LocalStorage(settings().uploads_dir)


def address_of(name: str) -> str:
    """Return the address on this site at which a stored file is served."""
    return f"{ADDRESS}/{name}"
