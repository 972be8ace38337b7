"""Nominees: the newest year first, then in display order, then by name."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import ColumnElement, and_, exists, inspect, tuple_
from sqlalchemy.orm import load_only
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from awards_site.core.database.sorting import folded, sort_key_of
from awards_site.core.errors import Invalid
from awards_site.core.records.publishing import is_visible, published
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.nominees.embargoes import (
    DECIDING_COLUMNS,
    active_embargoes,
    embargoes,
    hidden_values,
    hide_results,
    is_embargoed,
    shown_values,
)
from awards_site.nominees.models import RESULTS, Nominee


class Nominees(Repository[Nominee]):
    """The repository of nominees."""

    table = Nominee
    label = "Nominee"
    ordering = (
        col(Nominee.year).desc(),
        col(Nominee.display_order),
        col(Nominee.name_sort_key),
        col(Nominee.id),
    )
    order_group = "year"

    def restrict(self, session: Session, records: Sequence[Nominee]) -> None:
        super().restrict(session, records)
        hide_results(session, records)

    def withheld(self, session: Session, record: Nominee) -> Mapping[str, Any]:
        """Results are those that visitors see already."""
        values = record.model_dump()
        is_hidden = not is_visible(record) or is_embargoed(values, active_embargoes(session))
        return hidden_values(values) if is_hidden else {name: values[name] for name in RESULTS}

    def lift_embargoes(self, session: Session, record: Nominee) -> None:
        record.reveal_at = None
        for embargo in active_embargoes(session):
            embargoes.reveal(session, embargo)

    def restore_version(
        self, session: Session, record: Nominee, version: Schema, editor_id: int | None
    ) -> Nominee:
        """Keeps the later time of the two, so that old results do not become public by it."""
        values = version.provided_fields()
        times = [each for each in (record.reveal_at, values["reveal_at"]) if each is not None]
        return self.change(session, record, {**values, "reveal_at": max(times, default=None)})

    def prepare(self, session: Session, record: Nominee, changes: Mapping[str, Any]) -> None:
        """Let what visitors do not see change nothing of when the record was last written."""
        state = inspect(record)
        if not state.persistent:
            return
        after = {each.key: state.attrs[each.key].value for each in state.mapper.column_attrs}
        replaced = {key: state.attrs[key].history.deleted for key in after}
        before = after | {key: values[0] for key, values in replaced.items() if values}
        active = active_embargoes(session)
        if before != after and shown_values(before, active) == shown_values(after, active):
            record.keep_modification_time()


nominees = Nominees()


def find_by_name(session: Session, names: Collection[str]) -> Mapping[str, int | str]:
    """Return the ids of the nominees with these names, or the reason why a name has none."""
    keys = {sort_key_of(name) for name in names}
    statement = select(Nominee.id, Nominee.name).where(col(Nominee.name_sort_key).in_(keys))
    ids: dict[str, list[int]] = defaultdict(list)
    for key, name in session.exec(statement):
        ids[folded(name)].append(key)
    return {name: _only(ids.get(folded(name), []), name) for name in names}


def _only(ids: Sequence[int], name: str) -> int | str:
    if len(ids) == 1:
        return ids[0]
    if not ids:
        return f"There is no nominee called {name}"
    return f"{len(ids)} nominees are called {name}: write the id of the right one"


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
    """Return the published nominees before and after one in the order of her edition.

    Raises NotFound if the nominee is not published.
    """
    # The response cache records the columns read, so that other changes keep the response fresh.
    order = (Nominee.display_order, Nominee.name_sort_key, Nominee.id)
    shown = (Nominee.is_published, Nominee.publish_at, Nominee.unpublish_at, *DECIDING_COLUMNS)
    nominee = nominees.read(session, nominee_id, load_only(*shown, *order), staff=False)  # type: ignore[arg-type]
    keys = [col(each) for each in order]
    place, own = tuple_(*keys), (nominee.display_order, nominee.name_sort_key, nominee.id)
    is_same_year = col(Nominee.year) == nominee.year
    statement = (
        select(Nominee)
        .where(published(Nominee), is_same_year)
        .options(load_only(Nominee.name))  # type: ignore[arg-type]
        .limit(1)
    )
    backwards = [key.desc() for key in keys]
    return (
        session.exec(statement.where(place < own).order_by(*backwards)).first(),
        session.exec(statement.where(place > own).order_by(*keys)).first(),
    )
