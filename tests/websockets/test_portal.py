"""The portal's websockets: their States and limits, and what is dropped before Reflex queues it."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused

from awards_site.accounts.sockets import MAX_SOCKETS
from awards_site.core import paths
from awards_site.core.http.websocket_limits import (
    BURST_SECONDS,
    MAX_MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
)
from tests.factories import Body
from tests.websockets.conftest import SENDER
from tests.websockets.portal import (
    HYDRATE,
    KEEP_ALIVE,
    NAMESPACE,
    Portal,
    expect_closed,
    wait_until,
)

ROUTE = {"pathname": "/admin", "asPath": "/admin"}
SECRET = "what-nobody-may-log"


@pytest.fixture
def editor(portal: Portal) -> httpx.Client:
    return portal.sign_in(portal.new_user("editor"))


def test_the_token_of_a_page_is_not_read_from_the_url(portal: Portal, editor: httpx.Client) -> None:
    page = portal.page(editor)
    with pytest.raises(Refused):
        page.connect(f"?token={page.token}", token=None)


@pytest.mark.parametrize("token", ["", "made-up", 1, {"a": 1}, "0" * 1_000_000])
def test_the_token_of_a_page_is_a_uuid(portal: Portal, editor: httpx.Client, token: object) -> None:
    with pytest.raises(Refused):
        portal.page(editor).connect(token=token)


def test_a_message_may_be_as_large_as_the_largest_form(
    portal: Portal, editor: httpx.Client
) -> None:
    page = portal.open(editor)
    page.send({"name": KEEP_ALIVE, "payload": {"text": "x" * (MAX_MESSAGE_BYTES - 1000)}})
    page.expect_served()
    page.send({"name": KEEP_ALIVE, "payload": {"text": "ü" * (MAX_MESSAGE_BYTES // 2)}})
    page.expect_disconnected()
    wait_until(
        lambda: "a message of more than 2,097,152 bytes" in portal.log(), "a line in the log"
    )


def test_a_page_that_sends_too_many_messages_is_disconnected(
    portal: Portal, editor: httpx.Client
) -> None:
    page, other = portal.open(editor), portal.open(editor)
    for _message in range(MESSAGES_PER_SECOND * (BURST_SECONDS + 1)):
        page.send({"name": KEEP_ALIVE})
    page.expect_disconnected()
    reason = f"more than {MESSAGES_PER_SECOND} messages a second"
    wait_until(lambda: reason in portal.log(), "a line in the log")
    other.expect_served()


def test_a_session_has_so_many_websockets_at_most(portal: Portal, editor: httpx.Client) -> None:
    for _page in range(MAX_SOCKETS - 1):
        portal.transport(editor)
    page = portal.open(editor)
    with pytest.raises(Refused):
        portal.page(editor).connect()
    portal.open(portal.admin())
    page.close()
    wait_until(lambda: _connects(portal, editor), "a free place")


def _connects(portal: Portal, client: httpx.Client) -> bool:
    try:
        portal.page(client).connect()
    except Refused:
        return False
    return True


UNKNOWN: dict[str, Any] = {
    "an unknown name": {"name": f"reflex___state____state.{SECRET}"},
    "no name": {"payload": {}},
    "a name that is no text": {"name": [HYDRATE]},
    "an unknown argument": {"name": KEEP_ALIVE, "payload": {SECRET: 1}},
    "arguments that are no object": {"name": KEEP_ALIVE, "payload": [SECRET]},
    "a route that is no object": {"name": KEEP_ALIVE, "router_data": SECRET},
    "an unknown part of a route": {"name": KEEP_ALIVE, "router_data": {"headers": SECRET}},
    "a path that is no text": {"name": KEEP_ALIVE, "router_data": {"pathname": 1}},
    "a query that is no object": {"name": KEEP_ALIVE, "router_data": {"query": SECRET}},
    "text": json.dumps({"name": KEEP_ALIVE}),
    "a list": [SECRET],
    "nothing": None,
}


def log_with(portal: Portal, before: str, text: str) -> str:
    """Return what has been logged after `before`, once it has `text`."""

    def logged() -> str:
        return portal.log().removeprefix(before)

    wait_until(lambda: text in logged(), f"{text!r} in the log")
    return logged()


@pytest.mark.parametrize("event", UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_event_is_dropped(portal: Portal, editor: httpx.Client, event: Any) -> None:
    page = portal.open(editor)
    before = portal.log()
    for _time in range(3):
        page.send(event)
    page.expect_served()
    message = "unknown websocket message dropped"
    logged = log_with(portal, before, message)
    assert logged.count(message) == 1
    assert SECRET not in logged


@pytest.mark.parametrize("packet", ["4nonsense", "4", "42", '42/_event,{"a":1}', "451-"])
def test_a_malformed_packet_ends_the_websocket(
    portal: Portal, editor: httpx.Client, packet: str
) -> None:
    opened = portal.transport(editor)
    before = portal.log()
    opened.send(packet)
    expect_closed(opened)
    logged = log_with(portal, before, "a malformed packet")
    assert "Traceback" not in logged


@pytest.mark.parametrize("message", ["connect", "disconnect", "ping", "made_up"])
def test_a_message_in_the_name_of_the_server_is_dropped(
    portal: Portal, editor: httpx.Client, message: str
) -> None:
    victim = portal.open(portal.admin(), "/admin/users")
    victim.close()
    page = portal.open(editor)
    before = portal.log()
    boot = {"event": {"name": HYDRATE, "payload": {}, "router_data": ROUTE}, "token": victim.token}
    page.client.emit(message, ({"QUERY_STRING": f"token={victim.token}"}, boot), NAMESPACE)
    page.expect_served()
    logged = log_with(portal, before, "unknown websocket message dropped")
    assert "not handled" not in logged


def test_a_websocket_serves_one_page(portal: Portal, editor: httpx.Client) -> None:
    page = portal.open(editor)
    count = portal.states()
    packet = {"event": {"name": HYDRATE}, "token": "3c7f4f5e-6d1f-4c0c-9a53-7a2b4f6f8a11"}
    page.client.eio.send(f"0{NAMESPACE},{json.dumps(packet)}")
    page.expect_served()
    assert portal.states() == count


def test_a_websocket_without_a_session_gets_no_state(portal: Portal, admin: httpx.Client) -> None:
    page = portal.open(admin, paths.MESSAGES)
    page.expect(SENDER)
    admin.post("/api/auth/logout")
    with pytest.raises(Refused):
        portal.page(portal.client(), paths.MESSAGES, page.token).connect()


@pytest.mark.parametrize("has_ended", [True, False])
def test_another_user_gets_no_state_by_the_token_of_a_page(
    portal: Portal, admin: httpx.Client, has_ended: bool
) -> None:
    page = portal.open(admin, paths.MESSAGES)
    page.expect(SENDER)
    if has_ended:
        admin.post("/api/auth/logout")
    else:
        page.close()
    other = portal.page(
        portal.sign_in(portal.new_user("user")), paths.MESSAGES, page.token
    ).connect()
    other.expect_loaded()
    assert not other.found_its_state
    assert SENDER not in other.received


def test_a_page_that_connects_again_finds_its_state(portal: Portal, admin: httpx.Client) -> None:
    page = portal.open(admin)
    page.close()
    assert portal.open(admin, token=page.token).found_its_state


def test_the_user_of_an_ended_session_finds_the_state_again(portal: Portal) -> None:
    user = portal.new_user("editor")
    client = portal.sign_in(user)
    page = portal.open(client)
    client.post("/api/auth/logout")
    page.expect_disconnected()
    assert portal.open(portal.sign_in(user), token=page.token).found_its_state


def test_another_session_of_the_user_gets_a_new_state(portal: Portal) -> None:
    user = portal.new_user("editor")
    page = portal.open(portal.sign_in(user))
    for _attempt in ("while the page is open", "when it is closed"):
        other = portal.open(portal.sign_in(user), token=page.token)
        assert not other.found_its_state
        assert other.new_token
        page.close()


def test_a_user_with_another_role_gets_a_new_state(portal: Portal) -> None:
    user = portal.new_user("admin")
    page = portal.open(portal.sign_in(user))
    response = portal.admin().patch(f"/api/users/{user['id']}/role", json={"role": "user"})
    assert response.status_code == 200, response.text
    page.expect_disconnected()
    assert not portal.open(portal.sign_in(user), token=page.token).found_its_state


End = Callable[[Portal, Body, httpx.Client], Any]


def ends(portal: Portal, user: Body, client: httpx.Client) -> dict[str, Callable[[], Any]]:
    other, admin = portal.sign_in(user), portal.admin()
    past = datetime.now(UTC) - timedelta(days=400)
    new = {"currentPassword": user["password"], "newPassword": "another long password"}
    return {
        "sign-out": lambda: client.post("/api/auth/logout"),
        "own password": lambda: other.post("/api/auth/password", json=new),
        "role": lambda: admin.patch(f"/api/users/{user['id']}/role", json={"role": "user"}),
        "deletion": lambda: admin.delete(f"/api/users/{user['id']}"),
        "expiry": lambda: portal.write(
            "UPDATE user_sessions SET last_used_at = :past WHERE user_id = :user",
            past=str(past),
            user=user["id"],
        ),
        "another process": lambda: portal.write(
            "DELETE FROM user_sessions WHERE user_id = :user", user=user["id"]
        ),
    }


@pytest.mark.parametrize(
    "way", ["sign-out", "own password", "role", "deletion", "expiry", "another process"]
)
def test_the_end_of_a_session_disconnects_its_pages(portal: Portal, way: str) -> None:
    user = portal.new_user("editor")
    client = portal.sign_in(user)
    page, unused = portal.open(client), portal.transport(client)
    bystander = portal.open(portal.sign_in(portal.new_user("editor")))
    response = ends(portal, user, client)[way]()
    assert response is None or response.is_success, response.text
    page.expect_disconnected()
    expect_closed(unused)
    with pytest.raises(Refused):
        portal.page(client, token=page.token).connect()
    bystander.expect_served()


def test_a_session_keeps_the_states_of_a_few_closed_pages(portal: Portal) -> None:
    client = portal.admin()
    count = portal.states()
    first = portal.open(client)
    for _page in range(MAX_SOCKETS + 2):
        portal.open(client).close()
    wait_until(lambda: portal.states() <= count + 1 + MAX_SOCKETS, "the end of old States")
    first.expect_served()


def test_the_state_of_an_ended_session_is_freed(portal: Portal) -> None:
    portal.free_ended_states_at_once()
    user = portal.new_user("editor")
    client = portal.sign_in(user)
    page, closed = portal.open(client), portal.open(client)
    closed.close()
    count = portal.states()
    client.post("/api/auth/logout")
    wait_until(lambda: portal.states() <= count - 2, "the end of the States")
    assert not portal.open(portal.sign_in(user), token=page.token).found_its_state
