"""Changes of several records at once, each in one transaction, and their undo."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import Field as Described
from pydantic_core import to_jsonable_python
from sqlmodel import Session, col, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import MAX_BULK_RECORDS, ListParams
from awards_site.core.database.managed_record import (
    ManagedRecord,
    ScheduledSchema,
    SearchableRecord,
    is_visible,
)
from awards_site.core.database.sessions import writing
from awards_site.core.errors import ApiError, Conflict, Invalid
from awards_site.core.schemas import Schema
from awards_site.core.validation import Choice, LabeledEnum, Number, Timestamp
from awards_site.records.entity import DECLARED, Entity, action_of
from awards_site.records.undo import SkippedRecord, Undo, Undoable, UndoResult
from awards_site.records.versions import validated

TOO_MANY = f"At most {MAX_BULK_RECORDS} records can be changed at once"
CHANGED_SINCE = "Someone else has changed it in the meantime"
DELETED_SINCE = "It was deleted in the meantime"


class BulkAction(LabeledEnum):
    """An action on all selected records."""

    PUBLISH = "publish", "Publish"
    UNPUBLISH = "unpublish", "Unpublish"
    SET = "set", "Set"
    DELETE = "delete", "Delete"


class Selection(Schema):
    """The records `ids`, or all that match the query parameters of the list.

    For all, `matches` is how many the caller expects, and `seenAt` when they were listed.
    """

    ids: list[Annotated[int, Number(1)]] = []
    matches: Annotated[int | None, Number()] = None
    seen_at: Annotated[datetime | None, Timestamp()] = None


class BulkChange(Selection):
    """A change of the selected records; `values` are those of the action `set`."""

    action: Annotated[str, Choice(BulkAction)]
    values: dict[str, Any] = {}


class ChangedRecord(Schema):
    """A changed record: the values of the changed fields before and after, by their keys."""

    id: Annotated[int, Number(1)]
    name: str
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}


class BulkResult(Undoable):
    """The effect of a change, without records that it left unchanged."""

    action: Annotated[str, Choice(BulkAction)]
    changed: Annotated[list[ChangedRecord], Described(max_length=MAX_BULK_RECORDS)]


@use_case("deleted_by", recent="recent_writes")
def change_several(
    caller: Caller, entity: Entity, change: BulkChange, params: ListParams
) -> BulkResult:
    """Change all of the records or, if one is refused, none, as one entry of the audit log."""
    with writing() as session:
        done = RecordChanges.of(entity).change(session, change, params, caller.user.id)
    return done.with_undo(_CHANGE, entity.table_name)


@use_case("deleted_by", recent="recent_writes")
def undo_several(caller: Caller, entity: Entity, done: BulkResult) -> UndoResult:
    """Undo a change with this result, except where someone else has changed it since."""
    with writing() as session:
        return RecordChanges.of(entity).undo(session, done, caller.user.id)


def _undo_change(caller: Caller, table: str, done: dict[str, Any]) -> UndoResult:
    return undo_several(caller, DECLARED[table], validated(done, BulkResult))


_CHANGE = Undo("change", _undo_change)


class RecordChanges:
    """Writes and undoes changes of several records of an entity.

    `update` is the schema of updates; without it records are only deleted. `settable` has the keys
    that the action `set` may change.
    """

    def __init__(
        self, entity: Entity, update: type[Schema] | None, settable: Collection[str]
    ) -> None:
        self._entity = entity
        self._repository = entity.repository
        self._table = entity.table
        self._update = update
        self._settable = settable
        fields = update.model_fields if update else {}
        self._keys = {
            name: field.alias or name
            for name, field in fields.items()
            if name in self._table.model_fields
        }
        """The keys in the API of the fields that an update changes."""
        self._schedule_keys = [
            self._keys[name] for name in ScheduledSchema.model_fields if name in self._keys
        ]
        completed = {self._table.published_field, "published_date"}
        self._undoable = {
            *self._settable,
            *self._schedule_keys,
            *(self._keys[name] for name in completed if name in self._keys),
        }
        """The keys of the fields that a change may have changed."""

    @classmethod
    def of(cls, entity: Entity) -> Self:
        """Return the changes that the entity's declaration permits."""
        update = entity.bulk_update if entity.bulk == "change" else None
        return cls(entity, update, entity.bulk_fields)

    def change(
        self, session: Session, body: BulkChange, params: ListParams, editor_id: int
    ) -> BulkResult:
        values = self._values(body)
        wanted = selected_ids(
            session,
            body,
            self._table,
            lambda: self._entity.paginator.list_ids(session, params),
        )
        found = find_locked(session, self._table, wanted)
        if values is None:
            return BulkResult(
                action=body.action, changed=self._delete(session, [*found.values()], editor_id)
            )
        if missing := wanted - found.keys():
            raise Invalid({str(key): f"{self._repository.label} not found" for key in missing})
        updates = [(record, values) for record in found.values()]
        return BulkResult(action=body.action, changed=self.set_values(session, updates, editor_id))

    def undo(self, session: Session, body: BulkResult, editor_id: int) -> UndoResult:
        is_deletion = body.action == BulkAction.DELETE
        ids = {each.id for each in body.changed}
        found = {} if is_deletion else find_locked(session, self._table, ids)
        skipped = []
        undone = defaultdict(list)
        for each in body.changed:
            try:
                with session.begin_nested():
                    if is_deletion:
                        self._repository.undo_delete(session, each.id)
                        action = Action.RESTORED
                    else:
                        action = self._reset(session, found.get(each.id), each, editor_id)
                undone[action].append(each.id)
            except ApiError as error:
                skipped.append(SkippedRecord(id=each.id, name=each.name, reason=error.message))
        for action, keys in undone.items():
            records = [*find_locked(session, self._table, keys).values()]
            self._entity.audit_all(session, action, records)
        return UndoResult(restored=len(body.changed) - len(skipped), skipped=skipped)

    def _values(self, body: BulkChange) -> Schema | None:
        """Return the update of each record, or None to delete it. Raises Invalid."""
        if body.action == BulkAction.DELETE:
            return None
        published = self._table.published_field
        if body.action == BulkAction.SET:
            refused = body.values.keys() - set(self._settable)
            if refused or not body.values:
                key = next(iter(refused), "values")
                settable = ", ".join(self._settable) or "nothing"
                raise Invalid({key: f"Of several records, these values can be set: {settable}"})
            return self.parse(body.values)
        if published not in self._keys:
            raise Invalid({"action": f"{self._repository.label} records cannot be published"})
        return self.parse({self._keys[published]: body.action == BulkAction.PUBLISH})

    def parse(self, values: Mapping[str, Any]) -> Schema:
        """Return values as an update. Raises Invalid where they break a rule."""
        if self._update is None:
            raise Invalid({"action": f"{self._repository.label} records cannot be changed"})
        return validated(values, self._update)

    def _delete(
        self, session: Session, records: Sequence[ManagedRecord], editor_id: int
    ) -> list[ChangedRecord]:
        self._repository.delete_all(session, records, editor_id)
        self._entity.audit_all(session, Action.DELETED, records)
        return [ChangedRecord(id=record.id, name=record.display_name) for record in records]

    def set_values(
        self,
        session: Session,
        updates: Sequence[tuple[ManagedRecord, Schema]],
        editor_id: int,
    ) -> list[ChangedRecord]:
        """Update records; return those that changed. Raises Invalid if one is refused."""
        written = defaultdict(list)
        changed = []
        for record, values in updates:
            try:
                change = self._set_values(session, record, values, editor_id)
            except ApiError as error:
                # One that is refused may leave the transaction unusable for the others.
                raise Invalid(
                    {str(record.id): f"{record.display_name}: {error.message}"}
                ) from error
            if change:
                changed.append(change)
                written[action_of(values)].append(record)
        for action, records in written.items():
            self._entity.audit_all(session, action, records)
        return changed

    def _set_values(
        self, session: Session, record: ManagedRecord, values: Schema, editor_id: int
    ) -> ChangedRecord | None:
        """Update a record; return None if it has the values already."""
        wanted = values.provided_fields()
        has_values = all(getattr(record, name) == value for name, value in wanted.items())
        # A record that is scheduled, or whose schedule has ended, is published at once.
        if has_values and (is_visible(record) or not wanted.get(record.published_field)):
            return None
        before = self._snapshot(record)
        self._repository.update(session, record, values, editor_id)
        self._entity.check_images(session, record)
        after = self._snapshot(record)
        changes = [key for key in before if before[key] != after[key]]
        return ChangedRecord(
            id=record.id,
            name=record.display_name,
            before={key: before[key] for key in changes},
            after={key: after[key] for key in changes},
        )

    def _reset(
        self,
        session: Session,
        record: ManagedRecord | None,
        change: ChangedRecord,
        editor_id: int,
    ) -> Action:
        """Give a record the values from before a change, unless they have changed since."""
        if record is None:
            raise Conflict(DELETED_SINCE)
        now = self._snapshot(record)
        is_same = all(key in now and now[key] == value for key, value in change.after.items())
        if not is_same or change.before.keys() != change.after.keys():
            raise Conflict(CHANGED_SINCE)
        if not change.before or change.before.keys() - self._undoable:
            raise Conflict("This is no change of several records")
        others = {
            name: getattr(record, name)
            for name, key in self._keys.items()
            if key not in change.before
        }
        # With its schedule, a record is not published at once.
        schedule = {key: now[key] for key in self._schedule_keys}
        self._repository.update(session, record, self.parse(schedule | change.before), editor_id)
        # An update may complete other fields, as publishing sets the date of a post.
        for name, value in others.items():
            setattr(record, name, value)
        return action_of(self.parse(change.before))

    def _snapshot(self, record: ManagedRecord) -> dict[str, Any]:
        """Return the values that an update changes, as JSON, by their keys."""
        return {key: to_jsonable_python(getattr(record, name)) for name, key in self._keys.items()}


