"""Sponsors: tiers, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import Index

from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import SnakeCaseSchema, partial
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Text
from awards_site.core.validation.url_validators import FileUrl, HttpUrl
from awards_site.core.validation.value_validators import Boolean, Choice


class SponsorTier(LabeledEnum):
    """The tiers, in the order in which they are offered."""

    PLATINUM = "platinum", "Platinum"
    GOLD = "gold", "Gold"
    SILVER = "silver", "Silver"
    BRONZE = "bronze", "Bronze"
    REGULAR = "regular", "Regular"
    PARTNER = "partner", "Partner"


class SponsorBase(ScheduledSchema, SnakeCaseSchema):
    """The fields that staff fill in."""

    name: Annotated[str, Text(2)]
    description: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    logo_url: Annotated[str, FileUrl(5, "Logo URL is required")]
    website_url: Annotated[str | None, HttpUrl()] = None
    tier: Annotated[str, Choice(SponsorTier)] = SponsorTier.REGULAR.value
    is_published: Annotated[bool, Boolean()] = True


class SponsorCreate(SponsorBase):
    """A new sponsor."""


@partial
class SponsorUpdate(SponsorBase):
    """A partial update of a sponsor."""


class Sponsor(ManagedRecord, SponsorBase, table=True):
    """A sponsor of the programme."""

    __tablename__ = "sponsors"
    shows_credited_images = False
    title_field = "name"
    search_fields = ("name", "description", "website_url", "tier")
    __table_args__ = (
        Index("ix_sponsors_is_published_display_order", "is_published", "display_order"),
    )
