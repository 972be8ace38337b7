"""Use cases of the records of any entity: list, read, write, and pending changes.

Each takes its caller, whom the entity's declaration permits it or not, and the entity. Writes are
one transaction, with the audit log and the versions.
"""

from functools import partial
from typing import Any

from sqlmodel import Session

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import has_permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action, shown_value
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParams
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema, is_released
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import reading, trying, writing
from awards_site.core.errors import Conflict, PreconditionFailed
from awards_site.core.schemas import Schema
from awards_site.records.entity import DECLARED, Entity, action_of
from awards_site.records.pending_changes import (
    DraftPublic,
    PendingChanges,
    find_pending,
    find_stored,
    require_pending,
    undiscard,
)
from awards_site.records.preview_links import end_links
from awards_site.records.staff_lists import StaffPage
from awards_site.records.undo import Undo
from awards_site.records.versions import RecordVersionPublic, find_version, list_versions
from awards_site.records.written import UNCONDITIONAL, Seen, Shown, Written


@use_case("managed_by")
def read_list(caller: Caller, entity: Entity, params: ListParams) -> Any:
    """Return a page of the entity's `list_view`, or all of them without parameters.

    Editors of an entity with versions get a StaffPage. Raises Invalid for a parameter.
    """
    with reading() as session:
        found = entity.paginator.read(session, params)
        listed = found.items if isinstance(found, Page) else found
        if listed and entity.reads_are_audited:
            counter.count(Action.LISTED, entity.label, name="list")
        records = [
            entity.list_view.model_validate(each) for each in entity.to_list(session, listed)
        ]
        if not isinstance(found, Page):
            return records
        if entity.table.has_versions and has_permission(caller.user.role, entity.edited_by):
            found = StaffPage.of(session, entity.repository, found)
        return found.model_copy(update={"items": records})


@use_case("managed_by")
def read(_caller: Caller, entity: Entity, record_id: int) -> Shown[Any]:
    """Return a record, even if it is not published. Raises NotFound."""
    with reading() as session:
        record = entity.repository.find(session, record_id)
        if entity.reads_are_audited:
            name = "" if record.is_personal else record.display_name
            counter.count(Action.READ, entity.label, record.id, name)
        return Shown.of(entity.view, record)


@use_case("edited_by", recent="recent_writes")
def create(_caller: Caller, entity: Entity, fields: Schema) -> Written[Any]:
    """Store a new record. Raises Invalid and Conflict."""
    with writing() as session:
        record = entity.repository.create(session, fields)
        return entity.written(session, Action.CREATED, record)


@use_case("edited_by", recent="recent_writes")
def update(
    caller: Caller, entity: Entity, record_id: int, fields: Schema, seen: Seen = UNCONDITIONAL
) -> Written[Any]:
    """Update the given fields. Raises NotFound, PreconditionFailed, Invalid, Conflict, Reveals."""
    with writing() as session:
        record = _find_seen(session, entity, record_id, seen)
        entity.repository.update(session, record, fields, caller.user.id)
        return entity.written(session, action_of(fields), record)


@use_case("deleted_by", recent="recent_writes")
def delete(caller: Caller, entity: Entity, record_id: int, seen: Seen = UNCONDITIONAL) -> str:
    """Delete a record, and return the token that undoes it.

    Raises NotFound, PreconditionFailed and Conflict.
    """
    with writing() as session:
        record = _find_seen(session, entity, record_id, seen)
        entity.repository.delete(session, record, caller.user.id)
        entity.audit(session, Action.DELETED, record)
    return _DELETION.token(entity.table_name, record_id)


@use_case("deleted_by", recent="recent_writes")
def restore(_caller: Caller, entity: Entity, record_id: int) -> Written[Any]:
    """Restore a record within an hour after its deletion. Raises NotFound and Conflict."""
    with writing() as session:
        record = entity.repository.undo_delete(session, record_id)
        entity.audit(session, Action.RESTORED, record)
        return show_restored(entity, record)


