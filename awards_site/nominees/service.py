"""What can be done with nominees: read them by category and year, write them."""

from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from awards_site.core import records
from awards_site.core.publishing import published, visible
from awards_site.nominees.models import Nominee, NomineeCreate, NomineeUpdate

NOUN = "Nominee"

_IN_ORDER = (col(Nominee.year).desc(), func.lower(Nominee.name), col(Nominee.id))


def list_published(
    session: Session, *, category: str | None = None, year: int | None = None
) -> Sequence[Nominee]:
    """Return the published nominees, newest year first, then by name."""
    statement = select(Nominee).where(published(Nominee)).order_by(*_IN_ORDER)
    if category is not None:
        statement = statement.where(Nominee.category == category)
    if year is not None:
        statement = statement.where(Nominee.year == year)
    return session.exec(statement).all()


def list_all(session: Session) -> Sequence[Nominee]:
    """Return all nominees, drafts included, in the same order."""
    return session.exec(select(Nominee).order_by(*_IN_ORDER)).all()


def read(session: Session, nominee_id: int, staff: bool) -> Nominee:
    """Return a nominee; raise NotFound where there is none for this caller."""
    return visible(records.find(session, Nominee, nominee_id, NOUN), staff, NOUN)


def create(session: Session, fields: NomineeCreate) -> Nominee:
    """Store a new nominee."""
    return records.add(session, Nominee(**fields.model_dump()))


def update(session: Session, nominee_id: int, fields: NomineeUpdate) -> Nominee:
    """Change the named fields."""
    nominee = records.find(session, Nominee, nominee_id, NOUN)
    return records.change(session, nominee, fields.given())


def delete(session: Session, nominee_id: int) -> None:
    """Delete a nominee; photos and posts that name it lose the reference."""
    session.delete(records.find(session, Nominee, nominee_id, NOUN))
