"""A record's history: its versions, what differs between any two, restoring one."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, ClassVar, Literal, TypeAlias, TypedDict

import reflex as rx

from awards_site.core.audit.models import Action
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.portal.controls import INPUT, button
from awards_site.portal.fields import Field
from awards_site.portal.gateway import (
    Events,
    Failed,
    Notice,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.parts import Parts, RowEntry
from awards_site.records.use_cases import read_versions, restore_version
from awards_site.records.versions import ORIGINAL, RecordVersionPublic
from awards_site.records.written import Written
from awards_site.ui.overlays import DialogClose, dialog, dialog_body

CONTEXT = 12
"""Unchanged words shown before and after a change."""
MAX_PARTS = 200
"""Parts shown of one diff."""

_WORD = re.compile(r"\S+\s*|^\s+")


class Part(TypedDict):
    """A part of a diff; that of kind 'gap' stands for what is not shown."""

    kind: Literal["same", "added", "removed", "gap"]
    text: str


def diff_words(before: str, after: str) -> list[Part]:
    """Return what was removed, added and kept: at most `MAX_PARTS`, and a gap for the rest."""
    parts = list(islice(_parts(_WORD.findall(before), _WORD.findall(after)), MAX_PARTS + 1))
    if len(parts) > MAX_PARTS:
        parts[-1] = Part(kind="gap", text="...")
    return parts


def _parts(before: list[str], after: list[str]) -> Iterator[Part]:
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            yield from _context(before[start:end], start == 0, end == len(before))
            continue
        if start < end:
            yield Part(kind="removed", text="".join(before[start:end]))
        if new_start < new_end:
            yield Part(kind="added", text="".join(after[new_start:new_end]))


def _context(words: list[str], is_first: bool, is_last: bool) -> Iterator[Part]:
    """Yield unchanged words, without those that are far from any change."""
    head = [] if is_first else words[:CONTEXT]
    tail = [] if is_last else words[-CONTEXT:]
    if len(head) + len(tail) >= len(words):
        yield Part(kind="same", text="".join(words))
        return
    if head:
        yield Part(kind="same", text="".join(head))
    yield Part(kind="gap", text="... ")
    if tail:
        yield Part(kind="same", text="".join(tail))


PAGE_SIZE = 20
"""The number of versions shown at first, and added by each 'Show earlier versions'."""
PREVIOUS = ""
"""The value of `compared_with` for comparing each version with the one before."""
DELETED_ACCOUNT = "Deleted account"


@dataclass(frozen=True)
class SavedVersion:
    """A version as the API has it."""

    id: int
    saved_at: str
    author: str
    values: Mapping[str, Any]
    summary: str = ""
    is_original: bool = False


class FieldChange(TypedDict):
    """What differs in a field."""

    label: str
    parts: list[Part]


class Version(TypedDict):
    """A version as the dialog shows it."""

    id: int
    title: str
    restore_label: str
    author: str
    summary: str
    is_current: bool
    changes: list[FieldChange]


Comparison: TypeAlias = tuple[str, list[FieldChange]]
"""The summary of a version, and what differs from another one."""


class RecordHistory(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """A management screen whose records have versions, which it shows, compares and restores."""

    has_history_entry: ClassVar[bool] = True
    """Whether the menu of a row opens it."""

    history: list[Version] = []
    """The shown versions, the newest first."""
    has_earlier: bool = False
    """Whether there are versions that are not shown."""
    compared_with: str = PREVIOUS
    """The id of the version that all are compared with, or PREVIOUS."""

    _saved: list[SavedVersion] = []
    """The shown versions, and the one before them."""

    @classmethod
    def parts(cls) -> Parts:
        entry = RowEntry("history", "History", "History of {name}", cls.open_history)
        own = Parts(
            row_entries=[entry] if cls.has_history_entry else [],
            dialogs=[history_dialog(cls, cls._changed_fields)],
        )
        return own + super().parts()

    @staticmethod
    def _changed_fields(changes: rx.Var[list[FieldChange]]) -> rx.Component:
        """Return what shows the changes of a version. Screens may override this."""
        return _changed_fields(changes)

    @api_handler
    async def open_history(self, record_id: int) -> Events:
        if self.busy_row:
            return
        self.busy_row = record_id
        yield None
        with _reading():
            record, etag = await self._read_record(record_id)
            saved = await self._read_versions(record_id, PAGE_SIZE + 1)
        self._open("history", record, {}, etag)
        self.compared_with = PREVIOUS
        await self._show_versions(saved, PAGE_SIZE)

    @api_handler
    async def show_earlier(self) -> None:
        if self.dialog != "history":
            return
        count = len(self.history) + PAGE_SIZE
        with _reading():
            saved = await self._read_versions(self._record["id"], count + 1)
        await self._show_versions(saved, count)

    @rx.event
    async def compare_with(self, version: str) -> None:
        """Compare all shown versions with one of them, or with PREVIOUS."""
        if self.dialog == "history":
            self.compared_with = version
            await self._show_versions(self._saved, len(self.history))

    @api_handler
    async def restore_version(self, version: int) -> Events:
        """Give the record the values of a version, unless someone has changed it meanwhile."""
        saved = next((each for each in self._saved if each.id == version), None)
        if self.dialog != "history" or self.pending or saved is None:
            return
        self.pending = True
        yield None
        name, notices = self.record_name, self.screen.notices
        with failing(notices.update_failed, name, then=self._reload_and_close):
            written = await self._restore(saved)
        yield success_toast(notices.updated, name, written)
        yield await self._reload_and_close()

    def _close(self) -> None:
        """Drops the versions, which may be long."""
        super()._close()
        self.history, self._saved = [], []

    async def _read_versions(self, record_id: int, limit: int) -> list[SavedVersion]:
        """Return the newest versions of a record, the newest first; `limit` of them or more."""
        found = await run(read_versions, self._entity, record_id, limit)
        return [_saved_version(each) for each in found]

    async def _restore(self, version: SavedVersion) -> Written[Any]:
        record_id = self._record["id"]
        return await run(restore_version, self._entity, record_id, version.id, self._seen)

    def _compare(self, before: SavedVersion, after: SavedVersion) -> Comparison:
        fields = self.screen.update.fields if self.screen.update else ()
        return after.summary, field_changes(fields, before.values, after.values)

    async def _show_versions(self, saved: list[SavedVersion], count: int) -> None:
        self._saved = saved[: count + 1]
        self.has_earlier = len(saved) > count
        # Comparing long texts would block the event loop.
        self.history = await asyncio.to_thread(
            shown_versions, self._saved, count, self._compare, self.compared_with
        )


def shown_versions(
    saved: Sequence[SavedVersion],
    count: int,
    compare: Callable[[SavedVersion, SavedVersion], Comparison],
    compared_with: str = PREVIOUS,
) -> list[Version]:
    """Return the first `count` versions, each compared with one of them, or with the next one."""
    base = next((each for each in saved if str(each.id) == compared_with), None)
    earlier = [*saved[1:], saved[-1]] if saved else []
    return [
        _shown_version(version, place == 0, compare(base or earlier[place], version))
        for place, version in enumerate(saved[:count])
    ]


def _shown_version(version: SavedVersion, is_current: bool, comparison: Comparison) -> Version:
    summary, changes = comparison
    title, what = "Original version", "original version"
    if not version.is_original:
        title = format_datetime(version.saved_at)
        what = f"version of {title}"
    return Version(
        id=version.id,
        title=title,
        restore_label=f"Restore the {what}",
        author=version.author,
        summary=summary,
        is_current=is_current,
        changes=changes,
    )


def field_changes(
    fields: Sequence[Field], before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[FieldChange]:
    """Return what differs in each field, by word."""
    texts = [
        (field.label, *(field.full_text(values.get(field.name)) for values in (before, after)))
        for field in fields
    ]
    return [
        FieldChange(label=label, parts=diff_words(old, new))
        for label, old, new in texts
        if old != new
    ]


def _saved_version(version: RecordVersionPublic) -> SavedVersion:
    is_original = version.action == ORIGINAL
    return SavedVersion(
        id=version.id,
        saved_at=version.created_at.isoformat(),
        author="" if is_original else version.user_name or DELETED_ACCOUNT,
        values=version.values,
        summary="" if is_original else Action.titles()[version.action],
        is_original=is_original,
    )


@contextmanager
def _reading() -> Iterator[None]:
    """Raise Failed if the history cannot be read."""
    try:
        yield
    except ApiError as error:
        text = "Failed to fetch edit history"
        raise Failed(error, Notice("Error fetching edit history", text)) from error


def history_dialog(
    state: type[RecordHistory],
    show_changes: Callable[[rx.Var[list[FieldChange]]], rx.Component],
) -> rx.Component:
    """Return the dialog with the versions of a record."""
    return dialog(
        rx.cond(state.history, _comparison(state)),
        dialog_body(
            rx.cond(
                state.history,
                rx.el.ol(
                    rx.foreach(state.history, lambda version: _entry(state, version, show_changes)),
                    class_name="grid gap-4",
                ),
                rx.el.p(
                    f"No edit history found for this {state.screen.label.split()[-1]}.",
                    class_name="py-10 text-center text-sm text-muted",
                ),
            ),
            rx.cond(
                state.has_earlier,
                button("Show earlier versions", on_click=state.show_earlier, class_name="mt-4"),
            ),
            role="group",
            aria_label="Versions",
        ),
        rx.el.div(
            DialogClose.create(button("Done"), as_child=True),
            class_name="flex flex-none justify-end border-t border-line px-5 py-4 sm:px-6",
        ),
        title="Edit History",
        description=state.record_name,
        open=state.dialog == "history",
        on_close=state.close,
        width="large",
        testid="history-dialog",
    )


def _comparison(state: type[RecordHistory]) -> rx.Component:
    return rx.el.label(
        rx.el.span("Compare each version with", class_name="flex-none"),
        rx.el.select(
            rx.el.option("the one before", value=PREVIOUS),
            rx.foreach(
                state.history,
                lambda version: rx.el.option(
                    rx.cond(
                        version["is_current"],
                        f"{version['title']} (current)",
                        version["title"],
                    ),
                    value=version["id"],
                ),
            ),
            value=state.compared_with,
            on_change=state.compare_with,
            class_name=f"{INPUT} sm:w-auto",
        ),
        class_name=(
            "flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-5 py-3"
            " text-sm text-muted sm:px-6"
        ),
    )


def _entry(
    state: type[RecordHistory],
    version: rx.Var[Version],
    show_changes: Callable[[rx.Var[list[FieldChange]]], rx.Component],
) -> rx.Component:
    changes = version["changes"]
    return rx.el.li(
        rx.el.div(
            rx.el.div(
                rx.el.h3(version["title"], class_name="text-sm font-semibold"),
                rx.el.p(
                    version["author"],
                    rx.cond(version["summary"] != "", f" · {version['summary']}", ""),
                    class_name="text-xs text-muted empty:hidden",
                ),
                class_name="min-w-0",
            ),
            rx.cond(
                version["is_current"],
                rx.el.span(
                    "Current version",
                    class_name="rounded-full bg-success/10 px-2 py-0.5 text-xs text-success",
                ),
                button(
                    rx.icon("undo-2", size=15, aria_hidden="true"),
                    "Restore",
                    on_click=state.restore_version(version["id"]),
                    aria_label=version["restore_label"],
                    aria_disabled=state.pending,
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-3 px-4 py-3",
        ),
        rx.cond(changes.length() > 0, show_changes(changes)),
        class_name="overflow-hidden rounded-lg border border-line",
        data_testid="version",
    )


def _changed_fields(changes: rx.Var[list[FieldChange]]) -> rx.Component:
    return rx.el.dl(
        rx.foreach(changes, _changed_field),
        aria_label="Changes",
        class_name="grid gap-3 border-t border-line bg-ground/50 px-4 py-3 text-sm",
    )


def _changed_field(change: rx.Var[FieldChange]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(change["label"], class_name="text-xs font-medium text-muted"),
        rx.el.dd(
            rx.foreach(change["parts"], _part),
            class_name="mt-0.5 whitespace-pre-wrap",
        ),
    )


def _part(part: rx.Var[Part]) -> rx.Component:
    text = part["text"]
    return rx.match(
        part["kind"],
        ("added", rx.el.ins(text, class_name="bg-success/10 text-success underline [del+&]:ms-1")),
        ("removed", rx.el.del_(text, class_name="bg-danger/10 text-danger line-through")),
        ("gap", rx.el.span(text, class_name="text-muted")),
        rx.el.span(text),
    )
