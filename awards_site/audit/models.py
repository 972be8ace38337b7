"""What administrators read of the audit log, and the filters of its list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import ColumnElement
from sqlmodel import col

from awards_site.core.audit.models import REQUEST, Action, AuditEntry, AuditEntryBase
from awards_site.core.database.sorting import sort_key_of
from awards_site.core.presentation.texts import plural
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.core.validation.value_validators import Choice
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
        """What it was about: 'nominee Ada Obi', 'message #3', '2 nominees: Ada Obi, Bisi Ade'."""
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
