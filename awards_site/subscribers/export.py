"""The buttons that export subscribers as files, which are made in the browser."""

import reflex as rx

from awards_site.admin.controls import button_class
from awards_site.admin.lists.export import CSV_LIBRARY, export_failed
from awards_site.frontend import react, script
from awards_site.settings import settings

_SubscriberExport = react(
    "SubscriberExport",
    script("portal/subscribers/export.jsx"),
    dependencies=[CSV_LIBRARY],
    path=str,
    zone=str,
    on_failed=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def subscriber_export(path: str) -> rx.Component:
    """Return the buttons that save the subscribers at `path`: CSV, or JSON as the API has it."""
    return _SubscriberExport.create(
        rx.icon("download", size=16, aria_hidden="true"),
        path=path,
        zone=str(settings().zone),
        class_name=button_class("quiet"),
        on_failed=export_failed,
    )
