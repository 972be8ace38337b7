"""Every response has the security headers, including errors."""

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client, Response

from awards_site.app import add_security_headers, make_api
from awards_site.core.database import sessions
from awards_site.core.database.engine import make_engine
from awards_site.features.events.service import events
from tests.api.client import client_of
from tests.api.conftest import Configure

EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}


def assert_secure(response: Response) -> None:
    for name, value in EXPECTED.items():
        assert response.headers[name] == value
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "http:" not in policy
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response.headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/events", 200),
        ("HEAD", "/api/events", 200),
        ("GET", "/api/health", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/uploads/nothing.png", 404),
        ("GET", "/api/users", 401),
        ("DELETE", "/api/events", 405),
        ("POST", "/api/contact", 422),
        ("POST", "/api/auth/logout", 204),
    ],
)
def test_security_headers_are_set(method: str, path: str, status: int, anonymous: Client) -> None:
    response = anonymous.request(method, path)
    assert response.status_code == status
    assert_secure(response)
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


def test_refused_requests_have_security_headers(admin: Client) -> None:
    for status, refused in (
        (413, admin.post("/api/events", content=b"x" * 2_000_000)),
        (403, admin.post("/api/events", headers={"Origin": "https://evil.example"})),
    ):
        assert refused.status_code == status
        assert_secure(refused)


def test_an_unhandled_error_reveals_no_details(
    anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(_session: object) -> None:
        raise RuntimeError("the secret of the crash")

    monkeypatch.setattr(events, "list_published", crash)
    response = anonymous.get("/api/events")
    assert response.status_code == 500
    assert response.json() == {"message": "Something went wrong on our side. Please try again."}
    assert_secure(response)
    assert response.headers["Cache-Control"] == "private, no-store"


def test_an_unavailable_database_returns_503(
    anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreachable = make_engine("sqlite:////nowhere/at/all.db")
    with monkeypatch.context() as replaced:
        replaced.setattr(sessions, "engine", lambda: unreachable)
        response = anonymous.get("/api/health")
    assert response.status_code == 503
    assert response.json()["message"]
    assert int(response.headers["Retry-After"]) > 0


def test_hsts_is_sent_over_https_only(
    anonymous: Client, portal: BlockingPortal, configure: Configure
) -> None:
    assert "Strict-Transport-Security" not in anonymous.get("/api/health").headers
    configure(AWARDS_PUBLIC_URL="https://awards.example.org")
    with client_of(add_security_headers(make_api()), portal) as client:
        assert "max-age" in client.get("/api/health").headers["Strict-Transport-Security"]
