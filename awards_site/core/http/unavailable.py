"""Responses while the database or the disk fails: JSON of the API, and a readable page."""

from html import escape

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Scope

from awards_site.core.errors import ApiError
from awards_site.core.http.errors.error_handlers import (
    DATABASE_ERRORS,
    ErrorMiddleware,
    error_response,
    unavailability,
)
from awards_site.core.http.plain_page import plain_page, plain_page_headers


def add_unavailable_handlers(app: FastAPI) -> None:
    for error in (OSError, *DATABASE_ERRORS):
        app.add_exception_handler(error, _unavailable)


async def _unavailable(request: Request, error: Exception) -> Response:
    failure = unavailability(error)
    if failure is None:
        raise error
    is_api = request.url.path.startswith("/api/")
    if not is_api and "text/html" in request.headers.get("accept", ""):
        return unavailable_page(failure)
    return error_response(failure.status, failure.message, headers=failure.headers)


def unavailable_page(failure: ApiError) -> Response:
    """Return the page of a failure that passes; it tries again by itself."""
    seconds = failure.headers.get("Retry-After", "")
    content = f"<p>{escape(failure.message)}</p><p>This page tries again by itself.</p>"
    html = plain_page(
        "Temporarily unavailable", "We will be right back", content, reload_seconds=seconds
    )
    return HTMLResponse(html, failure.status, {**plain_page_headers(), **failure.headers})


def page_while_unavailable(app: ASGIApp) -> ASGIApp:
    """Return all pages with a readable one while the database or the disk fails.

    Its status is 503 or 507, and it tries again by itself.
    """
    return ErrorMiddleware(app, _page_of)


def _page_of(_scope: Scope, error: Exception) -> Response | None:
    failure = unavailability(error)
    return unavailable_page(failure) if failure else None
