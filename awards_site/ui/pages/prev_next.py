"""Links to the previous and the next record's page."""

from typing import Literal, TypedDict

import reflex as rx

from awards_site.core.presentation.views import PageLink
from awards_site.ui.links import link


class PrevNextLinks(TypedDict):
    """The previous and the next page; null at the ends of the list."""

    previous: PageLink
    next: PageLink


NO_PREV_NEXT = {"previous": None, "next": None}


def prev_next_link(
    target: rx.vars.ObjectVar[PageLink], label: str, rel: Literal["prev", "next"]
) -> rx.Component:
    """Return a link to the page `target`, below its `label`, or an empty placeholder."""
    alignment = "" if rel == "prev" else "text-right justify-self-end"
    return rx.cond(
        target["path"],
        link(
            rx.el.span(label, class_name="label block text-gold-ink"),
            rx.el.span(" ", class_name="sr-only"),
            rx.el.span(
                target["name"],
                class_name="display-3 block decoration-gold decoration-1"
                " underline-offset-4 group-hover:underline",
            ),
            href=target["path"],
            rel=rel,
            class_name=f"group min-w-0 max-w-full {alignment}",
        ),
        rx.el.span(),
    )
