"""The button that imports records from a CSV file, with its dialog."""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script
from awards_site.portal.controls import button_class
from awards_site.portal.export import CSV_LIBRARY
from awards_site.portal.fields import INPUT_CLASSES
from awards_site.records.imports.file import MAX_MEGABYTES, MAX_ROWS
from awards_site.settings import settings
from awards_site.ui.overlays import DIALOG_LIBRARY, window_classes

_LIMITS = f"At most {MAX_ROWS:,} rows and {MAX_MEGABYTES} MB at once."
_HEADING = "text-sm font-semibold text-ink outline-none"
_CHECKBOX = "size-5 flex-none cursor-pointer accent-plum focus-visible:outline-plum"


ImportButton = react(
    "ImportButton",
    script("portal/lists/export.jsx"),
    dependencies=[DIALOG_LIBRARY, CSV_LIBRARY],
    path=str,
    label=str,
    plural=str,
    drafts=bool,
    limits=str,
    zone=str,
    classes=dict[str, str],
    window_classes=dict[str, str],
    disabled=bool,
    on_imported=rx.EventHandler[rx.event.passthrough_event_spec(int, int, int)],
    on_undo=rx.EventHandler[rx.event.passthrough_event_spec(int)],
)
"""Wraps the button of `import_button.jsx`."""


def import_button(
    path: str,
    label: str,
    plural: str,
    *,
    drafts: bool,
    footer_class_name: str,
    disabled: rx.Var[bool],
    on_imported: Any,
    on_undo: Any,
) -> rx.Component:
    """Return the button that imports records at the API's `path`; `drafts` if they are published.

    `on_imported` is called with the id of the import, the number of its records, and the number of
    rows with errors; `on_undo` with the id of an import to undo.
    """
    window = window_classes("wide", "portal")
    return ImportButton.create(
        rx.icon("upload", size=16, aria_hidden="true"),
        path=path,
        label=label,
        plural=plural,
        drafts=drafts,
        limits=_LIMITS,
        zone=str(settings().zone),
        classes={
            **INPUT_CLASSES,
            "foot": footer_class_name,
            "heading": _HEADING,
            "checkbox": _CHECKBOX,
        },
        window_classes={
            "className": f"{window['class_name']} max-sm:h-[94dvh]",
            "backdropClassName": window["backdrop_class_name"],
        },
        disabled=disabled,
        on_imported=on_imported,
        on_undo=on_undo,
        class_name=button_class("quiet"),
    )
