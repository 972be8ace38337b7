"""A synchronous client of the API that runs it in process, without a socket."""

import httpx
from anyio.from_thread import BlockingPortal
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
        """See httpx.BaseTransport. An error that the app does not handle is a response of 500."""
        request.read()
        return self._portal.call(self._respond, request)

    async def _respond(self, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(request)
        stream = httpx.ByteStream(b"".join([part async for part in response.aiter_raw()]))
        return httpx.Response(response.status_code, headers=response.headers, stream=stream)


def client_of(
    app: ASGIApp, portal: BlockingPortal, address: str = "127.0.0.1", base_url: str = BASE_URL
) -> httpx.Client:
    """Return a client with cookies of its own, whose requests come from `address`."""
    return httpx.Client(transport=InProcessTransport(app, portal, address), base_url=base_url)
