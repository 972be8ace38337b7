"""The State of a page is only for the session that it belongs to."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused

from awards_site.accounts.sockets import MAX_SOCKETS
from awards_site.core import paths
from tests.factories import Body
from tests.websockets.conftest import SENDER
from tests.websockets.portal import Portal, expect_closed, running_portal, wait_until


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
    """Return all ways in which a session ends."""
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
    "way",
    [
        "sign-out",
        "own password",
        "role",
        "deletion",
        "expiry",
        "another process",
    ],
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


def test_the_state_of_an_ended_session_is_freed(tmp_path: Path) -> None:
    with running_portal(tmp_path, 0) as portal:
        user = portal.new_user("editor")
        client = portal.sign_in(user)
        page, closed = portal.open(client), portal.open(client)
        closed.close()
        assert portal.states() == 2
        client.post("/api/auth/logout")
        wait_until(lambda: portal.states() == 0, "the end of the States")
        assert not portal.open(portal.sign_in(user), token=page.token).found_its_state


def test_a_session_keeps_the_states_of_a_few_closed_pages(portal: Portal) -> None:
    client = portal.admin()
    count = portal.states()
    first = portal.open(client)
    for _page in range(MAX_SOCKETS + 2):
        portal.open(client).close()
    wait_until(lambda: portal.states() <= count + 1 + MAX_SOCKETS, "the end of old States")
    first.expect_served()
