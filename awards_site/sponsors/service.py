"""Sponsors, by tier, then display order, then name."""

from sqlalchemy import case
from sqlmodel import col, func

from awards_site.core.repository import Repository
from awards_site.sponsors.models import Sponsor, SponsorTier

_RANK = {tier.value: rank for rank, tier in enumerate(SponsorTier)}


class Sponsors(Repository[Sponsor]):
    """The repository of sponsors."""

    table = Sponsor
    label = "Sponsor"
    ordering = (
        case(_RANK, value=Sponsor.tier, else_=len(_RANK)),
        col(Sponsor.display_order),
        func.lower(Sponsor.name),
        col(Sponsor.id),
    )


sponsors = Sponsors()
