"""The table of a screen: rows, buttons, selection, shortcuts."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from types import GenericAlias
from typing import Any, TypeAlias, TypedDict

import reflex as rx

from awards_site.accounts.permissions import Role
from awards_site.frontend import react, script
from awards_site.portal.bulk import row_checkbox
from awards_site.portal.columns import (
    CELL_CLASSES,
    EXPANDED,
    Column,
    NumberColumn,
    Placement,
    Row,
    badge,
    cell_content,
    name_text,
)
from awards_site.portal.controls import ICON_BUTTON, icon_button
from awards_site.portal.layout import visible_to
from awards_site.portal.list_controls import MoreButton, SortHeading
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.parts import RowEntry
from awards_site.portal.record_list import ROW_TYPES
from awards_site.portal.screen import EVERY_ROLE, Screen
from awards_site.reflex_patches.components import js_call, js_function
from awards_site.ui.controls import external_link
from awards_site.ui.overlays import dialog, dialog_body, menu, menu_action, menu_link

CREATE = {"data-shortcut": "create"}
EDIT = {"data-shortcut": "edit"}
"""The attributes by which `Shortcuts` finds the buttons."""
_HELP = {"data-shortcut": "help"}

_SCRIPT = script("portal/tables/table.jsx")


Shortcuts = react("Shortcuts", _SCRIPT)
"""Listens to the shortcuts while the screen is shown."""


_ShortcutSwitch = react("ShortcutSwitch", _SCRIPT, label=str)


def shortcuts_button(screen: Screen) -> rx.Component:
    """Return the button that opens the list of the screen's shortcuts."""
    article = "an" if screen.label[0] in "aeiou" else "a"
    shortcuts = {
        "/": "Search the list",
        **({"n": f"Add {article} {screen.label}"} if screen.create else {}),
        "j": "Next row",
        "k": "Previous row",
        **({"e": "Edit the row"} if screen.update else {}),
        "?": "Show these shortcuts",
        "Ctrl K": "Search the whole portal (\u2318K on a Mac)",
    }
    return dialog(
        dialog_body(
            rx.el.dl(
                *(_shortcut(key, text) for key, text in shortcuts.items()),
                class_name="mb-5 grid gap-2 text-sm",
            ),
            _ShortcutSwitch.create(
                label="Use keyboard shortcuts", class_name="size-4.5 cursor-pointer accent-plum"
            ),
        ),
        title="Keyboard shortcuts",
        description="They work while you are not typing, in this browser.",
        testid="shortcuts-dialog",
        width="small",
        trigger=icon_button(
            "keyboard",
            "Keyboard shortcuts",
            class_name=f"{ICON_BUTTON} max-sm:hidden",
            custom_attrs=_HELP,
        ),
    )


def _shortcut(key: str, text: str) -> rx.Component:
    return rx.el.div(
        rx.el.dt(
            rx.el.kbd(
                key,
                class_name="inline-grid h-7 min-w-7 place-items-center rounded border border-line"
                " bg-ground px-1.5 font-mono text-sm whitespace-nowrap",
            )
        ),
        rx.el.dd(text),
        class_name="flex items-center gap-3",
    )


RowButtons: TypeAlias = Callable[[Row], list[rx.Component]]


def is_busy(state: type[ManagementScreen], row: Row) -> rx.Var[bool]:
    return state.busy_row == row["id"]


def row_buttons(state: type[ManagementScreen], row: Row) -> list[rx.Component]:
    screen = state.screen
    edit = _action(
        row, "editable", "pencil", "Edit", state.open_edit, screen.write_roles, custom_attrs=EDIT
    )
    delete = _action(
        row,
        "deletable",
        "trash-2",
        screen.delete_label,
        state.open_delete,
        screen.delete_roles,
        class_name=f"{ICON_BUTTON} hover:bg-danger/10 hover:text-danger",
    )
    return [
        *([edit] if screen.update else []),
        *([_publish_toggle(state, row)] if screen.publish else []),
        delete,
    ]


def row_link(row: Row, key: str, label: rx.Var[str] | str, icon: str) -> rx.Component:
    """Return a row's link to the URL of its `key`, if it has one, which opens in a new tab."""
    url = row[key]
    return rx.cond(
        url != "",
        external_link(
            rx.icon(icon, size=16),
            href=url,
            aria_label=label,
            title=label,
            class_name=ICON_BUTTON,
        ),
    )


