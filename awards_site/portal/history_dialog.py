"""The dialog of a record's history, and the button of a row that opens it."""

from collections.abc import Callable

import reflex as rx

from awards_site.portal.columns import Row
from awards_site.portal.controls import INPUT, button
from awards_site.portal.history import PREVIOUS, FieldChange, Part, RecordHistory, Version
from awards_site.portal.table import IN_EXPANDED_CARD, requires_role, row_button
from awards_site.ui.overlays import DialogClose, dialog, dialog_body


def history_button(state: type[RecordHistory], row: Row) -> rx.Component:
    """Return the button of a row that opens its history."""
    return row_button(
        state,
        row,
        "history",
        f"History of {row['display_name']}",
        state.open_history(row["id"].to(int)),
        disabled=requires_role(state.screen.write_roles),
        class_name=IN_EXPANDED_CARD,
    )


def history_dialog(
    state: type[RecordHistory],
    changes: Callable[[rx.Var[list[FieldChange]]], rx.Component] | None = None,
) -> rx.Component:
    """Return the dialog with the versions of a record; `changes` shows those of a version."""
    show_changes = changes or _changed_fields
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
                        version["is_current"].to(bool),
                        f"{version['title']} (current)",
                        version["title"].to(str),
                    ),
                    value=version["id"].to(str),
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
    changes = version["changes"].to(list[FieldChange])
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
                    on_click=state.restore_version(version["id"].to(int)),
                    aria_label=version["restore_label"].to(str),
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
        rx.el.dt(change["label"].to(str), class_name="text-xs font-medium text-muted"),
        rx.el.dd(
            rx.foreach(change["parts"].to(list[Part]), _part),
            class_name="mt-0.5 whitespace-pre-wrap",
        ),
    )


def _part(part: rx.Var[Part]) -> rx.Component:
    text = part["text"].to(str)
    return rx.match(
        part["kind"].to(str),
        ("added", rx.el.ins(text, class_name="bg-success/10 text-success underline [del+&]:ms-1")),
        ("removed", rx.el.del_(text, class_name="bg-danger/10 text-danger line-through")),
        ("gap", rx.el.span(text, class_name="text-muted")),
        rx.el.span(text),
    )
