"""The health check endpoint."""

from fastapi import APIRouter
from sqlalchemy import text

from awards_site.core.database import ReadSession

router = APIRouter(tags=["system"])


@router.get("/health")
def report_health(session: ReadSession) -> dict[str, str]:
    """Return 200 if the database is available, else 503."""
    session.execute(text("SELECT 1"))
    return {"status": "ok"}