def _action(
    row: Row, key: str, icon: str, verb: str, handler: Any, roles: frozenset[Role], **props: Any
) -> rx.Component:
    """Return a row's button, if the row's `key` is true; disabled for other roles."""
    return rx.cond(
        row[key],
        icon_button(
            icon,
            f"{verb} {row['display_name']}",
            on_click=handler(row["id"]),
            disabled=requires_role(roles),
            **props,
        ),
    )


def requires_role(roles: frozenset[Role]) -> rx.Var[bool] | bool:
    """Return whether the signed-in user has none of the roles."""
    return False if roles == EVERY_ROLE else ~visible_to(sorted(roles))


def _publish_toggle(state: type[ManagementScreen], row: Row) -> rx.Component:
    name, published = row["display_name"], row["published"]
    return row_button(
        state,
        row,
        rx.cond(published, rx.icon("eye-off", size=16), rx.icon("eye", size=16)),
        rx.cond(published, f"Unpublish {name}", f"Publish {name}"),
        state.run_row_action(row["id"], rx.cond(published, "unpublish", "publish")),
    )


def row_menu(
    state: type[ManagementScreen], row: Row, entries: Sequence[RowEntry]
) -> list[rx.Component]:
    """Return the button that opens the menu with everything else that can be done with a row."""
    screen, name = state.screen, row["display_name"]
    found = [*_row_actions(state), *entries]
    shown = [_site_link(row)] if screen.site_path else []
    shown += [_entry(state, row, each) for each in found]
    if not shown:
        return []
    trigger = icon_button("ellipsis", f"More actions for {name}")
    opened = menu(*shown, trigger=trigger, testid="row-menu", align="end")
    if not all(each.shown_by for each in found):
        return [opened]
    has_page = [row["site_path"] != ""] if screen.site_path else []
    wanted = [*has_page, *(row[each.shown_by] for each in found)]
    return [rx.cond(reduce(or_, wanted), opened)]


def _site_link(row: Row) -> rx.Component:
    path, name = row["site_path"], f"View {row['display_name']} on the site"
    entry = menu_link("View on the site", "external-link", path, external_link, aria_label=name)
    return rx.cond(path != "", entry)


def _row_actions(state: type[ManagementScreen]) -> Iterator[RowEntry]:
    """Yield the entries of the screen's `row_actions` that have a label."""
    for name, action in state.screen.row_actions.items():
        if action.label:
            handler = state.ask if action.question else state.run_row_action
            act = partial(_call, handler, name)
            yield RowEntry(action.icon, action.entry, action.label, act, action.shown_by)


def _call(handler: Any, action: str, record_id: rx.Var[int]) -> Any:
    return handler(record_id, action)


def _entry(state: type[ManagementScreen], row: Row, entry: RowEntry) -> rx.Component:
    name = entry.name.format(name=row["display_name"])
    event = entry.handler(row["id"])
    disabled = {"disabled": requires_role(state.screen.write_roles)}
    shown = menu_action(entry.label, entry.icon, event, aria_label=name, custom_attrs=disabled)
    return rx.cond(row[entry.shown_by], shown) if entry.shown_by else shown


def row_button(
    state: type[ManagementScreen],
    row: Row,
    icon: rx.Component | str,
    label: rx.Var[str] | str,
    on_click: rx.event.EventType[()],
    *,
    disabled: rx.Var[bool] | bool = False,
    class_name: str = "",
) -> rx.Component:
    """Return a row's button for a write without a dialog, such as one of the `row_actions`."""
    return icon_button(
        icon,
        label,
        on_click=on_click,
        disabled=disabled,
        class_name=f"{ICON_BUTTON} {class_name}".strip(),
        custom_attrs={"aria-disabled": is_busy(state, row)},
    )


