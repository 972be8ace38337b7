"""Slugs: the readable part of a URL, generated from a title or a name."""

import re
from functools import lru_cache

from anyascii import anyascii

MIN_LENGTH = 3
MAX_LENGTH = 200
"""The length of stored slugs, in characters."""

MAX_PATH_LENGTH = 80
"""The maximum length of the slug that follows the id in a record's path."""

_KEY = re.compile(r"(\d{1,18})(?:-.*)?", re.ASCII)


def slugify(title: str, fallback: str = "post") -> str:
    """Return the slug of a title: lowercase, in Latin letters, without punctuation, hyphenated.

    If the result is shorter than MIN_LENGTH, it is prefixed with `fallback`.
    """
    words = re.sub(r"[^a-z0-9\s-]", "", anyascii(title).lower())
    slug = re.sub(r"[\s-]+", "-", words).strip("-")[:MAX_LENGTH].strip("-")
    return slug if len(slug) >= MIN_LENGTH else f"{fallback}-{slug}".strip("-")


def add_number(slug: str, number: int) -> str:
    """Return the slug with a number appended, within MAX_LENGTH."""
    ending = f"-{number}"
    return slug[: MAX_LENGTH - len(ending)] + ending


# Each write computes lists again whose other records have not changed.
@lru_cache(maxsize=8192)
def record_path(folder: str, record_id: int, title: str, fallback: str) -> str:
    """Return the path of a record's page in `folder`, such as `/nominees/12-ada-lovelace`.

    `fallback` is used for a title without a slug.
    """
    slug = slugify(title, fallback)
    if len(slug) > MAX_PATH_LENGTH:
        # Cut at a word unless the first one is too long.
        slug = slug[: MAX_PATH_LENGTH + 1].rpartition("-")[0] or slug[:MAX_PATH_LENGTH]
    return f"{folder}/{record_id}-{slug}"


def record_id(key: str) -> int | None:
    """Return the id at the start of the last path segment, with or without a slug, or None."""
    found = _KEY.fullmatch(key)
    return int(found[1]) if found else None
