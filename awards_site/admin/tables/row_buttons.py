"""The buttons of a management screen's rows."""

from collections.abc import Callable
from typing import Any, TypeAlias

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON, icon_button
from awards_site.admin.layout.page import visible_to
from awards_site.admin.lists.cells import EXPANDED, Row
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.screen import EVERY_ROLE
from awards_site.admin.tables.shortcuts import EDIT
from awards_site.auth.permissions import Role
from awards_site.ui.links import external_link

RowButtons: TypeAlias = Callable[[Row], list[rx.Component]]

IN_EXPANDED_CARD = f"max-md:hidden {EXPANDED}:grid"
"""The classes of a button for which phones have space only while the card is expanded."""


def is_busy(state: type[ManagementScreen], row: Row) -> rx.Var[bool]:
    return state.busy_row == row["id"].to(int)


def row_buttons(state: type[ManagementScreen], row: Row) -> list[rx.Component]:
    """Return the Edit, publish and Delete buttons of a row."""
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
        *([_site_link(row)] if screen.site_path else []),
        *([edit] if screen.update else []),
        *([_publish_toggle(state, row)] if screen.publish else []),
        delete,
    ]


def _site_link(row: Row) -> rx.Component:
    """Return the link to the page that visitors see."""
    label = f"View {row['display_name'].to(str)} on the site"
    return row_link(row, "site_path", label, IN_EXPANDED_CARD)


def row_link(
    row: Row, key: str, label: str, class_name: str = "", icon: str = "external-link"
) -> rx.Component:
    """Return a row's link to the URL of its `key`, if it has one, which opens in a new tab."""
    url = row[key].to(str)
    return rx.cond(
        url != "",
        external_link(
            rx.icon(icon, size=16),
            href=url,
            aria_label=label,
            title=label,
            class_name=f"{ICON_BUTTON} {class_name}".strip(),
        ),
    )


def _action(
    row: Row, key: str, icon: str, verb: str, handler: Any, roles: frozenset[Role], **props: Any
) -> rx.Component:
    """Return a row's button, if the row's `key` is true; disabled for other roles."""
    return rx.cond(
        row[key].to(bool),
        icon_button(
            icon,
            f"{verb} {row['display_name'].to(str)}",
            on_click=handler(row["id"].to(int)),
            disabled=requires_role(roles),
            **props,
        ),
    )


def requires_role(roles: frozenset[Role]) -> rx.Var[bool] | bool:
    """Return whether the signed-in user has none of the roles."""
    return False if roles == EVERY_ROLE else ~visible_to(sorted(roles))


def _publish_toggle(state: type[ManagementScreen], row: Row) -> rx.Component:
    name, published = row["display_name"].to(str), row["published"].to(bool)
    return row_button(
        state,
        row,
        rx.cond(published, rx.icon("eye-off", size=16), rx.icon("eye", size=16)),
        rx.cond(published, f"Unpublish {name}", f"Publish {name}"),
        state.run_row_action(row["id"].to(int), rx.cond(published, "unpublish", "publish")),
    )


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
