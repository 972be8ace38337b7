"""Tests of the shared request behaviour (spec 1, section 1), without waiting for anything."""

import json
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
    QueryFailed,
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


def failures(count: int, status: int = 503) -> list[httpx.Response | Exception]:
    """Return `count` answers of a struggling server."""
    return [httpx.Response(status, text="busy") for _ in range(count)]


# The general helper: what is sent


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


async def test_a_body_is_sent_as_json_with_its_content_type() -> None:
    server = Server([httpx.Response(201)])
    await server.client().request("POST", "/api/nominees", {"name": "Ada"})
    sent = server.requests[0]
    assert sent.method == "POST"
    assert sent.url.path == "/api/nominees"
    assert sent.headers["content-type"] == "application/json"
    assert json.loads(sent.content) == {"name": "Ada"}


async def test_no_content_type_is_set_without_a_body() -> None:
    server = Server([httpx.Response(200)])
    await server.client().request("POST", "/api/cover-pages/3/activate")
    assert "content-type" not in server.requests[0].headers
    assert server.requests[0].content == b""


@pytest.mark.parametrize("body", [{}, [], 0, False, ""])
async def test_an_empty_body_is_still_a_body(body: object) -> None:
    server = Server([httpx.Response(200)])
    await server.client().request("PATCH", "/api/nominees/3", body)
    assert server.requests[0].headers["content-type"] == "application/json"
    assert json.loads(server.requests[0].content) == body


async def test_no_origin_is_sent() -> None:
    server = Server([httpx.Response(200)])
    await server.client().request("DELETE", "/api/nominees/3")
    assert "origin" not in server.requests[0].headers


# The general helper: what comes back


async def test_a_success_is_handed_back_as_the_answer() -> None:
    server = Server([httpx.Response(201, json={"id": 7})])
    answer = await server.client().request("POST", "/api/nominees", {})
    assert answer.status_code == 201
    assert answer.json() == {"id": 7}


@pytest.mark.parametrize("path", ["/api/auth/login", "/api/auth/logout", "/api/auth/me"])
@pytest.mark.parametrize("status", [200, 401, 429, 500])
async def test_sign_in_calls_hand_back_the_raw_answer(path: str, status: int) -> None:
    server = Server([httpx.Response(status, text="as it came")])
    answer = await server.client().request("POST", path)
    assert (answer.status_code, answer.text) == (status, "as it came")
    assert server.waits == []


async def test_a_path_that_only_resembles_sign_in_is_checked() -> None:
    server = Server([httpx.Response(401)])
    with pytest.raises(RequestFailed):
        await server.client().request("GET", "/api/auth/me/avatar")


async def test_a_failure_reads_status_colon_text() -> None:
    server = Server([httpx.Response(404, text="no such page")])
    with pytest.raises(RequestFailed) as failure:
        await server.client().request("GET", "/api/nominees/9")
    assert str(failure.value) == "404: no such page"
    assert failure.value.status == 404
    assert failure.value.text == "no such page"


async def test_a_failure_without_text_reads_its_status_text() -> None:
    server = Server([httpx.Response(403)])
    with pytest.raises(RequestFailed, match=r"^403: Forbidden$"):
        await server.client().request("GET", "/api/users")


async def test_a_failure_carries_the_server_s_message_and_field_errors() -> None:
    body = {
        "message": "Name must be at least 2 characters",
        "errors": [
            {"field": "name", "message": "Name must be at least 2 characters"},
            {"field": "name", "message": "Name is strange"},
            {"field": "year", "message": "Year must be at most 2100"},
        ],
    }
    server = Server([httpx.Response(422, json=body)])
    with pytest.raises(RequestFailed) as failure:
        await server.client().request("POST", "/api/nominees", {"name": "A"})
    assert failure.value.message == "Name must be at least 2 characters"
    assert failure.value.errors == {
        "name": "Name must be at least 2 characters",
        "year": "Year must be at most 2100",
    }


@pytest.mark.parametrize(
    "text", ["plain", "[1, 2]", '{"message": 3, "errors": "none"}', '{"errors": [{"field": 1}]}']
)
async def test_a_failure_of_another_shape_keeps_its_text_as_message(text: str) -> None:
    server = Server([httpx.Response(400, text=text)])
    with pytest.raises(RequestFailed) as failure:
        await server.client().request("GET", "/api/users")
    assert failure.value.message == str(failure.value) == f"400: {text}"
    assert failure.value.errors == {}


def test_an_unknown_status_without_text_still_makes_an_error() -> None:
    assert str(RequestFailed(599, "")) == "599: "


# The general helper: repetition


async def test_a_server_error_is_repeated_twice_one_second_apart() -> None:
    server = Server([*failures(2), httpx.Response(200, text="at last")])
    answer = await server.client().request("GET", "/api/users")
    assert answer.text == "at last"
    assert server.waits == [1.0, 1.0]


