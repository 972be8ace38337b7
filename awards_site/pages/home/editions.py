"""The timeline of editions."""

import reflex as rx

from awards_site.core import paths
from awards_site.pages.home.schemas import ComingEdition, EditionsTexts, PastEdition
from awards_site.ui.buttons import button_link
from awards_site.ui.layout.sections import section, section_heading


@rx.memo
def home_editions(texts: rx.Var[EditionsTexts]) -> rx.Component:
    return section(
        section_heading(
            paths.EDITION_ANCHOR, "The editions", texts.title, texts.lead, on_dark=True
        ),
        rx.el.ol(
            rx.foreach(texts.past, _past_edition),
            _coming_edition(texts.coming),
            class_name="mt-16 md:mt-24",
        ),
        anchor=paths.EDITION_ANCHOR,
        background="plum",
    )


def _past_edition(edition: rx.Var[PastEdition]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            edition.number,
            class_name="numeral text-[clamp(3.5rem,7vw,6rem)] text-gold-light lining-nums",
        ),
        rx.el.div(
            rx.el.p(edition.year, class_name="label text-gold-light"),
            rx.el.h3(edition.title, class_name="display-3 mt-1"),
            rx.el.p(edition.text, class_name="mt-2 max-w-[30.5em] text-on-plum-muted"),
        ),
        rx.el.p(
            rx.el.span(edition.figure, class_name="font-display text-4xl font-light lining-nums"),
            " ",
            rx.el.span(edition.figure_label, class_name="text-on-plum-muted"),
            class_name="col-start-2 md:col-start-auto md:text-right",
        ),
        class_name="grid grid-cols-[5.5rem_1fr] items-start gap-x-6 gap-y-4 border-t"
        " border-gold-light/30 py-8 md:grid-cols-[12rem_1fr_15rem] md:gap-x-10 md:py-10",
    )


def _coming_edition(edition: rx.Var[ComingEdition]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            edition.number,
            class_name="numeral text-[clamp(8rem,33vw,29rem)] text-gold-light lining-nums",
        ),
        rx.el.div(
            rx.el.p(edition.year, class_name="label text-gold-light"),
            rx.el.h3(edition.title, class_name="display-2 mt-1"),
            rx.el.p(edition.text, class_name="lead mt-3 text-on-plum-muted"),
            rx.el.ul(
                rx.foreach(
                    edition.highlights,
                    lambda highlight: rx.el.li(
                        highlight,
                        class_name="border-t border-gold-light/30 py-3 font-display text-xl",
                    ),
                ),
                class_name="mt-8",
            ),
            button_link(
                "Learn More",
                href=paths.anchor(paths.CATEGORIES_ANCHOR),
                tone="gold",
                class_name="mt-8",
            ),
        ),
        class_name="grid items-center gap-x-16 gap-y-10 border-t border-gold-light/30 pt-12"
        " md:pt-16 lg:grid-cols-[1.15fr_1fr]",
    )
