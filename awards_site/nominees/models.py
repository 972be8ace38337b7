"""Nominees: their categories, their fields with the rules, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core import clock, rules
from awards_site.core.managed import Managed
from awards_site.core.rules import EDITION_YEAR, Choice, FileAddress, Flag, Text, WebAddress
from awards_site.core.schemas import Fields, StoredFields, answer, partial
from awards_site.core.vocabulary import Vocabulary


class NomineeCategory(Vocabulary):
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


class NomineeFields(Fields):
    """What staff fill in."""

    name: Annotated[str, Text(2)]
    title: Annotated[str, Text(2)]
    company: Annotated[str, Text(2)]
    bio: Annotated[str, Text(10, maximum=rules.PARAGRAPHS)]
    achievements: Annotated[str, Text(10, maximum=rules.PARAGRAPHS)]
    category: Annotated[str, Choice(NomineeCategory)] = NomineeCategory.LEADERSHIP.value
    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    image_url: Annotated[str | None, FileAddress()] = None
    linkedin_url: Annotated[
        str | None, WebAddress(mismatch="Please enter a valid LinkedIn URL")
    ] = None
    website_url: Annotated[str | None, WebAddress(mismatch="Please enter a valid website URL")] = (
        None
    )
    is_finalist: Annotated[bool, Flag()] = False
    is_winner: Annotated[bool, Flag()] = False
    is_published: Annotated[bool, Flag()] = True


class NomineeCreate(NomineeFields):
    """A new nominee."""


@partial
class NomineeUpdate(NomineeFields):
    """The fields of a nominee that change."""


@answer
class NomineePublic(StoredFields, NomineeFields):
    """A nominee as it is read."""


class Nominee(Managed, NomineeFields, table=True):
    """An honoree of one edition."""

    __tablename__ = "nominees"
    called_by = "name"
    searched = ("name", "title", "company", "category", "year")
    __table_args__ = (
        Index("ix_nominees_year", "year"),
        Index("ix_nominees_is_published_year", "is_published", "year"),
        Index("ix_nominees_is_published_category", "is_published", "category"),
    )