_DELETION = Undo("deletion", lambda caller, table, key: restore(caller, DECLARED[table], key))


def show_restored(entity: Entity, record: ManagedRecord) -> Written[Any]:
    """Return a record that was deleted, and tell the slug of one that is a draft now."""
    shown = Shown.of(entity.view, record)
    is_draft = getattr(record, record.published_field, True) is False
    slug = str(getattr(record, "slug", "")) if is_draft else None
    return Written(shown.record, shown.tag, draft_slug=slug)


@use_case("managed_by")
def read_versions(
    _caller: Caller, entity: Entity, record_id: int, limit: int
) -> list[RecordVersionPublic]:
    """Return the versions of a record, newest first. Raises NotFound."""
    assert entity.update is not None
    with reading() as session:
        record = entity.repository.find(session, record_id)
        return [each.public(entity.update) for each in list_versions(session, record, limit)]


@use_case("managed_by", recent="recent_writes")
def restore_version(
    caller: Caller, entity: Entity, record_id: int, version_id: int, seen: Seen = UNCONDITIONAL
) -> Written[Any]:
    """Give a record the values of a version; whether and when it is published stays.

    Raises what `update` raises.
    """
    assert entity.update is not None
    with writing() as session:
        record = _find_seen(session, entity, record_id, seen)
        fields = find_version(session, record, version_id).input(entity.update)
        kept = {record.published_field, *ScheduledSchema.model_fields}
        fields.model_fields_set.difference_update(kept)
        entity.repository.restore_version(session, record, fields, caller.user.id)
        return entity.written(session, Action.RESTORED, record)


# Pending changes of a published record, which the API calls its draft. `seen` has the tags that the
# caller has seen: that of the draft, and that of the record where there is no draft, or where the
# record has changed since the draft was begun.


@use_case("edited_by")
def read_pending(_caller: Caller, entity: Entity, record_id: int) -> Shown[DraftPublic]:
    """Return the pending changes of a record. Raises NotFound."""
    with reading() as session:
        record = entity.repository.find(session, record_id)
        return _show_pending(entity, require_pending(session, record), record)


@use_case("edited_by", recent="recent_writes")
def save_pending(
    caller: Caller, entity: Entity, record_id: int, fields: Schema, seen: Seen = UNCONDITIONAL
) -> Shown[DraftPublic | None]:
    """Save the given fields among the pending changes, and keep those that were saved before.

    Without any difference to the record they are deleted, and the result is None. Raises Conflict
    for a record that is not published, and otherwise what publishing them would raise.
    """
    _try_publishing(caller, entity, record_id, fields)
    with writing() as session:
        record = entity.repository.find(session, record_id, for_update=True)
        tag, pending = _tag(entity, record), find_pending(session, record)
        seen.check(pending.etag if pending else tag)
        is_new = pending is None
        if pending is None:
            pending = _begin(session, entity, record, tag)
        elif seen.names(tag):
            pending.rebase(record, tag)
        pending.merge(fields)
        if not pending.changes:
            if not is_new:
                session.delete(pending)
                _audit(session, entity, Action.PENDING_DISCARDED, record, pending)
            return Shown(None, tag)
        session.add(pending)
        _audit(session, entity, Action.PENDING_SAVED, record, pending)
        session.flush()
        session.refresh(pending)
        shown = _show_pending(entity, pending, record)
        return Shown(shown.record, shown.tag)


@use_case("edited_by", recent="recent_writes")
def discard_pending(
    _caller: Caller, entity: Entity, record_id: int, seen: Seen = UNCONDITIONAL
) -> str:
    """Discard the pending changes, and return the token that undoes it.

    Raises NotFound and PreconditionFailed.
    """
    with writing() as session:
        record = entity.repository.find(session, record_id, for_update=True)
        pending = require_pending(session, record)
        seen.check(pending.etag)
        pending.discard()
        _audit(session, entity, Action.PENDING_DISCARDED, record, pending)
    return _DISCARDING.token(entity.table_name, record_id)


