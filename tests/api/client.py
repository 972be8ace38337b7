"""A synchronous client of the API that runs it in process, without a socket."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.types import ASGIApp

BASE_URL = "http://localhost:3000"
"""The site's own address: what `AWARDS_PUBLIC_URL` is when nothing is set."""


class InProcessTransport(httpx.BaseTransport):
    """Carries a synchronous client's requests to an ASGI app, on the event loop of a portal.

    Any number of threads may use it at the same moment.
    """

    def __init__(self, app: ASGIApp, portal: BlockingPortal, address: str) -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """See httpx.BaseTransport. An error that the app does not handle is an answer of 500."""
        return self._portal.call(self._answer, request)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        sent = httpx.Request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.read(),
            extensions=request.extensions,
        )
        answer = await self._asgi.handle_async_request(sent)
        content = b"".join([part async for part in answer.aiter_raw()])
        stream = httpx.ByteStream(content)
        return httpx.Response(answer.status_code, headers=answer.headers, stream=stream)


@contextmanager
def portal() -> Iterator[BlockingPortal]:
    """Yield a portal to an event loop in a thread of its own."""
    with start_blocking_portal(backend="asyncio") as opened:
        yield opened


def client_of(
    app: ASGIApp, portal: BlockingPortal, address: str = "127.0.0.1", base_url: str = BASE_URL
) -> httpx.Client:
    """Return a client with cookies of its own, whose requests come from `address`."""
    return httpx.Client(transport=InProcessTransport(app, portal, address), base_url=base_url)
