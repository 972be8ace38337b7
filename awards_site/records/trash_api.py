"""The HTTP endpoints of the Trash."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from sqlalchemy import ColumnElement

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.http.path_parameters import Id
from awards_site.core.validation import Number
from awards_site.records import trash
from awards_site.records.bulk import UndoResult, selected_ids
from awards_site.records.entity import REVEALS
from awards_site.records.export import add_export
from awards_site.records.trash import (
    DeletedRecordExported,
    DeletedRecordPublic,
    TrashAction,
    TrashChange,
    TrashResult,
)

PATH = "/admin/trash"

router = APIRouter(tags=["trash"])
_paginator = Paginator(DeletedRecord, DeletedRecordPublic, trash.ORDERING)


def _filters(
    record_type: Annotated[str | None, Query(alias="type", description="Such as 'photo'.")] = None,
    group: Annotated[
        int | None, Number(1, label="group"), Query(description="One of a group.")
    ] = None,
) -> list[ColumnElement[bool]]:
    conditions = [trash.is_of_type(record_type)] if record_type else []
    return [*conditions, trash.is_in_group_of([group])] if group else conditions


Filters = Annotated[list[ColumnElement[bool]], Depends(_filters)]


@router.get(
    PATH,
    response_model=Page[DeletedRecordPublic],
    dependencies=[allow(Permission.READ_TRASH)],
)
def list_deleted(
    session: ReadSession,
    caller: SignedIn,
    params: ListParamsDep,
    filters: Filters,
    grouped: Annotated[bool, Query(description="One for all that were deleted together.")] = False,
) -> Any:
    """List the deleted records that can be restored, the last deleted first, a page at a time."""
    is_visible = trash.is_visible_to(caller.role)
    where = [is_visible, trash.is_first_of_group()] if grouped else [is_visible]
    found = _paginator.read_page(session, params, where, filters)
    sizes = trash.group_sizes(session, found.items, is_visible) if grouped else {}
    found.items = [
        DeletedRecordPublic.model_validate(record).model_copy(
            update={
                "can_restore": trash.can_restore(record, caller.role),
                "group_size": sizes.get(trash.group_of(record), 1),
            }
        )
        for record in found.items
    ]
    return found


def _exported(caller: SignedIn, filters: Filters) -> list[ColumnElement[bool]]:
    return [trash.is_visible_to(caller.role), *filters]


add_export(
    router,
    f"{PATH}/export",
    _paginator,
    DeletedRecordExported,
    label="deleted record",
    filename="trash",
    rules=[allow(Permission.READ_TRASH)],
    conditions=_exported,
)


@router.post(
    f"{PATH}/bulk", response_model=TrashResult, dependencies=[allow(Permission.READ_TRASH)]
)
def change_several(
    body: TrashChange, caller: SignedIn, params: ListParamsDep, filters: Filters
) -> TrashResult:
    """Restore several records as drafts, or delete them permanently, which only admins may.

    Those of a kind are one entry of the audit log. Those that cannot be changed stay, and the
    response says why.
    """
    change = trash.delete_several if body.action == TrashAction.DELETE else trash.restore_several
    where = [trash.is_visible_to(caller.role), *filters]
    listed = [*where, trash.is_first_of_group()] if body.grouped else where
    with writing() as session:
        ids = selected_ids(
            session, body, DeletedRecord, lambda: _paginator.list_ids(session, params, *listed)
        )
        if body.grouped:
            ids = trash.list_groups(session, ids, where)
        return change(session, ids, caller.role)


@router.post(
    f"{PATH}/bulk/undo",
    response_model=UndoResult,
    dependencies=[allow(Permission.READ_TRASH), REVEALS],
)
def undo_restore(body: TrashResult, caller: SignedIn) -> UndoResult:
    """Move the restored records of this response back to the Trash, unless they were changed."""
    with writing() as session:
        return trash.undo_restore(session, body.changed, caller)


@router.post(
    f"{PATH}/{{record_id}}/restore",
    status_code=204,
    dependencies=[allow(Permission.READ_TRASH)],
)
def restore(record_id: Id, caller: SignedIn, response: Response) -> None:
    """Restore a record with its history, unpublished; 409 if its identifier has been taken."""
    with writing() as session:
        trash.tell_draft(response, trash.restore(session, record_id, caller.role))


@router.delete(
    f"{PATH}/{{record_id}}", status_code=204, dependencies=[allow(Permission.EMPTY_TRASH)]
)
def delete_permanently(record_id: Id, caller: SignedIn) -> None:
    """Delete a record and its history permanently, which cannot be undone."""
    with writing() as session:
        trash.delete_permanently(session, record_id, caller.role)
