"""Endpoints of the API about itself: its health, and the answer to unknown paths."""

from fastapi import APIRouter
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from awards_site.core.database import ReadSession
from awards_site.core.http.problems import problem

router = APIRouter(tags=["system"])


@router.get("/health")
def report_health(session: ReadSession) -> dict[str, str]:
    """Answer 200 when the database answers, else 503."""
    session.execute(text("SELECT 1"))
    return {"status": "ok"}


async def refuse_unknown(request: Request) -> Response:
    """Answer 404 as JSON, or 405 with Allow where the path exists for other methods."""
    methods: set[str] = set()
    for route in request.app.router.routes:
        match, _ = route.matches(request.scope)
        if match is Match.PARTIAL:
            methods |= route.methods
    if methods:
        allowed = ", ".join(sorted(methods))
        message = f"{request.method} is not possible here; possible: {allowed}"
        return problem(405, message, headers={"Allow": allowed})
    return problem(404, "There is nothing at this address")
