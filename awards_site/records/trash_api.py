"""The HTTP endpoints of the Trash, and the one that takes any write back."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from sqlalchemy import ColumnElement

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.pagination import Page
from awards_site.core.http.urls import Id
from awards_site.core.validation import Number
from awards_site.records import trash
from awards_site.records import undo as undoing
from awards_site.records.entity import REVEALS
from awards_site.records.export import add_export
from awards_site.records.responses import respond
from awards_site.records.trash import (
    DeletedRecordExported,
    DeletedRecordPublic,
    TrashChange,
    TrashFilter,
    TrashResult,
)
from awards_site.records.undo import Undoable, UndoResult

PATH = "/admin/trash"

router = APIRouter(tags=["trash"])


def _filter(
    record_type: Annotated[str | None, Query(alias="type", description="Such as 'photo'.")] = None,
    group: Annotated[
        int | None, Number(1, label="group"), Query(description="One of a group.")
    ] = None,
) -> TrashFilter:
    return TrashFilter(record_type, group)


Filter = Annotated[TrashFilter, Depends(_filter)]


@router.post("/admin/undo", dependencies=[allow(Permission.MANAGE_ACCOUNT), REVEALS])
def undo(body: Undoable, caller: SignedIn, response: Response) -> UndoResult:
    """Take back the write whose response had this token, except what was changed since."""
    undone = undoing.undo(caller, body.undo)
    if isinstance(undone, UndoResult):
        return undone
    respond(response, undone)
    return UndoResult(restored=1)


@router.get(
    PATH,
    response_model=Page[DeletedRecordPublic],
    dependencies=[allow(Permission.READ_TRASH)],
)
def list_deleted(
    caller: SignedIn,
    params: ListParamsDep,
    where: Filter,
    grouped: Annotated[bool, Query(description="One for all that were deleted together.")] = False,
) -> Any:
    """List the deleted records that can be restored, the last deleted first, a page at a time."""
    return trash.list_deleted(caller, params, where, grouped=grouped)


def _exported(caller: SignedIn, where: Filter) -> list[ColumnElement[bool]]:
    return [trash.is_visible_to(caller.user.role), *where.conditions]


add_export(
    router,
    f"{PATH}/export",
    trash.PAGINATOR,
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
    body: TrashChange, caller: SignedIn, params: ListParamsDep, where: Filter
) -> TrashResult:
    """Restore several records as drafts, or delete them permanently, which only admins may.

    Those of a kind are one entry of the audit log. Those that cannot be changed stay, and the
    response says why.
    """
    return trash.change_several(caller, body, params, where)


@router.post(
    f"{PATH}/bulk/undo",
    response_model=UndoResult,
    dependencies=[allow(Permission.READ_TRASH), REVEALS],
)
def undo_restore(body: TrashResult, caller: SignedIn) -> UndoResult:
    """Move the restored records of this response back to the Trash, unless they were changed."""
    return trash.undo_restore(caller, body)


@router.post(
    f"{PATH}/{{record_id}}/restore",
    status_code=204,
    dependencies=[allow(Permission.READ_TRASH)],
)
def restore(record_id: Id, caller: SignedIn, response: Response) -> None:
    """Restore a record with its history, unpublished; 409 if its identifier has been taken."""
    respond(response, trash.restore(caller, record_id))


@router.delete(
    f"{PATH}/{{record_id}}", status_code=204, dependencies=[allow(Permission.EMPTY_TRASH)]
)
def delete_permanently(record_id: Id, caller: SignedIn) -> None:
    """Delete a record and its history permanently, which cannot be undone."""
    trash.delete_permanently(caller, record_id)
