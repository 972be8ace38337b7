"""The HTTP endpoint of what staff still have to do."""

from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import SignedIn, allow
from awards_site.checklist import service
from awards_site.checklist.models import ChecklistPage
from awards_site.core.database.sessions import ReadSession
from awards_site.core.validation.value_validators import MAX_INTEGER, Number

MAX_ITEMS = 100
"""How many items one response has at most, unless it names the records."""
MAX_IDS = 500

router = APIRouter(tags=["checklist"])


@router.get(
    "/admin/checklist",
    response_model=ChecklistPage,
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
    summary="List what is to do for records",
)
def list_items(
    session: ReadSession,
    caller: SignedIn,
    record_type: Annotated[str, Query(alias="type", description="Such as 'photo'.")] = "",
    ids: Annotated[
        list[Annotated[int, Number(1, MAX_INTEGER, label="ids")]],
        Query(max_length=MAX_IDS, description="Ids of records of this type."),
    ] = [],  # noqa: B006 - FastAPI copies it.
) -> ChecklistPage:
    """List what is to do for published and scheduled records, or for certain ones."""
    if record_type:
        found = service.find_by_ids(session, caller.role, record_type, ids)
        return ChecklistPage(items=found, total=len(found))
    found = service.find_published(session, caller.role)
    return ChecklistPage(items=found[:MAX_ITEMS], total=len(found))
