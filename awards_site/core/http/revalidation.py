"""Public answers that browsers revalidate: how they are marked, and entity tags.

`KeptAnswers` gives the answers of a `RevalidatedRoute` their tag, and answers 304 to who has them.
"""

from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

REVALIDATED = "public, no-cache"
"""`Cache-Control` of answers that are the same for everyone (decisions, details)."""


def etag_of(content: bytes, variant: str = "") -> str:
    """Return the entity tag of these bytes; each `variant` of them, as by coding, has its own."""
    digest = blake2b(content, digest_size=16).hexdigest()
    return f'"{digest}-{variant}"' if variant else f'"{digest}"'


def lists(header: str, tag: str) -> bool:
    """Tell whether a header such as `If-None-Match` lists the tag, or any tag at all (`*`)."""
    # Whoever compresses an answer on its way makes its tag a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags


class RevalidatedRoute(APIRoute):
    """A route whose answers are the same for everyone, and that browsers keep and ask for again."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler."""
        answer = super().get_route_handler()

        async def revalidated(request: Request) -> Response:
            response = await answer(request)
            if response.status_code == 200:
                response.headers["Cache-Control"] = REVALIDATED
            return response

        return revalidated
