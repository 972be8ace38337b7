"""The HTTP endpoint of what staff still have to do."""

from fastapi import APIRouter

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import SignedIn, allow
from awards_site.checklist import service
from awards_site.checklist.models import ChecklistPage
from awards_site.core.database.sessions import ReadSession

MAX_ITEMS = 100
"""How many items one response has at most."""

router = APIRouter(tags=["checklist"])


@router.get(
    "/admin/checklist",
    response_model=ChecklistPage,
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
    summary="List what is to do for records",
)
def list_items(session: ReadSession, caller: SignedIn) -> ChecklistPage:
    """List what is to do for published and scheduled records."""
    found = service.find_published(session, caller.role)
    return ChecklistPage(items=found[:MAX_ITEMS], total=len(found))
