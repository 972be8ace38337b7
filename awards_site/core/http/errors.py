"""Answers to errors, as JSON or as a page."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.errors import (
    UNEXPECTED,
    ApiError,
)
from awards_site.core.failures import DATABASE_ERRORS, unavailability
from awards_site.core.http.security import content_policy, document_headers, hash_source
from awards_site.core.logs import get_logger
from awards_site.core.validation import field_of, message_of
from awards_site.settings import settings

log = get_logger(__name__)

_MAX_ERRORS = 100
"""The most errors in a response: a body may have tens of thousands of unknown fields."""


def error_response(
    status: int,
    message: str,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    **details: object,
) -> JSONResponse:
    """Return the response for an error; `errors` is omitted if empty, `details` are added."""
    body: dict[str, Any] = {"message": message, **details}
    if errors:
        body["errors"] = list(errors)
    return JSONResponse(body, status, headers)


_FOR_PROGRAMS = ("/api/", "/uploads/", "/share/", paths.METRICS)
"""The beginnings of the paths that people do not open."""


def _respond(scope: Scope, status: int, message: str, **more: Any) -> Response:
    """Return the response for an error: a page where people see it, which has no `errors`."""
    if scope["path"].startswith(_FOR_PROGRAMS):
        return error_response(status, message, **more)
    return _page(status, message, more.get("headers") or {})


def _page(status: int, message: str, headers: Mapping[str, str]) -> Response:
    seconds = headers.get("Retry-After", "")
    if seconds or status >= 500:
        title, heading = "Temporarily unavailable", "We will be right back"
        more = "<p>This page tries again by itself.</p>" if seconds else ""
    else:
        title, heading = "Error", "This did not work"
        more = f'<p><a href="{paths.HOME}">To the website</a></p>'
    content = f"<p>{escape(message)}</p>{more}"
    html = plain_page(title, heading, content, reload_seconds=seconds)
    return HTMLResponse(html, status, {**plain_page_headers(), **headers})


Respond = Callable[[Scope, Exception], Response | None]
"""Returns the response to an exception, or None for one that is none of its business."""


class ErrorMiddleware:
    """Middleware that responds to an exception that comes before a response has begun.

    The framework's own handler runs outside all middleware, so its responses would lack the
    request id, and it raises the exception again.
    """

    def __init__(self, app: ASGIApp, respond: Respond) -> None:
        self.app = app
        self.respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as error:
            is_open = scope["type"] == "http" and not started
            response = self.respond(scope, error) if is_open else None
            if response is None:
                raise
            await response(scope, receive, send)


def unexpected_error(scope: Scope, _error: Exception) -> Response:
    """Log an unhandled exception, and return the 500 response."""
    log.exception("unhandled error", method=scope["method"], path=scope["path"])
    return _respond(scope, 500, UNEXPECTED)


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)


def validation_errors(error: RequestValidationError) -> list[dict[str, str]]:
    return [
        {"field": field_of(each), "message": message_of(each)}
        for each in error.errors()[:_MAX_ERRORS]
    ]


def listed_errors(error: ApiError) -> list[dict[str, str]]:
    return [{"field": field, "message": text} for field, text in error.errors.items()]


async def _api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    more = {"errors": listed_errors(error), "headers": error.headers, **error.details}
    return _respond(request.scope, error.status, error.message, **more)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = validation_errors(error)
    return _respond(request.scope, 422, errors[0]["message"], errors=errors)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        # The framework sends 400 for an unreadable body: deeply nested JSON, or an incomplete form.
        errors = [{"field": "body", "message": error.detail}]
        return _respond(request.scope, 422, error.detail, errors=errors)
    return _respond(request.scope, error.status_code, error.detail, headers=error.headers)


async def respond_not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the error as JSON, with an Allow header if the path exists for other methods."""
    request = Request(scope)
    methods: set[str] = set()
    for route in iter_route_contexts(request.app.routes):
        pattern = getattr(route, "path_regex", None)
        if route.methods and pattern is not None and pattern.match(request.url.path):
            methods |= route.methods
    if methods:
        allowed = ", ".join(sorted(methods))
        message = f"Method not allowed. Allowed: {allowed}"
        response = error_response(405, message, headers={"Allow": allowed})
    else:
        response = error_response(404, "Not found")
    await response(scope, receive, send)


