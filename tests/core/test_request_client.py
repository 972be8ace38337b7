"""The clients of the API in the portal and in the browser: one table of cases, and sessions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
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
    RequestError,
    RequestFailed,
    request_client,
    serve_in_process,
)
from tests.javascript import run

Case = dict[str, Any]
Outcome = dict[str, Any]

CASES: list[Case] = json.loads(Path(__file__).with_name("request_cases.json").read_text())

IN_THE_BROWSER = """
const { request, read } = await import(`${process.cwd()}/awards_site/frontend/queries/request.js`);
const TEXTS = { 403: "Forbidden" };

async function play({ call, method = "GET", path, body, emptyOn, retries, jitter = 0, responses }) {
  const [sent, waits, queue] = [[], [], [...responses]];
  Math.random = () => jitter;
  globalThis.setTimeout = (act, milliseconds) => {
    waits.push(Math.round(milliseconds));
    queueMicrotask(act);
  };
  globalThis.fetch = async (path, options) => {
    sent.push({ method: options.method ?? "GET", path, ...options });
    const response = queue.shift();
    if (!response) throw new TypeError("Failed to fetch");
    const { status, text } = response;
    return new Response(text, { status, statusText: TEXTS[status] ?? "" });
  };
  const outcome = async () => {
    if (call === "read") return { data: (await read([path, 1], { emptyOn, retries })).data };
    const { status, text } = await request(method, path, body).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
    return { status, text };
  };
  const found = await outcome().catch(({ name, message, reason, errors }) =>
    name === "TypeError" ? { error: "" } : { error: message, reason, errors },
  );
  return {
    outcome: found,
    waits,
    sent: sent.map(({ method, path, body, headers, credentials }) => ({
      method, path, body: body ?? null, type: headers?.["Content-Type"] ?? null, credentials,
    })),
  };
}

const played = [];
for (const each of data) played.push(await play(each));
process.stdout.write(JSON.stringify(played));
"""


@pytest.fixture(scope="module")
def in_the_browser() -> dict[str, dict[str, Any]]:
    """The results of the browser script by case name."""
    names = [case["name"] for case in CASES]
    return dict(zip(names, run(IN_THE_BROWSER, CASES), strict=True))


def assert_agrees(outcome: Outcome, expected: Outcome) -> None:
    assert {key: outcome.get(key) for key in expected} == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_the_browser_sends_the_requests_of_each_case(
    case: Case, in_the_browser: dict[str, dict[str, Any]]
) -> None:
    played = in_the_browser[case["name"]]
    assert_agrees(played["outcome"], case["outcome"])
    assert played["waits"] == case["waits"]
    assert len(played["sent"]) == len(case["responses"])
    for sent in played["sent"]:
        assert (sent["method"], sent["path"]) == (case.get("method", "GET"), case["path"])
        assert sent["credentials"] == "include"
        assert (sent["type"] == "application/json") is ("body" in case)
        assert (json.loads(sent["body"]) if "body" in case else sent["body"]) == case.get("body")


@pytest.mark.anyio
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
async def test_the_portal_sends_the_requests_of_each_case(case: Case) -> None:
    responses, sent, waits = list(case["responses"]), [], []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        response = responses.pop(0)
        if response is None:
            raise httpx.ConnectError("the network is down")
        return httpx.Response(response["status"], text=response["text"])

    async def wait(seconds: float) -> None:
        waits.append(round(seconds * 1000))

    client = RequestClient(
        httpx.MockTransport(respond), sleep=wait, jitter=lambda: case.get("jitter", 0)
    )
    assert_agrees(await _outcome(client, case), case["outcome"])
    assert waits == case["waits"]
    assert len(sent) == len(case["responses"])
    for request in sent:
        assert (request.method, request.url.raw_path.decode()) == (
            case.get("method", "GET"),
            case["path"],
        )
        assert (request.headers.get("content-type") == "application/json") is ("body" in case)
        assert (json.loads(request.content) if "body" in case else None) == case.get("body")


async def _outcome(client: RequestClient, case: Case) -> Outcome:
    try:
        if case["call"] == "read":
            on_401 = "empty" if case.get("emptyOn") else "raise"
            retries = {"retries": case["retries"]} if "retries" in case else {}
            data = await client.read([case["path"], 1], on_401=on_401, **retries)  # type: ignore[arg-type]
            return {"data": data}
        found = await client.request(case["method"], case["path"], case.get("body"))
    except RequestFailed as failure:
        return {"error": str(failure), "reason": failure.message, "errors": failure.errors}
    except ConnectionFailed:
        return {"error": ""}
    except RequestError as failure:
        return {"error": str(failure)}
    return {"status": found.status_code, "text": found.text}


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


async def test_two_visitors_do_not_share_a_cookie_that_the_api_sets(api: FastAPI) -> None:
    @api.get("/api/cookies")
    def cookies(request: Request, response: Response) -> dict[str, str]:
        response.set_cookie("session", "new")
        return request.cookies

    assert await request_client(visitor(cookie="session=one")).read("/api/cookies") == {
        "session": "one"
    }
    assert await request_client(visitor(cookie="")).read("/api/cookies") == {}
