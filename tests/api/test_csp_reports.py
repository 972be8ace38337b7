"""Browsers' reports of violations of the content security policy are logged briefly."""

import json

import pytest
from httpx import Client

from awards_site.core.http import csp_reports
from awards_site.core.http.csp_reports import MAX_LOGGED_PER_MINUTE

PATH = "/api/reports/csp"


@pytest.fixture(autouse=True)
def new_log_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csp_reports, "_log_limit", csp_reports._LogLimit())


def report(**fields: object) -> bytes:
    violation = {
        "document-uri": "https://awards.example.org/contact?email=ada@example.org#top",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?token=planted",
        "script-sample": "alert('planted')",
    }
    return json.dumps({"csp-report": violation | fields}).encode()


def test_a_violation_is_logged_on_one_line_without_queries(
    anonymous: Client, caplog: pytest.LogCaptureFixture
) -> None:
    forged = report(**{"effective-directive": "a\nERROR forged"})
    for body in (report(), forged):
        response = anonymous.post(
            PATH, content=body, headers={"Content-Type": "application/csp-report"}
        )
        assert response.status_code == 204
    first, second = caplog.messages
    assert first == (
        "content security policy violated on 'https://awards.example.org/contact':"
        " 'script-src-elem' by 'https://evil.example/x.js'"
    )
    assert "\n" not in second


def test_a_flood_of_reports_is_not_logged(
    anonymous: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3 * MAX_LOGGED_PER_MINUTE):
        assert anonymous.post(PATH, content=report()).status_code == 204
    assert len(caplog.messages) == MAX_LOGGED_PER_MINUTE


def test_a_long_value_is_truncated(anonymous: Client, caplog: pytest.LogCaptureFixture) -> None:
    anonymous.post(PATH, content=report(**{"blocked-uri": "x" * 10_000}))
    assert len(caplog.text) < 1_000


def test_a_report_of_more_than_16_kb_is_refused(anonymous: Client) -> None:
    assert anonymous.post(PATH, content=b"x" * 17_000).status_code == 413


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"csp-report": 1}', b"\xff", b"[" * 10_000, b'{"csp-report":{}}']
)
def test_an_unreadable_report_is_ignored(
    body: bytes, anonymous: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert anonymous.post(PATH, content=body).status_code == 204
    assert caplog.messages == []
