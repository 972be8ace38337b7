"""The nominees, newest year first, then by name; other records refer to those that exist."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, or_
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, func, select

from awards_site.core.errors import Invalid
from awards_site.core.publishing import published
from awards_site.core.repository import Repository
from awards_site.nominees.models import Nominee


class Nominees(Repository[Nominee]):
    """The honorees of all editions."""

    table = Nominee
    label = "Nominee"
    ordering = (col(Nominee.year).desc(), func.lower(Nominee.name), col(Nominee.id))


nominees = Nominees()


def refuse_unknown_nominee(session: Session, values: Mapping[str, Any]) -> None:
    """Raise Invalid when the values name a nominee that does not exist (decisions, details)."""
    nominee_id = values.get("nominee_id")
    if nominee_id is not None and session.get(Nominee, nominee_id) is None:
        raise Invalid({"nomineeId": "There is no such nominee"})


def beside(session: Session, nominee_id: int) -> tuple[Nominee | None, Nominee | None]:
    """Return the published nominees of the same year before and after a published one, by name."""
    # What else changes of the nominee leaves the answer as it is.
    decisive = load_only(Nominee.year, Nominee.is_published)  # type: ignore[arg-type]
    nominee = nominees.read(session, nominee_id, decisive, staff=False)
    name, key = func.lower(Nominee.name), col(Nominee.id)
    # The database's own idea of lower case, which is not Python's.
    own = select(name).where(key == nominee.id).scalar_subquery()
    same = name == own
    of_same_year = published(Nominee), col(Nominee.year) == nominee.year
    found = select(Nominee).where(*of_same_year).options(load_only(Nominee.name)).limit(1)  # type: ignore[arg-type]
    previous = found.where(or_(name < own, and_(same, key < nominee.id)))
    following = found.where(or_(name > own, and_(same, key > nominee.id)))
    return (
        session.exec(previous.order_by(name.desc(), key.desc())).first(),
        session.exec(following.order_by(name, key)).first(),
    )
