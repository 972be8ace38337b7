"""What can be done with sponsors: read them by tier, write them."""

from collections.abc import Sequence

from sqlalchemy import case
from sqlmodel import Session, col, func, select

from awards_site.core import records
from awards_site.core.publishing import published
from awards_site.sponsors.models import Sponsor, SponsorCreate, SponsorTier, SponsorUpdate

NOUN = "Sponsor"

_RANK = {tier.value: rank for rank, tier in enumerate(SponsorTier)}
_IN_ORDER = (
    case(_RANK, value=Sponsor.tier, else_=len(_RANK)),
    col(Sponsor.display_order),
    func.lower(Sponsor.name),
    col(Sponsor.id),
)


def list_published(session: Session) -> Sequence[Sponsor]:
    """Return the published sponsors by tier, then display order, then name."""
    return session.exec(select(Sponsor).where(published(Sponsor)).order_by(*_IN_ORDER)).all()


def list_all(session: Session) -> Sequence[Sponsor]:
    """Return all sponsors, unpublished ones included, in the same order."""
    return session.exec(select(Sponsor).order_by(*_IN_ORDER)).all()


def create(session: Session, fields: SponsorCreate) -> Sponsor:
    """Store a new sponsor."""
    return records.add(session, Sponsor(**fields.model_dump()))


def update(session: Session, sponsor_id: int, fields: SponsorUpdate) -> Sponsor:
    """Change the named fields."""
    sponsor = records.find(session, Sponsor, sponsor_id, NOUN)
    return records.change(session, sponsor, fields.given())


def delete(session: Session, sponsor_id: int) -> None:
    """Delete a sponsor."""
    session.delete(records.find(session, Sponsor, sponsor_id, NOUN))
