"""Public responses that browsers revalidate: how their routes are marked, and entity tags.

`ResponseCache` gives the responses of a `SharedRoute` their tag, and answers 304 to who has them.
"""

from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any, ClassVar

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

REVALIDATED = "public, no-cache"
"""`Cache-Control` of responses that are the same for everyone."""


def etag_of(content: bytes, variant: str = "") -> str:
    """Return the entity tag of these bytes; each `variant` of them, as by coding, has its own."""
    digest = blake2b(content, digest_size=16).hexdigest()
    return f'"{digest}-{variant}"' if variant else f'"{digest}"'


def etag_matches(header: str, tag: str) -> bool:
    """Return whether a header such as `If-None-Match` lists the tag, or any tag at all (`*`)."""
    # Whoever compresses a response on its way makes its tag a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags


class SharedRoute(APIRoute):
    """A route whose responses are the same for all visitors, and that browsers revalidate."""

    depends_on_session: ClassVar[bool] = False
    """Whether who is signed in may get another response."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_shared(request: Request) -> Response:
            response = await handle(request)
            if response.status_code == 200 and not self.depends_on_session:
                response.headers["Cache-Control"] = REVALIDATED
            return response

        return handle_shared


class SharedByVisitorsRoute(SharedRoute):
    """A route whose responses are the same for all visitors, and that shows more to staff."""

    depends_on_session = True
