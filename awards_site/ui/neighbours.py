"""Links to the pages beside a page: the one before it in a list, and the one behind it."""

from collections.abc import Sequence
from typing import Literal, TypedDict

import reflex as rx

from awards_site.ui.links import link


class NamedLink(TypedDict):
    """A link to a page of this site; both are empty where there is no such page."""

    name: str
    path: str


NO_LINK = NamedLink(name="", path="")


def beside(listed: Sequence[NamedLink], path: str) -> tuple[NamedLink, NamedLink]:
    """Return the links before and behind the one to `path` in a list."""
    place = next((at for at, each in enumerate(listed) if each["path"] == path), None)
    if place is None:
        return NO_LINK, NO_LINK
    before = listed[place - 1] if place else NO_LINK
    behind = listed[place + 1] if place + 1 < len(listed) else NO_LINK
    return before, behind


def neighbour_link(
    neighbour: rx.vars.ObjectVar[NamedLink], label: str, rel: Literal["prev", "next"]
) -> rx.Component:
    """Return the link to a neighbour, below its `label`, or an empty place."""
    side = "" if rel == "prev" else "text-right justify-self-end"
    return rx.cond(
        neighbour["path"],
        link(
            rx.el.span(label, class_name="label block text-gold-ink"),
            rx.el.span(" ", class_name="sr-only"),
            rx.el.span(
                neighbour["name"],
                class_name="display-3 block break-words decoration-gold decoration-1"
                " underline-offset-4 group-hover:underline",
            ),
            href=neighbour["path"],
            rel=rel,
            class_name=f"group min-w-0 max-w-full {side}",
        ),
        rx.el.span(),
    )