def selected_ids(
    session: Session,
    selection: Selection,
    table: type[SearchableRecord],
    list_matches: Callable[[], Sequence[int]],
) -> set[int]:
    """Return the ids of the selected records, with `list_matches` those of all that match.

    Raises Invalid for none or too many, and Conflict if the list is no longer as it was seen.
    """
    if selection.matches is None:
        wanted = set(selection.ids)
    elif selection.ids:
        raise Invalid({"matches": "Send either ids or matches"})
    else:
        wanted = set(list_matches())
        if len(wanted) != selection.matches:
            raise Conflict(
                f"The list has changed: {len(wanted):,} instead of {selection.matches:,} match now."
                " Check it and select them again."
            )
    if not wanted:
        raise Invalid({"ids": "Select at least one record"})
    if len(wanted) > MAX_BULK_RECORDS:
        raise Invalid({"ids": TOO_MANY})
    if selection.seen_at is not None:
        created_at = col(table.created_at)
        written_at = func.coalesce(getattr(table, "updated_at", created_at), created_at)
        unseen = select(table.id).where(col(table.id).in_(wanted), written_at > selection.seen_at)
        if session.exec(unseen.limit(1)).first() is not None:
            raise Conflict("The list has changed. Check it and select the records again.")
    return wanted


def find_locked(
    session: Session, table: type[ManagedRecord], ids: Collection[int]
) -> dict[int, ManagedRecord]:
    """Return the records that exist, by id, locked until the transaction ends."""
    statement = select(table).where(col(table.id).in_(ids))
    locked = statement.order_by(col(table.id)).with_for_update(of=table)
    return {record.id: record for record in session.exec(locked).unique()}
