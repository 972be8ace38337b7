"""What the awards are: their beginning, the founder's words, three values (spec 1, "About")."""

import reflex as rx

from awards_site.site.home.content import HOME, Value
from awards_site.ui import paths
from awards_site.ui.sections import section, section_heading


def about() -> rx.Component:
    """Return the section #about."""
    return section(
        section_heading(paths.ABOUT_ANCHOR, "The awards", HOME.about.title),
        rx.el.div(
            rx.el.p(
                rx.el.span(
                    HOME.about.count,
                    class_name="numeral block text-[clamp(6.5rem,17vw,15rem)] text-gold",
                ),
                rx.el.span(HOME.about.count_label, class_name="label mt-6 block text-muted"),
            ),
            rx.el.div(
                *[
                    rx.el.p(text, class_name="lead mt-5 first:mt-0")
                    for text in HOME.about.paragraphs
                ],
                class_name="max-w-[62ch] self-end",
            ),
            class_name="mt-16 grid gap-x-16 gap-y-12 md:mt-24 lg:grid-cols-2",
        ),
        _quote(),
        rx.el.ul(
            *[_value(value) for value in HOME.about.values],
            class_name="mt-20 grid gap-x-10 gap-y-10 md:mt-28 md:grid-cols-3",
        ),
        anchor=paths.ABOUT_ANCHOR,
    )


def _quote() -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(
                f"\u201c{HOME.about.quote}\u201d",
                class_name="font-display text-[clamp(1.75rem,1.2rem+2.4vw,3.25rem)] leading-[1.16]"
                " font-[340] tracking-[-0.015em] text-plum italic",
            )
        ),
        rx.el.figcaption(HOME.about.quoted, class_name="label mt-6 text-muted"),
        class_name="mt-20 max-w-[60rem] border-l border-gold pl-6 md:mt-28 md:ml-58 md:pl-10",
    )


def _value(value: Value) -> rx.Component:
    return rx.el.li(
        rx.el.h3(value.title, class_name="display-3"),
        rx.el.p(value.text, class_name="mt-3 max-w-[40ch] text-muted"),
        class_name="border-t border-ink/25 pt-5",
    )
