"""The audit log for administrators, who list its entries and read one."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

from pydantic import WithJsonSchema
from sqlalchemy import ColumnElement
from sqlmodel import col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import GRANTED, Permission, Role
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import (
    REQUEST,
    Action,
    AuditEntry,
    AuditEntryBase,
    RecentChange,
)
from awards_site.core.database.engine import sort_key_of
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import reading
from awards_site.core.errors import NotFound
from awards_site.core.presentation.texts import plural
from awards_site.core.schemas import Schema, StoredSchema, computed_property, response_schema
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


_TRIPLE = WithJsonSchema({"type": "array", "items": {}, "minItems": 3, "maxItems": 3})
"""A tuple without the types of its parts, which not every reader of OpenAPI understands."""
_Change = Annotated[tuple[str, Any, Any], _TRIPLE]


@response_schema
class AuditEntryDetails(AuditEntryPublic):
    """An entry with its changes: field, value before and value after.

    One about several records has their ids, names and changes.
    """

    changes: list[_Change]
    records: list[Annotated[tuple[int, str, list[_Change]], _TRIPLE]] | None


class AuditFilters(Schema):
    """The filters of the list: an action, a user's name, and the first and last day."""

    action: Annotated[str | None, Choice(Action, label="action")] = None
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


PAGINATOR = Paginator(
    AuditEntry,
    AuditEntryPublic,
    (col(AuditEntry.created_at).desc(), col(AuditEntry.id).desc()),
    # Those with an index.
    sort_keys=("createdAt", "userName", "action", "recordType", "ipAddress"),
    expressions={"record_type": col(AuditEntry.record_type)},
)


@use_case(Permission.LIST_CONTENT)
def read_recent_changes(caller: Caller, limit: int) -> Sequence[RecentChange]:
    """Return the latest changes that the caller's role may see, newest first."""
    permissions = [each.name for each in GRANTED[Role(caller.user.role)]]
    statement = select(AuditEntry).where(col(AuditEntry.permission).in_(permissions))
    with reading() as session:
        found = session.exec(statement.order_by(col(AuditEntry.id).desc()).limit(limit)).all()
    return [RecentChange.model_validate(each) for each in found]


@use_case(Permission.READ_AUDIT_LOG)
def list_entries(_caller: Caller, params: ListParams, where: AuditFilters) -> Page[Any]:
    """Return a page of the entries, newest first. Raises Invalid for a parameter."""
    counter.flush()
    with reading() as session:
        found = PAGINATOR.read_page(session, params, filters=where.conditions())
        found.items = [AuditEntryPublic.model_validate(each) for each in found.items]
    return found


@use_case(Permission.READ_AUDIT_LOG)
def list_user_names(_caller: Caller) -> list[str]:
    """Return the names of all who have an entry in alphabetical order, for the filter."""
    with reading() as session:
        found = session.exec(select(AuditEntry.user_name).distinct()).all()
    return sorted(found, key=lambda name: (sort_key_of(name), name))


@use_case(Permission.READ_AUDIT_LOG)
def read_entry(_caller: Caller, entry_id: int) -> AuditEntryDetails:
    """Return one entry with its changes. Raises NotFound."""
    with reading() as session:
        entry = session.get(AuditEntry, entry_id)
        if entry is None:
            raise NotFound.of("Entry")
        return AuditEntryDetails.model_validate(entry)
