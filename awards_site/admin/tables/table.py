"""A management screen's table, laid out as cards on phones."""

from functools import partial
from typing import Any

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON
from awards_site.admin.layout.page import visible_to
from awards_site.admin.lists.cells import (
    CELL_CLASSES,
    EXPANDED,
    Row,
    badge,
    cell_content,
    name_text,
)
from awards_site.admin.lists.columns import Column, NumberColumn, Placement
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.screen import EVERY_ROLE
from awards_site.admin.tables.list_controls import MoreButton, SortHeading
from awards_site.admin.tables.row_buttons import RowButtons, is_busy, row_buttons
from awards_site.admin.tables.selection import row_checkbox
from awards_site.frontend import script
from awards_site.ui.queries.query import js_call

_FIRST_ROWS = script("portal/tables/first_rows.js")

# The second click of a double click would undo the first.
_IGNORE_DOUBLE_CLICK = rx.Var("(event) => { if (event.detail > 1) event.stopPropagation(); }")

_CELL = "align-middle md:px-2 xl:px-3 md:py-2.5 md:first:pl-3 xl:first:pl-5"
_NAME_CELL = (
    "md:min-w-36 md:max-w-80 xl:min-w-40 max-md:order-2 max-md:col-span-2 max-md:col-start-3"
    " max-md:flex max-md:items-center max-md:justify-between max-md:gap-3"
)
_PLACEMENTS: dict[Placement, str] = {
    "image": "max-md:order-1 max-md:col-start-2 max-md:mr-3",
    "detail": (
        f"max-md:order-3 max-md:col-span-full max-md:hidden {EXPANDED}:flex max-md:items-center"
        " max-md:justify-between max-md:gap-4 max-md:py-1.5 max-md:text-right"
        " max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-heading)]"
    ),
    "status": "max-md:order-4 max-md:col-span-3 max-md:py-1",
}
_CLICKABLE = "cursor-pointer underline-offset-2 hover:underline"
_HEADING = (
    # A sticky heading leaves its border behind, but not its shadow.
    "py-1.5 text-left text-xs font-medium whitespace-nowrap text-muted max-md:pr-3 md:bg-white"
    " md:px-2 md:sticky md:top-14 md:z-10 md:shadow-[inset_0_-1px_0_var(--color-line)] lg:top-0"
    " xl:px-3 first:rounded-tl-xl md:first:pl-3 xl:first:pl-5 last:rounded-tr-xl"
    " md:last:pr-3 xl:last:pr-5"
)
# On phones, the headings are buttons that sort the cards.
_HEADINGS = (
    "max-md:flex max-md:flex-wrap max-md:items-center max-md:px-4 max-md:py-1"
    " max-md:before:mr-3 max-md:before:text-xs max-md:before:text-muted"
    " max-md:before:content-['Sort_by']"
)
_ROW = (
    "group/card border-b border-line outline-plum -outline-offset-2 last:border-b-0"
    " hover:bg-ground/60 max-md:grid"
    " max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:items-center max-md:px-4 max-md:py-2"
)


def table(state: type[ManagementScreen], actions: RowButtons = lambda _row: []) -> rx.Component:
    """Return the table of a screen's rows; `actions(row)` returns buttons to put before Edit."""
    screen = state.screen
    return rx.el.table(
        rx.el.caption(screen.title, class_name="sr-only"),
        rx.el.thead(
            rx.el.tr(
                *(
                    _heading(state, column, has_checkbox=screen.selects and index == 0)
                    for index, column in enumerate(screen.columns)
                ),
                rx.el.th(
                    "Actions",
                    scope="col",
                    role="columnheader",
                    class_name=f"{_HEADING} w-px text-right max-md:sr-only",
                ),
                role="row",
                class_name=f"{_HEADINGS} max-md:relative max-md:pl-12"
                if screen.selects
                else _HEADINGS,
            ),
            role="rowgroup",
            class_name="max-md:block max-md:border-b max-md:border-line",
        ),
        rx.el.tbody(
            rx.foreach(first_rows(state), lambda row: _row(state, row, actions)),
            role="rowgroup",
            class_name="max-md:block",
        ),
        # CSS display values other than table remove the implicit roles.
        role="table",
        class_name="w-full text-sm max-md:block",
        custom_attrs={"data-testid": "records"},
    )


def first_rows(state: type[ManagementScreen]) -> rx.Var[list[dict[str, Any]]]:
    """Return the rows of a page, of which the first are drawn before the others."""
    return js_call("useFirstRows", _FIRST_ROWS, state.rows, shape=list[dict[str, Any]])


def skeleton_rows() -> rx.Component:
    """Return the placeholder of the table during the first load."""
    line = rx.el.div(
        rx.el.div(class_name="size-9 flex-none rounded-full bg-line"),
        rx.el.div(class_name="h-4 w-1/4 rounded-sm bg-line"),
        rx.el.div(class_name="h-4 flex-1 rounded-sm bg-line/60"),
        class_name="flex items-center gap-4 border-b border-line px-5 py-3.5 last:border-b-0",
    )
    return rx.el.div(
        rx.el.span("Loading...", class_name="sr-only"),
        *[line] * 6,
        role="status",
        class_name="animate-pulse motion-reduce:animate-none",
        custom_attrs={"data-testid": "records-loading"},
    )


