"""Request ids: in responses, from trusted proxies, and in the calls of State handlers."""

import re
from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from starlette.types import ASGIApp

from awards_site.core.http.monitoring import HEADER, ProxiedIdMiddleware
from tests.api.audit_log import entries
from tests.api.client import client_of
from tests.api.conftest import NewClient
from tests.api.entities import EVENT, NOMINEE

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
