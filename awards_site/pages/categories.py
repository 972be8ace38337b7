"""The page Categories."""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    default_texts,
)
from awards_site.core.validation import ALL, PatternText
from awards_site.features.nominees.entity import NOMINEES_PAGE, NomineeCategory
from awards_site.settings import settings
from awards_site.ui.controls import link, page_button
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_texts, blocks_query
from awards_site.ui.shell import MenuEntry, shell
from awards_site.ui.theme import action_section

Anchor = Annotated[
    str,
    PatternText(
        1,
        pattern=r"[a-z0-9]+(-[a-z0-9]+)*",
        mismatch_message="Id must be lower-case words joined by hyphens",
    ),
]


class AwardCategory(BlockSchema):
    """An award category; `id` is its anchor on the page."""

    id: Annotated[
        Anchor, Field(description="The end of its link; lower-case words joined by hyphens.")
    ]
    title: Line
    description: Paragraph
    criteria: Annotated[list[Line], Field(min_length=1, max_length=12)]


class CategoriesTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    criteria_title: Line
    categories: Annotated[list[AwardCategory], Field(min_length=1, max_length=24)]
    nominate_title: Line
    nominate_text: Paragraph


CATEGORIES = ContentBlock(
    "page.categories",
    "Categories page",
    default_texts(CategoriesTexts, __file__),
)


TEXTS = blocks_query(CATEGORIES)

NOMINEE_CATEGORIES = {
    "entrepreneur-of-the-year": NomineeCategory.LEADERSHIP,
    "innovation-leader": NomineeCategory.INNOVATION,
    "social-impact": NomineeCategory.SOCIAL_IMPACT,
    "rising-star": NomineeCategory.YOUNG_ENTREPRENEUR,
    "inclusive-leadership": NomineeCategory.LEADERSHIP,
}
"""The nominee category of each award category, by the latter's id."""


@public_page(
    paths.CATEGORIES,
    Head(
        "Award categories", f"The six awards of the {settings().programme}, and how each is judged."
    ),
    menu=MenuEntry("Categories", 40, ("footer",)),
)
def categories_page() -> rx.Component:
    texts = block_texts(TEXTS, CATEGORIES)
    return shell(
        _intro(texts),
        rx.el.div(
            rx.foreach(
                texts.categories,
                lambda category, index: _category(category, index, texts.criteria_title),
            ),
            class_name="page-width pb-20 md:pb-28",
            data_testid="categories",
        ),
        _nominate_section(texts),
        active=paths.CATEGORIES,
    )


def _intro(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.div(
                rx.el.h1(texts.title, class_name="display-1 max-w-[5.5em]"),
                rx.el.p(texts.lead, class_name="lead mt-8 max-w-[30.5em] text-on-plum-muted"),
            ),
            rx.el.nav(
                rx.el.ol(
                    rx.foreach(texts.categories, _category_link),
                    class_name="border-b border-gold-light/40",
                ),
                aria_label="Award categories",
                class_name="self-end",
            ),
            class_name="page-width grid gap-x-20 gap-y-14 lg:grid-cols-[1.3fr_1fr]",
        ),
        class_name="on-dark bg-plum pt-16 pb-16 text-on-plum md:pt-24 md:pb-24",
    )


def _category_link(category: rx.Var[AwardCategory], index: rx.Var[int]) -> rx.Component:
    return rx.el.li(
        link(
            rx.el.span(
                index + 1,
                aria_hidden="true",
                class_name="w-10 font-display text-xl text-gold-light lining-nums",
            ),
            category.title,
            href=f"#{category.id}",
            class_name="flex items-baseline border-t border-gold-light/40 py-3.5 text-lg"
            " hover:text-gold-light",
        )
    )


def _category(
    category: rx.Var[AwardCategory], index: rx.Var[int], criteria_title: rx.Var[str]
) -> rx.Component:
    heading = f"{category.id}-heading"
    return rx.el.section(
        rx.el.p(
            index + 1,
            aria_hidden="true",
            class_name="numeral text-[clamp(7rem,19vw,17rem)] text-gold",
        ),
        rx.el.div(
            rx.el.h2(category.title, id=heading, class_name="display-2 max-w-[8.6em]"),
            rx.el.p(category.description, class_name="lead mt-6 max-w-[30.5em]"),
            page_button(
                "View Past Winners",
                NOMINEES_PAGE,
                {"year": ALL, "category": _nominee_category(category.id)},
                tone="outline",
                aria_describedby=heading,
                class_name="mt-8",
            ),
        ),
        rx.el.div(
            rx.el.h3(criteria_title, class_name="label text-gold-ink"),
            rx.el.ol(
                rx.foreach(
                    category.criteria,
                    lambda criterion: rx.el.li(
                        criterion, class_name="border-t border-line py-3 last:border-b"
                    ),
                ),
                class_name="mt-4",
            ),
            class_name="md:col-start-2 xl:col-start-auto",
        ),
        id=category.id,
        aria_labelledby=heading,
        class_name="grid items-start gap-x-14 gap-y-8 border-t border-ink/25 py-14"
        " first:border-t-0 md:grid-cols-[minmax(9rem,17vw)_1fr] md:py-20"
        " xl:grid-cols-[15rem_1.2fr_1fr]",
        data_testid="award-category",
    )


def _nominee_category(award_category_id: rx.Var[str]) -> rx.Var[str]:
    """Return the nominee category of an award category, or ALL."""
    return rx.match(award_category_id, *NOMINEE_CATEGORIES.items(), ALL).to(str)


def _nominate_section(texts: Any) -> rx.Component:
    return action_section(
        texts.nominate_title,
        rx.el.p(texts.nominate_text, class_name="lead max-w-[32em]"),
        page_button(
            "Submit a Nomination",
            paths.CONTACT_NOMINATION,
            tone="outline-on-dark",
            class_name="mt-8",
        ),
        anchor="nominate",
    )
