"""The endpoints by which other programs find out whether the site works.

A program that restarts the site asks for its health, one that sends visitors to it asks whether it
is ready.
"""

from collections.abc import Callable
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse

from awards_site.core.database.migrations import current_revision, head_revision
from awards_site.core.database.sessions import ReadSession
from awards_site.core.logs.logger import get_logger

log = get_logger(__name__)

RETRY_SECONDS = 2
"""After how many seconds it makes sense to ask again whether the site is ready."""

router = APIRouter(tags=["system"])


@router.get("/health")
def report_health(session: ReadSession) -> dict[str, str]:
    """Return 200 if the database is available, else 503."""
    session.execute(text("SELECT 1"))
    return {"status": "ok"}


@router.get("/ready", responses={503: {"description": "Not ready, with what is missing"}})
def report_readiness(request: Request, session: ReadSession) -> JSONResponse:
    """Return 200 if the site can serve visitors, else 503 and the names of what is missing.

    `database`: it cannot be reached. `migrations`: it is of another version of the site. `pages`:
    the public pages are being rendered for the first time.
    """
    missing = [*_missing_of_database(session), *_missing_pages(request.app)]
    headers = {"Cache-Control": "no-store"}
    if not missing:
        return JSONResponse({"status": "ready"}, headers=headers)
    message = f"The site is not ready: {', '.join(missing)}"
    headers["Retry-After"] = str(RETRY_SECONDS)
    return JSONResponse({"message": message, "missing": missing}, 503, headers)


def wait_for_pages(app: FastAPI, are_rendered: Callable[[], bool]) -> None:
    """Report an API as ready only after the public pages have been rendered."""
    app.state.pages_are_rendered = are_rendered


def _missing_pages(app: FastAPI) -> list[str]:
    are_rendered = getattr(app.state, "pages_are_rendered", None)
    return [] if are_rendered is None or are_rendered() else ["pages"]


def _missing_of_database(session: ReadSession) -> list[str]:
    try:
        revision = current_revision(session.connection())
    except SQLAlchemyError as error:
        log.error("not ready: database unavailable", error=error)
        return ["database"]
    return [] if revision == _newest_revision() else ["migrations"]


@cache
def _newest_revision() -> str:
    return head_revision()
