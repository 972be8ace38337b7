"""The JSON input of a content section, which marks the first syntax error."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, HELP, INPUT
from awards_site.admin.forms.bound_field import BoundField
from awards_site.admin.forms.fields import CustomField, shorten_for_display
from awards_site.content.diff import diff
from awards_site.content.json_text import format_json, parse_json

_IMPORTED_SCRIPTS = (
    rx.asset("code_mirror.jsx", shared=True),
    rx.asset("json_errors.js", shared=True),
)
"""The scripts that json_editor.jsx imports, listed so that the build includes them."""

_EDITOR = (
    "overflow-hidden rounded-md border border-line bg-white hover:border-muted/50"
    " focus-within:outline-2 focus-within:outline-plum"
    " has-[[aria-invalid=true]]:border-danger"
)


class JsonEditor(rx.Component):
    """Wraps `json_editor.jsx`; the form submits its text as `name`."""

    library = rx.asset("json_editor.jsx", shared=True).importable_path
    tag = "JsonEditor"
    lib_dependencies: list[str] = [
        "@codemirror/commands@6.11.1",
        "@codemirror/lang-json@6.0.2",
        "@codemirror/language@6.13.1",
        "@codemirror/lint@6.9.8",
        "@codemirror/state@6.7.6",
        "@codemirror/view@6.43.15",
        "@lezer/highlight@1.2.5",
        "jsonc-parser@3.3.1",
    ]

    input_id: rx.Var[str]
    name: rx.Var[str]
    label: rx.Var[str]
    default_value: rx.Var[str]
    server_error: rx.Var[str]
    classes: rx.Var[dict[str, str]]


def _editor(bound: BoundField) -> rx.Component:
    return JsonEditor.create(
        input_id=bound.id,
        name=bound.field.name,
        label=bound.field.label,
        default_value=bound.value.to(str),
        server_error=bound.error,
        classes={"editor": _EDITOR, "input": INPUT, "help": HELP, "error": ERROR},
    )


@dataclass(frozen=True, kw_only=True)
class JsonField(CustomField):
    """A JSON object, edited as text."""

    make: Any = _editor
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
