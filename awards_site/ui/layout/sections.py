"""The sections that pages are made of: a toned band, its heading, its folio in the margin."""

from collections.abc import Sequence
from typing import Any, Literal

import reflex as rx

Ground = Literal["ivory", "surface", "plum", "action"]

_GROUNDS: dict[Ground, str] = {
    "ivory": "bg-ground text-ink",
    "surface": "bg-surface text-ink",
    "plum": "on-dark bg-plum text-on-plum",
    "action": "on-dark bg-action text-white",
}


def section(*children: Any, anchor: str, ground: Ground = "ivory", **props: Any) -> rx.Component:
    """Return a band over the whole width that is named by its heading (see `section_heading`)."""
    return rx.el.section(
        rx.el.div(*children, class_name="page-width"),
        id=anchor,
        aria_labelledby=_heading_id(anchor),
        class_name=f"py-20 md:py-28 xl:py-36 {_GROUNDS[ground]}",
        **props,
    )


def page_opening(texts: Any, *below: rx.Component, class_name: str) -> rx.Component:
    """Return a page's title, `texts.title`, and beside it `texts.lead` and what is below that."""
    return rx.el.div(
        rx.el.h1(texts.title, class_name="display-1 max-w-[6.7em]"),
        rx.el.div(
            rx.el.p(texts.lead, class_name="lead max-w-[30.5em] text-muted"),
            *below,
            class_name="mt-8 md:mt-0 md:mb-3",
        ),
        class_name="page-width grid items-end gap-x-16 pt-16 md:grid-cols-[1.35fr_1fr]"
        f" {class_name}",
    )


def section_heading(
    anchor: str, folio: str, title: str, *lead: Any, on_dark: bool = False
) -> rx.Component:
    """Return a section's heading: the folio in the margin, the title, and a lead below it."""
    rule, quiet = (
        ("border-gold-light/40", "text-gold-light") if on_dark else ("border-gold", "text-gold-ink")
    )
    return rx.el.div(
        rx.el.p(folio, class_name=f"label pt-3 {quiet}"),
        rx.el.div(
            rx.el.h2(title, id=_heading_id(anchor), class_name="display-2 max-w-[11em]"),
            *[
                rx.el.p(
                    text,
                    class_name="lead mt-6 max-w-[41.5em] "
                    + ("text-on-plum-muted" if on_dark else "text-muted"),
                )
                for text in lead
            ],
        ),
        class_name=f"grid gap-y-4 border-t {rule} pt-4 md:grid-cols-[12rem_1fr] md:gap-x-10",
    )


def calls_section(
    texts: Any, *buttons: rx.Component, below: Sequence[rx.Component] = (), ground: Ground = "ivory"
) -> rx.Component:
    """Return the calls to action: `texts.calls_title` and `.calls_text`, what is below, buttons."""
    anchor = "calls"
    title = rx.el.h2(
        texts.calls_title, id=_heading_id(anchor), class_name="display-2 max-w-[8.6em]"
    )
    text = rx.el.p(texts.calls_text, class_name="lead mt-6 max-w-[32em] text-muted")
    return section(
        rx.el.div(
            rx.el.div(title, text, *below),
            rx.el.div(*buttons, class_name="flex flex-wrap gap-4"),
            class_name="grid items-end gap-x-16 gap-y-10 lg:grid-cols-[1fr_auto]",
        ),
        anchor=anchor,
        ground=ground,
    )


def _heading_id(anchor: str) -> str:
    return f"{anchor}-heading"
