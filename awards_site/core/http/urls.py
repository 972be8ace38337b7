"""URLs of requests: characters that are refused, and the path parameters id, year and month."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import BeforeValidator
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.core.errors import NotFound
from awards_site.core.http.errors import error_response
from awards_site.core.validation import MAX_INTEGER, Number

MESSAGE = "The URL contains an invalid character"
_INVALID = frozenset("\0\n")


class UrlCheckMiddleware:
    """Middleware that rejects a NUL in the path or the query, and a line feed in the path with 422.

    SQLite truncates texts at a NUL and PostgreSQL refuses them; no mounted app matches a line feed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_http = scope["type"] == "http"
        if is_http and (_INVALID.intersection(scope["path"]) or b"%00" in scope["query_string"]):
            response = error_response(422, MESSAGE, errors=[{"field": "path", "message": MESSAGE}])
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _parse_id(value: Any) -> int:
    """Return the id. Raises NotFound for a malformed one, such as 10**30."""
    text = str(value)
    # Check the length first: parsing a number of many digits is slow.
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_INTEGER))
    if not is_number or not 0 < int(text) <= MAX_INTEGER:
        raise NotFound("Not found")
    return int(text)


Id = Annotated[int, Path(description="The id.", ge=1, le=MAX_INTEGER), BeforeValidator(_parse_id)]

Year = Annotated[int, Number(1, 9999, label="year"), Path()]
Month = Annotated[int, Number(1, 12, label="month"), Path()]
