"""The folder of a backup or data export: written whole or not at all, with checksums.

Only this user can read it.
"""

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from awards_site.core import clock, crypto
from awards_site.core.database.engine import current_revision, engine
from awards_site.core.files.disk import MEGABYTE, MIN_FREE_MB, sync
from awards_site.core.files.storage import StorageUnavailable, storage
from awards_site.operations import CommandFailed
from awards_site.settings import settings

FILE = "manifest.json"
"""The manifest's name in the folder. It is written last."""

Kind = Literal["backup", "data export"]


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


UPLOADS = "uploads"
PARTIAL = ".partial"
"""The ending of the name of a folder that is not finished."""


def _write_manifest(folder: Path, kind: Kind, created_at: datetime) -> Manifest:
    manifest = Manifest(
        kind=kind,
        created_at=created_at,
        engine=engine().dialect.name,
        revision=database_revision(),
        files=describe_files(folder),
    )
    with private_file(folder / FILE) as file:
        file.write(manifest.model_dump_json(indent=2).encode())
    return manifest


def write_folder(
    target: Path,
    kind: Kind,
    database_bytes: Callable[[], int],
    write_database: Callable[[Path], None],
) -> Manifest:
    """Write the data of the site into a new folder, and return its manifest.

    `write_database` writes the database into the folder that it gets, which takes at most about
    `database_bytes`. Raises CommandFailed if anything cannot be read or written; the target then
    does not exist.
    """
    created_at = clock.now()
    try:
        with _new_folder(target.absolute()) as folder:
            _check_space(folder, database_bytes())
            _copy_uploads(folder)
            write_database(folder)
            # Files that were deleted since the first copy are in it, and files that were uploaded
            # before the copy of the database are in this one: no record lacks its file.
            _copy_uploads(folder)
            _copy_secret_key(folder)
            manifest = _write_manifest(folder, kind, created_at)
    except OSError as error:
        raise CommandFailed(
            f"{target} was not written: {error}. Check the space and the permissions of"
            f" {target.absolute().parent}, or choose another folder"
        ) from error
    except StorageUnavailable as error:
        raise CommandFailed(f"The uploads could not be read: {error}") from error
    except SQLAlchemyError as error:
        raise CommandFailed(f"The database could not be read: {error}") from error
    return manifest


def verify_folder(folder: Path, kind: Kind) -> Manifest:
    """Return the manifest of a folder; raise CommandFailed with all problems of the files."""
    manifest = read_manifest(folder, kind)
    problems = list(file_problems(folder, manifest))
    if problems:
        raise CommandFailed("\n".join([f"{folder} is not intact:", *problems]))
    return manifest


def copy_file(source: Path, target: Path) -> None:
    """Copy a file's content and modification time into a new private file, down to the disk."""
    with source.open("rb") as reader, private_file(target) as writer:
        shutil.copyfileobj(reader, writer, MEGABYTE)
        modified_ns = os.fstat(reader.fileno()).st_mtime_ns
    os.utime(target, ns=(modified_ns, modified_ns))


@contextmanager
def private_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file that only this user can read, whatever the umask; sync it at the end.

    An error in the block removes the file.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def database_revision() -> str:
    """Return the migration that the database is at; raise CommandFailed if it has no tables."""
    with engine().connect() as connection:
        revision = current_revision(connection)
    if revision is None:
        raise CommandFailed("The database has no tables; check DATABASE_URL and AWARDS_DATA_DIR")
    return revision


@contextmanager
def _new_folder(target: Path) -> Iterator[Path]:
    """Yield a folder that gets its name at the end of the block, and disappears on an error."""
    if target.exists():
        raise CommandFailed(f"{target} already exists; choose a new folder")
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}{PARTIAL}")
    try:
        temporary.mkdir(mode=0o700)
        yield temporary
        for folder in (*(path for path in temporary.rglob("*") if path.is_dir()), temporary):
            sync(folder)
        temporary.rename(target)
        sync(target.parent)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _check_space(folder: Path, database_bytes: int) -> None:
    """Raise CommandFailed if writing would leave less free space than the site itself needs."""
    uploads = sum(file.size for file in storage().originals())
    needed = (uploads + database_bytes) // MEGABYTE + MIN_FREE_MB
    free = shutil.disk_usage(folder).free // MEGABYTE
    if free < needed:
        raise CommandFailed(
            f"{folder.parent} has {free} MB of free space, and {needed} MB are needed, of which"
            f" {MIN_FREE_MB} MB stay free; free some space or choose another disk"
        )


def _copy_uploads(folder: Path) -> None:
    """Copy the uploaded files that are not yet in the folder; image variants can be made again."""
    uploads = folder / UPLOADS
    uploads.mkdir(mode=0o700, exist_ok=True)
    for stored in storage().originals():
        target = uploads / stored.name
        if target.exists():
            continue
        try:
            reader = storage().open(stored.name)
        except FileNotFoundError:  # The file was deleted meanwhile.
            continue
        with reader, private_file(target) as writer:
            shutil.copyfileobj(reader, writer, MEGABYTE)
        modified = stored.modified.timestamp()
        os.utime(target, (modified, modified))


def _copy_secret_key(folder: Path) -> None:
    key = settings().data_dir / crypto.FILE
    if key.exists():
        copy_file(key, folder / crypto.FILE)


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
    """Return the manifest of a folder; raise CommandFailed unless it is whole and of this kind."""
    try:
        manifest = Manifest.model_validate_json((folder / FILE).read_bytes())
    except OSError as error:
        reason = error.strerror or error
        raise CommandFailed(f"{folder} is not a {kind}: {FILE}: {reason}") from error
    except ValidationError as error:
        reason = error.errors(include_url=False)[0]["msg"]
        raise CommandFailed(
            f"{folder / FILE} is damaged, or of a newer version of the site: {reason}"
        ) from error
    if manifest.kind != kind:
        raise CommandFailed(f"{folder} is a {manifest.kind}, not a {kind}")
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
