"""Puts the files of a backup or data export into the storage and the data folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from awards_site.backups.folder import UPLOADS, copy_file
from awards_site.backups.manifest import BackupFailed, Manifest, sha256
from awards_site.core.crypto import secret_key
from awards_site.core.storage.atomic_write import sync
from awards_site.core.storage.files import storage
from awards_site.core.storage.object_store import StorageUnavailable
from awards_site.settings import settings


@contextmanager
def copied_files(source: Path, manifest: Manifest) -> Iterator[None]:
    """Copy the uploaded files to the storage and the secret key to the data folder, if missing.

    An error in the block removes the copies again. Raises BackupFailed if a file cannot be written,
    or if the storage has another file of the same name.
    """
    key = settings().data_dir / secret_key.FILE
    has_key = key.exists()
    copied: list[str] = []
    try:
        try:
            for name in _missing_uploads(manifest):
                copied.append(name)
                _copy_upload(source / UPLOADS / name, name)
            if secret_key.FILE in manifest.files and not has_key:
                copy_file(source / secret_key.FILE, key)
        except OSError as error:
            raise BackupFailed(
                f"The files of {source} could not be copied: {error}. Check the space and the"
                f" permissions of {settings().data_dir}"
            ) from error
        except StorageUnavailable as error:
            raise BackupFailed(f"The uploads could not be stored: {error}") from error
        yield
    except BaseException:
        with suppress(OSError, StorageUnavailable):
            storage().delete(*copied)
        if not has_key:
            key.unlink(missing_ok=True)
        with suppress(OSError):  # It has other files, or there is none.
            settings().uploads_dir.rmdir()
        raise


def _missing_uploads(manifest: Manifest) -> Iterator[str]:
    stored = {file.name for file in storage().originals()}
    for path, entry in manifest.files.items():
        folder, _, name = path.rpartition("/")
        if folder != UPLOADS:
            continue
        if name not in stored:
            yield name
        elif sha256(storage().open(name)) != entry.sha256:
            raise BackupFailed(
                f"{name} is another file in {storage().location}; set AWARDS_DATA_DIR to a new"
                " folder, or AWARDS_STORAGE_URL to an empty prefix"
            )


def _copy_upload(source: Path, name: str) -> None:
    with source.open("rb") as content:
        storage().put(name, content)
        modified_ns = os.fstat(content.fileno()).st_mtime_ns
    # Object storage has times of its own.
    path = storage().path(name)
    if path is not None:
        sync(path)
        os.utime(path, ns=(modified_ns, modified_ns))
