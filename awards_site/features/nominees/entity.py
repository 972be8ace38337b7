"""Nominees: table, schemas, view, and what an embargo can hide of each."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import JSON, ColumnElement, Index, String, cast, or_
from sqlmodel import Field, col

from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime, sort_key_column
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.paths import ensure_scheme, record_path
from awards_site.core.presentation.texts import monogram
from awards_site.core.schemas import (
    PageLink,
    Schema,
    StoredSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    EDITION_YEAR,
    MAX_TEXT_LENGTH,
    Boolean,
    Choice,
    DisplayOrder,
    FileUrl,
    HttpUrl,
    LabeledEnum,
    Text,
    TextList,
    Timestamp,
)
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.settings import settings
from awards_site.ui.share_images.drawing import SocialCard

NOMINEES_PAGE = "/nominees"


def nominee_path(record_id: int, name: str) -> str:
    return record_path(NOMINEES_PAGE, record_id, name, "honoree")


class NomineeCategory(LabeledEnum):
    """The categories of nominees."""

    LEADERSHIP = "leadership", "Leadership"
    INNOVATION = "innovation", "Innovation"
    SOCIAL_IMPACT = "social-impact", "Social Impact"
    STARTUP = "startup", "Startup of the Year"
    TECH = "tech", "Technology"
    CREATIVE = "creative", "Creative Industries"
    PROFESSIONAL_SERVICES = "professional-services", "Professional Services"
    YOUNG_ENTREPRENEUR = "young-entrepreneur", "Young Entrepreneur"
    LIFETIME_ACHIEVEMENT = "lifetime-achievement", "Lifetime Achievement"


class EmbargoedContent(LabeledEnum):
    """Details that staff can put under embargo together with the results.

    In the form, the labels stand beside those of the fields, which they must not contain.
    """

    PORTRAIT = "portrait", "Portrait"
    POSITION = "position", "Role and business"
    BIO = "bio", "Her story"
    ACHIEVEMENTS = "achievements", "What she achieved"
    LINKS = "links", "Links"


class NomineeBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    name: Annotated[str, Text(2)]
    title: Annotated[str, Text(2)]
    company: Annotated[str, Text(2)]
    bio: Annotated[str, Text(10, max_length=MAX_TEXT_LENGTH)]
    achievements: Annotated[str, Text(10, max_length=MAX_TEXT_LENGTH)]
    category: Annotated[str, Choice(NomineeCategory)] = NomineeCategory.LEADERSHIP.value
    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    image_url: Annotated[str | None, FileUrl()] = None
    linkedin_url: Annotated[
        str | None, HttpUrl(mismatch_message="Please enter a valid LinkedIn URL")
    ] = None
    website_url: Annotated[
        str | None, HttpUrl(mismatch_message="Please enter a valid website URL")
    ] = None
    is_finalist: Annotated[bool, Boolean()] = False
    is_winner: Annotated[bool, Boolean()] = False
    reveal_at: Annotated[datetime | None, Timestamp()] = Field(
        default=None, sa_type=UtcDateTime, index=True
    )
    """When visitors see the results, if no embargo ends later; null for no embargo of her own."""
    embargoed_content: Annotated[list[str], TextList(Choice(EmbargoedContent))] = Field(
        default_factory=list,
        sa_type=JSON,
        nullable=True,
        # For records in the Trash that were deleted before the column existed.
        sa_column_kwargs={"default": list},
    )
    """The details that visitors see together with the results, and not before."""
    is_published: Annotated[bool, Boolean()] = True
    display_order: Annotated[int, DisplayOrder()] = Field(
        default=0, sa_column_kwargs={"server_default": "0"}
    )


class NomineeCreate(NomineeBase):
    """A new nominee."""


@partial
class NomineeUpdate(NomineeBase):
    """A partial update of a nominee."""


class Nominee(ManagedRecord, NomineeBase, table=True):
    """A nominee of one edition."""

    __tablename__ = "nominees"
    title_field = "name"
    search_fields = ("name", "title", "company", "category", "year")
    year_field = "year"
    image_field = "image_url"
    visibility_fields = ManagedRecord.visibility_fields | {
        *("year", "category", "reveal_at", "embargoed_content", "revealed")
    }
    planned_fields = (*ManagedRecord.planned_fields, "reveal_at")
    sort_fields = ("name", "title")
    __table_args__ = (
        Index("ix_nominees_year", "year"),
        # The public order.
        Index(
            "ix_nominees_order",
            *("is_published", "year", "display_order", "name_sort_key", "id", "category"),
        ),
        Index("ix_nominees_name_sort_key", "name_sort_key"),
        Index("ix_nominees_title_sort_key", "title_sort_key"),
        Index("ix_nominees_is_published_category", "is_published", "category"),
    )

    name_sort_key: str = sort_key_column()
    title_sort_key: str = sort_key_column()
    revealed: list[str] = Field(
        default_factory=list, sa_type=JSON, nullable=True, sa_column_kwargs={"default": list}
    )
    """The `PARTS` that were revealed by hand: embargoes do not hide them."""
    revealed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When something was last revealed by hand; None if nothing is."""


