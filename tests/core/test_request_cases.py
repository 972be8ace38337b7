"""Runs one table of cases in the portal and in the browser."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from awards_site.core.request_client import (
    ConnectionFailed,
    RequestClient,
    RequestError,
    RequestFailed,
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
