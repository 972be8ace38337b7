"""The list of one's sessions, and every way in which sessions end."""

from datetime import timedelta

import pytest
from httpx import Client

from awards_site.accounts.user_sessions import COOKIE, device_name
from tests.api.conftest import FrozenClock, NewClient
from tests.api.entities import USER
from tests.api.test_sessions import is_signed_in, sign_in
from tests.factories import Body

PATH = "/api/auth/sessions"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


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
    person: Body, new_client: NewClient, admin: Client, anonymous: Client
) -> None:
    client, other = new_client(), new_client()
    sign_in(client)
    sign_in(other)
    other_id = current_id(other)
    assert client.delete(f"{PATH}/{other_id}").status_code == 204
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert client.delete(f"{PATH}/{other_id}").status_code == 404
    sign_in(anonymous)
    assert anonymous.delete(f"{PATH}/{current_id(admin)}").status_code == 404
    assert is_signed_in(admin)


def test_an_administrator_ends_all_sessions_of_a_user(
    person: Body, admin: Client, new_client: NewClient
) -> None:
    clients = [new_client(), new_client()]
    for client in clients:
        sign_in(client)
    assert admin.delete(f"{USER.path(person['id'])}/sessions").status_code == 204
    assert not any(is_signed_in(client) for client in clients)
    assert is_signed_in(admin)
    assert sign_in(clients[0]).status_code == 200
    assert admin.delete(f"{USER.path(999)}/sessions").status_code == 404


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
