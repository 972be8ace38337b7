"""Copies to this host what pages need of the images in object storage.

That are the descriptions of image variants, and the first bytes of images that have none, which
hold their sizes. A page with a hundred images thus waits for no network. Each host copies what it
stores itself at once (`core/storage/files.py`), and what others have stored by `refresh`.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from awards_site.core.storage.file_names import (
    VARIANTS_DIR,
    is_description,
    is_image,
    is_original,
    stem_of,
)
from awards_site.core.storage.files import HEAD_BYTES, storage

_DOWNLOADS = 16
"""How many files are downloaded at a time."""
_SETTLED_SECONDS = 3600
"""The age at which a copy that seems to be superfluous is deleted."""
_PROBLEM = b'"problem"'


def refresh() -> list[str]:
    """Copy what is new, delete what is no longer stored; return the stems of the new images.

    Does nothing if the storage is a folder. Raises StorageUnavailable.
    """
    if storage().folder is not None:
        return []
    names = {file.name for file in storage().files()}
    copied = _copies()
    descriptions = {name for name in names if is_description(name)}
    described = {stem_of(name) for name in descriptions}
    images = {name for name in names if is_image(name)}
    new = _copy(descriptions - copied)
    # An image that cannot have variants has a description without its size.
    problems = {stem_of(name) for name, content in new.items() if _PROBLEM in content}
    unsized = {name for name in images if stem_of(name) not in described - problems}
    new |= _copy(unsized - copied)
    sized = {name for name in images & copied if _has_size(stem_of(name))}
    _delete_old((copied - names) | sized)
    return sorted({stem_of(name) for name in new})


def _copy(names: set[str]) -> dict[str, bytes]:
    with ThreadPoolExecutor(_DOWNLOADS) as pool:
        starts = dict(zip(names, pool.map(_read_start, names), strict=True))
    found = {name: start for name, start in starts.items() if start}
    for name, start in found.items():
        storage().write_copy(name, start)
    return found


def _read_start(name: str) -> bytes:
    with suppress(FileNotFoundError):  # The file was deleted meanwhile.
        return storage().read(name, HEAD_BYTES)
    return b""


def _has_size(stem: str) -> bool:
    """Return whether the description of an image has its size."""
    with suppress(FileNotFoundError):
        description = storage().local_folder / VARIANTS_DIR / f"{stem}.json"
        return _PROBLEM not in description.read_bytes()
    return False


def _copies() -> set[str]:
    folder = storage().local_folder
    paths = [*folder.glob("*.*"), *(folder / VARIANTS_DIR).glob("*.json")]
    names = {path.relative_to(folder).as_posix() for path in paths}
    return {name for name in names if is_original(name) or is_description(name)}


def _delete_old(names: set[str]) -> None:
    for path in (storage().local_folder / name for name in names):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - _SETTLED_SECONDS:
                path.unlink()
