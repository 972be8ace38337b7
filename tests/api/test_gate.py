"""The portal's pages and its websocket need a session."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from sqlalchemy.exc import OperationalError
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from awards_site.accounts import throttling, user_sessions
from awards_site.accounts.gate import PortalGateMiddleware
from awards_site.accounts.sockets import SessionSockets
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.http.errors import page_while_unavailable
from awards_site.core.http.rate_limits import WEBSOCKETS
from tests.api.client import client_of
from tests.api.conftest import Configure


async def everything(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await PlainTextResponse(scope["path"])(scope, receive, send)


class NoStates:
    async def end_sessions(self, ended: Collection[str]) -> None:
        """Do nothing."""

    async def free_due(self) -> None:
        """Do nothing."""


GATE = PortalGateMiddleware(everything, SessionSockets(NoStates()))


@pytest.fixture
def behind_the_gate(portal: BlockingPortal) -> Iterator[Client]:
    with client_of(GATE, portal) as client:
        yield client


Handshake = Callable[..., list[Any]]


@pytest.fixture
def handshake(portal: BlockingPortal) -> Handshake:
    """Open a websocket with a Cookie header; return the server's messages."""

    def shake(cookie: str, *extensions: str) -> list[Any]:
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"cookie", cookie.encode())] if cookie else []
        scope = {
            "type": "websocket",
            "path": "/_event/",
            "headers": headers,
            "query_string": b"",
            "extensions": {each: {} for each in extensions},
        }
        portal.call(GATE, scope, receive, send)
        return sent

    return shake


def test_a_websocket_needs_a_valid_session(handshake: Handshake, user: Client) -> None:
    session = f"{COOKIE}={user.cookies[COOKIE]}"
    assert handshake(session) == [{"type": "websocket.accept"}]
    for cookie in ("", f"{COOKIE}=", f"{COOKIE}=made-up", "other=1"):
        assert handshake(cookie) == [{"type": "websocket.close", "code": 1008}], cookie
    user.post("/api/auth/logout")
    assert handshake(session) == [{"type": "websocket.close", "code": 1008}]


def test_websockets_over_the_rate_limit_are_closed_before_their_session_is_read(
    handshake: Handshake, user: Client, monkeypatch: pytest.MonkeyPatch, statements: list[str]
) -> None:
    monkeypatch.setattr(WEBSOCKETS, "rate", "2/year")
    session = f"{COOKIE}={user.cookies[COOKIE]}"
    assert [handshake(session)[0]["type"] for _ in range(2)] == ["websocket.accept"] * 2
    statements.clear()
    assert handshake(session) == [{"type": "websocket.close", "code": 1013}]
    assert statements == []


def test_all_sessions_together_have_a_limit_of_websockets(
    handshake: Handshake, user: Client, editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WEBSOCKETS, "total_rate", "2/minute")
    sessions = [f"{COOKIE}={each.cookies[COOKIE]}" for each in (user, editor)]
    assert [handshake(each)[0]["type"] for each in sessions] == ["websocket.accept"] * 2
    for session in sessions:
        assert handshake(session) == [{"type": "websocket.close", "code": 1013}]
    start, body = handshake(sessions[0], "websocket.http.response")
    assert start["status"] == 429
    assert 1 <= int(dict(start["headers"])[b"retry-after"]) <= 120
    assert body["body"].startswith(b"Too many requests. Please try again in ")


def test_while_the_database_is_away_a_readable_page_tries_again(
    handshake: Handshake, user: Client, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any) -> None:
        raise OperationalError("SELECT", {}, Exception("connection refused"))

    monkeypatch.setattr(user_sessions, "find_user", fail)
    session = f"{COOKIE}={user.cookies[COOKIE]}"
    with client_of(page_while_unavailable(GATE), portal) as client:
        client.cookies.update(user.cookies)
        for path in ("/admin", "/admin/nominees", "/admin/no-such-screen", "/auth"):
            response = client.get(path)
            assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
            assert '<meta http-equiv="refresh" content="2">' in response.text
            assert "The database is busy. Please try again in a moment." in response.text
        # Without a session, nothing is read.
        client.cookies.clear()
        assert client.get("/auth").status_code == 200
        assert client.get("/admin").status_code == 303
    assert handshake(session) == [{"type": "websocket.close", "code": 1013}]
    start, _ = handshake(session, "websocket.http.response")
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"2")


def test_strangers_use_up_no_websockets_of_staff(
    handshake: Handshake, user: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WEBSOCKETS, "total_rate", "1/minute")
    for cookie in ("", f"{COOKIE}=made-up", "other=1"):
        assert handshake(cookie) == [{"type": "websocket.close", "code": 1008}]
    assert handshake(f"{COOKIE}={user.cookies[COOKIE]}") == [{"type": "websocket.accept"}]


@pytest.mark.parametrize("path", ["/admin", "/admin/", "/admin/nominees", "/admin/no-such-screen"])
def test_visitors_are_redirected_from_the_portal_to_sign_in(
    path: str, behind_the_gate: Client, user: Client
) -> None:
    sent = behind_the_gate.get(path)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/auth")
    assert sent.headers["Cache-Control"] == "no-store"
    behind_the_gate.cookies.update(user.cookies)
    assert behind_the_gate.get(path).text == path


def test_signed_in_users_are_redirected_from_sign_in_to_the_portal(
    behind_the_gate: Client, user: Client
) -> None:
    assert behind_the_gate.get("/auth").text == "/auth"
    behind_the_gate.cookies.update(user.cookies)
    sent = behind_the_gate.get("/auth")
    assert (sent.status_code, sent.headers["Location"]) == (303, "/admin")


def test_a_user_without_a_second_factor_that_the_role_needs_gets_the_account_page_only(
    behind_the_gate: Client, user: Client, configure: Configure
) -> None:
    configure(AWARDS_SECOND_FACTOR_ROLES="user")
    behind_the_gate.cookies.update(user.cookies)
    for path in ("/auth", "/admin", "/admin/content"):
        sent = behind_the_gate.get(path)
        assert (sent.status_code, sent.headers["Location"]) == (303, "/admin/account")
    assert behind_the_gate.get("/admin/account/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/nominees", "/administration", "/api/events"])
def test_other_pages_are_public(path: str, behind_the_gate: Client) -> None:
    assert behind_the_gate.get(path).text == path


def test_a_browser_that_ends_the_other_sessions_stays_known(
    behind_the_gate: Client, user: Client
) -> None:
    behind_the_gate.cookies.update(user.cookies)
    behind_the_gate.get("/admin")
    assert "Set-Cookie" not in behind_the_gate.get("/admin").headers
    assert user.delete("/api/auth/sessions").status_code == 204
    assert throttling.COOKIE in behind_the_gate.get("/admin").cookies
    assert "Set-Cookie" not in behind_the_gate.get("/admin").headers
