"""The order in which records are shown: how it is read, saved and restored."""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel
from pydantic import Field as Described
from sqlalchemy import ColumnElement, false
from sqlmodel import Session, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core.database.engine import key_of
from awards_site.core.database.filters import MAX_BULK_RECORDS
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, Invalid
from awards_site.core.schemas import Schema
from awards_site.core.validation import MAX_INTEGER, Number, choices_of
from awards_site.records.bulk import BulkAction, BulkResult, RecordChanges
from awards_site.records.entity import DECLARED, Entity
from awards_site.records.undo import Undo, UndoResult
from awards_site.records.versions import validated

ORDER_CHANGED = (
    "Someone else has changed this list in the meantime. Check the order and save it again."
)
_ORDER_FIELD = "display_order"

T = TypeVar("T")

Ids = Annotated[list[Annotated[int, Number(1)]], Described(max_length=MAX_BULK_RECORDS)]


class OrderGroup(Schema):
    """Records that have an order of their own, such as the sponsors of a tier, and their number."""

    value: str
    label: str
    count: int


class NewOrder(Schema):
    """The new order of the records of a group, and the order that the caller has seen."""

    group: str = ""
    ids: Ids
    seen: Ids


class Arrangement(BaseModel, Generic[T]):
    """The groups, and the records of one of them in their order, none of one that is too long.

    `count` is their number, and `notice` a hint before they are arranged.
    """

    groups: list[OrderGroup]
    group: str
    count: int
    notice: str
    records: list[T]


@use_case("managed_by")
def read_order(_caller: Caller, entity: Entity, group: str = "") -> Arrangement[Any]:
    """Return a group in its order, by default the first. Raises Invalid for none that can be."""
    order = _Order(entity)
    with reading() as session:
        groups = order.groups(session)
        chosen = group or (groups[0].value if groups else "")
        return Arrangement(
            groups=groups,
            group=chosen,
            count=order.count(session, chosen),
            notice=entity.order_notice(session, chosen),
            records=[entity.view.model_validate(each) for each in order.records(session, chosen)],
        )


@use_case("managed_by", recent="recent_writes")
def arrange(caller: Caller, entity: Entity, order: NewOrder) -> BulkResult:
    """Give the records of a group an order, as one entry of the audit log.

    Raises Conflict if the group has not the order that the caller has seen.
    """
    with writing() as session:
        done = _Order(entity).save(session, order, caller.user.id)
    return done.with_undo(_ORDER, entity.table_name)


@use_case("managed_by", recent="recent_writes")
def undo_arrangement(caller: Caller, entity: Entity, done: BulkResult) -> UndoResult:
    """Undo an arrangement with this result, except where someone else has changed it since."""
    with writing() as session:
        return _Order(entity).changes.undo(session, done, caller.user.id)


def _undo_order(caller: Caller, table: str, done: dict[str, Any]) -> UndoResult:
    return undo_arrangement(caller, DECLARED[table], validated(done, BulkResult))


_ORDER = Undo("order", _undo_order)


class _Order:
    """The order of an entity's records; see `arrange`."""

    def __init__(self, entity: Entity) -> None:
        update = entity.update
        assert update is not None
        self._repository = entity.repository
        self._table = entity.table
        self._key = update.model_fields[_ORDER_FIELD].alias or _ORDER_FIELD
        self._column: Any = getattr(self._table, _ORDER_FIELD)
        name = entity.repository.order_group
        self._group: Any = getattr(self._table, name) if name else None
        self.changes = RecordChanges(entity, update, [self._key])

    def groups(self, session: Session) -> list[OrderGroup]:
        """Return the groups: choices in their own order, or years, the latest first."""
        if self._group is None:
            return []
        counted = select(self._group, func.count()).group_by(self._group)
        counts = dict(session.exec(counted).all())
        choices = choices_of(self._table.model_fields[self._group.key].metadata)
        if choices is not None:
            labels = choices.labels()
            return [_group(each, labels[each], counts[each]) for each in labels if each in counts]
        years = sorted(counts, reverse=True)
        return [_group(year, str(year), counts[year]) for year in years]

    def count(self, session: Session, group: str) -> int:
        """Return how many records a group has."""
        counted = select(func.count()).select_from(self._table).where(*self._of(group))
        return session.exec(counted).one()

    def records(self, session: Session, group: str) -> Sequence[ManagedRecord]:
        """Return the records of a group in their order, none if they are too many to arrange."""
        statement = select(self._table).where(*self._of(group)).order_by(*self._repository.ordering)
        found = session.exec(statement.limit(MAX_BULK_RECORDS + 1)).unique().all()
        return [] if len(found) > MAX_BULK_RECORDS else found

    def save(self, session: Session, order: NewOrder, editor_id: int) -> BulkResult:
        """Arrange a group. Raises Conflict if its order is not the one that was seen."""
        records = {each.id: each for each in self.records(session, order.group)}
        if list(records) != order.seen:
            raise Conflict(ORDER_CHANGED)
        if sorted(order.ids) != sorted(records):
            raise Invalid({"ids": "Send each record of the group once"})
        updates = [
            (records[key], self.changes.parse({self._key: number}))
            for key, number in self._numbers(session, order, records).items()
        ]
        changed = self.changes.set_values(session, updates, editor_id)
        return BulkResult(action=BulkAction.SET, changed=changed)

    def _numbers(
        self, session: Session, order: NewOrder, records: dict[int, Any]
    ) -> dict[int, int]:
        """Return the display order of each record.

        The numbers that the group has stay with their places, and grow only where two records with
        the same number would be sorted otherwise. So few records change, and the others are sorted
        as before. Those that would exceed the largest number shrink instead.
        """
        others = [each for each in self._repository.ordering if key_of(each) is not self._column]
        sorted_ids = select(self._table.id).where(*self._of(order.group)).order_by(*others)
        ranks = {key: rank for rank, key in enumerate(session.exec(sorted_ids))}
        places = sorted(each.display_order for each in records.values())
        numbers: dict[int, int] = {}
        before, rank_before = places[0] if places else 0, -1
        for key, place in zip(order.ids, places, strict=True):
            least = before if rank_before < ranks[key] else before + 1
            before, rank_before = max(place, least), ranks[key]
            numbers[key] = before
        after, rank_after = MAX_INTEGER, len(ranks)
        for key in reversed(order.ids):
            most = after if ranks[key] < rank_after else after - 1
            numbers[key] = after = min(numbers[key], most)
            rank_after = ranks[key]
        return numbers

    def _of(self, group: str) -> list[ColumnElement[bool]]:
        """Return the condition of a group. Raises Invalid for one that cannot be."""
        if self._group is None:
            return []
        if not group:
            return [false()]
        if self._group.type.python_type is int:
            if not group.isdecimal() or len(group) > 4:
                raise Invalid({"group": "There is no such group"})
            return [self._group == int(group)]
        return [self._group == group]


def _group(value: object, label: str, count: int) -> OrderGroup:
    return OrderGroup(value=str(value), label=label, count=count)
