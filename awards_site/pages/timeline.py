"""The page Timeline."""

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
from awards_site.core.validation import EDITION_YEAR, Number
from awards_site.features.content.edition import EDITION, Milestone, Status
from awards_site.settings import settings
from awards_site.ui.controls import action_button, page_button
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_texts, blocks_query
from awards_site.ui.shell import MenuEntry, shell
from awards_site.ui.theme import call_to_action_section, section, section_heading

STATUS_LABELS: dict[Status, str] = {"upcoming": "Upcoming", "current": "Now", "past": "Past"}


class PastEvent(BlockSchema):
    """The event of a past edition."""

    year: Annotated[int, EDITION_YEAR]
    title: Line
    description: Paragraph
    total_nominations: Annotated[int, Number()]
    location: Line


class TimelineTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    milestones_title: Line
    past_title: Line
    past_lead: Paragraph
    nominations_label: Line
    past_events: Annotated[list[PastEvent], Field(max_length=24)]
    calls_title: Line
    calls_text: Paragraph


TIMELINE = ContentBlock(
    "page.timeline",
    "Timeline page",
    default_texts(TimelineTexts, __file__),
    former_keys=frozenset({"year", "milestones"}),
)


TEXTS = blocks_query(TIMELINE, EDITION)
_ADD_TO_CALENDAR = "Add to Calendar"


@public_page(
    paths.TIMELINE,
    Head("Timeline", f"The dates of the {settings().programme}, and the editions behind them."),
    menu=MenuEntry("Timeline", 70, ("footer",)),
)
def timeline_page() -> rx.Component:
    texts = block_texts(TEXTS, TIMELINE)
    edition = block_texts(TEXTS, EDITION)
    return shell(
        _intro(texts, edition),
        _milestones(texts, edition),
        _past_events(texts),
        call_to_action_section(
            texts,
            page_button("Submit a Nomination", paths.CONTACT_NOMINATION),
            page_button("Become a Sponsor", paths.CONTACT_SPONSORSHIP, tone="outline"),
        ),
        active=paths.TIMELINE,
    )


def _intro(texts: Any, edition: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.h1(texts.title, class_name="display-1"),
            rx.el.p(texts.lead, class_name="lead mt-6 max-w-[24em] text-muted"),
        ),
        rx.el.p(
            edition.year,
            aria_hidden="true",
            class_name="numeral mt-14 text-[clamp(7.5rem,36vw,33rem)] text-gold md:text-right",
        ),
        class_name="page-width overflow-x-clip pt-16 md:pt-24",
    )


def _milestones(texts: Any, edition: Any) -> rx.Component:
    return section(
        rx.el.div(
            rx.el.h2(
                texts.milestones_title,
                id="milestones-heading",
                class_name="display-2 max-w-[7.3em]",
            ),
            rx.cond(
                edition.has_dates,
                page_button(_ADD_TO_CALENDAR, paths.MILESTONES, tone="outline", class_name="mt-8"),
                action_button(_ADD_TO_CALENDAR, disabled=True, tone="outline", class_name="mt-8"),
            ),
            class_name="lg:sticky lg:top-28 lg:self-start",
        ),
        rx.el.ol(
            rx.foreach(edition.milestones, _milestone),
            class_name="border-l border-gold",
            data_testid="milestones",
        ),
        anchor="milestones",
        padding="pt-16 pb-20 md:pt-24 md:pb-32",
        layout="grid gap-x-16 gap-y-14 lg:grid-cols-[1fr_1.6fr]",
    )


def _milestone(milestone: rx.Var[Milestone]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            milestone.date,
            class_name="font-display text-[clamp(1.875rem,1.1rem+3.1vw,3.5rem)] leading-none"
            " font-[340] tracking-[-0.02em] text-plum lining-nums",
        ),
        rx.el.h3(milestone.title, class_name="display-3 mt-5"),
        rx.el.p(milestone.description, class_name="mt-2 max-w-[34.5em] text-muted"),
        rx.el.p(
            rx.el.span(
                rx.match(milestone.status, *STATUS_LABELS.items(), milestone.status),
                class_name="flex-none font-semibold text-action",
            ),
            rx.el.span(milestone.location, class_name="border-l border-gold pl-3 text-gold-ink"),
            class_name="label mt-4 flex gap-3",
        ),
        class_name="relative pb-16 pl-8 before:absolute before:top-[0.35em] before:-left-[7px]"
        " before:size-[13px] before:rounded-full before:border before:border-gold before:bg-ground"
        " before:text-[clamp(1.875rem,1.1rem+3.1vw,3.5rem)] last:pb-0 last:before:border-action"
        " last:before:bg-action md:pb-20 md:pl-14",
        data_testid="milestone",
        data_status=milestone.status,
    )


def _past_events(texts: Any) -> rx.Component:
    return section(
        section_heading(
            "past-events", "The record", texts.past_title, texts.past_lead, on_dark=True
        ),
        rx.el.ol(
            rx.foreach(
                texts.past_events, lambda event: _past_event(event, texts.nominations_label)
            ),
            class_name="mt-16 md:mt-24",
            data_testid="past-events",
        ),
        anchor="past-events",
        background="plum",
    )


def _past_event(event: rx.Var[PastEvent], label: rx.Var[str]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            event.year, class_name="font-display text-2xl text-gold-light lining-nums md:pt-1"
        ),
        rx.el.div(
            rx.el.h3(event.title, class_name="display-2"),
            rx.el.p(event.description, class_name="mt-4 max-w-[30.5em] text-on-plum-muted"),
            rx.el.p(event.location, class_name="label mt-4 text-gold-light"),
        ),
        rx.el.p(
            rx.el.span(
                event.total_nominations,
                class_name="numeral block text-[clamp(5.5rem,12vw,10.5rem)] text-gold-light",
            ),
            " ",
            rx.el.span(label, class_name="mt-4 block text-on-plum-muted"),
            class_name="md:text-right",
        ),
        class_name="grid items-start gap-x-10 gap-y-6 border-t border-gold-light/30 py-12"
        " md:grid-cols-[6rem_1fr_auto] md:py-14",
        data_testid="past-event",
    )
