"""The Trash: deleted records, which are listed, restored and deleted for good."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any, NamedTuple

from pydantic import Field as Described
from sqlalchemy import ColumnElement, and_, exists, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, delete, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import clock
from awards_site.core.audit.log import WrittenRecord, record_batch
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import MAX_BULK_RECORDS, ListParams
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import TRASH_PERIOD, DeletedRecord, is_in_trash
from awards_site.core.errors import ApiError, Conflict, Forbidden, Invalid, NotFound
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    response_schema,
)
from awards_site.core.validation import Choice, LabeledEnum, Number
from awards_site.records.bulk import (
    CHANGED_SINCE,
    DELETED_SINCE,
    TOO_MANY,
    Selection,
    find_locked,
    selected_ids,
)
from awards_site.records.companions import delete_companions
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.preview_links import end_links
from awards_site.records.undo import SkippedRecord, Undo, Undoable, UndoResult
from awards_site.records.use_cases import show_restored
from awards_site.records.versions import newest_versions, record_writes, validated
from awards_site.records.written import Written


@response_schema
class DeletedRecordExported(StoredSchema):
    """A record in the Trash, which was deleted at `created_at` by `user_name`.

    `record_type` is its kind, such as 'blog post'.
    """

    record_type: str
    record_id: int
    name: str
    user_name: str


@response_schema
class DeletedRecordPublic(DeletedRecordExported):
    """A record in the Trash as staff list it; `can_restore` tells whether the caller may.

    In a grouped list, it stands for the `group_size` records that were deleted together with it.
    """

    can_restore: bool = False
    group_size: int = 1

    @computed_property
    def days_left(self) -> int:
        """In how many days the record is deleted permanently, rounded up."""
        left = self.created_at + TRASH_PERIOD - clock.now()
        return max(-(-left // timedelta(days=1)), 0)


class TrashAction(LabeledEnum):
    """An action on all selected records in the Trash."""

    RESTORE = "restore", "Restore"
    DELETE = "delete", "Delete permanently"


class TrashChange(Selection):
    """A change of the selected records in the Trash, or if `grouped` of their whole groups."""

    action: Annotated[str, Choice(TrashAction)]
    grouped: bool = False


class TrashedRecord(Schema):
    """A record that was in the Trash: its kind, such as 'photo', its own id, and its name.

    `version` is the id of the version that its restoring made; 0 if it was deleted permanently.
    `new_slug` is the one that it was restored with because its own was taken, or ''.
    """

    type: str
    id: Annotated[int, Number(1)]
    name: str
    version: Annotated[int, Number()] = 0
    new_slug: str = ""


class TrashResult(Undoable):
    """The effect of a change in order, and the records that it left in the Trash."""

    action: Annotated[str, Choice(TrashAction)]
    changed: Annotated[list[TrashedRecord], Described(max_length=MAX_BULK_RECORDS)]
    skipped: Annotated[list[SkippedRecord], Described(max_length=MAX_BULK_RECORDS)] = []


NOT_IN_TRASH = "This record is no longer in the Trash"
NOT_PERMITTED = "Your role does not permit this"

PAGINATOR = Paginator(
    DeletedRecord,
    DeletedRecordPublic,
    (col(DeletedRecord.created_at).desc(), col(DeletedRecord.id).desc()),
)


class TrashFilter(NamedTuple):
    """Which deleted records are meant: of a kind, such as 'photo', or of one's group."""

    record_type: str | None = None
    group: int | None = None

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions of the filter. Raises Invalid."""
        found = [is_of_type(self.record_type)] if self.record_type else []
        return [*found, is_in_group_of([self.group])] if self.group else found


class _Trashed(NamedTuple):
    record: DeletedRecord
    entity: Entity


def is_visible_to(role: str) -> ColumnElement[bool]:
    """Return the condition that a role may see a deleted record in the Trash."""
    tables = [name for name, entity in ENTITIES.items() if has_permission(role, entity.managed_by)]
    return and_(is_in_trash(), col(DeletedRecord.table_name).in_(tables))


def is_of_type(record_type: str) -> ColumnElement[bool]:
    """Return the condition that a deleted record is of a kind. Raises Invalid."""
    types = [entity.label for entity in ENTITIES.values()]
    if record_type not in types:
        raise Invalid({"type": f"type must be one of: {', '.join(types)}"})
    return col(DeletedRecord.record_type) == record_type


def is_in_group_of(keys: Collection[int]) -> ColumnElement[bool]:
    """Return the condition that a record was deleted together with one of these, or is one."""
    other = aliased(DeletedRecord)
    is_one = col(DeletedRecord.id).in_(keys)
    return or_(is_one, _is_grouped_with(other, col(other.id).in_(keys)))


def is_first_of_group() -> ColumnElement[bool]:
    """Return the condition that a record stands for those that were deleted together with it."""
    other = aliased(DeletedRecord)
    return ~_is_grouped_with(other, col(other.id) > col(DeletedRecord.id))


def group_sizes(
    session: Session, found: Sequence[DeletedRecord], where: ColumnElement[bool]
) -> Mapping[tuple[str, str], int]:
    """Return how many records that meet a condition were deleted with each, by `group_of`."""
    columns = col(DeletedRecord.request_id), col(DeletedRecord.table_name)
    requests = [each.request_id for each in found if each.request_id]
    counted = select(*columns, func.count()).where(columns[0].in_(requests), where)
    sizes = session.exec(counted.group_by(*columns))
    return {(request, table): size for request, table, size in sizes}


def group_of(record: DeletedRecord) -> tuple[str, str]:
    """Return what records have in common that one request deleted."""
    return record.request_id, record.table_name


def list_groups(
    session: Session, keys: Collection[int], where: Sequence[ColumnElement[bool]]
) -> set[int]:
    """Return the ids of the records that were deleted together with these. Raises Invalid."""
    ids = set(session.exec(select(DeletedRecord.id).where(is_in_group_of(keys), *where)))
    if len(ids) > MAX_BULK_RECORDS:
        raise Invalid({"ids": TOO_MANY})
    return ids


def _is_grouped_with(other: Any, where: ColumnElement[bool]) -> ColumnElement[bool]:
    same = (
        col(getattr(other, name)) == col(getattr(DeletedRecord, name))
        for name in ("request_id", "table_name")
    )
    return exists().where(col(DeletedRecord.request_id) != "", *same, where)


def can_restore(record: DeletedRecord, role: str) -> bool:
    """Return whether a role may restore a record in the Trash."""
    return has_permission(role, ENTITIES[record.table_name].deleted_by)


@use_case(Permission.READ_TRASH)
def list_deleted(
    caller: Caller, params: ListParams, where: TrashFilter, *, grouped: bool = False
) -> Page[DeletedRecordPublic]:
    """Return a page of the records that can be restored, the last deleted first.

    With `grouped`, one stands for all that were deleted together. Raises Invalid.
    """
    role = caller.user.role
    may_see = is_visible_to(role)
    listed = [may_see, is_first_of_group()] if grouped else [may_see]
    with reading() as session:
        found = PAGINATOR.read_page(session, params, listed, where.conditions)
        sizes = group_sizes(session, found.items, may_see) if grouped else {}
        found.items = [
            DeletedRecordPublic.model_validate(record).model_copy(
                update={
                    "can_restore": can_restore(record, role),
                    "group_size": sizes.get(group_of(record), 1),
                }
            )
            for record in found.items
        ]
    return found


@use_case(Permission.READ_TRASH)
def restore(caller: Caller, key: int) -> Written[Any]:
    """Restore a record as a draft, with its history.

    Raises NotFound if it is no longer in the Trash, Forbidden if the role may not, and Conflict if
    another record has taken a unique value since.
    """
    with writing() as session:
        trashed = _find(session, key, caller.user.role)
        record: ManagedRecord = _restore(session, trashed)
        _record_restored(session, [trashed])
        return show_restored(trashed.entity, record)


@use_case(Permission.EMPTY_TRASH)
def delete_permanently(caller: Caller, key: int) -> None:
    """Delete a record and its history for good. Errors are those of `restore`."""
    with writing() as session:
        _delete(session, [_find(session, key, caller.user.role)])


@use_case(Permission.READ_TRASH)
def change_several(
    caller: Caller, body: TrashChange, params: ListParams, where: TrashFilter
) -> TrashResult:
    """Restore several records as drafts, or delete them permanently, which only admins may.

    Those of a kind are one entry of the audit log. Those that cannot be changed stay, and the
    result says why.
    """
    role = caller.user.role
    change = _delete_several if body.action == TrashAction.DELETE else _restore_several
    conditions = [is_visible_to(role), *where.conditions]
    listed = [*conditions, is_first_of_group()] if body.grouped else conditions
    with writing() as session:
        ids = selected_ids(
            session, body, DeletedRecord, lambda: PAGINATOR.list_ids(session, params, *listed)
        )
        if body.grouped:
            ids = list_groups(session, ids, conditions)
        done: TrashResult = change(session, ids, role)
    if done.action == TrashAction.DELETE:
        return done
    return done.with_undo(_RESTORING)


def _restore_several(session: Session, keys: Collection[int], role: str) -> TrashResult:
    """Restore each record that can be restored, as `restore` does; the others stay.

    The last deleted comes first: it may refer to one that was deleted before it, whose restoring
    gives the reference back.
    """
    restored, skipped, new_slugs = [], [], {}
    found = _find_all(session, keys, role)
    for trashed in found:
        try:
            with session.begin_nested():
                _check_permission(trashed, role)
                slug = getattr(_restore(session, trashed), "slug", None)
        except ApiError as error:
            skipped.append(_skipped(trashed, error.message))
        else:
            restored.append(trashed)
            if slug != trashed.record.rows[0][1].get("slug", slug):
                new_slugs[trashed.record.id] = slug
    _record_restored(session, restored)
    session.flush()
    versions = {
        (table_name, key): version
        for table_name, each in _by_table(restored).items()
        for key, version in newest_versions(
            session, table_name, [trashed.record.record_id for trashed in each]
        ).items()
    }
    return TrashResult(
        action=TrashAction.RESTORE,
        changed=[
            _trashed_record(
                each,
                version=versions[each.record.table_name, each.record.record_id],
                newSlug=new_slugs.get(each.record.id, ""),
            )
            for each in restored
        ],
        skipped=[*skipped, *_gone(keys, found)],
    )


def _delete_several(session: Session, keys: Collection[int], role: str) -> TrashResult:
    """Delete those records and their history for good that are still there and the role manages.

    Raises Forbidden if the role may delete none permanently.
    """
    if not has_permission(role, Permission.EMPTY_TRASH):
        raise Forbidden(NOT_PERMITTED)
    found = _find_all(session, keys, role)
    deleted = [each for each in found if can_restore(each.record, role)]
    refused = [each for each in found if not can_restore(each.record, role)]
    _delete(session, deleted)
    return TrashResult(
        action=TrashAction.DELETE,
        changed=[_trashed_record(each) for each in deleted],
        skipped=[*(_skipped(each, NOT_PERMITTED) for each in refused), *_gone(keys, found)],
    )


@use_case(Permission.READ_TRASH)
def undo_restore(caller: Caller, done: TrashResult) -> UndoResult:
    """Move the restored records of a result back to the Trash, unless they were changed since."""
    with writing() as session:
        return _undo_restore(session, done.changed, caller.user)


_RESTORING = Undo(
    "restoring", lambda caller, done: undo_restore(caller, validated(done, TrashResult))
)


def _undo_restore(session: Session, restored: Sequence[TrashedRecord], editor: User) -> UndoResult:
    """Move restored records back to the Trash, except those that were changed since.

    They get into it in the order in which they were there before.
    """
    entities = {each.label: each for each in ENTITIES.values()}
    ids: defaultdict[str, set[int]] = defaultdict(set)
    for each in restored:
        ids[each.type].add(each.id)
    found = {
        (kind, key): record
        for kind in ids.keys() & entities.keys()
        for key, record in _find_with_version(session, entities[kind], ids[kind]).items()
    }
    skipped = []
    deleted: defaultdict[str, list[ManagedRecord]] = defaultdict(list)
    for each in reversed(restored):
        entity = entities.get(each.type)
        try:
            with session.begin_nested():
                if entity is None or not has_permission(editor.role, entity.deleted_by):
                    raise Forbidden(NOT_PERMITTED)
                record, version = found.pop((each.type, each.id), (None, None))
                if record is None:
                    raise Conflict(DELETED_SINCE)
                if version != each.version:
                    raise Conflict(CHANGED_SINCE)
                entity.repository.delete(session, record, editor.id)
            deleted[each.type].append(record)
        except ApiError as error:
            skipped.append(SkippedRecord(id=each.id, name=each.name, reason=error.message))
    for kind, records in deleted.items():
        record_writes(session, Action.DELETED, kind, records, entities[kind].managed_by)
    return UndoResult(restored=len(restored) - len(skipped), skipped=skipped)


def _restore(session: Session, trashed: _Trashed) -> Any:
    return trashed.entity.repository.restore(session, trashed.record, unpublish=True)


def _record_restored(session: Session, restored: Sequence[_Trashed]) -> None:
    """Add restored records to the audit log and to the versions, and end their preview links."""
    for table_name, found in _by_table(restored).items():
        entity, ids = found[0].entity, [each.record.record_id for each in found]
        records = find_locked(session, entity.table, ids)
        in_order = [records[key] for key in ids]
        label = entity.repository.record_type
        record_writes(session, Action.RESTORED, label, in_order, entity.managed_by)
        end_links(session, table_name, ids)


def _delete(session: Session, found: Sequence[_Trashed]) -> None:
    keys = [each.record.id for each in found]
    session.execute(delete(DeletedRecord).where(col(DeletedRecord.id).in_(keys)))
    for table_name, deleted in _by_table(found).items():
        ids = [each.record.record_id for each in deleted]
        delete_companions(session, table_name, ids)
        record_batch(
            session,
            Action.DELETED_PERMANENTLY,
            deleted[0].record.record_type,
            [WrittenRecord(each.record.record_id, each.record.name, []) for each in deleted],
            permission=deleted[0].entity.managed_by.name,
        )


def _by_table(found: Sequence[_Trashed]) -> Mapping[str, Sequence[_Trashed]]:
    tables: defaultdict[str, list[_Trashed]] = defaultdict(list)
    for each in found:
        tables[each.record.table_name].append(each)
    return tables


def _find(session: Session, key: int, role: str) -> _Trashed:
    found = _find_all(session, [key], role)
    if not found:
        raise NotFound(NOT_IN_TRASH)
    _check_permission(found[0], role)
    return found[0]


def _find_all(session: Session, keys: Collection[int], role: str) -> Sequence[_Trashed]:
    """Return the records in the Trash that a role may see, locked, the last deleted first."""
    where = col(DeletedRecord.id).in_(keys), is_visible_to(role)
    newest = select(DeletedRecord).where(*where).order_by(col(DeletedRecord.id).desc())
    found = session.exec(newest.with_for_update()).all()
    for each in found:
        # Restoring one expires all that the session has loaded, so the others would be read again.
        session.expunge(each)
    return [_Trashed(each, ENTITIES[each.table_name]) for each in found]


def _check_permission(trashed: _Trashed, role: str) -> None:
    """Raise Forbidden if a role may not restore a record."""
    if not can_restore(trashed.record, role):
        raise Forbidden(NOT_PERMITTED)


def _find_with_version(
    session: Session, entity: Entity, ids: Collection[int]
) -> Mapping[int, tuple[ManagedRecord, int | None]]:
    """Return the records that exist, locked, with the id of their newest version."""
    records = find_locked(session, entity.table, ids)
    versions = newest_versions(session, entity.table_name, ids)
    return {key: (record, versions.get(key)) for key, record in records.items()}


def _trashed_record(trashed: _Trashed, **restored: Any) -> TrashedRecord:
    deleted = trashed.record
    return TrashedRecord(
        type=deleted.record_type, id=deleted.record_id, name=deleted.name, **restored
    )


def _gone(keys: Collection[int], found: Sequence[_Trashed]) -> Iterator[SkippedRecord]:
    """Yield those of the keys that were not found."""
    for key in sorted(set(keys) - {each.record.id for each in found}):
        yield SkippedRecord(id=key, name="", reason=NOT_IN_TRASH)


def _skipped(trashed: _Trashed, reason: str) -> SkippedRecord:
    deleted = trashed.record
    return SkippedRecord(id=deleted.id, name=deleted.name, reason=reason)
