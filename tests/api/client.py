"""A synchronous client of the API that runs it in process, without a socket."""

import httpx
from anyio.from_thread import BlockingPortal
from starlette.types import ASGIApp

BASE_URL = "http://localhost:3000"
"""The site's own URL: the default of `AWARDS_PUBLIC_URL`."""


class InProcessTransport(httpx.BaseTransport):
    """Passes a synchronous client's requests to an ASGI app, on the event loop of a portal.

    It is thread-safe.
    """

    def __init__(self, app: ASGIApp, portal: BlockingPortal, address: str) -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Implement httpx.BaseTransport. An unhandled error of the app is a response of 500."""
        request.read()
        return self._portal.call(self._respond, request)

    async def _respond(self, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(request)
        stream = httpx.ByteStream(b"".join([part async for part in response.aiter_raw()]))
        return httpx.Response(response.status_code, headers=response.headers, stream=stream)


def client_of(
    app: ASGIApp, portal: BlockingPortal, address: str = "127.0.0.1", base_url: str = BASE_URL
) -> httpx.Client:
    """Return a client with its own cookies, whose requests come from `address`."""
    return httpx.Client(transport=InProcessTransport(app, portal, address), base_url=base_url)


def without_request_id(headers: httpx.Headers) -> list[tuple[str, str]]:
    """Return the headers of a response except its id, which no other response has."""
    return [(name, value) for name, value in headers.items() if name != "x-request-id"]