@use_case("edited_by", recent="recent_writes")
def restore_pending(_caller: Caller, entity: Entity, record_id: int) -> Shown[DraftPublic]:
    """Restore the pending changes within an hour. Raises NotFound, and Conflict for newer ones."""
    with writing() as session:
        record = entity.repository.find(session, record_id, for_update=True)
        pending = undiscard(session, record)
        _audit(session, entity, Action.PENDING_RESTORED, record, pending)
        return _show_pending(entity, pending, record)


_DISCARDING = Undo(
    "discarding", lambda caller, table, key: restore_pending(caller, DECLARED[table], key)
)


@use_case("edited_by", recent="recent_writes")
def publish_pending(
    caller: Caller,
    entity: Entity,
    record_id: int,
    fields: Schema | None,
    seen: Seen = UNCONDITIONAL,
) -> Written[Any]:
    """Update a record with its pending changes and the given fields.

    Raises PreconditionFailed if the record has changed since they were begun, unless `seen` has its
    tag, too; if there are none; or if somebody else has saved them.
    """
    assert entity.update is not None
    with writing() as session:
        record = entity.repository.find(session, record_id, for_update=True)
        pending = find_pending(session, record)
        if pending is None:
            raise PreconditionFailed("The draft was published or discarded in the meantime.")
        seen.check(pending.etag)
        tag = _tag(entity, record)
        if pending.base_etag != tag and not seen.names(tag):
            raise PreconditionFailed(
                "Someone else has changed this since the draft was begun."
                " Compare the changes before you publish it."
            )
        pending.rebase(record, tag)
        if fields is not None:
            pending.merge(fields)
        changes = pending.input(entity.update)
        session.delete(pending)
        end_links(session, pending.table_name, [pending.record_id])
        session.flush()
        if not changes.model_fields_set:
            shown = Shown.of(entity.view, record)
            return Written(shown.record, shown.tag)
        entity.repository.update(session, record, changes, caller.user.id)
        return entity.written(session, action_of(changes), record)


def _find_seen(session: Session, entity: Entity, record_id: int, seen: Seen) -> Any:
    """Return a record, locked. Raises NotFound, and PreconditionFailed if it was not seen so."""
    record = entity.repository.find(session, record_id, for_update=True)
    if seen.is_given:
        seen.check(_tag(entity, record))
    return record


def _tag(entity: Entity, record: ManagedRecord) -> str:
    return Shown.of(entity.view, record).tag


def _begin(session: Session, entity: Entity, record: ManagedRecord, tag: str) -> PendingChanges:
    """Return new pending changes of a record. Raises Conflict if it is not published."""
    if not is_released(entity.table, partial(getattr, record)):
        raise Conflict("Only a published record has a draft. Save the changes instead.")
    if discarded := find_stored(session, record):
        session.delete(discarded)
        session.flush()
    return PendingChanges.begin(record, tag)


def _show_pending(
    entity: Entity, pending: PendingChanges, record: ManagedRecord
) -> Shown[DraftPublic]:
    assert entity.update is not None
    return Shown(pending.public(entity.update, _tag(entity, record)), pending.etag)


def _audit(
    session: Session, entity: Entity, action: Action, record: ManagedRecord, pending: PendingChanges
) -> None:
    changes = [
        [name, shown_value(name, pending.base[name]), shown_value(name, value)]
        for name, value in pending.changes.items()
    ]
    record_action(
        session,
        action,
        entity.label,
        record.id,
        record.display_name,
        changes=changes if action is Action.PENDING_SAVED else [],
        permission=entity.edited_by.name,
    )


def _try_publishing(caller: Caller, entity: Entity, record_id: int, fields: Schema) -> None:
    """Raise the error with which publishing the changes and the fields would be refused."""
    assert entity.update is not None
    with trying() as session:
        record = entity.repository.find(session, record_id, for_update=True)
        pending = find_pending(session, record) or PendingChanges.begin(record, "")
        pending.merge(fields)
        entity.repository.update(session, record, pending.input(entity.update), caller.user.id)
        entity.check_images(session, record)
