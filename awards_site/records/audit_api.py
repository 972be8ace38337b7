"""The HTTP endpoints of the audit log, and of the recent changes of the dashboard."""

import json
from collections.abc import Sequence
from datetime import UTC
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action, AuditEntry, RecentChange
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.urls import Id
from awards_site.core.validation import Number
from awards_site.records import audit, export
from awards_site.records.audit import AuditEntryDetails, AuditEntryPublic, AuditFilters
from awards_site.records.export import ExportFormat, FormatParam, export_response, read_batches

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


DEFAULT_LIMIT = 10
MAX_LIMIT = 100

router = APIRouter(tags=["audit"])

_RULES = [allow(Permission.READ_AUDIT_LOG)]

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
    return audit.read_recent_changes(caller, limit)


@router.get("/admin/audit", response_model=Page[AuditEntryPublic], dependencies=_RULES)
def list_entries(caller: SignedIn, params: ListParamsDep, where: Filters) -> Any:
    """List the entries of the audit log, newest first, a page at a time."""
    return audit.list_entries(caller, params, where)


@router.get("/admin/audit/users", dependencies=_RULES)
def list_user_names(caller: SignedIn) -> list[str]:
    """List the names of all who have an entry in alphabetical order, for the filter."""
    return audit.list_user_names(caller)


@router.get(
    "/admin/audit/export",
    **export.EXPORT,
    dependencies=[allow(Permission.READ_AUDIT_LOG, recent=True)],
)
def export_entries(
    session: ReadSession,
    params: ListParamsDep,
    where: Filters,
    file_format: FormatParam = ExportFormat.CSV,
) -> StreamingResponse:
    """Return the entries that match the search and the filters as a file, newest first."""
    counter.flush()
    ids = audit.PAGINATOR.list_ids(session, params, *where.conditions())
    with writing() as transaction:
        record_action(transaction, Action.EXPORTED, "audit log")
    entries = read_batches(AuditEntry, AuditEntryDetails, ids)
    return export_response("audit-log", file_format, entries, _CSV_HEADINGS, _csv_row)


@router.get("/admin/audit/{record_id}", dependencies=_RULES)
def read_entry(record_id: Id, caller: SignedIn) -> AuditEntryDetails:
    """Read one entry with its changes."""
    return audit.read_entry(caller, record_id)
