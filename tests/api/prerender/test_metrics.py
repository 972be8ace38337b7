"""The metrics that Prometheus reads: who may read them, and what they tell."""

import pytest
from fastapi import FastAPI
from httpx import Client
from prometheus_client.parser import text_string_to_metric_families
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.accounts.gate import PortalGateMiddleware
from awards_site.accounts.sockets import SessionSockets
from awards_site.app import add_security_headers
from awards_site.core.database.engine import engine
from awards_site.core.paths import METRICS
from awards_site.operations.metrics import measure
from awards_site.prerender.middleware import Prerendering
from tests import database
from tests.api.conftest import Configure
from tests.api.entities import NOMINEE
from tests.api.prerender.conftest import path_of
from tests.api.test_gate import NoStates

TOKEN = "a-token-of-prometheus"
REQUESTS = "awards_http_requests_total"
LOOKUPS = "awards_response_cache_lookups_total"

Labels = dict[str, str]


def without_portal(api: ASGIApp) -> ASGIApp:
    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(("/api/", METRICS)):
            await api(scope, receive, send)
        else:
            await HTMLResponse("no such file", 404)(scope, receive, send)

    return respond


@pytest.fixture
def metrics_token(configure: Configure) -> str:
    configure(AWARDS_METRICS_TOKEN=TOKEN)
    return TOKEN


@pytest.fixture
def site(prerendering: Prerendering, app: FastAPI, metrics_token: str) -> ASGIApp:
    """The site as it is in production, without Reflex, and measured."""
    sockets = SessionSockets(NoStates())
    pages = prerendering.before(without_portal(app))
    served = add_security_headers(prerendering.responses.wrap(PortalGateMiddleware(pages, sockets)))
    tasks: list[object] = []
    site = measure(
        served, app, prerendering.responses, prerendering.scheduler, sockets, tasks.append
    )
    assert tasks == [], "a single process shares no metrics"
    return site


def scrape(client: Client) -> dict[str, list[tuple[Labels, float]]]:
    """Return the values of each metric with their labels."""
    response = client.get(METRICS, headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200, response.text
    values: dict[str, list[tuple[Labels, float]]] = {}
    for family in text_string_to_metric_families(response.text):
        for sample in family.samples:
            values.setdefault(sample.name, []).append((dict(sample.labels), sample.value))
    return values


def value_of(client: Client, name: str, **labels: str) -> float | None:
    found = [value for each, value in scrape(client).get(name, []) if each == labels]
    return found[0] if found else None


def test_without_a_token_there_are_no_metrics(anonymous: Client, configure: Configure) -> None:
    configure(AWARDS_METRICS_TOKEN="")
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {TOKEN}"}):
        assert anonymous.get(METRICS, headers=headers).status_code == 404


@pytest.mark.parametrize(
    "given", ["", TOKEN, "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer \xe9"]
)
def test_metrics_need_the_token(anonymous: Client, admin: Client, given: str) -> None:
    for client in (anonymous, admin):
        response = client.get(METRICS, headers={b"Authorization": given.encode("latin-1")})
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert "awards_" not in response.text


def test_metrics_are_not_cached_and_have_the_security_headers(anonymous: Client) -> None:
    response = anonymous.get(METRICS, headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"]


def test_requests_are_counted_and_timed_by_route(editor: Client, anonymous: Client) -> None:
    nominees = [NOMINEE.create(editor, name=name) for name in ("Ada", "Grace")]
    for nominee in nominees:
        anonymous.get(path_of(nominee))
        anonymous.get(f"/api/nominees/{nominee['id']}")
    anonymous.get("/api/nominees/999")
    anonymous.request("PUT", f"/api/nominees/{nominees[0]['id']}")
    counted = {
        (labels["route"], labels["method"], labels["status"]): count
        for labels, count in scrape(anonymous)[REQUESTS]
    }
    assert {route: count for route, count in counted.items() if "nominees" in route[0]} == {
        ("/api/nominees", "POST", "201"): 2,
        ("/nominees/[key]", "GET", "200"): 2,
        ("/api/nominees/{record_id}", "GET", "200"): 2,
        ("/api/nominees/{record_id}", "GET", "404"): 1,
        ("/api/nominees/{record_id}", "PUT", "405"): 1,
    }
    labels = {"route": "/api/nominees/{record_id}", "method": "GET"}
    assert value_of(anonymous, "awards_http_request_duration_seconds_count", **labels) == 3
    assert value_of(anonymous, "awards_http_requests_in_progress") == 1


def test_made_up_paths_and_methods_do_not_become_labels(anonymous: Client) -> None:
    for number in range(20):
        for path in ("", "/api", "/assets", "/admin", "/nominees", "/uploads"):
            anonymous.get(f"{path}/made-up-{number}")
        anonymous.request(f"MADEUP{number}", "/")
    labels = [labels for labels, _ in scrape(anonymous)[REQUESTS]]
    assert not [each for each in labels if "made-up" in each["route"] or "UP" in each["method"]]
    assert {each["route"] for each in labels} >= {"other", "/admin/*", "/assets/*"}


def test_reads_from_the_response_cache_are_counted(editor: Client, anonymous: Client) -> None:
    before = {labels["result"]: value for labels, value in scrape(anonymous)[LOOKUPS]}
    for _ in range(3):
        anonymous.get("/api/nominees/published")
    after = {labels["result"]: value for labels, value in scrape(anonymous)[LOOKUPS]}
    assert after == {"hit": before["hit"] + 2, "miss": before["miss"] + 1}
    assert value_of(anonymous, "awards_response_cache_bytes")


def test_metrics_are_readable_while_the_database_is_not(
    anonymous: Client, configure: Configure
) -> None:
    database.close()
    engine.cache_clear()
    configure(DATABASE_URL="postgresql://awards:a-password@127.0.0.1:1/awards")
    assert value_of(anonymous, "awards_websockets") == 0
    assert value_of(anonymous, "awards_outgoing_emails_waiting") is None
