"""Nominees: the newest year first, then by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import ColumnElement, and_, exists, inspect, or_
from sqlalchemy.orm import load_only
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from awards_site.core.errors import Invalid
from awards_site.core.records.publishing import published
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.nominees.embargoes import active_embargoes, hide_results, is_embargoed
from awards_site.nominees.models import RESULTS, Nominee


class Nominees(Repository[Nominee]):
    """The repository of nominees."""

    table = Nominee
    label = "Nominee"
    ordering = (col(Nominee.year).desc(), col(Nominee.name_sort_key), col(Nominee.id))

    def restrict(self, session: Session, records: Sequence[Nominee]) -> None:
        super().restrict(session, records)
        hide_results(session, records)

    def restore_version(
        self, session: Session, record: Nominee, version: Schema, editor_id: int | None
    ) -> Nominee:
        """Keeps the later time of the two, so that old results do not become public by it."""
        values = version.provided_fields()
        times = [each for each in (record.reveal_at, values["reveal_at"]) if each is not None]
        return self.change(session, record, {**values, "reveal_at": max(times, default=None)})

    def prepare(self, session: Session, record: Nominee, changes: Mapping[str, Any]) -> None:
        """Let results under embargo not change when the record was last written for visitors."""
        written = {each.key for each in inspect(record).attrs if each.history.has_changes()}
        if written <= {*RESULTS, "reveal_at"} and is_embargoed(record, active_embargoes(session)):
            record.keep_modification_time()


nominees = Nominees()


def list_names(session: Session) -> Sequence[tuple[int, str]]:
    """Return the ids and names of the published nominees, in their order."""
    statement = select(Nominee.id, Nominee.name).where(published(Nominee))
    return session.exec(statement.order_by(*nominees.ordering)).all()


def require_nominee(session: Session, values: Mapping[str, Any]) -> None:
    """Raise Invalid if `values["nominee_id"]` is not the id of a nominee."""
    nominee_id = values.get("nominee_id")
    if nominee_id is not None and session.get(Nominee, nominee_id) is None:
        raise Invalid({"nomineeId": "There is no such nominee"})


def refers_to_published(column: Any, nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a foreign key refers to a nominee who is published."""
    is_published = exists().where(col(Nominee.id) == nominee_id, published(Nominee))
    return and_(col(column) == nominee_id, is_published)


class NomineeReference(Protocol):
    """A record that may refer to a nominee."""

    nominee_id: int | None
    nominee: Nominee | None


def hide_unpublished_nominees(records: Iterable[NomineeReference]) -> None:
    """Remove the ids of nominees whom the query left out because they are not published."""
    for record in records:
        if record.nominee is None:
            # Not an assignment, which would be written to the database.
            set_committed_value(record, "nominee_id", None)


def find_prev_next(session: Session, nominee_id: int) -> tuple[Nominee | None, Nominee | None]:
    """Return the published nominees before and after one, by name, within the same year.

    Raises NotFound if the nominee is not published.
    """
    # The response cache records the columns read, so that other changes keep the response fresh.
    columns = (Nominee.year, Nominee.is_published, Nominee.publish_at, Nominee.unpublish_at)
    nominee = nominees.read(session, nominee_id, load_only(*columns), staff=False)  # type: ignore[arg-type]
    name, key = col(Nominee.name_sort_key), col(Nominee.id)
    own_name = select(name).where(key == nominee.id).scalar_subquery()
    is_same_name = name == own_name
    is_same_year = col(Nominee.year) == nominee.year
    statement = (
        select(Nominee)
        .where(published(Nominee), is_same_year)
        .options(load_only(Nominee.name))  # type: ignore[arg-type]
        .limit(1)
    )
    previous = statement.where(or_(name < own_name, and_(is_same_name, key < nominee.id)))
    following = statement.where(or_(name > own_name, and_(is_same_name, key > nominee.id)))
    return (
        session.exec(previous.order_by(name.desc(), key.desc())).first(),
        session.exec(following.order_by(name, key)).first(),
    )
