"""The list of one's sessions, and every way in which sessions end."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from unittest.mock import Mock

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from sqlmodel import col, delete

from awards_site.accounts import user_sessions
from awards_site.accounts.models import UserSession
from awards_site.accounts.sockets import (
    SessionSocket,
    SessionSockets,
    end_lost_sessions,
)
from awards_site.accounts.user_sessions import COOKIE, device_name
from awards_site.core.database.sessions import writing
from tests.api.conftest import FrozenClock, NewClient
from tests.api.entities import USER
from tests.api.prerender.conftest import wait_until
from tests.api.test_sessions import is_signed_in, sign_in
from tests.factories import PASSWORD, Body

PATH = "/api/auth/sessions"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def ended() -> Iterator[list[str]]:
    """The public ids of the sessions whose end was announced."""
    found: list[str] = []

    def listen(public_ids: frozenset[str]) -> None:
        found.extend(public_ids)

    user_sessions.subscribe(listen)
    yield found
    user_sessions.unsubscribe(listen)


def current_id(client: Client) -> str:
    """Return the public id of the client's session."""
    [session] = [each for each in client.get(PATH).json() if each["isCurrent"]]
    return str(session["id"])


def test_a_session_shows_its_device_address_and_times(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.7")
    sign_in(client, **{"User-Agent": FIREFOX})
    frozen_clock.advance(timedelta(hours=1))
    [session] = client.get(PATH).json()
    assert session == {
        "id": session["id"],
        "device": "Firefox on Windows",
        "ipAddress": "10.0.0.7",
        "createdAt": "2030-05-15T12:00:00Z",
        "lastUsedAt": session["lastUsedAt"],
        "isCurrent": True,
    }
    assert session["lastUsedAt"] in {"2030-05-15T12:00:00Z", "2030-05-15T13:00:00Z"}
    assert client.get(PATH).json()[0]["lastUsedAt"] == "2030-05-15T13:00:00Z"
    assert client.cookies[COOKIE] not in client.get(PATH).text


def test_the_list_has_ones_own_sessions_and_all_others_of_it_are_ended(
    person: Body, admin: Client, new_client: NewClient
) -> None:
    clients = [new_client(), new_client()]
    for client in clients:
        sign_in(client)
    assert len(clients[0].get(PATH).json()) == 2
    assert len(admin.get(PATH).json()) == 1
    clients = [new_client(), new_client(), new_client()]
    for client in clients:
        sign_in(client)
    assert clients[1].delete(PATH).status_code == 204
    assert [is_signed_in(client) for client in clients] == [False, True, False]
    assert is_signed_in(admin)


def test_one_session_is_ended_and_sessions_of_others_are_not_found(
    person: Body, new_client: NewClient, ended: list[str], admin: Client, anonymous: Client
) -> None:
    client, other = new_client(), new_client()
    sign_in(client)
    sign_in(other)
    other_id = current_id(other)
    assert client.delete(f"{PATH}/{other_id}").status_code == 204
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert ended == [other_id]
    assert client.delete(f"{PATH}/{other_id}").status_code == 404
    sign_in(anonymous)
    assert anonymous.delete(f"{PATH}/{current_id(admin)}").status_code == 404
    assert is_signed_in(admin)


def test_an_administrator_ends_all_sessions_of_a_user(
    person: Body, admin: Client, new_client: NewClient, ended: list[str]
) -> None:
    clients = [new_client(), new_client()]
    for client in clients:
        sign_in(client)
    ids = {current_id(client) for client in clients}
    assert admin.delete(f"{USER.path(person['id'])}/sessions").status_code == 204
    assert not any(is_signed_in(client) for client in clients)
    assert set(ended) == ids
    assert is_signed_in(admin)
    assert sign_in(clients[0]).status_code == 200
    assert admin.delete(f"{USER.path(999)}/sessions").status_code == 404


def change_password(client: Client, _admin: Client, _person: Body) -> None:
    """Change the password in another browser."""
    sign_in(client)
    body = {"currentPassword": PASSWORD, "newPassword": "another long password"}
    assert client.post("/api/auth/password", json=body).status_code == 204


def change_role(_client: Client, admin: Client, person: Body) -> None:
    admin.patch(f"{USER.path(person['id'])}/role", json={"role": "user"})


def delete_user(_client: Client, admin: Client, person: Body) -> None:
    USER.delete(admin, person)


@pytest.mark.parametrize("cause", [change_password, change_role, delete_user])
def test_every_end_is_announced(
    cause: Callable[[Client, Client, Body], None],
    person: Body,
    admin: Client,
    new_client: NewClient,
    ended: list[str],
) -> None:
    client = new_client()
    sign_in(client)
    session_id = current_id(client)
    cause(new_client(), admin, person)
    assert not is_signed_in(client)
    assert ended == [session_id]


def test_signing_out_and_in_again_are_announced(
    person: Body, anonymous: Client, ended: list[str]
) -> None:
    sign_in(anonymous)
    first = current_id(anonymous)
    sign_in(anonymous)
    second = current_id(anonymous)
    anonymous.post("/api/auth/logout")
    assert ended == [first, second]


def test_an_end_that_is_rolled_back_is_not_announced(
    person: Body, anonymous: Client, ended: list[str]
) -> None:
    sign_in(anonymous)
    with suppress(RuntimeError), writing() as session:
        user_sessions.end_session(session, anonymous.cookies[COOKIE])
        raise RuntimeError
    assert is_signed_in(anonymous)
    assert ended == []


def test_expired_sessions_and_those_ended_by_other_processes_are_announced(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient, ended: list[str]
) -> None:
    clients = [new_client(), new_client(), new_client()]
    ids = []
    for client in clients:
        frozen_clock.advance(timedelta(hours=5))
        sign_in(client)
        ids.append(current_id(client))
    known = end_lost_sessions(frozenset())
    assert known >= set(ids)
    frozen_clock.advance(timedelta(hours=3))
    with writing() as session:
        # As another process does, whose announcements this one does not hear.
        session.execute(delete(UserSession).where(col(UserSession.public_id) == ids[1]))
    left = end_lost_sessions(known)
    assert left & set(ids) == {ids[2]}
    assert set(ids[:2]) <= set(ended)
    assert ids[2] not in ended


def test_a_session_that_begins_and_ends_between_two_checks_is_announced(
    portal: BlockingPortal, ended: list[str]
) -> None:
    sockets = SessionSockets(Mock())
    with sockets.opened(SessionSocket(session="brief", subject="user:1", guard=Mock())):
        watching = portal.start_task_soon(sockets.run)
        try:
            assert wait_until(lambda: ended == ["brief"])
        finally:
            watching.cancel()


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Windows"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like"
            " Gecko) Version/18.5 Safari/605.1.15",
            "Safari on macOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML,"
            " like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
            " SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " HeadlessChrome/138.0.0.0 Safari/537.36",
            "Chrome on Linux",
        ),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_device_has_a_readable_name(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