DECIDING_COLUMNS: Sequence[Any] = (
    Nominee.id,
    Nominee.year,
    Nominee.category,
    Nominee.is_winner,
    Nominee.is_finalist,
    Nominee.reveal_at,
    Nominee.embargoed_content,
    Nominee.revealed,
)
"""The columns that decide what visitors read of the others."""

FINALIST, WINNER = "finalist", "winner"
RESULTS = {"is_finalist": FINALIST, "is_winner": WINNER}
"""The columns that tell a result, which an embargo hides: they read False."""
PARTS: Mapping[str, str] = {
    FINALIST: "Finalist",
    WINNER: "Winner",
    **dict.fromkeys(EmbargoedContent.labels(), "Hidden details"),
}
"""The parts of a nominee that an embargo can hide, with labels, the least important first."""
HIDDEN_VALUES: Mapping[str, Mapping[str, str | None]] = {
    EmbargoedContent.PORTRAIT: {"image_url": None},
    EmbargoedContent.POSITION: {"title": "", "company": ""},
    EmbargoedContent.BIO: {"bio": ""},
    EmbargoedContent.ACHIEVEMENTS: {"achievements": ""},
    EmbargoedContent.LINKS: {"linkedin_url": None, "website_url": None},
}
"""The columns of what staff can put under embargo, and what visitors read instead."""


@response_schema
class NomineeView(StoredSchema, NomineeBase):
    """A nominee."""

    unversioned = frozenset({"revealed"})

    revealed: list[str]
    """The parts that were revealed by hand while an embargo hides the rest; for staff only."""

    @computed_property
    def path(self) -> str:
        """The path of her page."""
        return nominee_path(self.id, self.name)

    @computed_property
    def image(self) -> ResponsiveImage:
        """Her portrait; `src` is '' if she has none."""
        return responsive_image(self.image_url)

    @computed_property
    def linkedin_link(self) -> str:
        """The absolute URL of her LinkedIn page, or ''."""
        return ensure_scheme(self.linkedin_url or "")

    @computed_property
    def website_link(self) -> str:
        """The absolute URL of her website, or ''."""
        return ensure_scheme(self.website_url or "")


def has_results() -> ColumnElement[bool]:
    """Return the condition that an embargo can hide something of a nominee."""
    is_marked = cast(Nominee.embargoed_content, String) != "[]"
    return or_(*(col(getattr(Nominee, name)) for name in RESULTS), is_marked)


def result_of(values: Mapping[str, Any]) -> str:
    """Return the result of a nominee with these columns, of `PARTS`, or ''."""
    return WINNER if values["is_winner"] else FINALIST if values["is_finalist"] else ""


def unrevealed(values: Mapping[str, Any]) -> set[str]:
    """Return what an embargo hides of a nominee with these columns, of `PARTS`."""
    parts = {result_of(values), *values["embargoed_content"]} - {""}
    return parts.difference(values["revealed"] or ())


def shown_by_hand(values: Mapping[str, Any]) -> set[str]:
    """Return what visitors see of a nominee under embargo, because it was revealed by hand."""
    result = result_of(values)
    parts = {*values["embargoed_content"], *([result, FINALIST] if result else [])}
    return parts.intersection(values["revealed"] or ())


def label_of(parts: Collection[str]) -> str:
    """Return what the most important of `PARTS` is called, or '' for none."""
    return next((PARTS[each] for each in (WINNER, FINALIST, *PARTS) if each in parts), "")


def page_link(nominee: Nominee | None) -> PageLink | None:
    if nominee is None:
        return None
    return PageLink(name=nominee.name, path=nominee_path(nominee.id, nominee.name))


def social_card(nominee: NomineeView) -> SocialCard:
    category = NomineeCategory.labels().get(nominee.category, nominee.category)
    return SocialCard(
        "nominees",
        nominee.id,
        label=f"{settings().short_name} {nominee.year} | {category}",
        title=nominee.name,
        # Both may be under embargo.
        lines=tuple(filter(None, (nominee.title, nominee.company))),
        image=nominee.image_url or "",
        position=nominee.image.get("position", ""),
        fallback_text=monogram(nominee.name),
        badge="Winner" if nominee.is_winner else "",
        # A portrait is narrower than a photo of a scene.
        image_width=504,
    )
