"""Nominees and embargoes: tables, schemas, views."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core import clock, paths
from awards_site.core.database.engine import UtcDateTime, sort_key_column
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.files.image_views import PageLink, ResponsiveImage, responsive_image
from awards_site.core.paths import ensure_scheme
from awards_site.core.presentation.texts import monogram
from awards_site.core.schemas import (
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
from awards_site.settings import settings
from awards_site.ui.share_images.drawing import SocialCard


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
    """What staff can put under embargo together with the results.

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
    """What visitors see together with the results only, and not before."""
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
        *("year", "category", "reveal_at", "embargoed_content")
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


RESULTS = ("is_winner", "is_finalist")
"""The columns that an embargo hides from visitors: they read False."""
HIDDEN_VALUES: Mapping[str, Mapping[str, str | None]] = {
    EmbargoedContent.PORTRAIT: {"image_url": None},
    EmbargoedContent.POSITION: {"title": "", "company": ""},
    EmbargoedContent.BIO: {"bio": ""},
    EmbargoedContent.ACHIEVEMENTS: {"achievements": ""},
    EmbargoedContent.LINKS: {"linkedin_url": None, "website_url": None},
}
"""The columns of what staff can put under embargo, and what visitors read instead."""


class EmbargoBase(Schema):
    """The fields that staff fill in."""

    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    category: Annotated[str | None, Choice(NomineeCategory)] = None
    """The category whose results are hidden; null for all of the edition."""
    reveal_at: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime, index=True)


class EmbargoCreate(EmbargoBase):
    """A new embargo."""


@partial
class EmbargoUpdate(EmbargoBase):
    """A partial update of an embargo."""


class StoredEmbargo(EmbargoBase):
    """The fields of an embargo, and of whom results have been revealed meanwhile."""

    revealed: list[str] = Field(
        default_factory=list, sa_type=JSON, nullable=True, sa_column_kwargs={"default": list}
    )
    """The ids of the nominees whose results it does not hide any more, as texts."""

    def covers(self, year: int, category: str, nominee_id: int | None) -> bool:
        """Return whether the embargo hides the results of a nominee until its time."""
        is_about = self.year == year and self.category in {None, category}
        return is_about and str(nominee_id) not in self.revealed


@response_schema
class EmbargoPublic(StoredSchema, StoredEmbargo):
    """An embargo in API responses."""

    @computed_property
    def name(self) -> str:
        """The edition and the category, such as '2025, Leadership'."""
        return embargo_name(self.year, self.category)


class Embargo(ManagedRecord, StoredEmbargo, table=True):
    """Hides the results of an edition, or of one of its categories, until a time."""

    __tablename__ = "embargoes"
    title_field = "year"
    planned_fields = ("reveal_at",)
    hides_others = True
    search_fields = ("year", "category")

    @property
    def display_name(self) -> str:
        return embargo_name(self.year, self.category)


def embargo_name(year: int, category: str | None) -> str:
    """Return what an embargo is called."""
    return f"{year}, {NomineeCategory.labels().get(category or '', 'all categories')}"


@response_schema
class NomineeView(StoredSchema, NomineeBase):
    """A nominee."""

    @computed_property
    def path(self) -> str:
        """The path of her page."""
        return paths.nominee(self.id, self.name)

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


def reveal_time(
    nominee: Nominee | NomineeView, embargoes: Sequence[StoredEmbargo]
) -> datetime | None:
    """Return the last time until which embargoes hide the results of a nominee."""
    own = [nominee.reveal_at] if nominee.reveal_at else []
    about = nominee.year, nominee.category, nominee.id
    return max([*own, *(each.reveal_at for each in embargoes if each.covers(*about))], default=None)


def page_link(nominee: Nominee | None) -> PageLink | None:
    if nominee is None:
        return None
    return PageLink(name=nominee.name, path=paths.nominee(nominee.id, nominee.name))


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
    )
