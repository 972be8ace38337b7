"""Sponsors: tiers, fields with validation rules, schemas and table."""

from typing import Annotated

from sqlalchemy import Index, case
from sqlmodel import col

from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.database.engine import sort_key
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.database.repository import Repository
from awards_site.core.schemas import (
    BothCasesSchema,
    SnakeCaseSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    MAX_TEXT_LENGTH,
    Boolean,
    Choice,
    FileUrl,
    HttpUrl,
    LabeledEnum,
    Text,
)
from awards_site.records.checklist import Checklist, requires
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.records.imports.fields import ImportRules


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
    title_field = "name"
    search_fields = ("name", "description", "website_url", "tier")
    __table_args__ = (
        Index("ix_sponsors_is_published_display_order", "is_published", "display_order"),
    )


@response_schema
class SponsorView(BothCasesSchema, SponsorBase):
    """A sponsor."""

    @computed_property
    def logo(self) -> ResponsiveImage:
        """The logo with its image variants."""
        return responsive_image(self.logo_url)


# Regular sponsors come last, although theirs is not the last tier of the choices.
_RANK = {tier.value: rank for rank, tier in enumerate(SponsorTier)} | {
    SponsorTier.REGULAR.value: len(SponsorTier)
}


class Sponsors(Repository[Sponsor]):
    """The repository of sponsors."""

    table = Sponsor
    label = "Sponsor"
    ordering = (
        case(_RANK, value=Sponsor.tier, else_=len(_RANK) + 1),
        col(Sponsor.display_order),
        sort_key(Sponsor.name),
        col(Sponsor.id),
    )
    order_group = "tier"


sponsors = Sponsors()


SPONSOR = Entity(
    repository=sponsors,
    view=SponsorView,
    create=SponsorCreate,
    update=SponsorUpdate,
    update_method="PATCH",
    path="/sponsors",
    list_path="/sponsors/admin",
    screen_path="/admin/sponsors",
    page_path=paths.PARTNERS,
    managed_by=Permission.MANAGE_PARTNERS,
    reads="by visitors",
    search_details=("tier",),
    shows_credited_images=False,
    bulk_fields=("tier",),
    imports=ImportRules(
        same=("name",),
        headings={
            "name": ("Sponsor", "Partner", "Company", "Organisation", "Organization"),
            "description": ("About", "Text"),
            "logo_url": ("Image", "Picture"),
            "website_url": ("Web", "Site", "Homepage", "URL", "Link"),
            "tier": ("Level", "Category", "Package"),
            "display_order": ("Order", "Position"),
        },
    ),
    checklist=Checklist(
        checks=(requires("website_url", "Website missing"),),
        link_fields=("website_url",),
    ),
)
