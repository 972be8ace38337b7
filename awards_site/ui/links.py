"""Links. A public page is left by an ordinary link, not by the router.

The pages are there as HTML, so a full load is quick; the browser then moves the focus, announces
the new title, finds anchors and restores positions by itself. (`rx.el.a` is the router's link.)
"""

from typing import Any

import reflex as rx
from reflex_components_core.el.elements.inline import A


def link(*children: Any, **props: Any) -> rx.Component:
    return A.create(*children, **props)


def external_link(*children: Any, **props: Any) -> rx.Component:
    return link(*children, target="_blank", rel="noopener noreferrer", **props)


CARD_LINK = (
    "decoration-gold decoration-1 underline-offset-4 group-hover:underline"
    " after:absolute after:inset-0"
)
"""The look of a link for which the whole card answers, a `group relative` around it."""

TEXT_LINK = (
    "inline-flex min-h-6 items-center gap-2 font-semibold underline decoration-gold"
    " decoration-1 underline-offset-8 hover:decoration-2"
)
"""The look of a link that stands alone."""


def text_link(*children: Any, **props: Any) -> rx.Component:
    """Return a link that stands alone, underlined in gold; `class_name` is added to its look."""
    return link(*children, class_name=f"{TEXT_LINK} {props.pop('class_name', '')}".strip(), **props)
