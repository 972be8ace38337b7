"""Sponsors, by tier, then display order, then name."""

from sqlalchemy import case
from sqlmodel import col

from awards_site.core.database.sorting import sort_key
from awards_site.core.records.repository import Repository
from awards_site.sponsors.models import Sponsor, SponsorTier

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
