"""Slugs: a post's part of an address, made from its title (spec 2, section 4)."""

import re
import unicodedata

SHORTEST = 3
LONGEST = 200


def slug_of(title: str) -> str:
    """Return the slug of a title: lowercase, without accents and punctuation, hyphenated.

    A title that leaves less than the shortest slug, such as one in another script, becomes 'post'.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9\s-]", "", plain)
    slug = re.sub(r"[\s-]+", "-", words).strip("-")[:LONGEST].strip("-")
    return slug if len(slug) >= SHORTEST else f"post-{slug}".strip("-")


def numbered(slug: str, number: int) -> str:
    """Return a variant of a slug that is taken."""
    ending = f"-{number}"
    return slug[: LONGEST - len(ending)] + ending
