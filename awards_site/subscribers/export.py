"""The buttons that export subscribers as files, which are made in the browser."""

import reflex as rx

from awards_site.admin.controls import button_class
from awards_site.admin.lists.export import CSV_LIBRARY, CSV_SCRIPT, EXPORT_SCRIPT, export_failed
from awards_site.settings import settings
from awards_site.ui.queries.dates import DATES_SCRIPT

_IMPORTED_SCRIPTS = (CSV_SCRIPT, DATES_SCRIPT, EXPORT_SCRIPT)


class _SubscriberExport(rx.Component):
    library = rx.asset("export.jsx", shared=True).importable_path
    tag = "SubscriberExport"
    lib_dependencies: list[str] = [CSV_LIBRARY]

    path: rx.Var[str]
    zone: rx.Var[str]
    on_failed: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def subscriber_export(path: str) -> rx.Component:
    """Return the buttons that save the subscribers at `path`: CSV, or JSON as the API has it."""
    return _SubscriberExport.create(
        rx.icon("download", size=16, aria_hidden="true"),
        path=path,
        zone=str(settings().zone),
        class_name=button_class("quiet"),
        on_failed=export_failed,
    )
