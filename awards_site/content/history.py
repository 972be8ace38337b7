"""The edit history dialog of a content section: its versions, their diffs, and restoring."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.lists.columns import moment
from awards_site.content.diff import Diff, diff
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.dialog_parts import DialogClose

AT_ONCE = 20
"""The number of versions shown at first, and added by each 'Show earlier versions'."""
ORIGINAL = 0
"""The id of the version before all edits. Other versions have the id of the edit that made them."""
NO_HISTORY = "No edit history found for this section."

Edit = Mapping[str, Any]
"""The JSON of a `ContentEditPublic`."""
Version: TypeAlias = rx.Var[dict[str, Any]]

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
    created = moment(edit["createdAt"])
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


def history_dialog(
    *,
    shown: rx.Var[list[dict[str, Any]]],
    earlier: rx.Var[int],
    subject: rx.Var[str],
    pending: rx.Var[bool],
    is_open: rx.Var[bool],
    on_close: rx.event.EventType[()],
    on_restore: Any,
    on_earlier: rx.event.EventType[()],
) -> rx.Component:
    """Return the dialog with `versions` in `shown`; `earlier` counts the versions not shown yet."""
    return dialog(
        rx.el.div(
            rx.cond(
                shown.length() > 0,
                rx.el.ol(
                    rx.foreach(shown, lambda version: _entry(version, pending, on_restore)),
                    class_name="grid gap-4",
                ),
                rx.el.p(NO_HISTORY, class_name="py-10 text-center text-sm text-muted"),
            ),
            rx.cond(
                earlier > 0,
                button(
                    f"Show earlier versions ({earlier})", on_click=on_earlier, class_name="mt-4"
                ),
            ),
            # A scrollable region must be focusable to scroll by keyboard.
            tab_index=0,
            role="group",
            aria_label="Versions",
            class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
        ),
        rx.el.div(
            DialogClose.create(button("Done"), as_child=True),
            class_name="flex flex-none justify-end border-t border-line px-5 py-4 sm:px-6",
        ),
        title="Edit History",
        description=subject,
        open=is_open,
        on_close=on_close,
        width="large",
        testid="history-dialog",
    )


def _entry(version: Version, pending: rx.Var[bool], on_restore: Any) -> rx.Component:
    lines = version["lines"].to(list[dict[str, str]])
    return rx.el.li(
        rx.el.div(
            rx.el.div(
                rx.el.h3(version["title"].to(str), class_name="text-sm font-semibold"),
                rx.el.p(
                    version["author"].to(str),
                    rx.cond(version["summary"].to(str) != "", f" · {version['summary']}", ""),
                    class_name="text-xs text-muted empty:hidden",
                ),
                class_name="min-w-0",
            ),
            rx.cond(
                version["is_current"].to(bool),
                rx.el.span(
                    "Current version",
                    class_name="rounded-full bg-success/10 px-2 py-0.5 text-xs text-success",
                ),
                button(
                    rx.icon("undo-2", size=15, aria_hidden="true"),
                    "Restore",
                    on_click=on_restore(version["id"].to(int)),
                    aria_label=version["restore_label"].to(str),
                    aria_disabled=pending,
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-3 px-4 py-3",
        ),
        rx.cond(
            lines.length() > 0,
            rx.el.ul(
                rx.foreach(lines, _line),
                aria_label="Changes",
                class_name=(
                    "border-t border-line bg-ground/50 py-2 font-mono text-xs leading-relaxed"
                ),
            ),
        ),
        class_name="overflow-hidden rounded-lg border border-line",
        data_testid="version",
    )


def _line(line: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(line["symbol"], aria_hidden="true", class_name="w-4 flex-none text-center"),
        rx.el.span(line["prefix"], class_name="sr-only"),
        rx.el.span(line["text"], class_name="min-w-0 break-words whitespace-pre-wrap"),
        class_name=(
            "flex gap-1 px-3 data-[kind=added]:bg-success/10 data-[kind=added]:text-success"
            " data-[kind=gap]:py-1 data-[kind=gap]:font-sans data-[kind=gap]:text-muted"
            " data-[kind=gap]:italic data-[kind=removed]:bg-danger/10"
            " data-[kind=removed]:text-danger"
        ),
        data_kind=line["kind"],
    )
