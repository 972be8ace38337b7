"""The buttons that download a list as CSV or JSON."""

from collections.abc import Mapping

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.admin.controls import button_class
from awards_site.ui.overlays.menu import ITEM_CLASSES, MENU_CLASSES, MENU_LIBRARY, MENU_SCRIPT
from awards_site.ui.queries.request import REQUEST_SCRIPT
from awards_site.ui.toasts.toasts import notify

EXPORT_SCRIPT = rx.asset("export.jsx", shared=True)
"""Exports `ExportMenu`, `ExportedIds`, `fetchRecords` and `useExport`."""
CSV_SCRIPT = rx.asset("csv.js", shared=True)
"""Exports `csvOf`, `harmless` and `saveFile`."""
CSV_LIBRARY = "papaparse@5.7.1"
_IMPORTED_SCRIPTS = (CSV_SCRIPT, MENU_SCRIPT, REQUEST_SCRIPT)


class ExportMenu(rx.Component):
    """Wraps the menu of `export.jsx`."""

    library = EXPORT_SCRIPT.importable_path
    tag = "ExportMenu"
    lib_dependencies: list[str] = [MENU_LIBRARY]

    path: rx.Var[str]
    tabs: rx.Var[dict[str, dict[str, str]]]
    menu_class_name: rx.Var[str]
    item_class_name: rx.Var[str]
    on_failed: rx.EventHandler[rx.event.passthrough_event_spec(str)]


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
