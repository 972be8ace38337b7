"""Refuses URLs with a NUL, which no database stores in a text, wherever it is."""

from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.http.errors.error_handlers import error_response

MESSAGE = "The URL contains an invalid character"


class UrlCheckMiddleware:
    """Middleware that rejects a NUL in the path or the query with 422.

    SQLite truncates texts at a NUL and PostgreSQL refuses them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            response = error_response(422, MESSAGE, errors=[{"field": "path", "message": MESSAGE}])
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)
