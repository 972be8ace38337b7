"""Plain links, which load pages without client-side routing (`rx.el.a` is the router's link).

Pages are prerendered, so a full load is quick, and the browser handles focus, title announcement,
anchors and scroll restoration.
"""

from typing import Any

import reflex as rx
from reflex_components_core.el.elements.inline import A


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
