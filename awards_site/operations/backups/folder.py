"""Writes the folder of a backup or data export: whole or not at all, and for this user alone."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.exc import SQLAlchemyError

from awards_site.core import clock, crypto
from awards_site.core.database.engine import current_revision, engine
from awards_site.core.files.files import storage
from awards_site.core.files.storage import MEGABYTE, MIN_FREE_MB, StorageUnavailable, sync
from awards_site.operations.backups.manifest import (
    FILE,
    BackupFailed,
    Kind,
    Manifest,
    describe_files,
    file_problems,
    read_manifest,
)
from awards_site.settings import settings

UPLOADS = "uploads"
PARTIAL = ".partial"
"""The ending of the name of a folder that is not finished."""


def write_folder(
    target: Path,
    kind: Kind,
    database_bytes: Callable[[], int],
    write_database: Callable[[Path], None],
) -> Manifest:
    """Write the data of the site into a new folder, and return its manifest.

    `write_database` writes the database into the folder that it gets, which takes at most about
    `database_bytes`. Raises BackupFailed if anything cannot be read or written; the target then
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
            manifest = Manifest(
                kind=kind,
                created_at=created_at,
                engine=engine().dialect.name,
                revision=database_revision(),
                files=describe_files(folder),
            )
            with private_file(folder / FILE) as file:
                file.write(manifest.model_dump_json(indent=2).encode())
    except OSError as error:
        raise BackupFailed(
            f"{target} was not written: {error}. Check the space and the permissions of"
            f" {target.absolute().parent}, or choose another folder"
        ) from error
    except StorageUnavailable as error:
        raise BackupFailed(f"The uploads could not be read: {error}") from error
    except SQLAlchemyError as error:
        raise BackupFailed(f"The database could not be read: {error}") from error
    return manifest


def verify_folder(folder: Path, kind: Kind) -> Manifest:
    """Return the manifest of a folder; raise BackupFailed with all that is wrong with the files."""
    manifest = read_manifest(folder, kind)
    problems = list(file_problems(folder, manifest))
    if problems:
        raise BackupFailed("\n".join([f"{folder} is not intact:", *problems]))
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
    """Return the migration that the database is at; raise BackupFailed if it has no tables."""
    with engine().connect() as connection:
        revision = current_revision(connection)
    if revision is None:
        raise BackupFailed("The database has no tables; check DATABASE_URL and AWARDS_DATA_DIR")
    return revision


@contextmanager
def _new_folder(target: Path) -> Iterator[Path]:
    """Yield a folder that gets its name at the end of the block, and disappears on an error."""
    if target.exists():
        raise BackupFailed(f"{target} already exists; choose a new folder")
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
    """Raise BackupFailed if writing would leave less free space than the site itself needs."""
    uploads = sum(file.size for file in storage().originals())
    needed = (uploads + database_bytes) // MEGABYTE + MIN_FREE_MB
    free = shutil.disk_usage(folder).free // MEGABYTE
    if free < needed:
        raise BackupFailed(
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
