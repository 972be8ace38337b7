"""Tests of the API client of State handlers: sessions and in-process calls.

Retries and errors are tested in tests/core/test_request_cases.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
import reflex as rx
from fastapi import FastAPI, Request

from awards_site.core import request_client as module
from awards_site.core.request_client import (
    ConnectionFailed,
    RequestClient,
    RequestFailed,
    request_client,
    serve_in_process,
)

pytestmark = pytest.mark.anyio


@dataclass
class Server:
    """A transport that repeats one response and records the requests."""

    response: httpx.Response | Exception
    requests: list[httpx.Request] = field(default_factory=list)

    def client(self, cookie: str = "") -> RequestClient:
        """Return a client of this server that does not sleep."""

        async def no_wait(_seconds: float) -> None:
            pass

        return RequestClient(httpx.MockTransport(self._respond), cookie=cookie, sleep=no_wait)

    def _respond(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if isinstance(self.response, Exception):
            raise self.response
        return self.response


async def test_every_call_sends_the_session_cookie() -> None:
    server = Server(httpx.Response(200, json=[]))
    client = server.client(cookie="session=abc; theme=light")
    await client.request("GET", "/api/users")
    await client.read("/api/users")
    sent = [request.headers["cookie"] for request in server.requests]
    assert sent == ["session=abc; theme=light"] * 2


async def test_a_persistent_network_failure_names_the_call() -> None:
    server = Server(httpx.ConnectError("the network is down"))
    with pytest.raises(ConnectionFailed, match="DELETE /api/users/4"):
        await server.client().request("DELETE", "/api/users/4")
    assert len(server.requests) == 3


@pytest.fixture
def api() -> Iterator[FastAPI]:
    """Return an app that serves the calls made in process."""
    app = FastAPI()
    serve_in_process(app)
    yield app
    serve_in_process(None)


def visitor(address: str = "203.0.113.9", cookie: str = "session=abc") -> rx.State:
    """Return a fake State with the data of its visitor."""
    router = SimpleNamespace(
        session=SimpleNamespace(client_ip=address), headers=SimpleNamespace(cookie=cookie)
    )
    return cast(rx.State, SimpleNamespace(router=router))


async def test_a_page_calls_the_api_with_the_cookie_of_its_visitor(api: FastAPI) -> None:
    @api.get("/api/me")
    def me(request: Request) -> dict[str, object]:
        assert request.client is not None
        return {
            "address": request.client.host,
            "cookies": request.cookies,
            "origin": request.headers.get("origin"),
        }

    body = await request_client(visitor()).read("/api/me")
    assert body == {"address": "203.0.113.9", "cookies": {"session": "abc"}, "origin": None}


async def test_an_unhandled_error_in_the_api_is_a_server_error_for_the_page(
    api: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def record(seconds: float) -> None:
        waits.append(seconds)

    @api.get("/api/broken")
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "RequestClient", partial(RequestClient, sleep=record))
    with pytest.raises(RequestFailed, match=r"^500: Internal Server Error$"):
        await request_client(visitor()).request("GET", "/api/broken")
    assert waits == [1.0, 1.0]
