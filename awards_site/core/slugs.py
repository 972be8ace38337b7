"""Slugs: the readable part of an address, made from a title or a name (spec 2, section 4)."""

import re
import unicodedata

MIN_LENGTH = 3
MAX_LENGTH = 200
"""The limits of the slugs that are stored (spec 2, section 5)."""

MAX_PATH_LENGTH = 80
"""The most characters of the slug behind an id, which alone finds the record."""

_KEY = re.compile(r"(\d{1,18})(?:-.*)?", re.ASCII)


def slug_of(title: str, fallback: str = "post") -> str:
    """Return the slug of a title: lowercase, without accents and punctuation, hyphenated.

    A title that leaves less than the shortest slug, such as one in another script, becomes
    `fallback`, and what is left of it.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9\s-]", "", plain)
    slug = re.sub(r"[\s-]+", "-", words).strip("-")[:MAX_LENGTH].strip("-")
    return slug if len(slug) >= MIN_LENGTH else f"{fallback}-{slug}".strip("-")


def numbered(slug: str, number: int) -> str:
    """Return a variant of a slug that is taken."""
    ending = f"-{number}"
    return slug[: MAX_LENGTH - len(ending)] + ending


def record_path(folder: str, record_id: int, title: str, fallback: str) -> str:
    """Return the path of a record's page in `folder`, such as `/nominees/12-ada-lovelace`.

    `fallback` stands for a title that has no slug.
    """
    slug = slug_of(title, fallback)
    if len(slug) > MAX_PATH_LENGTH:
        # Whole words, unless the first one alone is too long.
        slug = slug[: MAX_PATH_LENGTH + 1].rpartition("-")[0] or slug[:MAX_PATH_LENGTH]
    return f"{folder}/{record_id}-{slug}"


def record_id(key: str) -> int | None:
    """Return the id in the last part of a record's path, whatever slug follows; None without."""
    found = _KEY.fullmatch(key)
    return int(found[1]) if found else None
