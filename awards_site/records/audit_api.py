"""The HTTP endpoints of the audit log, and of the recent changes on the dashboard."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from sqlmodel import col
from starlette.responses import StreamingResponse

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import GRANTED, Permission, Role
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action, AuditEntry, RecentChange
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.path_parameters import Id
from awards_site.core.validation import Number
from awards_site.records import audit
from awards_site.records.audit import AuditEntryDetails, AuditEntryPublic, AuditFilters
from awards_site.records.export import ExportFormat, FormatParam, export_response, read_batches

DEFAULT_LIMIT = 10
MAX_LIMIT = 100

router = APIRouter(tags=["audit"])

_RULES = [allow(Permission.READ_AUDIT_LOG)]
_paginator = Paginator(
    AuditEntry,
    AuditEntryPublic,
    audit.ORDERING,
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
    session: ReadSession,
    limit: Annotated[int, Number(1, MAX_LIMIT, label="limit"), Query()] = DEFAULT_LIMIT,
) -> Sequence[AuditEntry]:
    """List the latest changes that the caller's role may see, newest first."""
    permissions = [each.name for each in GRANTED[Role(caller.role)]]
    return audit.list_recent_changes(session, permissions, limit)


@router.get("/admin/audit", response_model=Page[AuditEntryPublic], dependencies=_RULES)
def list_entries(session: ReadSession, params: ListParamsDep, filters: Filters) -> Any:
    """List the entries of the audit log, newest first, a page at a time."""
    counter.flush()
    return _paginator.read_page(session, params, filters=filters.conditions())


@router.get("/admin/audit/users", dependencies=_RULES)
def list_user_names(session: ReadSession) -> Sequence[str]:
    """List the names of all who have an entry, for the filter."""
    return audit.list_user_names(session)


@router.get(
    "/admin/audit/export",
    response_class=StreamingResponse,
    dependencies=[allow(Permission.READ_AUDIT_LOG, recent=True)],
)
def export_entries(
    params: ListParamsDep, filters: Filters, file_format: FormatParam = ExportFormat.CSV
) -> StreamingResponse:
    """Return the entries that match the search and the filters as a file, newest first."""
    counter.flush()
    with writing() as session:
        ids = _paginator.list_ids(session, params, *filters.conditions())
        record_action(session, Action.EXPORTED, "audit log")
    entries = read_batches(AuditEntry, AuditEntryDetails, ids)
    return export_response("audit-log", file_format, entries, audit.CSV_HEADINGS, audit.csv_row)


@router.get("/admin/audit/{record_id}", response_model=AuditEntryDetails, dependencies=_RULES)
def read_entry(record_id: Id, session: ReadSession) -> AuditEntry:
    """Read one entry with its changes."""
    return audit.find(session, record_id)
