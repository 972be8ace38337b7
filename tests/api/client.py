"""Synchronous clients of the API: in process, without a socket, and of a running site."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal
from starlette.types import ASGIApp, Scope

from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, NO_TLS

BASE_URL = "http://localhost:3000"
"""The site's own URL: the default of `AWARDS_PUBLIC_URL`."""


class InProcessTransport(httpx.BaseTransport):
    """Passes a synchronous client's requests to an ASGI app, on the event loop of a portal.

    It is thread-safe.
    """

    def __init__(self, app: ASGIApp, portal: BlockingPortal, ip_address: str) -> None:
        self._loop = portal.call(asyncio.get_running_loop)
        self._asgi = httpx.ASGITransport(
            app, raise_app_exceptions=False, client=(ip_address, 50_000)
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Implement httpx.BaseTransport. An unhandled error of the app is a response of 500."""
        request.read()
        return asyncio.run_coroutine_threadsafe(self._respond(request), self._loop).result()

    async def _respond(self, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(request)
        stream = httpx.ByteStream(b"".join([part async for part in response.aiter_raw()]))
        return httpx.Response(response.status_code, headers=response.headers, stream=stream)


def client_of(
    app: ASGIApp, portal: BlockingPortal, ip_address: str = "127.0.0.1", base_url: str = BASE_URL
) -> httpx.Client:
    """Return a client with its own cookies, whose requests come from `ip_address`."""
    return httpx.Client(transport=InProcessTransport(app, portal, ip_address), base_url=base_url)


@contextmanager
def administrator(url: str) -> Iterator[httpx.Client]:
    """Yield a client in which the administrator of a running site has signed in."""
    with httpx.Client(base_url=url, timeout=30, verify=NO_TLS) as client:
        credentials = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
        assert client.post("/api/auth/login", json=credentials).status_code == 200
        yield client


def post_scope(path: str, headers: Mapping[str, str]) -> Scope:
    """Return the ASGI scope of a POST request, for a body that the test sends itself."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 3000),
    }


def body_of(response: httpx.Response, status: int = 200) -> Any:
    """Return the JSON of a response that has this status."""
    assert response.status_code == status, response.text
    return response.json()


def without_request_id(headers: httpx.Headers) -> list[tuple[str, str]]:
    """Return the headers of a response except its id, which no other response has."""
    return [(name, value) for name, value in headers.items() if name != "x-request-id"]
