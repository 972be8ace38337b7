"""Counts refused requests, with 403 and 429, in the audit log."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import REQUEST, Action
from awards_site.core.logs.redaction import redact

_ACTIONS = {403: Action.FORBIDDEN, 429: Action.RATE_LIMITED}
_SEGMENTS = 3
"""How many segments name the path of a request that was refused before its route was known."""


class RefusalAuditMiddleware:
    """Middleware that counts refused requests by route, user and IP address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def watch(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _ACTIONS:
                counter.count(_ACTIONS[message["status"]], REQUEST, name=_route_of(scope))
            await send(message)

        await self.app(scope, receive, watch if scope["type"] == "http" else send)


def _route_of(scope: Scope) -> str:
    """Return method and path of the route, with the names of its parameters."""
    segments = scope["path"].split("/")
    if "route" in scope:
        names = {str(value): f"{{{name}}}" for name, value in scope["path_params"].items()}
        segments = [names.get(each, each) for each in segments]
    else:
        segments = segments[: _SEGMENTS + 1]
    return redact(f"{scope['method']} {'/'.join(segments)}")
