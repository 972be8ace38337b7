"""Style sheets, sections, and guards of the first paint.

Browsers paint a page while they parse it; an element positioned by later content would shift.
"""

from collections.abc import Sequence
from typing import Any, Literal

import reflex as rx
from reflex_components_core.base.error_boundary import ErrorBoundary

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.ui.controls import button_link, text_link


@rx.memo
def page_failed() -> rx.Component:
    return rx.el.main(
        rx.el.h1("Something went wrong", class_name="display-2"),
        rx.el.p("Reloading the page may help.", class_name="lead mt-4 text-muted"),
        rx.el.div(
            # An empty href is the current URL.
            button_link("Reload", href=""),
            text_link("Back to Home", href=paths.HOME),
            class_name="mt-8 flex flex-wrap items-center gap-8",
        ),
        class_name="page-width py-28",
        role="alert",
    )


def error_boundary(has_state: bool) -> rx.Component:
    """Return the boundary around the portal's pages; caught errors are logged on the server.

    Without any State in the app (`has_state`), errors cannot be reported.
    """
    reporting = {} if has_state else {"on_error": rx.noop()}
    return ErrorBoundary.create(fallback_render=rx.Var.create(page_failed()), **reporting)


HIDDEN_UNTIL_NEXT_SIBLING = "not-has-[+*]:invisible"
"""Invisible until the next sibling is parsed."""

HIDDEN_UNTIL_FOOTER = "in-[main:not(:has(+footer))]:invisible"
"""Invisible until the page's footer is parsed."""


Part = react("Part", script("queries/part.jsx"))
"""A part of a page that hydrates in a task of its own; it changes nothing else."""


Background = Literal["ivory", "surface", "plum", "action"]

_BACKGROUNDS: dict[Background, str] = {
    "ivory": "bg-ground text-ink",
    "surface": "bg-surface text-ink",
    "plum": "on-dark bg-plum text-on-plum",
    "action": "on-dark bg-action text-white",
}


def section(
    *children: Any,
    anchor: str,
    background: Background = "ivory",
    padding: str = "py-20 md:py-28 xl:py-36",
    layout: str = "",
    **props: Any,
) -> rx.Component:
    """Return a full-width section, labelled by its heading; `anchor` is its id.

    `padding` are classes of the section, `layout` those of its content, such as a grid.
    """
    return Part.create(
        rx.el.section(
            rx.el.div(*children, class_name=f"page-width {layout}".strip()),
            id=anchor,
            aria_labelledby=_heading_id(anchor),
            class_name=f"{padding} {_BACKGROUNDS[background]}",
            **props,
        )
    )


def action_section(title: Any, *content: rx.Component, anchor: str) -> rx.Component:
    """Return a call-to-action section with its title beside `content`."""
    return section(
        rx.el.h2(title, id=_heading_id(anchor), class_name="display-2 max-w-[8.6em]"),
        rx.el.div(*content),
        anchor=anchor,
        background="action",
        padding="py-16 md:py-24",
        layout="grid items-end gap-x-16 gap-y-8 lg:grid-cols-2",
    )


def page_intro(texts: Any, *below: rx.Component, class_name: str) -> rx.Component:
    """Return a page's intro: `texts.title`, and beside it `texts.lead` and the children `below`."""
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
    anchor: str, eyebrow: str, title: str, *lead: Any, on_dark: bool = False
) -> rx.Component:
    """Return a section's heading: the eyebrow in the margin, the title, and a lead below it."""
    border, accent = (
        ("border-gold-light/40", "text-gold-light") if on_dark else ("border-gold", "text-gold-ink")
    )
    return rx.el.div(
        rx.el.p(eyebrow, class_name=f"label pt-3 {accent}"),
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
        class_name=f"grid gap-y-4 border-t {border} pt-4 md:grid-cols-[12rem_1fr] md:gap-x-10",
    )


def call_to_action_section(
    texts: Any,
    *buttons: rx.Component,
    below: Sequence[rx.Component] = (),
    background: Background = "ivory",
) -> rx.Component:
    """Return the calls to action: `texts.calls_title`, `texts.calls_text`, `below`, and buttons."""
    anchor = "calls"
    title = rx.el.h2(
        texts.calls_title, id=_heading_id(anchor), class_name="display-2 max-w-[8.6em]"
    )
    text = rx.el.p(texts.calls_text, class_name="lead mt-6 max-w-[32em] text-muted")
    return section(
        rx.el.div(title, text, *below),
        rx.el.div(*buttons, class_name="flex flex-wrap gap-4"),
        anchor=anchor,
        background=background,
        layout="grid items-end gap-x-16 gap-y-10 lg:grid-cols-[1fr_auto]",
    )


def _heading_id(anchor: str) -> str:
    return f"{anchor}-heading"


STYLE_SHEETS = ["fonts.css", "theme.css", "base.css", "utilities.css"]
"""Files under `assets/`, for `rx.App(stylesheets=...)`."""


FontPreload = react(
    "FontPreload",
    script("layout/header.jsx"),
    dependencies=[
        "@fontsource-variable/fraunces@5.3.0",
        "@fontsource-variable/instrument-sans@5.3.0",
    ],
)
"""A preload link for the font of the portal's texts; that of its headings follows the scripts.

Public pages load their fonts after the first paint (`awards_site/prerender/typefaces.js`).
"""
