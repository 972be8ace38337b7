"""The jury of the current edition: its criteria, its scale, and when jurors score."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from sqlmodel import Session

from awards_site.core import clock
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    DateTime,
    Line,
    default_texts,
)
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.validation import Number, Timestamp, validation_error
from awards_site.features.content.entity import read_texts


class Criterion(BlockSchema):
    """A criterion with its `weight` in the mean of a score."""

    id: Annotated[Line, Field(description="Identifies it in the scores: do not change it.")]
    title: Line
    hint: Annotated[Line, Field(description="One sentence below its title.")]
    weight: Annotated[int, Number(1, 10), Field(description="From 1 to 10.")]


class Jury(BlockSchema):
    """How and when jurors score the nominees of the current edition."""

    opens_at: Annotated[
        DateTime | None,
        Timestamp(label="Scoring begins"),
        Field(title="Scoring begins", description="Blank: as soon as jurors have their links."),
    ] = None
    deadline: Annotated[
        DateTime | None,
        Timestamp(label="Deadline"),
        Field(
            description="Scoring and the jurors' links end then. There are none before it is set."
        ),
    ] = None
    closed_at: Annotated[
        DateTime | None,
        Timestamp(label="Closed at"),
        Field(description="When scoring was closed before the deadline; the Jury screen sets it."),
    ] = None
    scale: Literal["1 to 5", "1 to 10"]
    criteria: Annotated[list[Criterion], Field(min_length=1, max_length=12)]

    @field_validator("deadline")
    @classmethod
    def _follow_begin(cls, deadline: DateTime | None, info: ValidationInfo) -> DateTime | None:
        opens_at = info.data.get("opens_at")
        if deadline and opens_at and deadline <= opens_at:
            raise validation_error("The deadline must be after the begin of scoring")
        return deadline

    @field_validator("criteria")
    @classmethod
    def _identify(cls, criteria: list[Criterion]) -> list[Criterion]:
        if len({each.id for each in criteria}) < len(criteria):
            raise validation_error("Each criterion needs an id of its own")
        return criteria

    @property
    def highest(self) -> int:
        """The best mark; the worst is 1."""
        return int(self.scale.rpartition(" ")[2])

    @property
    def is_closed(self) -> bool:
        """Whether no score changes any more, so that staff may see the ranking."""
        now = clock.now()
        return any(each is not None and each <= now for each in (self.closed_at, self.deadline))

    @property
    def is_open(self) -> bool:
        has_begun = self.opens_at is None or self.opens_at <= clock.now()
        return has_begun and self.deadline is not None and not self.is_closed

    @property
    def phase(self) -> str:
        """When jurors score, as a sentence."""
        if self.closed_at and self.closed_at <= clock.now():
            return f"Scoring was closed on {format_datetime(self.closed_at)}."
        if self.deadline is None:
            return "Scoring has no deadline yet."
        if self.is_closed:
            return f"Scoring ended on {format_datetime(self.deadline)}."
        if not self.is_open and self.opens_at:
            return f"Scoring begins on {format_datetime(self.opens_at)}."
        return f"Jurors can score until {format_datetime(self.deadline)}."

    def is_complete(self, marks: dict[str, int]) -> bool:
        """Return whether a score has a mark for each criterion."""
        return all(each.id in marks for each in self.criteria)

    def mean(self, marks: dict[str, int]) -> float:
        """Return the weighted mean of a complete score."""
        total = sum(each.weight * marks[each.id] for each in self.criteria)
        return total / sum(each.weight for each in self.criteria)


def _outdated(jury: Jury) -> Iterator[tuple[str, str]]:
    if jury.opens_at and jury.deadline is None:
        yield "deadline", "Scoring has no deadline, so jurors get no links"


JURY = ContentBlock(
    "jury", "Jury", default_texts(Jury, __file__), is_public=False, outdated=_outdated
)


def current_jury(session: Session) -> Jury:
    return read_texts(session, JURY)
