"""Copies the uploaded files to another storage, for a move from a folder to a bucket or back."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from awards_site.core.storage.file_names import is_description
from awards_site.core.storage.files import Storage, StoredFile, storage
from awards_site.settings import S3_SCHEME, is_storage_url

_COPIES = 8
"""How many files are copied at a time."""


class CopyFailed(Exception):
    """The files cannot be copied; the message says what to change."""


def copy_storage(target: str) -> tuple[int, int]:
    """Copy all files of the storage that the target, a folder or a URL, does not have.

    Returns how many were copied, and how many were there. Can be repeated. Raises CopyFailed, and
    StorageUnavailable.
    """
    is_bucket = target.startswith(S3_SCHEME)
    if is_bucket and not is_storage_url(target):
        raise CopyFailed(f"{target} must be s3://BUCKET or s3://BUCKET/PREFIX")
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
        raise CopyFailed(f"The files could not be copied: {error}") from error
    return copied, len(files) - len(missing)


def _copy(source: Storage, target: Storage, files: list[StoredFile]) -> int:
    with ThreadPoolExecutor(_COPIES) as pool:
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
