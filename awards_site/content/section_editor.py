"""The content of a section: the form of its content block, and the JSON, as two tabs."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.controls import INPUT, LABEL
from awards_site.admin.fields.bound_field import INPUT_CLASSES, BoundField
from awards_site.admin.fields.field_types import CustomField, shorten_for_display
from awards_site.admin.fields.upload_fields import UploadField
from awards_site.admin.lists.cells import badge_class
from awards_site.admin.tables.list_controls import TAB, TAB_LIST, TABS_LIBRARY
from awards_site.admin.uploads.upload_inputs import upload_source
from awards_site.content.diff import diff
from awards_site.content.json_text import format_json, parse_json
from awards_site.content.models import INVALID_JSON, INVALID_JSON_TITLE
from awards_site.frontend import react, script
from awards_site.ui.layout.navigation import PAGES

_IMAGE = UploadField(
    "image",
    "Image",
    upload_path="/api/upload/image",
    form_data_key="image",
    failed_toast=("Upload failed", "There was an error uploading your image."),
)
_EDITOR = (
    "overflow-hidden rounded-md border border-line bg-white hover:border-muted/50"
    " focus-within:outline-2 focus-within:outline-plum"
    " has-[[aria-invalid=true]]:border-danger"
)
_CLASSES = {
    **INPUT_CLASSES,
    "editor": _EDITOR,
    "tabs": f"{TAB_LIST} mb-5",
    "tab": TAB,
    "name": LABEL,
    # A focused input leaves room for its error below.
    "input": f"{INPUT} scroll-mb-12",
    "badge": badge_class("neutral"),
    "checkbox": "size-5 cursor-pointer accent-plum focus-visible:outline-plum",
    "group": "min-w-0 rounded-lg border border-line px-4 pt-1 pb-4",
    "legend": "px-1 text-sm font-semibold text-ink",
    "item": "min-w-0 rounded-lg border border-line bg-ground/40",
    "toggle": (
        "flex min-h-10 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-lg px-3 text-left"
        " text-sm hover:bg-ground focus-visible:outline-plum max-md:min-h-11"
    ),
}


SectionEditor = react(
    "SectionEditor",
    script("portal/content/lazy_section_editor.jsx"),
    dependencies=[
        TABS_LIBRARY,
        "@codemirror/commands@6.11.1",
        "@codemirror/lang-json@6.0.2",
        "@codemirror/language@6.13.1",
        "@codemirror/lint@6.9.8",
        "@codemirror/state@6.7.6",
        "@codemirror/view@6.43.15",
        "@lezer/highlight@1.2.5",
        "jsonc-parser@3.3.1",
    ],
    input_id=str,
    name=str,
    label=str,
    default_value=str,
    server_error=str,
    classes=dict[str, str],
    block=dict[str, Any],
    is_invalid=bool,
    invalid_json=tuple[str, str],
    field_errors=list[dict[str, Any]],
    time_zone=str,
    pages=list[dict[str, str]],
    image_source=dict[str, Any],
    on_tab=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)
"""Loads `section_editor.jsx` when a form opens; it submits the section's JSON as `name`."""


def section_editor(
    bound: BoundField,
    *,
    block: rx.Var[dict[str, Any]],
    is_invalid: rx.Var[bool],
    field_errors: rx.Var[list[dict[str, Any]]],
    time_zone: rx.Var[str],
    on_tab: Any,
) -> rx.Component:
    """Return the editor of a section's content.

    `block` is the `BlockForm` of its identifier, or empty. `is_invalid` is whether the stored
    content is. `field_errors` are those of the form submitted last, as `{path, message}`, and
    `on_tab` is called with the tab that is shown, 'form' or 'json'.
    """
    return SectionEditor.create(
        input_id=bound.id,
        name=bound.field.name,
        label=bound.field.label,
        default_value=bound.value.to(str),
        server_error=bound.error,
        classes=_CLASSES,
        block=block,
        is_invalid=is_invalid,
        invalid_json=(INVALID_JSON_TITLE, INVALID_JSON),
        field_errors=field_errors,
        time_zone=time_zone,
        pages=[{"path": path, "label": label} for path, label in PAGES.items()],
        image_source=upload_source(_IMAGE),
        on_tab=on_tab,
    )


@dataclass(frozen=True, kw_only=True)
class JsonField(CustomField):
    """A JSON object, submitted as text."""

    has_own_label: bool = True
    shows_errors: bool = True

    def to_input(self, value: Any) -> str:
        return format_json({} if value is None else value)

    def from_input(self, text: Any) -> Any:
        """Returns invalid JSON as text, which the API rejects."""
        try:
            return parse_json(text)
        except ValueError:
            return text

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Returns only the lines that differ."""
        lines = diff(before, after).lines
        removed, added = (
            " ".join(line.text.strip() for line in lines if line.kind == kind)
            for kind in ("removed", "added")
        )
        return shorten_for_display(removed), shorten_for_display(added)