_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:#fbf6ec;color:#22121f;font:1.0625rem/1.6 "Instrument Sans",system-ui,\
sans-serif}
main{max-width:40rem;margin:auto;padding:4rem 1.25rem;overflow-wrap:anywhere}
h1{margin:0 0 2rem;color:#3b1230;font:400 clamp(2.25rem,7vw,3.5rem)/1.05 Fraunces,Georgia,serif}
a{color:inherit}
ul{margin:0 0 2.5rem;padding:1.25rem 1.25rem 1.25rem 2.5rem;border-left:3px solid #b3261e;\
background:#fffdf8}
form{display:grid;gap:1.5rem}
label{display:block;margin-bottom:.5rem;font-weight:600}
input,select,textarea{display:block;width:100%;min-height:3rem;padding:.75rem 1rem;\
border:1px solid #66525f;border-radius:2px;background:#fffdf8;color:inherit;font:inherit}
[aria-invalid]{border-color:#b3261e;box-shadow:0 0 0 1px #b3261e}
.error{margin:.4rem 0 0;color:#b3261e}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
button,.button{display:inline-block;justify-self:start;min-height:3rem;padding:.75rem 1.5rem;\
border:1px solid transparent;border-radius:2px;background:#c2334b;color:#fff;font:inherit;\
font-weight:600;text-decoration:none;cursor:pointer}
textarea+button{margin-top:.75rem}
h2{margin:2.5rem 0 1rem;color:#3b1230;font:400 1.6rem/1.2 Fraunces,Georgia,serif}
fieldset{margin:0;padding:0;border:0}
legend{padding:0;font-weight:600}
fieldset label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;margin:0}
[type=radio]{width:1.5rem;min-height:1.5rem;accent-color:#3b1230}
.text{white-space:pre-line}
.quiet{background:none;color:#3b1230;box-shadow:inset 0 0 0 1px #66525f}
.row{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
"""

STYLE_SOURCE = hash_source(_STYLE)
"""The source of the page's style in its content security policy."""


def plain_page_headers() -> dict[str, str]:
    """Return the headers of a plain page, which no cache stores."""
    policy = document_headers(content_policy(styles=[STYLE_SOURCE]))
    return {**policy, "Cache-Control": "no-store"}


def plain_page(title: str, heading: str, content: str, *, reload_seconds: str = "") -> str:
    """Return a document with HTML `content`, which reloads itself after `reload_seconds`."""
    reload = f'<meta http-equiv="refresh" content="{reload_seconds}">' if reload_seconds else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="robots" content="noindex">{reload}'
        f"<title>{escape(f'{title} | {settings().programme}')}</title>"
        f"<style>{_STYLE}</style></head><body><main>"
        f"<p>{escape(settings().programme)}</p>"
        f"<h1>{heading}</h1>{content}</main></body></html>"
    )


def add_unavailable_handlers(app: FastAPI) -> None:
    for error in (OSError, *DATABASE_ERRORS):
        app.add_exception_handler(error, _unavailable)


async def _unavailable(request: Request, error: Exception) -> Response:
    failure = unavailability(error)
    if failure is None:
        raise error
    return _respond(request.scope, failure.status, failure.message, headers=failure.headers)


def unavailable_page(failure: ApiError) -> Response:
    """Return the page of a failure that passes; it tries again by itself."""
    return _page(failure.status, failure.message, failure.headers)


def page_while_unavailable(app: ASGIApp) -> ASGIApp:
    """Return all pages with a readable one while the database or the disk fails.

    Its status is 503 or 507, and it tries again by itself.
    """
    return ErrorMiddleware(app, _page_of)


def _page_of(_scope: Scope, error: Exception) -> Response | None:
    failure = unavailability(error)
    return unavailable_page(failure) if failure else None