def _heading(state: type[ManagementScreen], column: Column, *, has_checkbox: bool) -> rx.Component:
    """Return a heading; that of the first column may have the checkbox of all rows."""
    classes = f"{_HEADING} md:text-right" if isinstance(column, NumberColumn) else _HEADING
    selects = {"rows": state.rows} if has_checkbox else {}
    return SortHeading.create(column.heading, sort=column.sorts_by, class_name=classes, **selects)


def _row(state: type[ManagementScreen], row: Row, actions: RowButtons) -> rx.Component:
    screen = state.screen
    buttons = [*actions(row), *row_buttons(state, row)]
    return rx.el.tr(
        *(
            _name_cell(state, column, row, has_checkbox=screen.selects and index == 0)
            if column.key == screen.title_key
            else _cell(column, row, has_checkbox=screen.selects and index == 0)
            for index, column in enumerate(screen.columns)
        ),
        rx.el.td(
            rx.el.div(
                rx.cond(
                    is_busy(state, row),
                    rx.icon(
                        "loader-circle", size=16, class_name="self-center animate-spin text-muted"
                    ),
                ),
                *buttons,
                # On tablets, they take lines of three, or of four where that makes one line less.
                class_name=(
                    "ml-auto flex justify-end gap-0.5 max-md:-mr-3 md:max-xl:flex-wrap "
                    + ("md:max-xl:w-34" if len(buttons) in {4, 7, 8} else "md:max-xl:w-26")
                ),
                custom_attrs={"onClickCapture": _IGNORE_DOUBLE_CLICK},
            ),
            role="cell",
            # An expanded card has more buttons than fit beside the status.
            class_name=f"max-md:order-5 max-md:col-start-4 {EXPANDED}:col-span-full"
            " md:py-1.5 md:pr-2 md:pl-1 xl:pr-4 xl:pl-3",
        ),
        role="row",
        aria_busy=is_busy(state, row),
        key=row["id"].to(str),
        # The shortcuts of the keyboard focus rows.
        tab_index=-1,
        class_name=_ROW,
        custom_attrs={"data-testid": "record"},
    )


def _name_cell(
    state: type[ManagementScreen], column: Column, row: Row, *, has_checkbox: bool
) -> rx.Component:
    wrap = partial(editable_name, state, row) if state.screen.update else None
    content = rx.fragment(
        rx.el.div(
            name_text(column, row, wrap)
            if type(column) is Column
            else cell_content(column, row, wrap),
            # Below an image, too: beside it, the badge would not fit on tablets.
            rx.cond(
                row["has_draft"].to(bool),
                rx.el.div(badge("Draft changes", "gold"), class_name="mt-1"),
            ),
            class_name="min-w-0",
        ),
        MoreButton.create(
            rx.icon("chevron-down", size=18),
            label=f"More about {row['display_name'].to(str)}",
            class_name=f"{ICON_BUTTON} -mr-3 aria-expanded:[&>svg]:rotate-180 md:hidden",
        ),
    )
    return _td(content, row, _NAME_CELL, has_checkbox=has_checkbox)


def editable_name(state: type[ManagementScreen], row: Row, name: rx.Component) -> rx.Component:
    """Return a record's name, a click on which opens its form, for those who may edit it."""
    roles = state.screen.write_roles
    may_edit = row["editable"].to(bool)
    return rx.cond(
        may_edit if roles == EVERY_ROLE else may_edit & visible_to(sorted(roles)),
        clickable_name(name, state.open_edit(row["id"].to(int))),
        name,
    )


def clickable_name(name: rx.Component, on_click: Any) -> rx.Component:
    """Return a record's name that can be clicked.

    It is no button: there is one in the row already, and a name such as 'Deleted scenes' would be
    taken for another one.
    """
    return rx.el.span(name, on_click=on_click, class_name=_CLICKABLE)


def _cell(column: Column, row: Row, *, has_checkbox: bool) -> rx.Component:
    classes = f"{_PLACEMENTS[column.placement]} {CELL_CLASSES.get(type(column), '')}".strip()
    heading = {"data-heading": column.heading}
    content = cell_content(column, row)
    return _td(content, row, classes, has_checkbox=has_checkbox, custom_attrs=heading)


def _td(
    content: rx.Component, row: Row, classes: str, *, has_checkbox: bool, **attributes: Any
) -> rx.Component:
    """Return a cell; that of the first column may have the row's checkbox.

    The checkbox has no column of its own: each column has a heading with text. On a phone it is a
    part of the card beside the others.
    """
    if not has_checkbox:
        return rx.el.td(content, role="cell", class_name=f"{_CELL} {classes}", **attributes)
    return rx.el.td(
        rx.el.div(
            row_checkbox(row),
            rx.el.div(content, class_name=f"min-w-0 {classes}", **attributes),
            class_name="flex items-center gap-2 max-md:contents",
        ),
        role="cell",
        class_name=f"{_CELL} max-md:contents",
    )
