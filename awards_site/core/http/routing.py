"""Routing of requests: the endpoints of features, and HEAD as GET."""

from fastapi import APIRouter
from fastapi.routing import iter_route_contexts
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class FeatureRouter(APIRouter):
    """The endpoints of a feature under `prefix`, of which none begins with a parameter.

    FastAPI compares a path with every route of one router after the other, which takes longer than
    many endpoints do. This router first looks at the segment that follows the prefix.
    """

    def __init__(self, feature: APIRouter, prefix: str) -> None:
        super().__init__(prefix=prefix)
        self.include_router(feature)
        paths = (str(route.path) for route in iter_route_contexts(self.routes))
        self._segments = set(map(self._segment, paths))

    def _segment(self, path: str) -> str:
        """Return the first segment after the prefix, or '' for a path without the prefix."""
        return path.removeprefix(f"{self.prefix}/").partition("/")[0]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if self._segment(scope["path"]) in self._segments:
            return super().matches(scope)
        return Match.NONE, {}


class HeadRequestMiddleware:
    """Middleware that handles HEAD as GET without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)
