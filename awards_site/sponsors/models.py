"""Sponsors: their tiers, their fields with the rules, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import Index

from awards_site.core import rules
from awards_site.core.managed import Managed
from awards_site.core.rules import Choice, FileAddress, Flag, Text, WebAddress
from awards_site.core.schemas import BothSpellings, SnakeCaseFields, answer, partial
from awards_site.core.vocabulary import Vocabulary


class SponsorTier(Vocabulary):
    """The tiers, in the order in which they are offered."""

    PLATINUM = "platinum", "Platinum"
    GOLD = "gold", "Gold"
    SILVER = "silver", "Silver"
    BRONZE = "bronze", "Bronze"
    REGULAR = "regular", "Regular"
    PARTNER = "partner", "Partner"


class SponsorFields(SnakeCaseFields):
    """What staff fill in (spec 2, sections 3 and 5)."""

    name: Annotated[str, Text(2)]
    description: Annotated[str | None, Text(maximum=rules.PARAGRAPHS)] = None
    logo_url: Annotated[str, FileAddress(5, "Logo URL is required")]
    website_url: Annotated[str | None, WebAddress()] = None
    tier: Annotated[str, Choice(SponsorTier)] = SponsorTier.REGULAR.value
    is_published: Annotated[bool, Flag()] = True


class SponsorCreate(SponsorFields):
    """A new sponsor."""


@partial
class SponsorUpdate(SponsorFields):
    """The fields of a sponsor that change."""


@answer
class SponsorPublic(BothSpellings, SponsorFields):
    """A sponsor as it is read."""


class Sponsor(Managed, SponsorFields, table=True):
    """A sponsor of the programme."""

    __tablename__ = "sponsors"
    called_by = "name"
    searched = ("name", "description", "website_url", "tier")
    __table_args__ = (
        Index("ix_sponsors_is_published_display_order", "is_published", "display_order"),
    )
