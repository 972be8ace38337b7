"""The versions of a content section, made of its edits."""

from collections.abc import Sequence
from typing import Any, TypedDict

from awards_site.admin.lists.columns import format_datetime
from awards_site.content.diff import Diff, DiffLine, diff
from awards_site.content.models import ContentEditPublic

ORIGINAL = 0
"""The id of the version before all edits. Other versions have the id of the edit that made them."""

_SYMBOLS = {"added": "+", "removed": "−"}  # noqa: RUF001 # The minus sign, which is as wide as the plus.
_SCREEN_READER_PREFIXES = {"added": "Added: ", "removed": "Removed: "}


class VersionLine(TypedDict):
    """A line of a version's diff; `prefix` is for screen readers."""

    kind: str
    symbol: str
    prefix: str
    text: str


class Version(TypedDict):
    """A version as the page shows it; `summary` is such as '2 added, 1 removed'."""

    id: int
    title: str
    restore_label: str
    author: str
    summary: str
    is_current: bool
    lines: list[VersionLine]


_ORIGINAL_VERSION = Version(
    id=ORIGINAL,
    title="Original version",
    restore_label="Restore the original version",
    author="",
    summary="",
    is_current=False,
    lines=[],
)


def versions(edits: Sequence[ContentEditPublic], limit: int) -> list[Version]:
    """Return the newest `limit` versions of a section, given its edits, newest first.

    The version before all edits is the last one, once all others are included.
    """
    shown = [
        _version(edit, diff(edit.previous_content, edit.new_content), index == 0)
        for index, edit in enumerate(edits[:limit])
    ]
    if edits and len(edits) <= limit:
        shown.append(_ORIGINAL_VERSION)
    return shown


def content_of(edits: Sequence[ContentEditPublic], version: int) -> dict[str, Any] | None:
    """Return the content of a version, or None if the history does not have it."""
    if version == ORIGINAL:
        return edits[-1].previous_content if edits else None
    return next((edit.new_content for edit in edits if edit.id == version), None)


def _version(edit: ContentEditPublic, change: Diff, is_current: bool) -> Version:
    created = format_datetime(edit.created_at.isoformat())
    return Version(
        id=edit.id,
        title=created,
        restore_label=f"Restore the version of {created}",
        author=edit.user_name or "Deleted account",
        summary=f"{change.added} added, {change.removed} removed",
        is_current=is_current,
        lines=[_line(each) for each in change.lines],
    )


def _line(line: DiffLine) -> VersionLine:
    return VersionLine(
        kind=line.kind,
        symbol=_SYMBOLS.get(line.kind, ""),
        prefix=_SCREEN_READER_PREFIXES.get(line.kind, ""),
        text=line.text,
    )
