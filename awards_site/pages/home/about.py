"""The about section: history, the founder's quote, and three values."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.home.schemas import CoreValue, HomeAboutTexts
from awards_site.ui.layout.sections import section, section_heading


@rx.memo
def home_about(texts: rx.Var[HomeAboutTexts]) -> rx.Component:
    return section(
        section_heading(paths.ABOUT_ANCHOR, "The awards", texts.title),
        rx.el.div(
            rx.el.p(
                rx.el.span(
                    texts.count,
                    class_name="numeral block text-[clamp(6.5rem,17vw,15rem)] text-gold",
                ),
                " ",
                rx.el.span(texts.count_label, class_name="label mt-6 block text-muted"),
            ),
            rx.el.div(
                rx.foreach(
                    texts.paragraphs, lambda text: rx.el.p(text, class_name="lead mt-5 first:mt-0")
                ),
                class_name="max-w-[41.5em] self-end",
            ),
            class_name="mt-16 grid gap-x-16 gap-y-12 md:mt-24 lg:grid-cols-2",
        ),
        _quote(texts),
        rx.el.ul(
            rx.foreach(texts.core_values, _value),
            class_name="mt-20 grid gap-x-10 gap-y-10 md:mt-28 md:grid-cols-3",
        ),
        anchor=paths.ABOUT_ANCHOR,
    )


def _quote(texts: Any) -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(
                f"\u201c{texts.quote}\u201d",
                class_name="font-display text-[clamp(1.75rem,1.2rem+2.4vw,3.25rem)] leading-[1.16]"
                " font-[340] tracking-[-0.015em] text-plum italic",
            )
        ),
        rx.el.figcaption(texts.quoted, class_name="label mt-6 text-muted"),
        class_name="mt-20 max-w-[60rem] border-l border-gold pl-6 md:mt-28 md:ml-58 md:pl-10",
    )


def _value(value: rx.Var[CoreValue]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(value.title, class_name="display-3"),
        rx.el.p(value.text, class_name="mt-3 max-w-[26.5em] text-muted"),
        class_name="border-t border-ink/25 pt-5",
    )
