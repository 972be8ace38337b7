"""Signing in, signing out and uploads by frontend/queries/request.js, with a fake server."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from tests.browser.scripts import add_request_script

ORIGIN = "http://awards.test"

CATCH = """error => ({
    error: error.message, reason: error.reason, errors: error.errors, name: error.name,
})"""


@dataclass
class Server:
    """Returns prepared responses: (status, body), or None for a network failure."""

    page: Page
    responses: list[tuple[int, object] | None] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def response(self, route: Route) -> None:
        """Respond to the next request."""
        self.requests.append(route.request)
        response = self.responses.pop(0)
        if response is None:
            route.abort()
            return
        status, body = response
        text = body if isinstance(body, str) else json.dumps(body)
        route.fulfill(status=status, body=text)

    def call(self, expression: str) -> object:
        """Return the result of the promise `expression`; an error is returned as an object."""
        outcome: object = self.page.evaluate(f"() => {expression}.catch({CATCH})")
        return outcome


@pytest.fixture(scope="module")
def blank_page(browser: Browser) -> Iterator[Page]:
    """Return a page that the tests of this module share."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def server(blank_page: Page) -> Iterator[Server]:
    """Return a fake server that a blank page with the script can call."""
    page = blank_page
    server = Server(page)
    page.route(f"{ORIGIN}/api/**", server.response)
    page.route(
        f"{ORIGIN}/",
        lambda route: route.fulfill(
            content_type="text/html", body="<!doctype html><title>Blank</title>"
        ),
    )
    page.goto(f"{ORIGIN}/")
    add_request_script(page)
    yield server
    page.unroute_all()
    page.context.clear_cookies()


SENT = {"url": "/uploads/1.png"}
OUTCOMES: dict[str, tuple[list[tuple[int, object] | None], dict[str, str]]] = {
    "a retry after a server error and a network failure": (
        [(503, "busy"), None, (201, SENT)],
        SENT,
    ),
    "a refusal": (
        [(415, {"message": "Please upload an image file"})],
        {"reason": "Please upload an image file"},
    ),
    "a 401 without a sign-in dialog": (
        [(401, {"message": "Please sign in"})],
        {"reason": "Please sign in"},
    ),
    "an interruption": (
        [None] * 3,
        {"error": "The upload broke off. The file may be too large, or the network down."},
    ),
    "a response without JSON": (
        [(200, "<p>Hello</p>")],
        {"error": "Server did not return a valid file URL"},
    ),
}
"""Responses of the server, and the result of an upload that gets all of them."""

FILE = "new File(['x'.repeat(200000)], 'portrait.png', {type: 'image/png'})"


def test_an_upload_sends_the_file_as_the_named_field(server: Server) -> None:
    server.responses = [(201, {"success": True, "url": "/uploads/1.png"})]
    response = server.call(f"awards.upload('/api/uploads/nominee-image', 'file', {FILE})")
    assert response == {"success": True, "url": "/uploads/1.png"}
    assert server.requests[0].method == "POST"
    content_type = server.requests[0].header_value("content-type")
    assert content_type is not None
    assert content_type.startswith("multipart/form-data; boundary=")
    assert 'name="file"; filename="portrait.png"' in (server.requests[0].post_data or "")


def test_an_upload_continues_after_signing_in_again(server: Server) -> None:
    server.responses = [(401, {"message": "Please sign in"}), (201, {"url": "/uploads/1.png"})]
    server.page.evaluate(
        """window.addEventListener("awards:session-ended", event => {
            event.preventDefault();
            event.detail.resolve();
        })"""
    )
    response = server.call(f"awards.upload('/api/upload/image', 'image', {FILE})")
    assert response == {"url": "/uploads/1.png"}
    assert len(server.requests) == 2


@pytest.mark.parametrize(("responses", "expected"), OUTCOMES.values(), ids=OUTCOMES)
def test_an_upload_has_the_outcome_of_its_responses(
    server: Server, responses: list[tuple[int, object] | None], expected: dict[str, str]
) -> None:
    server.responses = [*responses]
    outcome = server.call(f"awards.upload('/api/upload/image', 'image', {FILE})")
    assert isinstance(outcome, dict)
    assert expected.items() <= outcome.items()
    assert len(server.requests) == len(responses)


def test_an_upload_can_be_cancelled(server: Server) -> None:
    server.page.route(f"{ORIGIN}/api/slow", lambda route: None)
    outcome = server.call(
        f"""(stop => {{
            const upload = awards.upload('/api/slow', 'file', {FILE}, undefined, stop.signal);
            stop.abort();
            return upload;
        }})(new AbortController())"""
    )
    assert isinstance(outcome, dict)
    assert outcome["name"] == "AbortError"
