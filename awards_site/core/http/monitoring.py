"""Access log, health and request ids.

A program that restarts the site asks for its health, one that sends visitors to it asks whether it
is ready.
"""

import ipaddress
import re
import time
from collections.abc import Callable
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.database.engine import current_revision, head_revision
from awards_site.core.database.sessions import ReadSession
from awards_site.core.logs import get_logger
from awards_site.core.request_context import (
    RequestContext,
    current_request,
    enter_request,
    leave_request,
    new_request_id,
)

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


HEADER = "X-Request-ID"
_RAW_HEADER = HEADER.lower().encode()
_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_SCOPE_KEY = "awards_request"
_GIVEN_KEY = "awards_given_request_id"


class RequestIdMiddleware:
    """Middleware that makes each request the current one, and sends its id in `X-Request-ID`.

    An id that `ProxiedIdMiddleware` has taken over is kept. A request of the response cache
    continues the one that it serves. A websocket reads its id in its headers. The API has this
    middleware because the response cache calls it, and the site for what is not the API's; of two
    that are nested, the inner one does nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or _SCOPE_KEY in scope:
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        request = RequestContext(request_id_of(scope), str(client[0]) if client else "")
        scope[_SCOPE_KEY] = True
        if scope["type"] == "websocket":
            others = [each for each in scope["headers"] if each[0] != _RAW_HEADER]
            scope["headers"] = [*others, (_RAW_HEADER, request.request_id.encode())]

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request.request_id
            await send(message)

        token = enter_request(request)
        try:
            await self.app(scope, receive, send_with_id)
        finally:
            leave_request(token)


def request_id_of(scope: Scope) -> str:
    """Return the id of a new request: its trusted proxy's, that of the one served, or its own."""
    caller = current_request()
    given: str = scope.get(_GIVEN_KEY, "")
    return given or (caller.request_id if caller else new_request_id())


class ProxiedIdMiddleware:
    """Middleware that takes over the well-formed ids of trusted proxies.

    It runs before the client's IP address is replaced by the one that the proxy forwards.
    """

    def __init__(self, app: ASGIApp, trusted_proxies: str) -> None:
        self.app = app
        names = [each.strip() for each in trusted_proxies.split(",") if each.strip()]
        self._trusts_all = "*" in names
        self._networks = [ipaddress.ip_network(each, strict=False) for each in names if each != "*"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and self._is_trusted(client[0]):
            for name, value in scope["headers"]:
                if name == _RAW_HEADER and _WELL_FORMED.fullmatch(value):
                    scope[_GIVEN_KEY] = value.decode()
        await self.app(scope, receive, send)

    def _is_trusted(self, ip_address: str) -> bool:
        if self._trusts_all:
            return True
        try:
            address = ipaddress.ip_address(ip_address)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class AccessLogMiddleware:
    """Middleware that logs each HTTP request: method, path, status, milliseconds and bytes.

    The query string is left out, because it may hold tokens and searched names. Responses from a
    cache have no id, because making one takes 2 % of their time; with a line, they get one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status, size, request_id = 500, 0, ""

        async def count(message: Message) -> None:
            nonlocal status, size, request_id
            if message["type"] == "http.response.start":
                status = message["status"]
                # A copy: a cache sends the same message to everybody.
                headers = MutableHeaders(raw=list(message["headers"]))
                request_id = headers.setdefault(HEADER, request_id_of(scope))
                message = {**message, "headers": headers.raw}
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, count)
        finally:
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            known = {"request_id": request_id} if request_id else {}
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=milliseconds,
                bytes=size,
                **known,
            )
