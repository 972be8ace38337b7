"""Where uploaded files are kept.

Beside a picture stand its smaller copies, which are made of it and can be made again: the copies of
`/uploads/abc.jpg` are `/uploads/sizes/abc.480.avif` and so on, and `sizes/abc.json` describes them.
"""

import os
import re
import secrets
import shutil
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from awards_site.settings import settings

ADDRESS = "/uploads"
"""Where stored files are served."""

SIZES = "sizes"
"""The folder of the smaller copies, inside the pictures' own, on disk and in addresses."""

KINDS = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
    "webm": "video/webm",
}
"""Media type by the extension of a stored file's name."""

_STEM = r"[A-Za-z0-9_-]{1,64}"
_NAME = re.compile(rf"{_STEM}\.({'|'.join(KINDS)})")
_COPY_NAME = re.compile(rf"{_STEM}\.[0-9]{{1,5}}\.(avif|webp)")


class Storage:
    """Keeps files in a folder, under names that the server chose."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sizes = folder / SIZES

    def save(self, content: BinaryIO, extension: str) -> str:
        """Store the rest of a stream and return its name; the file appears whole or not at all."""
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
        """Return where a stored file can be read, or None when there is no such file."""
        path = self.folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def delete(self, name: str) -> None:
        """Remove a file and its smaller copies; one that does not exist is no error."""
        if not _NAME.fullmatch(name):
            return
        path = self.folder / name
        path.unlink(missing_ok=True)
        for copy in self.sizes.glob(f"{path.stem}.*"):
            copy.unlink(missing_ok=True)

    def adopt(self, path: Path, sizes: Path) -> str:
        """Store a file with the smaller copies that stand in `sizes`, and return its name.

        Files on the same disk are linked, which takes no time and no room.
        """
        with path.open("rb") as content:
            name = self.save(content, path.suffix.removeprefix("."))
        self.sizes.mkdir(exist_ok=True)
        stem = name.partition(".")[0]
        # The description comes last: whatever it names is there.
        for copy in sorted(sizes.glob(f"{path.stem}.*"), key=lambda each: each.suffix == ".json"):
            _link(copy, self.sizes / (stem + copy.name.removeprefix(path.stem)))
        return name

    def copy(self, name: str) -> Path | None:
        """Return where a smaller copy can be read, or None when there is no such copy."""
        path = self.sizes / name
        return path if _COPY_NAME.fullmatch(name) and path.is_file() else None

    def originals(self, extensions: Collection[str]) -> Iterator[Path]:
        """Yield all stored files with these extensions."""
        with suppress(FileNotFoundError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(tuple(extensions)) and _NAME.fullmatch(entry.name):
                    yield self.folder / entry.name


def _link(source: Path, target: Path) -> None:
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def modified_ns(path: Path) -> int:
    """Return the time stamp of a file or folder, or 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


@cache
def storage() -> Storage:
    return Storage(settings().uploads_dir)


def address_of(name: str) -> str:
    return f"{ADDRESS}/{name}"


def stored_path(address: str) -> Path | None:
    """Return where the file at an address can be read, or None when none is stored for it."""
    folder, _, name = address.rpartition("/")
    return storage().path(name) if folder == ADDRESS else None
