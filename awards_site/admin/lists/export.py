"""The button that downloads a list as CSV."""

from typing import Any

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.admin.controls import button_class
from awards_site.ui.overlays.toasts import notify
from awards_site.ui.queries.request import REQUEST_SCRIPT

EXPORT_SCRIPT = rx.asset("export.jsx", shared=True)
"""Exports `ExportButton`, `ListExport` and `fetchMatching`."""
_IMPORTED_SCRIPTS = (REQUEST_SCRIPT,)


class ListExport(rx.Component):
    """Wraps the button of `export.jsx`."""

    library = EXPORT_SCRIPT.importable_path
    tag = "ListExport"

    path: rx.Var[str]
    on_failed: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def list_export(path: str) -> rx.Component:
    """Return the button that downloads the CSV of the API at `path`.

    The CSV has the records that match the list's search and filters. If the API asks
    for the password, the user confirms it, and the export continues.
    """
    return export_button(ListExport, path=path)


def export_button(component: type[rx.Component], **props: Any) -> rx.Component:
    """Return an 'Export CSV' button; `component` renders the `ExportButton` of `export.jsx`."""
    return component.create(
        rx.icon("download", size=16, aria_hidden="true"),
        class_name=button_class("quiet"),
        on_failed=_failed,
        **props,
    )


def _failed(reason: rx.Var[str]) -> EventSpec:
    return notify("Export failed", reason, destructive=True)
