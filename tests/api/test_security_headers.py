"""Headers of responses: security, reports of its violations, request ids; and API documents."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client, Response
from starlette.types import ASGIApp

from awards_site.app import add_security_headers, make_api
from awards_site.core.database import sessions
from awards_site.core.database.engine import make_engine
from awards_site.core.http.csp_reports import MAX_LOGGED_PER_MINUTE, make_router
from awards_site.core.http.monitoring import HEADER, ProxiedIdMiddleware
from awards_site.features.events.entity import events
from tests.api.audit_log import entries
from tests.api.client import client_of
from tests.api.conftest import Configure, NewClient
from tests.api.entities import EVENT, NOMINEE
from tests.api.routes import endpoints

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


GENERATED = re.compile(r"[0-9a-f]{16}")
GIVEN = "proxy-4711.abc_DEF"
PROXY = "10.1.2.3"


@pytest.fixture
def behind_proxy(app: ASGIApp, portal: BlockingPortal) -> Iterator[Client]:
    """A client of the API whose address is a trusted proxy's."""
    site = ProxiedIdMiddleware(app, "192.0.2.1, 10.0.0.0/8")
    with client_of(site, portal, ip_address=PROXY) as client:
        yield client


def test_every_response_that_is_not_cached_has_an_id_of_its_own(
    admin: Client, anonymous: Client
) -> None:
    ids = [
        admin.get("/api/users").headers[HEADER],
        admin.get("/api/users").headers[HEADER],
        anonymous.get("/api/users").headers[HEADER],
        anonymous.get("/api/nothing").headers[HEADER],
        anonymous.post("/api/contact", json={}).headers[HEADER],
        anonymous.get("/api/events/999").headers[HEADER],
    ]
    assert all(map(GENERATED.fullmatch, ids))
    assert len(set(ids)) == len(ids)


def test_a_cached_response_does_not_repeat_an_id(admin: Client, anonymous: Client) -> None:
    EVENT.create(admin)
    for _ in range(2):
        assert HEADER not in anonymous.get("/api/events/upcoming").headers


def test_only_a_trusted_proxy_gives_ids(new_client: NewClient, behind_proxy: Client) -> None:
    for client in (new_client(), new_client(ip_address="11.0.0.1")):
        response = client.get("/api/auth/me", headers={HEADER: GIVEN})
        assert GENERATED.fullmatch(response.headers[HEADER])
    assert behind_proxy.get("/api/auth/me", headers={HEADER: GIVEN}).headers[HEADER] == GIVEN


@pytest.mark.parametrize("given", ["short", "x" * 65, "with a space", 'a"quote', "ümlaut-id"])
def test_a_malformed_id_of_a_trusted_proxy_is_replaced(given: str, behind_proxy: Client) -> None:
    response = behind_proxy.get("/api/auth/me", headers={HEADER.encode(): given.encode()})
    assert GENERATED.fullmatch(response.headers[HEADER])


def test_the_audit_log_has_the_id_that_the_proxy_gave(admin: Client, behind_proxy: Client) -> None:
    behind_proxy.cookies.update(admin.cookies)
    behind_proxy.post("/api/nominees", json=NOMINEE.body(), headers={HEADER: GIVEN})
    assert entries(admin, action="created")[0]["requestId"] == GIVEN


def test_the_page_loads_nothing_from_other_hosts(anonymous: Client) -> None:
    page = anonymous.get("/api/docs")
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    loaded = re.findall(r"""(?:src|href)=["']([^"']+)""", page.text)
    assert len(loaded) >= 3
    for url in loaded:
        assert url.startswith("/api/docs/assets/"), url
        assert anonymous.get(url).status_code == 200
    assert not re.search("https?:", page.text)
    (scripts,) = re.findall(r"script-src ([^;]+)", page.headers["Content-Security-Policy"])
    assert re.fullmatch(r"'self' 'sha256-[^' ]+'", scripts)


def test_openapi_lists_every_route_under_api(app: FastAPI, anonymous: Client) -> None:
    described = anonymous.get("/api/openapi.json").json()["paths"]
    listed = {
        f"{method.upper()} {path.replace(':path}', '}')}"
        for path, methods in described.items()
        for method in methods
    }
    assert {name for name, _ in endpoints(app)} == listed


def test_openapi_describes_bodies_with_the_keys_that_are_sent(anonymous: Client) -> None:
    schemas = anonymous.get("/api/openapi.json").json()["components"]["schemas"]
    assert "imageUrl" in schemas["NomineeCreate"]["properties"]
    assert "logo_url" in schemas["SponsorCreate"]["properties"]
    assert "password" not in schemas["UserPublic"]["properties"]


def test_openapi_bounds_every_integer_of_a_request(anonymous: Client) -> None:
    document = anonymous.get("/api/openapi.json").json()

    def unbounded(schema: Any) -> bool:
        if isinstance(schema, list):
            return any(map(unbounded, schema))
        if not isinstance(schema, dict):
            return False
        name = schema.get("$ref", "").rpartition("/")[2]
        is_bounded = schema.get("type") != "integer" or {"minimum", "maximum"} <= schema.keys()
        return not is_bounded or unbounded(
            [*schema.values(), document["components"]["schemas"].get(name)]
        )

    assert [
        (method, path)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if unbounded([operation.get("parameters"), operation.get("requestBody")])
    ] == []


@pytest.mark.parametrize("number", ["0.5", "9" * 10, "9" * 22, "-" + "9" * 22])
def test_a_number_beyond_the_bounds_of_a_query_returns_422(number: str, admin: Client) -> None:
    described = admin.get("/api/openapi.json").json()["paths"].items()
    statuses = {
        (method, path, each["name"]): admin.request(
            method, path, params={each["name"]: number}
        ).status_code
        for path, methods in described
        for method, operation in methods.items()
        for each in operation.get("parameters", ())
        if each["in"] == "query" and "maximum" in str(each) and "{" not in path
    }
    assert len(statuses) > 50
    assert {name: status for name, status in statuses.items() if status != 422} == {}


@pytest.mark.parametrize(
    ("operation", "statuses"),
    [
        ("get /api/nominees/{record_id}", "200 304 404 422"),
        ("get /api/events/month/{year}/{month}", "200 304 422"),
        ("post /api/contact", "201 202 403 408 413 422 429"),
        ("post /api/auth/login", "200 202 401 403 408 413 422 429"),
        ("post /api/auth/password", "204 401 403 408 413 422 429"),
        ("get /api/admin/trash", "200 401 403 422 429"),
        ("post /api/nominees", "201 401 403 408 409 413 422"),
        ("post /api/nominees/export", "200 401 403 408 413 422 429"),
        ("patch /api/nominees/{record_id}", "200 401 403 404 408 409 412 413 422"),
        ("post /api/nominees/imports", "200 201 401 403 408 409 413 415 422"),
        ("get /uploads/{name}", "200 206 304 404 416 422"),
        ("get /preview/{token}", "200 404 410 422 429"),
    ],
)
def test_openapi_names_the_statuses_that_follow_from_declarations(
    operation: str, statuses: str, anonymous: Client
) -> None:
    method, path = operation.split()
    document = anonymous.get("/api/openapi.json").json()
    assert sorted(document["paths"][path][method]["responses"]) == [*statuses.split(), "5XX"]
