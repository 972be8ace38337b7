"""The versions of a content section, made of its edits."""

from collections.abc import Mapping, Sequence
from typing import Any

from awards_site.admin.lists.columns import format_datetime
from awards_site.content.diff import Diff, diff

ORIGINAL = 0
"""The id of the version before all edits. Other versions have the id of the edit that made them."""

Edit = Mapping[str, Any]
"""The JSON of a `ContentEditPublic`."""

_SYMBOLS = {"added": "+", "removed": "−"}  # noqa: RUF001 # The minus sign, which is as wide as the plus.
_SCREEN_READER_PREFIXES = {"added": "Added: ", "removed": "Removed: "}


def versions(edits: Sequence[Edit], limit: int) -> list[dict[str, Any]]:
    """Return the newest `limit` versions of a section, given its edits, newest first.

    The version before all edits is the last one, once all others are included. A version has the
    keys `id`, `title`, `restore_label`, `author`, `summary` (such as "2 added, 1 removed"),
    `is_current`, and `lines`, each with `kind`, `symbol`, `prefix` (for screen readers) and `text`.
    """
    shown = [
        _version(edit, diff(edit["previousContent"], edit["newContent"]), index == 0)
        for index, edit in enumerate(edits[:limit])
    ]
    if edits and len(edits) <= limit:
        shown.append(
            {
                "id": ORIGINAL,
                "title": "Original version",
                "restore_label": "Restore the original version",
                "author": "",
                "summary": "",
                "is_current": False,
                "lines": [],
            }
        )
    return shown


def content_of(edits: Sequence[Edit], version: int) -> dict[str, Any] | None:
    """Return the content of a version, or None if the history does not have it."""
    if version == ORIGINAL:
        return edits[-1]["previousContent"] if edits else None
    return next((edit["newContent"] for edit in edits if edit["id"] == version), None)


def _version(edit: Edit, change: Diff, is_current: bool) -> dict[str, Any]:
    created = format_datetime(edit["createdAt"])
    return {
        "id": edit["id"],
        "title": created,
        "restore_label": f"Restore the version of {created}",
        "author": edit["userName"] or "Deleted account",
        "summary": f"{change.added} added, {change.removed} removed",
        "is_current": is_current,
        "lines": [
            {
                "kind": line.kind,
                "symbol": _SYMBOLS.get(line.kind, ""),
                "prefix": _SCREEN_READER_PREFIXES.get(line.kind, ""),
                "text": line.text,
            }
            for line in change.lines
        ],
    }
