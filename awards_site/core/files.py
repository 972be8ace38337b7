"""Storage of uploaded files.

The variants of an image are in a folder beside it and can be regenerated: those of
`/uploads/abc.jpg` are `/uploads/sizes/abc.480.avif` and so on, described by `sizes/abc.json`.
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

UPLOADS_URL = "/uploads"
"""The URL path of stored files."""

VARIANTS_DIR = "sizes"
"""The folder of the image variants inside the uploads, on disk and in URLs."""

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
"""The media type of each extension of stored files."""

_STEM = r"[A-Za-z0-9_-]{1,64}"
_NAME = re.compile(rf"{_STEM}\.({'|'.join(MEDIA_TYPES)})")
_VARIANT_NAME = re.compile(rf"{_STEM}\.[0-9]{{1,5}}\.(avif|webp)")


class Storage:
    """Stores files in a folder under random names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.variants_dir = folder / VARIANTS_DIR

    def save(self, content: BinaryIO, extension: str) -> str:
        """Store the rest of a stream atomically and return the file's name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{secrets.token_urlsafe(16)}.{extension}"
        temporary = self.folder / f".{name}"
        try:
            with temporary.open("wb") as file:
                shutil.copyfileobj(content, file, 1024 * 1024)
                file.flush()
                os.fsync(file.fileno())
            temporary.rename(self.folder / name)
        finally:
            temporary.unlink(missing_ok=True)
        return name

    def path(self, name: str) -> Path | None:
        """Return the path of a stored file, or None if it does not exist."""
        path = self.folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def delete(self, name: str) -> None:
        """Delete a file and its variants; a missing file is no error."""
        if not _NAME.fullmatch(name):
            return
        path = self.folder / name
        path.unlink(missing_ok=True)
        for variant in self.variants_dir.glob(f"{path.stem}.*"):
            variant.unlink(missing_ok=True)

    def import_file(self, path: Path, variants_dir: Path) -> str:
        """Store a file with its variants from `variants_dir` and return its name.

        Variants on the same disk are hard-linked.
        """
        with path.open("rb") as content:
            name = self.save(content, path.suffix.removeprefix("."))
        self.variants_dir.mkdir(exist_ok=True)
        stem = name.partition(".")[0]
        # Write the description last: the variants it names must exist.
        for variant in sorted(
            variants_dir.glob(f"{path.stem}.*"), key=lambda each: each.suffix == ".json"
        ):
            _link(variant, self.variants_dir / (stem + variant.name.removeprefix(path.stem)))
        return name

    def variant(self, name: str) -> Path | None:
        """Return the path of an image variant, or None if it does not exist."""
        path = self.variants_dir / name
        return path if _VARIANT_NAME.fullmatch(name) and path.is_file() else None

    def used_bytes(self) -> int:
        """Return the size of all stored files and variants."""
        return sum(
            entry.stat().st_size
            for folder in (self.folder, self.variants_dir)
            if folder.is_dir()
            for entry in os.scandir(folder)
            if entry.is_file()
        )

    def originals(self, extensions: Collection[str]) -> Iterator[Path]:
        """Yield the paths of all stored files with these extensions."""
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
    """Return the modification time of a file or folder in ns, or 0 if it does not exist."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


@cache
def storage() -> Storage:
    return Storage(settings().uploads_dir)


def file_url(name: str) -> str:
    return f"{UPLOADS_URL}/{name}"


def stored_path(url: str) -> Path | None:
    """Return the path of the stored file at a URL, or None."""
    folder, _, name = url.rpartition("/")
    return storage().path(name) if folder == UPLOADS_URL else None
