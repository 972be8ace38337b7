"""Buttons, badges and links.

Pages are prerendered, so a full load is quick, and the browser handles focus, title announcement,
anchors and scroll restoration.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any, Literal

import reflex as rx
from reflex_components_core.el.elements.base import BaseHTML
from reflex_components_core.el.elements.inline import A

_POINTS = 24


def _scalloped_edge() -> str:
    """Return the SVG path of a seal's outline, centred in a square of 100 by 100."""
    corners = []
    for step in range(_POINTS * 2):
        radius = 49.0 if step % 2 == 0 else 45.0
        angle = pi * step / _POINTS
        corners.append(f"{50 + radius * cos(angle):.1f} {50 + radius * sin(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


_EDGE = _scalloped_edge()
_STAR = "m50 20 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z"
_LAUREL = "M30 66q20 18 40 0M33 69l-5 3M39 73l-4 5M47 75l-1 6M53 75l1 6M61 73l4 5M67 69l5 3"


def winner_badge() -> rx.Component:
    return rx.el.span(
        rx.el.svg(
            rx.el.path(d=_EDGE, class_name="fill-gold-light"),
            rx.el.circle(cx="50", cy="50", r="40", class_name="fill-none stroke-plum/50"),
            rx.el.path(d=_STAR, class_name="fill-plum"),
            rx.el.path(d=_LAUREL, class_name="fill-none stroke-plum stroke-[1.5]"),
            view_box="0 0 100 100",
            aria_hidden="true",
            class_name="absolute inset-0 size-full drop-shadow-md",
        ),
        rx.el.span("Winner", class_name="relative font-display text-[0.9375rem] font-semibold"),
        class_name="relative grid size-19 place-items-center leading-none text-plum-deep",
        data_testid="winner-badge",
    )


def finalist_badge() -> rx.Component:
    return rx.el.span(
        "Finalist",
        class_name=(
            "inline-block border border-gold bg-surface px-3 py-1 font-display text-sm"
            " text-gold-ink"
        ),
        data_testid="finalist-badge",
    )


def link(*children: Any, **props: Any) -> rx.Component:
    return A.create(*children, **props)


def external_link(*children: Any, **props: Any) -> rx.Component:
    return link(*children, target="_blank", rel="noopener noreferrer", **props)


def new_tab_link(*children: Any, **props: Any) -> rx.Component:
    """Return an external link that tells screen readers that it opens in a new tab."""
    hint = rx.el.span(" (opens in a new tab)", class_name="sr-only")
    return external_link(*children, hint, **props)


CARD_LINK = (
    "decoration-gold decoration-1 underline-offset-4 group-hover:underline"
    " after:absolute after:inset-0"
)
"""Classes of a link that makes its whole card clickable; the card needs `group relative`."""

TEXT_LINK = (
    "inline-flex min-h-6 items-center gap-2 font-semibold underline decoration-gold"
    " decoration-1 underline-offset-8 hover:decoration-2"
)
"""Classes of a standalone link."""


def text_link(*children: Any, **props: Any) -> rx.Component:
    """Return a standalone link, underlined in gold; `class_name` is appended to its classes."""
    return link(*children, class_name=f"{TEXT_LINK} {props.pop('class_name', '')}".strip(), **props)


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


def action_button(*children: Any, tone: Tone = "action", **props: Any) -> rx.Component:
    """Return a button; `class_name` is appended to its classes."""
    classes = f"{button_classes(tone)} {props.pop('class_name', '')}".strip()
    return rx.el.button(*children, class_name=classes, **{"type": "button", **props})


def button_link(*children: Any, tone: Tone = "action", **props: Any) -> rx.Component:
    """Return a link styled as a button; `class_name` is appended to its classes."""
    classes = f"{button_classes(tone)} {props.pop('class_name', '')}".strip()
    return link(*children, class_name=classes, **props)


class _GetForm(BaseHTML):
    """A form that the browser submits; Reflex's own form needs JavaScript."""

    tag = "form"
    action: rx.Var[str]


def page_button(
    label: str, path: str, query: Mapping[str, Any] | None = None, **props: Any
) -> rx.Component:
    """Return a button that opens a page or a file of the site, without JavaScript.

    Only for controls that must be buttons; elsewhere, use `button_link`.
    """
    inputs = [
        rx.el.input(type="hidden", name=name, default_value=value)
        for name, value in (query or {}).items()
    ]
    return _GetForm.create(*inputs, action_button(label, type="submit", **props), action=path)
