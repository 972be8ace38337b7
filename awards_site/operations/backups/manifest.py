"""The manifest of a backup or data export: what is in the folder, with checksums."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

FILE = "manifest.json"
"""The manifest's name in the folder. It is written last."""

Kind = Literal["backup", "data export"]


class BackupFailed(Exception):
    """A backup or data export could not be made or used; the message says what to change."""


class FileEntry(BaseModel):
    """The size of a file in bytes and its SHA-256 in hexadecimal digits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int
    sha256: str


class Manifest(BaseModel):
    """The description of a folder; `files` are all others in it, by their paths within it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind
    format: Literal[1] = 1
    """The version of the folder's layout; a change that older versions cannot read increases it."""
    created_at: datetime
    engine: str
    """The name of the database's SQLAlchemy dialect."""
    revision: str
    """The migration that the database is at."""
    files: dict[str, FileEntry]

    @property
    def total_bytes(self) -> int:
        return sum(entry.size for entry in self.files.values())


def describe_files(folder: Path) -> dict[str, FileEntry]:
    """Return the files of a folder, except the manifest, by their paths within it."""
    return {
        name: FileEntry(size=path.stat().st_size, sha256=sha256(path.open("rb")))
        for name, path in _files(folder)
    }


def sha256(file: BufferedReader | BufferedRandom) -> str:
    """Return the checksum of an open file, and close it."""
    with file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path, kind: Kind) -> Manifest:
    """Return the manifest of a folder; raise BackupFailed unless it is a whole one of this kind."""
    try:
        manifest = Manifest.model_validate_json((folder / FILE).read_bytes())
    except OSError as error:
        reason = error.strerror or error
        raise BackupFailed(f"{folder} is not a {kind}: {FILE}: {reason}") from error
    except ValidationError as error:
        reason = error.errors(include_url=False)[0]["msg"]
        raise BackupFailed(
            f"{folder / FILE} is damaged, or of a newer version of the site: {reason}"
        ) from error
    if manifest.kind != kind:
        raise BackupFailed(f"{folder} is a {manifest.kind}, not a {kind}")
    return manifest


def file_problems(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield a sentence for each file that is missing, damaged, or not in the manifest."""
    present = dict(_files(folder))
    for name in sorted(manifest.files.keys() | present.keys()):
        if name not in present:
            yield f"{name} is missing"
        elif name not in manifest.files:
            yield f"{name} is not in the manifest"
        elif not _is_intact(present[name], manifest.files[name]):
            yield f"{name} is damaged: its size or checksum differs from the manifest's"


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name != FILE and not path.is_dir():
            yield name, path


def _is_intact(path: Path, entry: FileEntry) -> bool:
    try:
        return path.stat().st_size == entry.size and sha256(path.open("rb")) == entry.sha256
    except OSError:
        return False
