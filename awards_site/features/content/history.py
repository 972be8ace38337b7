"""The edit history of a content section: its versions, made of its edits, and their line diffs."""

import difflib
import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import reflex as rx

from awards_site.features.content.entity import ContentEdit
from awards_site.features.content.service import read_edits
from awards_site.portal.gateway import run
from awards_site.portal.history import (
    DELETED_ACCOUNT,
    PREVIOUS,
    Comparison,
    FieldChange,
    Part,
    RecordHistory,
    SavedVersion,
)
from awards_site.records.use_cases import update
from awards_site.records.versions import validated
from awards_site.records.written import Written


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
    if position < len(before):
        yield _gap(len(before) - position, "unchanged line")


def _gap(count: int, label: str) -> DiffLine:
    return DiffLine("gap", f"{count} {label}{'' if count == 1 else 's'}")


_ORIGINAL = 0
"""The id of the version before all edits. Other versions have the id of the edit that made them."""


class ContentHistory(RecordHistory, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The part of the Content Editor's State that shows and restores versions."""

    # By the specification, the row has a button for it.
    has_history_entry: ClassVar[bool] = False

    @staticmethod
    def _changed_fields(changes: rx.Var[list[FieldChange]]) -> rx.Component:
        return _changed_lines(changes)

    async def _read_versions(self, record_id: int, _limit: int) -> list[SavedVersion]:
        edits = await run(read_edits, record_id)
        return _versions(edits)

    async def _restore(self, version: SavedVersion) -> Written[Any]:
        """Save a version's content as a new edit."""
        fields = validated({"content": deepcopy(version.values)}, self._entity.update)
        return await run(update, self._entity, self._record["id"], fields, self._seen)

    def _compare(self, before: SavedVersion, after: SavedVersion) -> Comparison:
        if after.is_original:
            return "", []
        difference = diff(before.values, after.values)
        base = "Previous content" if self.compared_with == PREVIOUS else "Compared content"
        changes = [
            FieldChange(
                label=label,
                parts=[
                    Part(kind=line.kind, text=line.text)
                    for line in difference.lines
                    if line.kind != other
                ],
            )
            for label, other in ((base, "added"), ("New content", "removed"))
        ]
        return f"{difference.added} added, {difference.removed} removed", changes


def _versions(edits: Sequence[ContentEdit]) -> list[SavedVersion]:
    """Return the versions of a section, given its edits, newest first."""
    versions = [
        SavedVersion(
            id=edit.id,
            saved_at=edit.created_at.isoformat(),
            author=edit.user_name or DELETED_ACCOUNT,
            values=edit.new_content,
        )
        for edit in edits
    ]
    if edits:
        before = edits[-1].previous_content
        versions.append(SavedVersion(_ORIGINAL, "", "", before, is_original=True))
    return versions


def _changed_lines(changes: rx.Var[list[FieldChange]]) -> rx.Component:
    return rx.el.dl(
        rx.foreach(changes, _side),
        aria_label="Changes",
        class_name=(
            "grid grid-cols-[minmax(0,1fr)] border-t border-line bg-ground/50 max-md:divide-y"
            " divide-line md:grid-cols-[repeat(2,minmax(0,1fr))] md:divide-x"
        ),
    )


def _side(change: rx.Var[FieldChange]) -> rx.Component:
    """Return the content on one side of an edit."""
    return rx.el.div(
        rx.el.dt(change["label"], class_name="px-3 pt-3 text-xs font-medium text-muted"),
        rx.el.dd(
            rx.el.ul(
                rx.foreach(change["parts"], _line),
                aria_label=change["label"],
                class_name="py-2 font-mono text-xs leading-relaxed",
            )
        ),
    )


def _line(line: rx.Var[Part]) -> rx.Component:
    kind = line["kind"]
    # The minus sign is as wide as the plus.
    symbol = rx.match(kind, ("added", "+"), ("removed", "−"), "")  # noqa: RUF001
    prefix = rx.match(kind, ("added", "Added: "), ("removed", "Removed: "), "")
    return rx.el.li(
        rx.el.span(symbol, aria_hidden="true", class_name="w-4 flex-none text-center"),
        rx.el.span(prefix, class_name="sr-only"),
        rx.el.span(line["text"], class_name="min-w-0 whitespace-pre-wrap"),
        class_name=(
            "flex gap-1 px-3 data-[kind=added]:bg-success/10 data-[kind=added]:text-success"
            " data-[kind=gap]:py-1 data-[kind=gap]:font-sans data-[kind=gap]:text-muted"
            " data-[kind=gap]:italic data-[kind=removed]:bg-danger/10"
            " data-[kind=removed]:text-danger"
        ),
        data_kind=kind,
    )
