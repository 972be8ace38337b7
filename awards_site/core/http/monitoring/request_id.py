"""Gives every request an id, which its response, log lines and audit log entries carry."""

import ipaddress
import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.request_context import (
    RequestContext,
    current_request,
    enter_request,
    leave_request,
    new_request_id,
)

HEADER = "X-Request-ID"
_RAW_HEADER = HEADER.lower().encode()
_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_SCOPE_KEY = "awards_request"
_GIVEN_KEY = "awards_given_request_id"


class RequestIdMiddleware:
    """Middleware that makes each request the current one, and sends its id in `X-Request-ID`.

    An id that `ProxiedIdMiddleware` has taken over is kept. An in-process call continues the
    request of its caller. A websocket reads its id in its headers. The API has this middleware
    because the response cache calls it, and the site for what is not the API's; of two that are
    nested, the inner one does nothing.
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
    """Return the id of a new request: its trusted proxy's, its caller's in process, or its own."""
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
