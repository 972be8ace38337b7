"""The calls of State handlers: whose they are, and how they reach the API.

How a call is repeated and told is in tests/core/test_request_cases.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
import reflex as rx
from fastapi import FastAPI, Request, Response

from awards_site.core import request_client as module
from awards_site.core.request_client import (
    ConnectionFailed,
    RequestClient,
    RequestFailed,
    request_client,
    serve_in_process,
)

pytestmark = pytest.mark.anyio

UNREACHABLE = httpx.ConnectError("the network is down")


@dataclass
class Server:
    """A transport that gives prepared answers and notes the requests and the waits."""

    answers: list[httpx.Response | Exception]
    jitter: float = 0.0
    requests: list[httpx.Request] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def client(self, cookie: str = "") -> RequestClient:
        """Return a client of this server."""
        return RequestClient(
            httpx.MockTransport(self._answer),
            cookie=cookie,
            sleep=self._wait,
            jitter=lambda: self.jitter,
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)


async def test_every_call_sends_the_session_cookie() -> None:
    server = Server([httpx.Response(200), httpx.Response(200, json=[])])
    client = server.client(cookie="session=abc; theme=light")
    await client.request("GET", "/api/users")
    await client.read("/api/users")
    sent = [request.headers["cookie"] for request in server.requests]
    assert sent == ["session=abc; theme=light"] * 2


async def test_a_visitor_without_cookies_sends_none() -> None:
    server = Server([httpx.Response(200)])
    await server.client().request("GET", "/api/users")
    assert "cookie" not in server.requests[0].headers


async def test_a_foreign_cookie_outside_ascii_is_no_obstacle() -> None:
    server = Server([httpx.Response(200)])
    await server.client(cookie="place=Zürich").request("GET", "/api/users")
    assert server.requests[0].headers.raw[-1][1] == "place=Zürich".encode()


async def test_no_origin_is_sent() -> None:
    server = Server([httpx.Response(200)])
    await server.client().request("DELETE", "/api/nominees/3")
    assert "origin" not in server.requests[0].headers


def test_an_unknown_status_without_text_still_makes_an_error() -> None:
    assert str(RequestFailed(599, "")) == "599: "


async def test_a_lasting_network_failure_names_the_call() -> None:
    server = Server([UNREACHABLE] * 3)
    with pytest.raises(ConnectionFailed, match="DELETE /api/users/4"):
        await server.client().request("DELETE", "/api/users/4")
    assert len(server.requests) == 3


# The reader


@pytest.mark.parametrize("key", ["/api/videos", ["/api/videos"], ("/api/videos", "published", 2)])
async def test_the_reader_takes_the_first_element_of_the_key_as_url(key: Any) -> None:
    server = Server([httpx.Response(200, json=[{"id": 1}])])
    assert await server.client().read(key) == [{"id": 1}]
    assert server.requests[0].method == "GET"
    assert server.requests[0].url.path == "/api/videos"


# In process


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    """Return an app that serves the calls made in process."""
    monkeypatch.setattr(module._InProcess, "app", None)
    app = FastAPI()
    serve_in_process(app)
    return app


def visitor(address: str = "203.0.113.9", cookie: str = "session=abc") -> rx.State:
    """Return what a State knows of its visitor."""
    router = SimpleNamespace(
        session=SimpleNamespace(client_ip=address), headers=SimpleNamespace(cookie=cookie)
    )
    return cast(rx.State, SimpleNamespace(router=router))


async def test_a_page_calls_the_api_as_its_visitor(api: FastAPI) -> None:
    @api.get("/api/me")
    def me(request: Request) -> dict[str, object]:
        assert request.client is not None
        return {
            "address": request.client.host,
            "cookies": request.cookies,
            "origin": request.headers.get("origin"),
        }

    answer = await request_client(visitor()).read("/api/me")
    assert answer == {"address": "203.0.113.9", "cookies": {"session": "abc"}, "origin": None}


async def test_two_visitors_do_not_share_a_cookie_that_the_api_sets(api: FastAPI) -> None:
    @api.get("/api/cookies")
    def cookies(request: Request, response: Response) -> dict[str, str]:
        response.set_cookie("session", "new")
        return request.cookies

    assert await request_client(visitor(cookie="session=one")).read("/api/cookies") == {
        "session": "one"
    }
    assert await request_client(visitor(cookie="")).read("/api/cookies") == {}


async def test_a_crash_in_the_api_is_a_server_error_to_the_page(
    api: FastAPI, no_waiting: Callable[[], list[float]]
) -> None:
    @api.get("/api/broken")
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(RequestFailed, match=r"^500: Internal Server Error$"):
        await request_client(visitor()).request("GET", "/api/broken")
    assert no_waiting() == [1.0, 1.0]


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[float]]:
    """Make the clients of pages wait for nothing; return the waits that they asked for."""
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(module, "RequestClient", partial(RequestClient, sleep=note))
    return lambda: waits


def test_a_page_without_an_api_says_how_to_serve_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._InProcess, "app", None)
    with pytest.raises(RuntimeError, match="call serve_in_process"):
        request_client(visitor())
