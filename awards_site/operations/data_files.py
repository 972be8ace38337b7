"""Copies of uploaded files and of the secret key, between storages and into the data folder."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from awards_site.core import crypto
from awards_site.core.files.disk import sync
from awards_site.core.files.file_names import is_description
from awards_site.core.files.storage import Storage, StorageUnavailable, StoredFile, storage
from awards_site.operations import CommandFailed
from awards_site.operations.backups.folder import UPLOADS, Manifest, copy_file, sha256
from awards_site.settings import S3_SCHEME, is_storage_url, settings


def copy_storage(target: str) -> tuple[int, int]:
    """Copy all files of the storage that the target, a folder or a URL, does not have.

    Returns how many were copied, and how many were there. Can be repeated. Raises CommandFailed
    and StorageUnavailable.
    """
    is_bucket = target.startswith(S3_SCHEME)
    if is_bucket and not is_storage_url(target):
        raise CommandFailed(f"{target} must be s3://BUCKET or s3://BUCKET/PREFIX")
    source = storage()
    other = Storage(target if is_bucket else Path(target).resolve(), source.copies)
    try:
        present = {file.name: file.size for file in other.files()}
        files = list(source.files())
        missing = [file for file in files if present.get(file.name) != file.size]
        # Descriptions come last, because the variants that they name must exist.
        described = [file for file in missing if is_description(file.name)]
        others = [file for file in missing if not is_description(file.name)]
        copied = sum(_copy(source, other, each) for each in (others, described))
    except OSError as error:
        raise CommandFailed(f"The files could not be copied: {error}") from error
    return copied, len(files) - len(missing)


def _copy(source: Storage, target: Storage, files: list[StoredFile]) -> int:
    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(partial(_copy_file, source, target), files))


def _copy_file(source: Storage, target: Storage, file: StoredFile) -> bool:
    """Copy a file; return whether it still exists."""
    try:
        content = source.open(file.name)
    except FileNotFoundError:
        return False
    with content:
        target.put(file.name, content)
    return True


@contextmanager
def copied_files(source: Path, manifest: Manifest) -> Iterator[None]:
    """Copy the uploaded files to the storage and the secret key to the data folder, if missing.

    An error in the block removes the copies again. Raises CommandFailed if a file cannot be
    written, or if the storage has another file of the same name.
    """
    key = settings().data_dir / crypto.FILE
    has_key = key.exists()
    copied: list[str] = []
    try:
        try:
            for name in _missing_uploads(manifest):
                copied.append(name)
                _copy_upload(source / UPLOADS / name, name)
            if crypto.FILE in manifest.files and not has_key:
                copy_file(source / crypto.FILE, key)
        except OSError as error:
            raise CommandFailed(
                f"The files of {source} could not be copied: {error}. Check the space and the"
                f" permissions of {settings().data_dir}"
            ) from error
        except StorageUnavailable as error:
            raise CommandFailed(f"The uploads could not be stored: {error}") from error
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
            raise CommandFailed(
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
