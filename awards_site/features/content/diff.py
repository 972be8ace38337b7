"""JSON as text, and the difference of two sections."""

import difflib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal


def format_json(content: Any) -> str:
    """Return a JSON value indented by two spaces, without escaping non-ASCII characters."""
    return json.dumps(content, indent=2, ensure_ascii=False)


def parse_json(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError if it is not valid JSON."""
    try:
        value = json.loads(text)
        # Python's parser accepts NaN, Infinity and lone surrogates, which are not valid JSON.
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("The JSON is nested too deeply") from error
    return value


CONTEXT = 2
"""Unchanged lines shown before and after a change."""
MAX_LINES = 300
"""Lines shown of one diff."""

_LINE_BREAK = re.compile(r"(?<!\\)((?:\\\\)*\\n)")
"""An escaped line break in a JSON string; an escaped backslash before an `n` does not match."""

Kind = Literal["added", "removed", "same", "gap"]


@dataclass(frozen=True)
class DiffLine:
    """A line of a diff. The text of a `gap` states how many lines are not shown."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Diff:
    """The shown lines of a diff, and how many lines were added and removed in total."""

    lines: tuple[DiffLine, ...]
    added: int
    removed: int


def diff(before: Any, after: Any) -> Diff:
    """Return the diff of two JSON values: at most `MAX_LINES` lines, and a gap for the rest."""
    lines = tuple(_diff_lines(_lines(before), _lines(after)))
    shown = lines[:MAX_LINES]
    if len(lines) > MAX_LINES:
        shown += (_gap(len(lines) - MAX_LINES, "further line"),)
    return Diff(
        lines=shown,
        added=sum(line.kind == "added" for line in lines),
        removed=sum(line.kind == "removed" for line in lines),
    )


def _lines(content: Any) -> list[str]:
    """Return the lines of the formatted JSON, with multi-line strings split at their breaks."""
    return _LINE_BREAK.sub(r"\1\n", format_json(content)).split("\n")


def _diff_lines(before: Sequence[str], after: Sequence[str]) -> Iterator[DiffLine]:
    groups = list(difflib.SequenceMatcher(None, before, after).get_grouped_opcodes(CONTEXT))
    position = 0
    for group in groups:
        if group[0][1] > position:
            yield _gap(group[0][1] - position, "unchanged line")
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (DiffLine("same", text) for text in before[start:end])
                continue
            yield from (DiffLine("removed", text) for text in before[start:end])
            yield from (DiffLine("added", text) for text in after[new_start:new_end])
        position = group[-1][2]
    if groups and position < len(before):
        yield _gap(len(before) - position, "unchanged line")


def _gap(count: int, label: str) -> DiffLine:
    return DiffLine("gap", f"{count} {label}{'' if count == 1 else 's'}")
