"""Embargoes: until their time, visitors see the nominees of an edition without their results.

What visitors read is hidden in the query, or before it leaves the repository, so that nothing made
from it can differ from a site without these results (docs/rules/admin-embargoes.md).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col
from sqlmodel import select as select_records

from awards_site.core import clock
from awards_site.core.invalidation.changes import Change
from awards_site.core.records.publishing import now
from awards_site.core.records.repository import Repository
from awards_site.nominees.models import RESULTS, Embargo, Nominee
from awards_site.resources.timetable import PlannedChange, timetable


class Embargoes(Repository[Embargo]):
    """The repository of embargoes."""

    table = Embargo
    label = "Embargo"
    ordering = (col(Embargo.reveal_at).desc(), col(Embargo.id).desc())

    def reveal(self, session: Session, record: Embargo) -> Embargo:
        """End an embargo now, unless it has ended."""
        return self.change(session, record, {"reveal_at": min(record.reveal_at, clock.now())})


embargoes = Embargoes()


def revealed(result: str) -> ColumnElement[bool]:
    """Return the value of a column of `RESULTS` that visitors see."""
    return and_(getattr(Nominee, result), ~_is_embargoed())


def hide_results(session: Session, nominees: Sequence[Nominee]) -> None:
    """Hide what is under embargo from nominees that are read for visitors."""
    active = active_embargoes(session)
    for nominee in nominees:
        hidden: dict[str, bool | None] = {}
        if is_embargoed(nominee, active):
            hidden |= dict.fromkeys(RESULTS, False)
        if nominee.reveal_at is not None:
            hidden["reveal_at"] = None
        for name, value in hidden.items():
            # Not an assignment, which would be written to the database.
            set_committed_value(nominee, name, value)


def active_embargoes(session: Session) -> Sequence[Embargo]:
    """Return the embargoes that have not ended."""
    return session.exec(select_records(Embargo).where(col(Embargo.reveal_at) > now())).all()


def is_embargoed(nominee: Nominee, active: Sequence[Embargo]) -> bool:
    """Return whether the results of a nominee are hidden; `active` has the active embargoes."""
    own = nominee.reveal_at
    return (own is not None and own > clock.now()) or any(
        each.year == nominee.year and each.category in {None, nominee.category} for each in active
    )


def _is_embargoed() -> ColumnElement[bool]:
    own = col(Nominee.reveal_at)
    of_edition = exists().where(_covers(), col(Embargo.reveal_at) > now())
    return or_(and_(own.is_not(None), own > now()), of_edition)


def _covers() -> ColumnElement[bool]:
    """Return the condition that an embargo is about a nominee."""
    category = col(Embargo.category)
    is_category = or_(category.is_(None), category == col(Nominee.category))
    return and_(col(Embargo.year) == col(Nominee.year), is_category)


def _planned_reveals(session: Session, after: datetime) -> Iterator[PlannedChange]:
    """Yield when embargoes end, and when visitors will see the results of nominees."""
    ends = select(col(Embargo.reveal_at)).where(col(Embargo.reveal_at) > after)
    yield from map(PlannedChange, session.execute(ends).scalars())
    table = Nominee.__table__  # type: ignore[attr-defined]
    last = select(func.max(col(Embargo.reveal_at))).where(_covers()).scalar_subquery()
    has_results = or_(*(table.c[name] for name in RESULTS))
    is_hidden = or_(table.c.reveal_at > after, last > after)
    planned = select(table, last.label("edition_at")).where(has_results, is_hidden)
    for row in session.execute(planned).mappings():
        values = {name: row[name] for name in table.columns.keys()}  # noqa: SIM118
        times = (values["reveal_at"], row["edition_at"])
        hidden = {**values, **dict.fromkeys(RESULTS, False)}
        at = max(each for each in times if each is not None)
        yield PlannedChange(at, [Change(table.name, hidden, values)])


timetable.add_source(_planned_reveals)
