"""The current edition: its name, its gala, its countdown and its milestones."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from sqlmodel import Session

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.sessions import reading
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    DateTime,
    Line,
    Paragraph,
    default_texts,
)
from awards_site.core.presentation.texts import local_time, parse_date_range
from awards_site.core.schemas import computed_property
from awards_site.core.validation import EDITION_YEAR, Timestamp
from awards_site.features.content.entity import find_texts, read_texts

Status = Literal["upcoming", "current", "past"]


class Milestone(BlockSchema):
    """A milestone of the upcoming edition; `date` is a text such as "July 15-30, 2025"."""

    id: Annotated[Line, Field(description="Identifies the milestone in calendars.")]
    title: Annotated[Line, Field(description="Shown on Timeline and on the dashboard.")]
    date: Annotated[Line, Field(description='A text such as "July 15-30, 2025".')]
    description: Annotated[Paragraph, Field(description="Shown on Timeline.")]
    status: Status
    location: Annotated[Line, Field(description="Shown on Timeline. The gala shows its place.")]


class Edition(BlockSchema):
    """The current edition, as Home, Timeline, the dashboard and the evening's screens show it."""

    gala_at: Annotated[
        DateTime | None,
        Timestamp(label="Gala begins"),
        Field(description="The countdown ends then, and the gala's milestone shows this day."),
    ] = None
    gala_place: Annotated[Line, Field(description="The gala's milestone shows it.")]
    name: Annotated[Line, Field(title="Edition name", description="For the nomination form.")]
    number: Annotated[Line, Field(title="Edition number", description="Before the countdown, too.")]
    year: Annotated[int, EDITION_YEAR, Field(description="Shown on Timeline.")]
    countdown_lead: Annotated[Line, Field(description="Before the countdown.")]
    countdown_over: Annotated[Line, Field(description="Replaces the countdown once it has ended.")]
    milestones: Annotated[list[Milestone], Field(max_length=24)]

    @field_validator("milestones")
    @classmethod
    def _agree_with_gala(cls, milestones: list[Milestone], info: ValidationInfo) -> list[Milestone]:
        """Copy the gala's day and place to its milestone."""
        gala = {}
        if place := info.data.get("gala_place"):
            gala["location"] = place
        if at := info.data.get("gala_at"):
            local = local_time(at)
            gala["date"] = f"{local:%B} {local.day}, {local.year}"
        return [each.model_copy(update=gala) if each.id == "gala" else each for each in milestones]

    @computed_property
    def countdown_ends(self) -> DateTime:
        return local_time(self.gala_at) if self.gala_at else datetime(2025, 1, 1, tzinfo=UTC)

    @computed_property
    def has_dates(self) -> bool:
        """Whether any milestone's date can be parsed."""
        return any(parse_date_range(each.date) for each in self.milestones)


def _outdated(edition: Edition) -> Iterator[tuple[str, str]]:
    expected = [each for each in edition.milestones if each.status != "past"]
    dated = [(each.title, parse_date_range(each.date)) for each in expected]
    if past := [title for title, days in dated if days and days[1] < clock.today()]:
        yield "milestones", f"Milestones are over, but not marked as past: {', '.join(past)}"
    if edition.countdown_ends <= clock.now():
        yield "galaAt", "The countdown has ended: set its next date"


EDITION = ContentBlock("edition", "Edition", default_texts(Edition, __file__), outdated=_outdated)


def current_edition(session: Session) -> Edition:
    return read_texts(session, EDITION)


@use_case(Permission.LIST_CONTENT)
def find_edition(_caller: Caller) -> Edition | None:
    """Return the edition as staff have saved it, or None before that."""
    with reading() as session:
        return find_texts(session, EDITION)
