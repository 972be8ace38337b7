"""The page About."""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    LinkUrl,
    OptionalImageUrl,
    Paragraph,
    default_texts,
)
from awards_site.pages.home_content import CoreValue
from awards_site.settings import settings
from awards_site.ui.controls import link
from awards_site.ui.images import portrait, portrait_layout
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_images, block_texts, blocks_query
from awards_site.ui.shell import MenuEntry, shell
from awards_site.ui.theme import page_intro, section, section_heading


class Mission(BlockSchema):
    """The mission; `statement` is a sentence in large letters, `text` explains it."""

    title: Line
    statement: Paragraph
    text: Paragraph


class History(BlockSchema):
    """The history; `established` is the founding year, a large numeral."""

    title: Line
    established: Annotated[Line, Field(description="The founding year, a large numeral.")]
    established_label: Line
    paragraphs: Annotated[list[Paragraph], Field(min_length=1, max_length=10)]


class TeamMember(BlockSchema):
    """A team member; without an image, her monogram is displayed."""

    name: Line
    role: Line
    text: Paragraph
    image: Annotated[OptionalImageUrl, Field(description="A monogram if empty.")] = None


class Involvement(BlockSchema):
    """A way to take part, a link to `href`."""

    title: Line
    text: Paragraph
    href: Annotated[LinkUrl, Field(description="A page, such as /contact, or a URL.")]


class AboutTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    mission: Mission
    history: History
    values_title: Line
    core_values: Annotated[list[CoreValue], Field(min_length=1, max_length=12)]
    team_title: Line
    team_lead: Paragraph
    team: Annotated[list[TeamMember], Field(max_length=24)]
    involved_title: Line
    involved_lead: Paragraph
    involved: Annotated[list[Involvement], Field(min_length=1, max_length=12)]


ABOUT = ContentBlock(
    "page.about",
    "About page",
    default_texts(AboutTexts, __file__),
)


_PORTRAIT = portrait_layout(
    ("(min-width: 84rem)", "24rem"), ("(min-width: 48rem)", "28vw"), ("", "min(90vw, 28rem)")
)


TEXTS = blocks_query(ABOUT)


@public_page(
    paths.ABOUT,
    Head(
        "About",
        f"What the {settings().programme} are for: their mission, history, values and team.",
    ),
    menu=MenuEntry("About", 20),
)
def about_page() -> rx.Component:
    texts = block_texts(TEXTS, ABOUT)
    return shell(
        page_intro(texts, class_name="pb-20 md:pt-28 md:pb-28"),
        _mission(texts.mission),
        _history(texts.history),
        _values(texts),
        _team(texts, block_images(TEXTS, ABOUT)),
        _involved(texts),
        active=paths.ABOUT,
    )


def _mission(mission: Any) -> rx.Component:
    return section(
        rx.el.h2(
            mission.title,
            id="mission-heading",
            class_name="label border-t border-gold-light/40 pt-4 text-gold-light",
        ),
        rx.el.div(
            mission.statement,
            class_name="mt-10 max-w-[13.5em] font-display text-[clamp(2rem,1rem+4.6vw,5.25rem)]"
            " leading-[1.06] font-[340] tracking-[-0.02em] italic md:mt-16",
        ),
        rx.el.p(
            mission.text,
            class_name="lead mt-10 max-w-[38.5em] text-on-plum-muted md:mt-16 md:ml-auto",
        ),
        anchor="mission",
        background="plum",
        padding="py-20 md:py-28",
        data_testid="about-mission",
    )


def _history(history: Any) -> rx.Component:
    return section(
        rx.el.p(
            rx.el.span(history.established_label, class_name="label block text-gold-ink"),
            # The space separates the words for screen readers.
            " ",
            rx.el.span(
                history.established,
                class_name="numeral mt-6 block text-[clamp(6.5rem,21vw,19rem)] text-gold",
            ),
        ),
        rx.el.div(
            rx.el.h2(history.title, id="history-heading", class_name="display-2"),
            rx.foreach(history.paragraphs, lambda text: rx.el.p(text, class_name="lead mt-6")),
            class_name="max-w-[38.5em] lg:pt-2",
        ),
        anchor="history",
        layout="grid items-start gap-x-20 gap-y-14 lg:grid-cols-[auto_1fr]",
        data_testid="about-history",
    )


def _values(texts: Any) -> rx.Component:
    return section(
        rx.el.h2(texts.values_title, id="values-heading", class_name="display-2"),
        rx.el.ul(
            rx.foreach(texts.core_values, _value), class_name="mt-12 border-b border-line md:mt-16"
        ),
        anchor="values",
        background="surface",
        data_testid="about-values",
    )


def _value(value: rx.Var[CoreValue]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(
            value.title,
            class_name="font-display text-[clamp(2.25rem,1.2rem+4.2vw,4.75rem)] leading-none"
            " font-[340] tracking-[-0.025em] text-plum italic",
        ),
        rx.el.p(value.text, class_name="lead max-w-[32em] text-muted"),
        class_name="grid items-baseline gap-x-16 gap-y-4 border-t border-line py-8 md:py-10"
        " md:grid-cols-[1.1fr_1fr]",
    )


def _team(texts: Any, images: Any) -> rx.Component:
    return section(
        section_heading("team", "The office", texts.team_title, texts.team_lead),
        rx.el.ul(
            rx.foreach(texts.team, lambda member, index: _member(member, index, images)),
            class_name="mt-16 grid gap-x-8 gap-y-14 md:mt-24 md:grid-cols-3",
        ),
        anchor="team",
        data_testid="about-team",
    )


def _member(member: rx.Var[TeamMember], index: rx.Var[int], images: Any) -> rx.Component:
    return rx.el.li(
        portrait(member.name, images[member.image], _PORTRAIT, "max-w-md"),
        rx.el.h3(member.name, class_name="display-3 mt-5"),
        rx.el.p(member.role, class_name="label mt-1 text-gold-ink"),
        rx.el.p(member.text, class_name="mt-3 max-w-[26.5em] text-muted"),
        # The columns are staggered.
        class_name=rx.match(index % 3, (1, "md:mt-16"), (2, "md:mt-32"), ""),
    )


def _involved(texts: Any) -> rx.Component:
    return section(
        rx.el.div(
            rx.el.h2(texts.involved_title, id="involved-heading", class_name="display-2"),
            rx.el.p(texts.involved_lead, class_name="lead mt-6 max-w-[24em]"),
        ),
        rx.el.ul(rx.foreach(texts.involved, _involvement), class_name="border-b border-white/40"),
        anchor="involved",
        background="action",
        layout="grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.4fr]",
        data_testid="get-involved",
    )


def _involvement(way: rx.Var[Involvement]) -> rx.Component:
    return rx.el.li(
        link(
            rx.el.span(
                rx.el.span(way.title, class_name="display-3 block"),
                # The space separates title and text in the link's accessible name.
                " ",
                rx.el.span(way.text, class_name="mt-1 block"),
            ),
            rx.el.span(
                "\u2192",
                aria_hidden="true",
                class_name="text-2xl transition-transform group-hover:translate-x-2",
            ),
            href=way.href,
            class_name="group flex items-center justify-between gap-6 border-t border-white/40"
            " py-6",
        )
    )
