"""The default texts of the timeline."""

from typing import Annotated, Literal

from pydantic import Field, computed_field

from awards_site.core import clock
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
)
from awards_site.core.validation.value_validators import EDITION_YEAR, Number
from awards_site.pages.timeline.dates import parse_date_range

Status = Literal["upcoming", "current", "past"]
STATUS_LABELS: dict[Status, str] = {"upcoming": "Upcoming", "current": "Now", "past": "Past"}


class Milestone(BlockSchema):
    """A milestone of the upcoming edition; `date` is a text such as "July 15-30, 2025"."""

    id: Annotated[Line, Field(description="Identifies the milestone in calendars.")]
    title: Line
    date: Annotated[Line, Field(description='A text such as "July 15-30, 2025".')]
    description: Paragraph
    status: Status
    location: Line


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
    year: Line
    milestones_title: Line
    milestones: Annotated[list[Milestone], Field(max_length=24)]
    past_title: Line
    past_lead: Paragraph
    nominations_label: Line
    past_events: Annotated[list[PastEvent], Field(max_length=24)]
    calls_title: Line
    calls_text: Paragraph

    @computed_field  # type: ignore[prop-decorator]
    @property
    def has_dates(self) -> bool:
        """Whether any milestone's date can be parsed."""
        return any(parse_date_range(each.date) for each in self.milestones)


def _past_milestones(texts: TimelineTexts) -> list[str]:
    today = clock.today()
    dated = [(each, parse_date_range(each.date)) for each in texts.milestones]
    past = [
        each.title for each, days in dated if days and days[1] < today and each.status != "past"
    ]
    return [f"Milestones are over, but not marked as past: {', '.join(past)}"] if past else []


TIMELINE = ContentBlock(
    "page.timeline",
    "Timeline page",
    TimelineTexts(
        title="Timeline",
        lead="Five dates between an idea and an ovation. Put them where you will see them.",
        year="2025",
        milestones_title="The road to the gala",
        milestones=[
            Milestone(
                id="nominations-open",
                title="Nominations open",
                date="March 1, 2025",
                description="The form goes online at nine in the morning. It asks for facts rather"
                " than adjectives, and can be saved and finished later.",
                status="upcoming",
                location="Online",
            ),
            Milestone(
                id="nomination-deadline",
                title="Nomination deadline",
                date="May 15, 2025",
                description="The form closes at midnight, wherever you are. What is sent by then"
                " is read, every line of it.",
                status="upcoming",
                location="Online",
            ),
            Milestone(
                id="shortlist",
                title="Shortlist announced",
                date="June 30, 2025",
                description="The jury names the finalists of each category. They hear it from us"
                " by telephone first, and from the newspapers afterwards.",
                status="upcoming",
                location="Online and in the newsletter",
            ),
            Milestone(
                id="finalist-interviews",
                title="Finalist interviews",
                date="July 15-30, 2025",
                description="Half an hour with three jurors, by video or in person. There are no"
                " trick questions, and the coffee is good.",
                status="upcoming",
                location="By video, or at the programme's office",
            ),
            Milestone(
                id="gala",
                title="Awards gala",
                date="September 15, 2025",
                description="All editions under one roof: the ceremony, the dinner, and the"
                " announcement that nobody at the tables has heard before.",
                status="upcoming",
                location="The Grand Hall",
            ),
        ],
        past_title="Where we have been",
        past_lead="Each edition began with people who took the time to nominate someone.",
        nominations_label="nominations",
        past_events=[
            PastEvent(
                year=2024,
                title="The year of the makers",
                description="Workshops and factories came to the front: for the first time half of"
                " the finalists made things that can be dropped on a foot.",
                total_nominations=758,
                location="The Grand Hall",
            ),
            PastEvent(
                year=2023,
                title="Across borders",
                description="Nominees from twelve countries, simultaneous translation at dinner,"
                " and a winner who accepted in three languages.",
                total_nominations=682,
                location="The Harbour Pavilion",
            ),
            PastEvent(
                year=2022,
                title="Back on stage",
                description="After a year on screens, twenty-five honorees met the audience in"
                " person. The applause ran eleven minutes over.",
                total_nominations=524,
                location="The City Conservatory",
            ),
            PastEvent(
                year=2021,
                title="The virtual edition",
                description="The ceremony moved into living rooms. More than five thousand people"
                " watched, and a good many dressed for it.",
                total_nominations=342,
                location="Online",
            ),
        ],
        calls_title="Be part of the next date",
        calls_text="Every edition needs two kinds of people: those who know a founder worth"
        " honouring, and those who make the evening possible.",
    ),
    outdated=_past_milestones,
)
"""The page's default texts; the content section `page.timeline` overrides them."""
