"""A section's edit history as its dialog shows it: versions, what changed, and restoring them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.lists.columns import moment
from awards_site.content.difference import Difference, difference
from awards_site.ui.overlays.dialog import DialogClose, dialog

AT_ONCE = 20
"""How many versions are shown at first, and more for each 'Show earlier versions'."""
ORIGINAL = 0
"""Stands for the version before all edits, where others have the id of the edit that made them."""
NO_HISTORY = "No edit history found for this section."

Edit = Mapping[str, Any]
Version: TypeAlias = rx.Var[dict[str, Any]]

_SIGNS = {"added": "+", "removed": "−"}  # noqa: RUF001 # The sign, which is as wide as the plus.
_SPOKEN = {"added": "Added: ", "removed": "Removed: "}


def versions(edits: Sequence[Edit], limit: int) -> list[dict[str, Any]]:
    """Return the newest `most` versions that the edits (newest first) have made, as shown.

    The version before all edits ends the list once all others are shown.
    """
    shown = [
        _version(edit, difference(edit["previousContent"], edit["newContent"]), index == 0)
        for index, edit in enumerate(edits[:limit])
    ]
    if edits and len(edits) <= limit:
        shown.append(
            {
                "id": ORIGINAL,
                "title": "As it was created",
                "restores": "Restore the version as it was created",
                "who": "",
                "count": "",
                "current": False,
                "lines": [],
            }
        )
    return shown


def content_of(edits: Sequence[Edit], version: int) -> dict[str, Any] | None:
    """Return a version's content, or None where the history has no such version."""
    if version == ORIGINAL:
        return edits[-1]["previousContent"] if edits else None
    return next((edit["newContent"] for edit in edits if edit["id"] == version), None)


def _version(edit: Edit, change: Difference, current: bool) -> dict[str, Any]:
    made = moment(edit["createdAt"])
    return {
        "id": edit["id"],
        "title": made,
        "restores": f"Restore the version of {made}",
        "who": edit["userName"] or "Deleted account",
        "count": f"{change.added} added, {change.removed} removed",
        "current": current,
        "lines": [
            {
                "kind": line.kind,
                "sign": _SIGNS.get(line.kind, ""),
                "spoken": _SPOKEN.get(line.kind, ""),
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
    """Return the dialog over `versions`; `earlier` counts those that are not shown yet."""
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
            # Its content scrolls, so that it is reached by keyboard, too.
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
                    version["who"].to(str),
                    rx.cond(version["count"].to(str) != "", f" · {version['count']}", ""),
                    class_name="text-xs text-muted empty:hidden",
                ),
                class_name="min-w-0",
            ),
            rx.cond(
                version["current"].to(bool),
                rx.el.span(
                    "Current version",
                    class_name="rounded-full bg-success/10 px-2 py-0.5 text-xs text-success",
                ),
                button(
                    rx.icon("undo-2", size=15, aria_hidden="true"),
                    "Restore",
                    on_click=on_restore(version["id"].to(int)),
                    aria_label=version["restores"].to(str),
                    custom_attrs={"aria-disabled": pending},
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
        custom_attrs={"data-testid": "version"},
    )


def _line(line: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(line["sign"], aria_hidden="true", class_name="w-4 flex-none text-center"),
        rx.el.span(line["spoken"], class_name="sr-only"),
        rx.el.span(line["text"], class_name="min-w-0 break-words whitespace-pre-wrap"),
        class_name=(
            "flex gap-1 px-3 data-[kind=added]:bg-success/10 data-[kind=added]:text-success"
            " data-[kind=gap]:py-1 data-[kind=gap]:font-sans data-[kind=gap]:text-muted"
            " data-[kind=gap]:italic data-[kind=removed]:bg-danger/10"
            " data-[kind=removed]:text-danger"
        ),
        custom_attrs={"data-kind": line["kind"]},
    )
