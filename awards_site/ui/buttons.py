"""Buttons, and links that look like buttons, in the tones of the look."""

from collections.abc import Mapping
from typing import Any, Literal

import reflex as rx
from reflex_components_core.el.elements.base import BaseHTML

from awards_site.ui.links import link

Tone = Literal["action", "outline", "outline-on-dark", "gold"]

_BASE = (
    "inline-flex min-h-12 items-center justify-center gap-3 rounded-xs px-6 py-3 text-center"
    " font-semibold leading-tight transition-colors duration-200"
    " disabled:cursor-not-allowed disabled:opacity-60"
)
_TONES: dict[Tone, str] = {
    "action": "bg-action text-white hover:bg-action-strong",
    "outline": "border border-ink/40 text-ink hover:border-ink hover:bg-ink hover:text-on-plum",
    "outline-on-dark": (
        "border border-on-plum/60 text-on-plum hover:border-on-plum hover:bg-on-plum"
        " hover:text-plum"
    ),
    "gold": "bg-gold-light text-ink hover:bg-on-plum",
}


def button_classes(tone: Tone = "action") -> str:
    return f"{_BASE} {_TONES[tone]}"


def button(*children: Any, tone: Tone = "action", **props: Any) -> rx.Component:
    """Return a button; `class_name` is added to its look."""
    look = f"{button_classes(tone)} {props.pop('class_name', '')}".strip()
    return rx.el.button(*children, class_name=look, **{"type": "button", **props})


def button_link(*children: Any, tone: Tone = "action", **props: Any) -> rx.Component:
    """Return a link that looks like a button; `class_name` is added to its look."""
    look = f"{button_classes(tone)} {props.pop('class_name', '')}".strip()
    return link(*children, class_name=look, **props)


class _GetForm(BaseHTML):
    """A form that the browser itself submits; Reflex's own always asks a script."""

    tag = "form"
    action: rx.Var[str]


def page_button(
    label: str, path: str, query: Mapping[str, Any] | None = None, **props: Any
) -> rx.Component:
    """Return a button that opens a page or a file of the site, without a script.

    It is for what the specification calls a button; elsewhere, readers expect a `button_link`.
    """
    values = [
        rx.el.input(type="hidden", name=name, default_value=value)
        for name, value in (query or {}).items()
    ]
    return _GetForm.create(*values, button(label, type="submit", **props), action=path)
