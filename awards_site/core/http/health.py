"""The endpoint of the API about itself: its health."""

from fastapi import APIRouter
from sqlalchemy import text

from awards_site.core.database import ReadSession

router = APIRouter(tags=["system"])


@router.get("/health")
def report_health(session: ReadSession) -> dict[str, str]:
    """Answer 200 when the database answers, else 503."""
    session.execute(text("SELECT 1"))
    return {"status": "ok"}
