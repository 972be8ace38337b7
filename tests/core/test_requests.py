"""The browser's requests to the API: one table of cases."""

import json
from pathlib import Path
from typing import Any

import pytest

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
