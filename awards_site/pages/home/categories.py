"""The award categories and the call to nominate."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.home.schemas import Category, HomeCategoriesTexts
from awards_site.ui.buttons import button_link
from awards_site.ui.layout.sections import action_section, section, section_heading
from awards_site.ui.links import text_link


@rx.memo
def home_categories(texts: rx.Var[HomeCategoriesTexts]) -> rx.Component:
    return rx.fragment(_categories(texts), _nominate(texts))


def _categories(texts: Any) -> rx.Component:
    return section(
        section_heading(paths.CATEGORIES_ANCHOR, "The categories", texts.title, texts.lead),
        rx.el.ul(
            rx.foreach(texts.general, _category),
            class_name="mt-16 grid gap-x-12 sm:grid-cols-2 md:mt-24 lg:grid-cols-3",
        ),
        _alumni(texts),
        rx.el.div(
            rx.el.p(texts.nominations_open, class_name="display-3"),
            text_link("Download Nomination Form", href=paths.anchor(paths.NOMINATE_ANCHOR)),
            class_name="mt-16 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4",
        ),
        anchor=paths.CATEGORIES_ANCHOR,
    )


def _category(category: rx.Var[Category]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(category.title, class_name="display-3 max-w-[10.5em]"),
        rx.el.p(category.text, class_name="mt-3 max-w-[28em] text-muted"),
        _facts(category, "text-gold-ink"),
        class_name="border-t border-ink/25 pt-5 pb-12",
    )


def _facts(category: rx.Var[Category], class_name: str) -> rx.Component:
    return rx.el.p(
        rx.el.span(f"Since {category.since}"),
        rx.el.span(category.eligibility, class_name="border-l border-gold pl-3"),
        class_name=f"label mt-5 flex gap-3 {class_name}",
    )


def _alumni(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h3(texts.alumni_title, class_name="display-3 text-gold-light"),
        rx.el.ul(
            rx.foreach(
                texts.alumni,
                lambda category: rx.el.li(
                    rx.el.h4(category.title, class_name="display-2 max-w-[6.1em]"),
                    rx.el.p(category.text, class_name="mt-4 max-w-[26.5em] text-on-plum-muted"),
                    _facts(category, "text-gold-light"),
                ),
            ),
            class_name="mt-8 grid gap-12 border-t border-gold-light/40 pt-8 md:grid-cols-2",
        ),
        class_name="on-dark mt-4 bg-plum p-7 text-on-plum sm:p-10 lg:p-14",
    )


def _nominate(texts: Any) -> rx.Component:
    # Nominations are not submitted on the site; the section links to the form and the contact.
    return action_section(
        texts.nominate_title,
        rx.el.p(texts.nominations_open, class_name="label"),
        rx.el.p(texts.nominate_text, class_name="lead mt-3 max-w-[32em]"),
        rx.el.div(
            button_link(
                "Download the form (PDF)", href=paths.NOMINATION_FORM, download=True, tone="gold"
            ),
            button_link(
                "Ask for the form",
                href=paths.anchor(paths.CONTACT_ANCHOR),
                tone="outline-on-dark",
            ),
            class_name="mt-7 flex flex-wrap gap-4",
        ),
        anchor=paths.NOMINATE_ANCHOR,
    )
