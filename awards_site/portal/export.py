"""The buttons that download a list as CSV or JSON."""

from collections.abc import Mapping

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.frontend import react, script
from awards_site.portal.controls import button_class
from awards_site.ui.overlays import ITEM_CLASSES, MENU_CLASSES, MENU_LIBRARY
from awards_site.ui.toasts import notify

EXPORT_SCRIPT = script("portal/lists/export.jsx")
"""Exports `ExportMenu`, `ExportedIds`, `fetchRecords` and `useExport`."""
CSV_LIBRARY = "papaparse@5.7.1"


ExportMenu = react(
    "ExportMenu",
    EXPORT_SCRIPT,
    dependencies=[MENU_LIBRARY],
    path=str,
    tabs=dict[str, dict[str, str]],
    menu_class_name=str,
    item_class_name=str,
    on_failed=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)
"""Wraps the menu of `export.jsx`."""


def export_menu(path: str, tabs: Mapping[str, Mapping[str, str]]) -> rx.Component:
    """Return the menu that downloads the matching records of the API at `path`.

    In the selection bar, these are the selected ones.

    `tabs` maps the values of the URL's `filter` to parameters of the API. If the API asks for the
    password, the user confirms it, and the export continues.
    """
    return ExportMenu.create(
        rx.icon("download", size=16, aria_hidden="true"),
        path=path,
        tabs={name: dict(params) for name, params in tabs.items()},
        class_name=button_class("quiet"),
        menu_class_name=MENU_CLASSES,
        item_class_name=ITEM_CLASSES,
        on_failed=export_failed,
    )


def export_failed(reason: rx.Var[str]) -> EventSpec:
    return notify("Export failed", reason, destructive=True)
