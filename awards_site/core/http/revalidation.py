"""Public answers that browsers revalidate: an ETag of the bytes, and 304 when they are known."""

from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

REVALIDATED = "public, no-cache"
"""`Cache-Control` of answers that are the same for everyone (decisions, details)."""


def etag_of(content: bytes) -> str:
    """Return the entity tag of these bytes."""
    return f'"{blake2b(content, digest_size=16).hexdigest()}"'


def is_known(request: Request, tag: str) -> bool:
    """Tell whether the request says that it holds the content with this tag already."""
    return lists(request.headers.get("if-none-match", ""), tag)


def lists(header: str, tag: str) -> bool:
    """Tell whether a header such as `If-None-Match` lists the tag, or any tag at all (`*`)."""
    # Whoever compresses an answer on its way makes its tag a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags


class RevalidatedRoute(APIRoute):
    """A route whose answers carry an ETag, and that answers 304 to who holds them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler."""
        answer = super().get_route_handler()

        async def revalidate(request: Request) -> Response:
            response = await answer(request)
            if response.status_code != 200:
                return response
            tag = etag_of(bytes(response.body))
            headers = {"ETag": tag, "Cache-Control": REVALIDATED}
            if is_known(request, tag):
                return Response(status_code=304, headers=headers)
            response.headers.update(headers)
            return response

        return revalidate
