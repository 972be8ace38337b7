"""Files that are made for download, a few at once, and the ranges of files that are sent."""

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from awards_site.core.errors import ServiceUnavailable

MAX_HEAVY_WORK = 8
"""The number of files made at once: each may hold one of the 40 threads of all requests."""
_places = BoundedSemaphore(MAX_HEAVY_WORK)


@contextmanager
def heavy_work() -> Iterator[None]:
    """Take a place for making a file. Raises ServiceUnavailable if there is none."""
    if not _places.acquire(blocking=False):
        message = "Too many files are being made at the moment. Please try again in a few seconds."
        raise ServiceUnavailable(message, retry_after=5)
    try:
        yield
    finally:
        _places.release()


class _Download(StreamingResponse):
    """A file that is made while it is sent, in a place of its own."""

    def __init__(self, content: Iterable[str | bytes], **options: Any) -> None:
        super().__init__(content, **options)
        self._place = ExitStack()
        self._place.enter_context(heavy_work())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


def download_response(
    filename: str, media_type: str, content: Iterable[str | bytes]
) -> StreamingResponse:
    """Return a file for download that no cache stores. Raises ServiceUnavailable if busy."""
    return _Download(
        content,
        media_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "Cache-Control": "private, no-store",
        },
    )


_PART = re.compile(r"\s*(?:([0-9]{1,19})-([0-9]{0,19})|-[0-9]{1,19})\s*")


def ignore_invalid_range(request: Request) -> None:
    """Drop a Range in another unit than bytes, or with an invalid part.

    As a dependency of a route that sends files; what cannot be satisfied is answered with 416.
    """
    unit, _, parts = request.headers.get("Range", "").partition("=")
    if unit.strip().lower() != "bytes" or not all(map(_is_valid, parts.split(","))):
        headers = request.scope["headers"]
        request.scope["headers"] = [each for each in headers if each[0] != b"range"]


def _is_valid(part: str) -> bool:
    found = _PART.fullmatch(part)
    return found is not None and not (found[2] and int(found[2]) < int(found[1]))