_FIRST_CLICK_ONLY = {"onClickCapture": js_function("stopSecondClick", _SCRIPT)}
_NARROW = "max-md:@max-[16rem]"
"""Where large text leaves a phone too little space to put a card's parts beside each other."""
_CELL = "align-middle md:px-2 xl:px-3 md:py-2.5 md:first:pl-3 xl:first:pl-5"
_NAME_CELL = (
    "md:min-w-36 md:max-w-80 xl:min-w-40 max-md:order-2 max-md:col-span-2 max-md:col-start-3"
    f" {_NARROW}:col-span-full {_NARROW}:col-start-1"
    " max-md:flex max-md:items-center max-md:justify-between max-md:gap-3"
)
_PLACEMENTS: dict[Placement, str] = {
    "image": "max-md:order-1 max-md:col-start-2 max-md:mr-3",
    "detail": (
        f"max-md:order-3 max-md:col-span-full max-md:hidden {EXPANDED}:flex max-md:print:flex"
        " max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1.5 max-md:text-right"
        " max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-heading)]"
    ),
    "status": f"max-md:order-4 max-md:col-span-3 max-md:py-1 {_NARROW}:col-span-full",
}
_CLICKABLE = "cursor-pointer underline-offset-2 hover:underline"
_HEADING = (
    # A sticky heading leaves its border behind, but not its shadow.
    "py-1.5 text-left text-xs font-medium whitespace-nowrap text-muted md:bg-white"
    " md:px-2 md:sticky md:top-14 md:z-10 md:shadow-[inset_0_-1px_0_var(--color-line)] lg:top-0"
    " xl:px-3 first:rounded-tl-xl md:first:pl-3 xl:first:pl-5 last:rounded-tr-xl"
    " md:last:pr-3 xl:last:pr-5"
)
_BESIDE_STATUS = 4
"""How many buttons a phone has space for beside the status of a record."""
_ROW = (
    "group/card border-b border-line outline-plum -outline-offset-2 last:border-b-0"
    " hover:bg-ground/60 max-md:grid"
    " max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:items-center max-md:px-4 max-md:py-2"
)


def table(state: type[ManagementScreen], actions: RowButtons, more: RowButtons) -> rx.Component:
    """Return the table of a screen's rows.

    `actions(row)` returns buttons to put before Edit, and `more(row)` those after Delete.
    """
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
                class_name="max-md:block",
            ),
            role="rowgroup",
            # On phones, only the checkbox of all rows is left, in the line above the table.
            class_name="max-md:relative max-md:block max-md:h-0",
        ),
        rx.el.tbody(
            rx.foreach(first_rows(state), lambda row: _row(state, row, actions, more)),
            role="rowgroup",
            class_name="max-md:@container max-md:block",
        ),
        # CSS display values other than table remove the implicit roles.
        role="table",
        class_name="w-full text-sm max-md:block",
        custom_attrs={"data-testid": "records"},
    )


def first_rows(state: type[ManagementScreen]) -> rx.Var[list[dict[str, Any]]]:
    """Return the rows of a page, of which the first are drawn before the others.

    Rows have a type, so that an unknown key is an error, and a known one a variable of its type.
    """
    typed_dict: Any = TypedDict
    row = typed_dict("Row", {**ROW_TYPES, **state.screen.cell_types, **state.row_types})
    return js_call("useFirstRows", _SCRIPT, state.rows, shape=GenericAlias(list, row))


def skeleton_rows() -> rx.Component:
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


def _row(
    state: type[ManagementScreen], row: Row, actions: RowButtons, more: RowButtons
) -> rx.Component:
    screen = state.screen
    buttons = [*actions(row), *row_buttons(state, row), *more(row)]
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
                # On tablets, they take lines of three, or four of them lines of two.
                class_name="ml-auto flex justify-end gap-0.5 max-xl:flex-wrap max-md:-mr-3 "
                + ("md:max-xl:w-17" if len(buttons) == 4 else "md:max-xl:w-26"),
                custom_attrs=_FIRST_CLICK_ONLY,
            ),
            role="cell",
            class_name="max-md:order-5 md:py-1.5 md:pr-2 md:pl-1 xl:pr-4 xl:pl-3"
            # More of them do not fit beside the status on a phone.
            + (" max-md:col-span-full" if len(buttons) > _BESIDE_STATUS else " max-md:col-start-4")
            + f" {_NARROW}:col-span-full {_NARROW}:col-start-1",
        ),
        role="row",
        aria_busy=is_busy(state, row),
        key=row["id"],
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
                row["has_draft"],
                rx.el.div(badge("Draft changes", "gold"), class_name="mt-1"),
            ),
            class_name="min-w-0",
        ),
        MoreButton.create(
            rx.icon("chevron-down", size=18),
            label=f"More about {row['display_name']}",
            class_name=f"{ICON_BUTTON} -mr-3 aria-expanded:[&>svg]:rotate-180 md:hidden"
            " print:hidden",
        ),
    )
    return _td(content, row, _NAME_CELL, has_checkbox=has_checkbox)


def editable_name(state: type[ManagementScreen], row: Row, name: rx.Component) -> rx.Component:
    """Return a record's name, a click on which opens its form, for those who may edit it."""
    roles = state.screen.write_roles
    may_edit = row["editable"]
    return rx.cond(
        may_edit if roles == EVERY_ROLE else may_edit & visible_to(sorted(roles)),
        clickable_name(name, state.open_edit(row["id"])),
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
