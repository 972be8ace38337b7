"""The audit log for staff: its schemas and endpoints, and the recent changes of the dashboard."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import WithJsonSchema
from sqlalchemy import ColumnElement
from sqlmodel import col, select
from starlette.responses import StreamingResponse

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import GRANTED, Permission, Role
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import REQUEST, Action, AuditEntry, AuditEntryBase, RecentChange
from awards_site.core.database.engine import sort_key_of
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.core.errors import NotFound
from awards_site.core.http.path_parameters import Id
from awards_site.core.presentation.texts import plural
from awards_site.core.schemas import StoredSchema, computed_property, response_schema
from awards_site.core.validation import Choice, Number
from awards_site.records import export
from awards_site.records.export import ExportFormat, FormatParam, export_response, read_batches
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


_ORDERING = (col(AuditEntry.created_at).desc(), col(AuditEntry.id).desc())

_CSV_HEADINGS = (
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


def _csv_row(entry: AuditEntryDetails) -> Sequence[object]:
    """Return the cells of an entry below `_CSV_HEADINGS`."""
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


@use_case(Permission.LIST_CONTENT)
def read_recent_changes(caller: Caller, limit: int) -> Sequence[RecentChange]:
    """Return the latest changes that the caller's role may see, newest first."""
    permissions = [each.name for each in GRANTED[Role(caller.user.role)]]
    statement = select(AuditEntry).where(col(AuditEntry.permission).in_(permissions))
    with reading() as session:
        found = session.exec(statement.order_by(col(AuditEntry.id).desc()).limit(limit)).all()
    return [RecentChange.model_validate(each) for each in found]


DEFAULT_LIMIT = 10
MAX_LIMIT = 100

router = APIRouter(tags=["audit"])

_RULES = [allow(Permission.READ_AUDIT_LOG)]
_paginator = Paginator(
    AuditEntry,
    AuditEntryPublic,
    _ORDERING,
    # Those with an index.
    sort_keys=("createdAt", "userName", "action", "recordType", "ipAddress"),
    expressions={"record_type": col(AuditEntry.record_type)},
)

Filters = Annotated[AuditFilters, Depends()]


@router.get(
    "/admin/activity",
    response_model=list[RecentChange],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def list_recent_changes(
    caller: SignedIn,
    limit: Annotated[int, Number(1, MAX_LIMIT, label="limit"), Query()] = DEFAULT_LIMIT,
) -> Sequence[RecentChange]:
    """List the latest changes that the caller's role may see, newest first."""
    return read_recent_changes(caller, limit)


@router.get("/admin/audit", response_model=Page[AuditEntryPublic], dependencies=_RULES)
def list_entries(session: ReadSession, params: ListParamsDep, filters: Filters) -> Any:
    """List the entries of the audit log, newest first, a page at a time."""
    counter.flush()
    return _paginator.read_page(session, params, filters=filters.conditions())


@router.get("/admin/audit/users", dependencies=_RULES)
def list_user_names(session: ReadSession) -> Sequence[str]:
    """List the names of all who have an entry in alphabetical order, for the filter."""
    found = session.exec(select(AuditEntry.user_name).distinct()).all()
    return sorted(found, key=lambda name: (sort_key_of(name), name))


@router.get(
    "/admin/audit/export",
    **export.EXPORT,
    dependencies=[allow(Permission.READ_AUDIT_LOG, recent=True)],
)
def export_entries(
    session: ReadSession,
    params: ListParamsDep,
    filters: Filters,
    file_format: FormatParam = ExportFormat.CSV,
) -> StreamingResponse:
    """Return the entries that match the search and the filters as a file, newest first."""
    counter.flush()
    ids = _paginator.list_ids(session, params, *filters.conditions())
    with writing() as transaction:
        record_action(transaction, Action.EXPORTED, "audit log")
    entries = read_batches(AuditEntry, AuditEntryDetails, ids)
    return export_response("audit-log", file_format, entries, _CSV_HEADINGS, _csv_row)


@router.get("/admin/audit/{record_id}", response_model=AuditEntryDetails, dependencies=_RULES)
def read_entry(record_id: Id, session: ReadSession) -> AuditEntry:
    """Read one entry with its changes."""
    entry = session.get(AuditEntry, record_id)
    if entry is None:
        raise NotFound.of("Entry")
    return entry
