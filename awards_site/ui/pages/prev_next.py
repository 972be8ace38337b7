"""Links to the pages beside a page: the one before it in a list, and the one behind it."""

from typing import Literal, TypedDict

import reflex as rx

from awards_site.ui.links import link


class PageLink(TypedDict):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(TypedDict):
    """The pages beside a page, where there are any."""

    previous: PageLink
    next: PageLink


NO_PREV_NEXT = {"previous": None, "next": None}


def prev_next_link(
    target: rx.vars.ObjectVar[PageLink], label: str, rel: Literal["prev", "next"]
) -> rx.Component:
    """Return the link to the page beside this one, below its `label`, or an empty place."""
    side = "" if rel == "prev" else "text-right justify-self-end"
    return rx.cond(
        target["path"],
        link(
            rx.el.span(label, class_name="label block text-gold-ink"),
            rx.el.span(" ", class_name="sr-only"),
            rx.el.span(
                target["name"],
                class_name="display-3 block break-words decoration-gold decoration-1"
                " underline-offset-4 group-hover:underline",
            ),
            href=target["path"],
            rel=rel,
            class_name=f"group min-w-0 max-w-full {side}",
        ),
        rx.el.span(),
    )