async def test_a_lasting_server_error_is_raised_after_three_attempts() -> None:
    server = Server(failures(4, status=500))
    with pytest.raises(RequestFailed, match=r"^500: busy$"):
        await server.client().request("GET", "/api/users")
    assert len(server.requests) == 3
    assert server.waits == [1.0, 1.0]


async def test_a_network_failure_is_repeated_the_same_way() -> None:
    server = Server([UNREACHABLE, UNREACHABLE, httpx.Response(200)])
    await server.client().request("GET", "/api/users")
    assert server.waits == [1.0, 1.0]


async def test_a_lasting_network_failure_names_the_call() -> None:
    server = Server([UNREACHABLE] * 3)
    with pytest.raises(ConnectionFailed, match="DELETE /api/users/4"):
        await server.client().request("DELETE", "/api/users/4")
    assert len(server.requests) == 3


async def test_a_client_error_is_not_repeated() -> None:
    server = Server([httpx.Response(429, text="slow down")])
    with pytest.raises(RequestFailed, match=r"^429: slow down$"):
        await server.client().request("POST", "/api/contact", {})
    assert len(server.requests) == 1
    assert server.waits == []


async def test_a_repeated_call_sends_its_body_again() -> None:
    server = Server([*failures(1), httpx.Response(200)])
    await server.client().request("PUT", "/api/events/1", {"title": "Gala"})
    assert [json.loads(request.content) for request in server.requests] == [{"title": "Gala"}] * 2


# The reader


@pytest.mark.parametrize("key", ["/api/videos", ["/api/videos"], ("/api/videos", "published", 2)])
async def test_the_reader_takes_the_first_element_of_the_key_as_url(key: Any) -> None:
    server = Server([httpx.Response(200, json=[{"id": 1}])])
    assert await server.client().read(key) == [{"id": 1}]
    assert server.requests[0].method == "GET"
    assert server.requests[0].url.path == "/api/videos"


async def test_the_reader_keeps_the_query_of_the_url() -> None:
    server = Server([httpx.Response(200, json=[])])
    await server.client().read(["/api/events/upcoming?limit=20"])
    assert server.requests[0].url.params["limit"] == "20"


async def test_a_401_is_empty_where_the_read_is_configured_that_way() -> None:
    server = Server([httpx.Response(401, json={"message": "Sign in"})])
    assert await server.client().read(["/api/videos"], on_401="empty") is None


async def test_a_401_is_an_error_otherwise() -> None:
    server = Server([httpx.Response(401, text="Sign in")])
    with pytest.raises(RequestFailed, match=r"^401: Sign in$"):
        await server.client().read(["/api/nominees/published"])
    assert server.waits == []


async def test_another_failure_is_an_error_where_401_is_empty() -> None:
    server = Server([httpx.Response(403, text="Not you")])
    with pytest.raises(RequestFailed, match=r"^403: Not you$"):
        await server.client().read(["/api/users"], on_401="empty")


async def test_the_reader_repeats_a_server_error_with_growing_waits() -> None:
    server = Server([*failures(2), httpx.Response(200, json=[])])
    assert await server.client().read("/api/photos") == []
    assert server.waits == [1.0, 2.0]


async def test_the_reader_raises_a_lasting_server_error_after_three_attempts() -> None:
    server = Server(failures(4))
    with pytest.raises(RequestFailed, match=r"^503: busy$"):
        await server.client().read("/api/photos")
    assert len(server.requests) == 3
    assert server.waits == [1.0, 2.0]


async def test_the_wait_is_capped_at_five_seconds() -> None:
    server = Server(failures(7))
    with pytest.raises(RequestFailed):
        await server.client().read("/api/photos", retries=5)
    assert server.waits == [1.0, 2.0, 4.0, 5.0, 5.0]


async def test_jitter_adds_up_to_thirty_percent_after_server_errors() -> None:
    server = Server(failures(3), jitter=1.0)
    with pytest.raises(RequestFailed):
        await server.client().read("/api/photos")
    assert server.waits == pytest.approx([1.3, 2.6])


async def test_no_jitter_is_added_after_network_failures() -> None:
    server = Server([UNREACHABLE, UNREACHABLE, httpx.Response(200, json={})], jitter=1.0)
    await server.client().read("/api/photos")
    assert server.waits == [1.0, 2.0]


@pytest.mark.parametrize(("retries", "attempts"), [(0, 1), (1, 2), (2, 3), (4, 5)])
async def test_a_lasting_network_failure_tells_the_number_of_attempts(
    retries: int, attempts: int
) -> None:
    server = Server([UNREACHABLE] * (attempts + 1))
    with pytest.raises(QueryFailed, match=rf"^Query failed after {attempts} attempts$"):
        await server.client().read("/api/photos", retries=retries)
    assert len(server.requests) == attempts


async def test_three_attempts_are_the_default() -> None:
    server = Server([UNREACHABLE] * 4)
    with pytest.raises(QueryFailed, match=r"^Query failed after 3 attempts$"):
        await server.client().read("/api/photos")


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
