"""Restores deleted records from the Trash, and deletes them permanently."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, and_
from sqlmodel import Session, col, select

from awards_site.auth.permissions import has_permission
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.errors import Forbidden, Invalid, NotFound
from awards_site.core.records.soft_delete import DeletedRecord, is_in_trash
from awards_site.resources.trash import TRASHED_ENTITIES, TrashedEntity
from awards_site.resources.versions import delete_versions, record_write

ORDERING = (col(DeletedRecord.created_at).desc(), col(DeletedRecord.id).desc())


class _Trashed(NamedTuple):
    record: DeletedRecord
    entity: TrashedEntity


def is_visible_to(role: str) -> ColumnElement[bool]:
    """Return the condition that a role may see a deleted record in the Trash."""
    tables = [
        name for name, entity in TRASHED_ENTITIES.items() if has_permission(role, entity.managed_by)
    ]
    return and_(is_in_trash(), col(DeletedRecord.table_name).in_(tables))


def is_of_type(record_type: str) -> ColumnElement[bool]:
    """Return the condition that a deleted record is of a kind. Raises Invalid."""
    types = [entity.record_type for entity in TRASHED_ENTITIES.values()]
    if record_type not in types:
        raise Invalid({"type": f"type must be one of: {', '.join(types)}"})
    return col(DeletedRecord.record_type) == record_type


def can_restore(record: DeletedRecord, role: str) -> bool:
    """Return whether a role may restore a record in the Trash."""
    return has_permission(role, TRASHED_ENTITIES[record.table_name].deleted_by)


def restore(session: Session, key: int, role: str) -> None:
    """Restore a record as a draft, with its history.

    Raises NotFound if it is no longer in the Trash, Forbidden if the role may not, and Conflict if
    another record has taken a unique value since.
    """
    deleted, entity = _find(session, key, role)
    record = entity.repository.restore(session, deleted.record_id, as_draft=True)
    record_write(session, Action.RESTORED, entity.record_type, record, entity.managed_by)


def delete_permanently(session: Session, key: int, role: str) -> None:
    """Delete a record and its history for good. Errors are those of `restore`."""
    deleted, entity = _find(session, key, role)
    session.delete(deleted)
    delete_versions(session, deleted.table_name, deleted.record_id)
    record_action(
        session,
        Action.DELETED_PERMANENTLY,
        deleted.record_type,
        deleted.record_id,
        deleted.name,
        permission=entity.managed_by.name,
    )


def _find(session: Session, key: int, role: str) -> _Trashed:
    where = DeletedRecord.id == key, is_visible_to(role)
    deleted = session.exec(select(DeletedRecord).where(*where)).first()
    if deleted is None:
        raise NotFound("This record is no longer in the Trash")
    if not can_restore(deleted, role):
        raise Forbidden("Your role does not permit this")
    return _Trashed(deleted, TRASHED_ENTITIES[deleted.table_name])
