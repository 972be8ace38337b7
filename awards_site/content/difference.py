"""What an edit changed: the lines that differ between two versions of a section's content."""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from awards_site.content.json_text import written

CONTEXT = 2
"""Unchanged lines that are shown around a change."""
MAX_LINES = 300
"""Lines that are shown of one edit."""

_LINE_BREAK = re.compile(r"(?<!\\)((?:\\\\)*\\n)")
"""A line break inside a text, as JSON writes it."""

Kind = Literal["added", "removed", "same", "gap"]


@dataclass(frozen=True)
class Line:
    """A line of a difference; a gap stands for lines that are not shown, and says how many."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Difference:
    """The lines that show a change, and how many were added and removed in all."""

    lines: tuple[Line, ...]
    added: int
    removed: int


def difference(before: Any, after: Any) -> Difference:
    """Return what changed from one JSON value to another; at most `MOST` lines of it."""
    lines = tuple(_changes(_lines(before), _lines(after)))
    shown = lines[:MAX_LINES]
    if len(lines) > MAX_LINES:
        shown += (_gap(len(lines) - MAX_LINES, "further line"),)
    return Difference(
        lines=shown,
        added=sum(line.kind == "added" for line in lines),
        removed=sum(line.kind == "removed" for line in lines),
    )


def _lines(content: Any) -> list[str]:
    """Return the value as people read it; each line of a longer text stands on its own."""
    return _LINE_BREAK.sub(r"\1\n", written(content)).split("\n")


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[Line]:
    groups = list(difflib.SequenceMatcher(None, before, after).get_grouped_opcodes(CONTEXT))
    reached = 0
    for group in groups:
        if group[0][1] > reached:
            yield _gap(group[0][1] - reached, "unchanged line")
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (Line("same", text) for text in before[start:end])
                continue
            yield from (Line("removed", text) for text in before[start:end])
            yield from (Line("added", text) for text in after[new_start:new_end])
        reached = group[-1][2]
    if groups and reached < len(before):
        yield _gap(len(before) - reached, "unchanged line")


def _gap(number: int, label: str) -> Line:
    return Line("gap", f"{number} {label}{'' if number == 1 else 's'}")
