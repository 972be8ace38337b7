"""The audit log as staff read it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from awards_site.core.audit.models import REQUEST, Action, AuditEntry, AuditEntryBase
from awards_site.core.database.engine import sort_key_of
from awards_site.core.errors import NotFound
from awards_site.core.presentation.texts import plural
from awards_site.core.schemas import StoredSchema, computed_property, response_schema
from awards_site.core.validation import Choice
from awards_site.settings import settings


@response_schema
class AuditEntryPublic(StoredSchema, AuditEntryBase):
    """An entry as administrators list it."""

    user_id: int | None
    ip_address: str
    request_id: str
    record_id: int | None
    count: int

    @computed_property
    def subject(self) -> str:
        """The subject: 'nominee Ada Obi', 'message #3', '2 nominees: Ada Obi, Bisi Ade'."""
        if self.record_count > 1:
            kind = f"{self.record_count:,} {plural(self.record_type)}"
            return f"{kind}: {self.name}" if self.name else kind
        number = f"#{self.record_id}" if self.record_id else ""
        kind = "" if self.record_type == REQUEST else self.record_type
        return f"{kind} {self.name or number}".strip()


@response_schema
class AuditEntryDetails(AuditEntryPublic):
    """An entry with its changes: field, value before and value after.

    One about several records has their ids, names and changes.
    """

    changes: list[tuple[str, Any, Any]]
    records: list[tuple[int, str, list[tuple[str, Any, Any]]]] | None


@dataclass(frozen=True)
class AuditFilters:
    """The filters of the list: an action, a user's name, and the first and last day."""

    action: Annotated[str | None, Choice(Action, label="action"), Query()] = None
    user: str | None = None
    since: date | None = None
    until: date | None = None

    def conditions(self) -> Sequence[ColumnElement[bool]]:
        """Return the conditions; days are those of the programme's time zone."""
        created_at = col(AuditEntry.created_at)
        conditions: list[ColumnElement[bool]] = []
        if self.action:
            # As equal as the action itself, and in the index by which lists are sorted.
            conditions.append(col(AuditEntry.action_sort_key) == sort_key_of(self.action))
        if self.user:
            conditions.append(col(AuditEntry.user_name) == self.user)
        if self.since:
            conditions.append(created_at >= _start_of(self.since))
        if self.until:
            conditions.append(created_at < _start_of(self.until + timedelta(days=1)))
        return conditions


def _start_of(day: date) -> datetime:
    return datetime.combine(day, time(), settings().zone)


ORDERING = (col(AuditEntry.created_at).desc(), col(AuditEntry.id).desc())

CSV_HEADINGS = (
    "Time (UTC)",
    "User ID",
    "User",
    "Action",
    "Record type",
    "Record ID",
    "Name",
    "Records",
    "IP address",
    "Request ID",
    "Count",
    "Changes",
)


def find(session: Session, key: int) -> AuditEntry:
    entry = session.get(AuditEntry, key)
    if entry is None:
        raise NotFound.of("Entry")
    return entry


def list_recent_changes(
    session: Session, permissions: Sequence[str], limit: int
) -> Sequence[AuditEntry]:
    """Return the latest changes that holders of the permissions may see, newest first."""
    statement = select(AuditEntry).where(col(AuditEntry.permission).in_(permissions))
    return session.exec(statement.order_by(col(AuditEntry.id).desc()).limit(limit)).all()


def list_user_names(session: Session) -> Sequence[str]:
    """Return the names of all who acted, in alphabetical order."""
    found = session.exec(select(AuditEntry.user_name).distinct()).all()
    return sorted(found, key=lambda name: (sort_key_of(name), name))


def csv_row(entry: AuditEntryDetails) -> Sequence[object]:
    """Return the cells of an entry below `CSV_HEADINGS`."""
    return (
        entry.created_at.astimezone(UTC).isoformat(timespec="seconds"),
        entry.user_id,
        entry.user_name,
        entry.action,
        entry.record_type,
        entry.record_id,
        entry.name,
        entry.record_count,
        entry.ip_address,
        entry.request_id,
        entry.count,
        json.dumps(shown, ensure_ascii=False) if (shown := entry.records or entry.changes) else "",
    )
