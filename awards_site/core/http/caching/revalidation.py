"""Revalidation of public responses: route classes and ETags.

`ResponseCache` adds the ETag to responses of a `SharedRoute` and sends 304 if the client has it.
"""

from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any, ClassVar

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

PUBLIC_NO_CACHE = "public, no-cache"
"""`Cache-Control` of responses that are the same for everyone."""


def etag_of(content: bytes) -> str:
    """Return the ETag of a content."""
    return f'"{blake2b(content, digest_size=16).hexdigest()}"'


def etag_matches(header: str, tag: str) -> bool:
    """Return whether a header such as `If-None-Match` lists the ETag or is `*`."""
    # A proxy that compresses a response turns its ETag into a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags


class SharedRoute(APIRoute):
    """A route whose responses are the same for all visitors and revalidated by browsers."""

    depends_on_session: ClassVar[bool] = False
    """Whether the response may differ for signed-in users."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_shared(request: Request) -> Response:
            response = await handle(request)
            if response.status_code == 200 and not self.depends_on_session:
                response.headers["Cache-Control"] = PUBLIC_NO_CACHE
            return response

        return handle_shared


class SharedByVisitorsRoute(SharedRoute):
    """A route whose responses are the same for all visitors but show more to staff."""

    depends_on_session = True
