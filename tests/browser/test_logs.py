"""The log of a running site: it has no secrets, and every line can be traced to its request."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.content import unreadable
from tests.browser.site import ADMIN, Site, serve
from tests.browser.visits import sign_in_as, visit_and_load

WAIT_SECONDS = 20
SECRETS = (
    "planted-password",
    "planted-query-token",
    "planted-header",
    "planted-state-token",
    "ada.planted@example.org",
    "state.planted@example.org",
    "Planted Visitor",
    "planted-token-of-43-characters-in-a-path-000",
    "planted-in-a-websockets-id",
)
FORGED_ID = "1%0aFORGED%20password%3Dplanted-in-a-websockets-id"
QUERY = "?token=planted-query-token&email=ada.planted@example.org"
STATE_SECRET = "token=planted-state-token state.planted@example.org"
MESSAGE = {
    "name": "Planted Visitor",
    "email": "ada.planted@example.org",
    "inquiryType": "media",
    "message": "A message that cannot be stored",
}


@pytest.fixture(scope="module")
def logging_site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that logs as much as it can."""
    with serve(
        tmp_path_factory.mktemp("data"),
        AWARDS_LOG_FORMAT="json",
        AWARDS_LOG_LEVEL="debug",
        AWARDS_ACCESS_LOG="1",
    ) as site:
        yield site


def lines(site: Site) -> list[dict[str, Any]]:
    """Return the lines of the log; other output is for the operator."""
    output = site.running.output().splitlines()
    return [json.loads(line) for line in output if line.startswith("{")]


def wait_for_line(site: Site, **fields: str) -> dict[str, Any]:
    """Return the log's line with these values; a line is written after its response."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        found = [line for line in lines(site) if fields.items() <= line.items()]
        if found:
            assert len(found) == 1
            return found[0]
        assert time.monotonic() < deadline, f"no line with {fields}"
        time.sleep(0.05)


def wait_for_text(site: Site, text: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while text not in site.running.output():
        assert time.monotonic() < deadline, f"no {text!r} in the log"
        time.sleep(0.05)


def send_wrong_argument(browser: Browser, site: Site) -> None:
    """Send an event with an argument that the portal names in a warning."""

    def replace_argument(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        wrong = f'"record_id":"{STATE_SECRET}"'
        route.on_message(lambda text: server.send(re.sub(r'"record_id":\d+', wrong, str(text))))

    with browser.new_context(base_url=site.url) as context:
        sign_in_as(context, ADMIN)
        page = context.new_page()
        page.route_web_socket(re.compile("/_event"), replace_argument)
        visit_and_load(page, "/admin/audit")
        page.get_by_role("button", name=re.compile("^Details of")).first.click()
        wait_for_text(site, "Error transforming event argument")


def test_no_planted_secret_is_in_the_log(browser: Browser, logging_site: Site) -> None:
    site = logging_site
    with httpx.Client(base_url=site.url, headers={"X-Key": "planted-header"}) as visitor:
        wrong = {"username": "ada.planted@example.org", "password": "planted-password"}
        assert visitor.post("/api/auth/login", json=wrong).status_code == 401
        assert visitor.post("/api/contact", json=MESSAGE).status_code == 201
        assert visitor.post("/api/contact", json=MESSAGE | {"message": ""}).status_code == 422
        for path in ("/", "/reset", "/api/users", "/api/events/upcoming", "/nominees/1"):
            visitor.get(f"{path}{QUERY}")
        visitor.get(f"/_event/?EIO=4&transport=websocket&sid={FORGED_ID}")
        for link in ("confirm", "unsubscribe"):
            visitor.get(f"/newsletter/{link}/planted-token-of-43-characters-in-a-path-000")
        with unreadable(site, "messages"):
            assert visitor.post("/api/contact", json=MESSAGE).status_code == 503
        visitor.post("/forms/contact", data={"email": "ada.planted@example.org"})
    send_wrong_argument(browser, site)
    output = site.running.output()
    assert "no such table: messages" in output
    assert "/newsletter/confirm/[redacted]" in output
    assert "Invalid session 1" in output
    assert not re.search("^FORGED", output, re.MULTILINE)
    for secret in (*SECRETS, *site.api.cookies.values()):
        assert secret not in output


def test_requests_have_one_line_with_their_id(logging_site: Site) -> None:
    site = logging_site
    response = site.api.get(f"/api/users{QUERY}")
    line = wait_for_line(site, request_id=response.headers["X-Request-ID"])
    assert (line["path"], line["event"]) == ("/api/users", "request")
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["bytes"] == len(response.content)
    assert line["ms"] > 0


def test_a_page_from_the_cache_has_a_line_with_its_id(logging_site: Site) -> None:
    site = logging_site
    response = site.api.get("/about")
    line = wait_for_line(site, request_id=response.headers["X-Request-ID"])
    assert (line["path"], line["status"]) == ("/about", 200)


def test_the_portals_calls_continue_the_id_of_its_websocket(
    browser: Browser, logging_site: Site
) -> None:
    site = logging_site
    site.create("/api/contact", **MESSAGE)
    with browser.new_context(base_url=site.url) as context:
        sign_in_as(context, ADMIN)
        page = context.new_page()
        page.goto("/admin/messages")
        page.get_by_role("button", name="View message from").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
    entries = site.api.get("/api/admin/audit?action=read").json()["items"]
    assert re.fullmatch(r"[0-9a-f]{16}\.[0-9a-f]{6}", entries[0]["requestId"])


def test_the_settings_at_the_start_are_audited_without_secrets(logging_site: Site) -> None:
    entries = logging_site.api.get("/api/admin/audit?action=started").json()["items"]
    entry = logging_site.api.get(f"/api/admin/audit/{entries[0]['id']}").json()
    values = {name: after for name, _, after in entry["changes"]}
    assert values["log_format"] == "json"
    assert values["admin_password"] == "[redacted]"
    assert ADMIN.password not in json.dumps(entry)
