"""Writes audit log entries in the transaction of what they are about."""

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, delete

from awards_site.core import clock
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.engine import metadata
from awards_site.core.database.managed_record import SORT_KEY, ManagedRecord
from awards_site.core.database.sessions import row_change
from awards_site.core.invalidation.reads import RowChange
from awards_site.core.logs import REDACTED, SECRET_NAME, redact, truncate
from awards_site.core.presentation.texts import listed
from awards_site.core.request_context import COMMAND_LINE, current_request
from awards_site.settings import settings

MAX_VALUE_LENGTH = 300
"""The most characters of a value before or after a change."""
MAX_NAME_LENGTH = 300


class WrittenRecord(NamedTuple):
    """A record of an entry, with what was changed in it, as in `AuditEntry.changes`."""

    id: int
    name: str
    changes: list[list[Any]]


_DERIVED = frozenset({"id", "created_at", "updated_at", "search_text", "folded_tags"})
_REPEATED = ("_folded", SORT_KEY)
"""The endings of columns that repeat another one, for comparison."""


def record_changes(
    session: Session,
    action: Action,
    record_type: str,
    records: Sequence[ManagedRecord],
    *,
    permission: str = "",
) -> None:
    """Add one entry about a change of records, with the fields that the transaction changed.

    Roles with `permission` see it among the recent changes. Personal data of visitors is left out.
    Of several records that were created or deleted, it has the names alone.
    """
    session.flush()
    written = []
    for record in records:
        change = row_change(session, str(record.__tablename__), record.id)
        is_shown = change is not None and (len(records) == 1 or (change.before and change.after))
        changes = (
            list(_field_changes(change, record.unlogged_fields))
            if change is not None and is_shown and not record.is_personal
            else []
        )
        name = "" if record.is_personal else record.display_name
        written.append(WrittenRecord(record.id, name, changes))
    record_batch(session, action, record_type, written, permission=permission)


def record_batch(
    session: Session,
    action: Action,
    record_type: str,
    records: Sequence[WrittenRecord],
    *,
    permission: str = "",
) -> None:
    """Add one entry about the same action on some records, if there are any."""
    if len(records) == 1:
        [(key, name, changes)] = records
        record_action(
            session, action, record_type, key, name, changes=changes, permission=permission
        )
    elif records:
        names = [truncate(each.name, MAX_NAME_LENGTH) for each in records]
        record_action(
            session,
            action,
            record_type,
            name=listed(names, len(names)) if any(names) else "",
            records=[each._replace(name=name) for each, name in zip(records, names, strict=True)],
            permission=permission,
        )


def record_action(
    session: Session,
    action: Action,
    record_type: str,
    record_id: int | None = None,
    name: str = "",
    *,
    changes: list[list[Any]] | None = None,
    records: Sequence[WrittenRecord] = (),
    permission: str = "",
) -> None:
    """Add an entry about anything else."""
    session.add(
        AuditEntry(
            **actor_fields(),
            action=action.value,
            record_type=record_type,
            record_id=record_id,
            record_count=max(len(records), 1),
            name=truncate(name, MAX_NAME_LENGTH),
            changes=changes or [],
            records=[list(each) for each in records] or None,
            permission=permission,
        )
    )


def actor_fields() -> dict[str, Any]:
    """Return the values of an entry that say who acts and from where."""
    request = current_request()
    if request is None:
        return {"user_name": COMMAND_LINE}
    return {
        "user_id": request.user_id,
        "user_name": request.user_name,
        "ip_address": request.ip_address,
        "request_id": request.request_id,
    }


def settings_at_start() -> list[list[Any]]:
    """Return the settings as `AuditEntry.changes`, without secrets and the passwords in URLs."""
    values = settings().model_dump(mode="json")
    return [
        [name, None, redact(shown) if "://" in str(shown) else shown]
        for name, value in values.items()
        for shown in [shown_value(name, value)]
    ]


def purge_expired(session: Session) -> None:
    """Delete the entries that are older than the setting `audit_days`."""
    oldest = clock.now() - timedelta(days=settings().audit_days)
    session.execute(delete(AuditEntry).where(col(AuditEntry.created_at) < oldest))


def is_derived(column: str) -> bool:
    """Return whether staff do not fill in a column."""
    return column in _DERIVED or column.endswith(_REPEATED)


def _field_changes(change: RowChange, unlogged: Collection[str]) -> Iterator[list[Any]]:
    before, after = change.before or {}, change.after or {}
    for column in metadata.tables[change.table].columns:
        name = column.name
        if is_derived(name):
            continue
        old, new = before.get(name), after.get(name)
        # Compare JSON, because 1 == True in Python.
        if _as_json(old) != _as_json(new):
            shown = (
                [REDACTED if each else each for each in (old, new)] if name in unlogged else None
            )
            yield [name, *(shown or (shown_value(name, each) for each in (old, new)))]


def shown_value(name: str, value: Any) -> Any:
    """Return a value as an entry shows it: numbers and booleans as they are, others as text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if SECRET_NAME.fullmatch(name):
        return REDACTED if value else ""
    return truncate(value if isinstance(value, str) else _as_json(value), MAX_VALUE_LENGTH)


def _as_json(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)
