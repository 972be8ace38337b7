"""Browsers' reports of violations of the content security policy are logged briefly."""

import json
from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client

from awards_site.core.http.csp_reports import MAX_LOGGED_PER_MINUTE, make_router
from tests.api.client import client_of

PATH = "/api/reports/csp"


@pytest.fixture
def browser(portal: BlockingPortal) -> Iterator[Client]:
    """A client of the reports alone, of which none has been logged."""
    site = FastAPI()
    site.include_router(make_router())
    with client_of(site, portal) as client:
        yield client


def report(**fields: object) -> bytes:
    violation = {
        "document-uri": "https://awards.example.org/contact?email=ada@example.org#top",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?token=planted",
        "script-sample": "alert('planted')",
    }
    return json.dumps({"csp-report": violation | fields}).encode()


def test_a_violation_is_logged_on_one_line_without_queries(
    browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    forged = report(**{"effective-directive": "a\nERROR forged"})
    for body in (report(), forged):
        response = browser.post(
            PATH, content=body, headers={"Content-Type": "application/csp-report"}
        )
        assert response.status_code == 204
    first, second = caplog.text.splitlines()
    assert first == (
        "content security policy violated page='https://awards.example.org/contact'"
        " directive='script-src-elem' blocked='https://evil.example/x.js'"
    )
    assert "\n" not in second


def test_a_flood_of_reports_is_not_logged(
    browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3 * MAX_LOGGED_PER_MINUTE):
        assert browser.post(PATH, content=report()).status_code == 204
    assert len(caplog.messages) == MAX_LOGGED_PER_MINUTE


def test_a_report_of_more_than_16_kb_is_refused(anonymous: Client) -> None:
    assert anonymous.post(PATH, content=b"x" * 17_000).status_code == 413


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"csp-report": 1}', b"\xff", b"[" * 10_000, b'{"csp-report":{}}']
)
def test_an_unreadable_report_is_ignored(
    body: bytes, browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert browser.post(PATH, content=body).status_code == 204
    assert caplog.messages == []
