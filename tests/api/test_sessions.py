"""Signing in and out: the cookie, sessions, their list and their ends, and foreign origins."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from http.cookies import Morsel, SimpleCookie
from typing import Any
from unittest.mock import Mock

import bcrypt
import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client, Response
from sqlmodel import col, delete

from awards_site.accounts import user_sessions
from awards_site.accounts.models import UserSession
from awards_site.accounts.sockets import (
    SessionSocket,
    SessionSockets,
    end_lost_sessions,
)
from awards_site.accounts.user_sessions import COOKIE, device_name
from awards_site.app import ANY_ORIGIN
from awards_site.core.database.sessions import writing
from tests import database
from tests.api.client import BASE_URL
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import EVENT, NOMINEE, SUBSCRIBER, USER
from tests.api.prerender.conftest import wait_until
from tests.factories import PASSWORD, Body

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
WRONG = "Invalid username or password"


def sign_in(
    client: Client, username: str = "Grace", password: str = PASSWORD, **headers: str
) -> Response:
    body = {"username": username, "password": password}
    return client.post("/api/auth/login", json=body, headers=headers)


def is_signed_in(client: Client) -> bool:
    status = client.get("/api/auth/me").status_code
    assert status in {200, 401}
    return status == 200


def test_signing_in_returns_the_user_without_the_password(person: Body, anonymous: Client) -> None:
    for username in ("Grace", "grace", " GRACE "):
        response = sign_in(anonymous, username)
        assert (response.status_code, response.json()) == (200, person)
    keys = {"id", "username", "email", "name", "role", "createdAt", "hasSecondFactor"}
    assert set(person) == keys
    assert anonymous.get("/api/auth/me").json() == person


def cookie_of(response: Response, name: str = COOKIE) -> Morsel[str]:
    headers = response.headers.get_list("Set-Cookie")
    return SimpleCookie(next(each for each in headers if each.startswith(f"{name}=")))[name]


def test_the_cookie_is_httponly_and_samesite(person: Body, anonymous: Client) -> None:
    cookie = cookie_of(sign_in(anonymous))
    assert cookie["httponly"] is True
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["secure"]
    assert int(cookie["max-age"]) == 7 * 24 * 3600


@pytest.mark.usefixtures("person")
def test_the_cookie_is_secure_and_bound_to_the_host_over_https(
    new_client: NewClient, anonymous: Client, configure: Configure
) -> None:
    client = new_client(base_url="https://localhost:3000")
    over_https = sign_in(client)
    assert is_signed_in(client)
    configure(AWARDS_PUBLIC_URL="https://awards.example.org")
    for response in (over_https, sign_in(anonymous)):
        cookie = cookie_of(response, f"__Host-{COOKIE}")
        assert cookie["secure"] is True
        assert (cookie["path"], cookie["domain"]) == ("/", "")


def test_a_cookie_that_another_host_could_have_set_is_ignored_over_https(
    user: Client, new_client: NewClient
) -> None:
    client = new_client(base_url="https://localhost:3000")
    client.cookies.set(COOKIE, user.cookies[COOKIE])
    assert not is_signed_in(client)
    assert is_signed_in(user)


def test_the_database_stores_only_a_hash_of_the_token(person: Body, anonymous: Client) -> None:
    sign_in(anonymous)
    token = anonymous.cookies[COOKIE]
    stored = database.dump()
    assert token not in stored
    assert sha256(token.encode()).hexdigest() in stored
    assert PASSWORD not in stored
    anonymous.cookies.set(COOKIE, sha256(token.encode()).hexdigest())
    assert not is_signed_in(anonymous)


@pytest.mark.parametrize(
    ("username", "password"),
    [("Grace", "wrong"), ("Grace", PASSWORD.upper()), ("Grace", f" {PASSWORD}"), ("no", PASSWORD)],
)
def test_any_wrong_credentials_return_401(
    username: str, password: str, person: Body, anonymous: Client
) -> None:
    response = sign_in(anonymous, username, password)
    assert (response.status_code, response.json()) == (401, {"message": WRONG})
    assert "Set-Cookie" not in response.headers


def test_an_unknown_user_takes_as_long_as_a_wrong_password(
    person: Body, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[int] = []
    check = bcrypt.checkpw

    def counting(password: bytes, hashed: bytes) -> bool:
        checked.append(int(hashed.split(b"$")[2]))
        return check(password, hashed)

    monkeypatch.setattr(bcrypt, "checkpw", counting)
    sign_in(anonymous, "Grace", "wrong")
    sign_in(anonymous, "nobody", "wrong")
    assert len(checked) == 2
    assert checked[0] == checked[1]


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"password": "x"}, "username", "Username is required"),
        ({"username": "", "password": "x"}, "username", "Username is required"),
        ({"username": "Grace"}, "password", "Password is required"),
        ({"username": "Grace", "password": ""}, "password", "Password is required"),
        ({"username": "Grace", "password": None}, "password", "Password is required"),
    ],
)
def test_a_missing_field_returns_422_and_counts_no_failure(
    body: dict[str, Any], field: str, message: str, anonymous: Client
) -> None:
    for _ in range(20):
        response = anonymous.post("/api/auth/login", json=body)
        assert response.status_code == 422
        assert response.json()["errors"] == [{"field": field, "message": message}]


@pytest.mark.parametrize("first", ["x" * 7, "x" * 1023, "é" * 40, "\0" + "x" * 20])
def test_every_character_of_a_password_counts(first: str, admin: Client, anonymous: Client) -> None:
    USER.create(admin, username="Long", password=f"{first}1")
    statuses = [sign_in(anonymous, "Long", f"{first}{last}").status_code for last in ("2", "", "1")]
    assert statuses == [401, 401, 200]


def test_signing_out_ends_the_session_and_clears_the_cookie(
    person: Body, anonymous: Client
) -> None:
    sign_in(anonymous)
    token = anonymous.cookies[COOKIE]
    response = anonymous.post("/api/auth/logout")
    assert (response.status_code, response.content) == (204, b"")
    assert COOKIE not in anonymous.cookies
    anonymous.cookies.set(COOKIE, token)
    assert not is_signed_in(anonymous)
    assert anonymous.post("/api/auth/logout").status_code == 204


def test_signing_in_again_ends_the_old_session_of_the_same_browser(
    person: Body, anonymous: Client, new_client: NewClient
) -> None:
    sign_in(anonymous)
    copy = new_client()
    copy.cookies.set(COOKIE, anonymous.cookies[COOKIE])
    assert is_signed_in(copy)
    assert sign_in(anonymous, password="wrong").status_code == 401
    assert is_signed_in(copy)
    sign_in(anonymous)
    assert is_signed_in(anonymous)
    assert not is_signed_in(copy)


def test_a_session_ends_after_twelve_idle_hours(
    frozen_clock: FrozenClock, person: Body, anonymous: Client
) -> None:
    sign_in(anonymous)
    for _ in range(4):
        frozen_clock.advance(12 * HOUR - MINUTE)
        assert is_signed_in(anonymous)
    frozen_clock.advance(12 * HOUR + MINUTE)
    assert not is_signed_in(anonymous)
    assert sign_in(anonymous).status_code == 200


def test_a_session_ends_after_seven_days_of_use(
    frozen_clock: FrozenClock, person: Body, anonymous: Client
) -> None:
    sign_in(anonymous)
    for _ in range(7 * 3 - 1):
        frozen_clock.advance(8 * HOUR)
        assert is_signed_in(anonymous)
    frozen_clock.advance(8 * HOUR + MINUTE)
    assert not is_signed_in(anonymous)


def test_the_limits_of_sessions_are_settings(
    frozen_clock: FrozenClock, person: Body, anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_SESSION_IDLE_HOURS="1", AWARDS_SESSION_MAX_HOURS="2")
    assert cookie_of(sign_in(anonymous))["max-age"] == "7200"
    for minutes, is_valid in ((59, True), (59, True), (3, False)):
        frozen_clock.advance(minutes * MINUTE)
        assert is_signed_in(anonymous) is is_valid


def test_changing_a_role_ends_the_sessions_of_that_user_only(
    person: Body, admin: Client, new_client: NewClient
) -> None:
    clients = [new_client(), new_client()]
    for client in clients:
        sign_in(client)
    changed = admin.patch(f"/api/users/{person['id']}/role", json={"role": "user"})
    assert changed.status_code == 200
    assert not any(is_signed_in(client) for client in clients)
    assert is_signed_in(admin)
    assert sign_in(clients[0]).json()["role"] == "user"
    assert clients[0].get("/api/admin/events").status_code == 403


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "https://localhost:3000"},
    {"Origin": "http://localhost:3001"},
    {"Origin": "http://sub.localhost:3000"},
    {"Origin": "http://localhost"},
    {"Origin": "null"},
    {"Origin": "http://localhost:3000.evil.example"},
    {"Origin": "http://localhost:port"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "cross-site"},
]
OWN: list[dict[str, str]] = [
    {},
    {"Origin": "http://localhost:3000"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-origin"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_write_with_a_cookie_from_a_foreign_origin_is_refused(
    headers: dict[str, str], admin: Client
) -> None:
    for method, path, body in (
        ("POST", "/api/events", EVENT.body()),
        ("PATCH", "/api/users/1/role", {"role": "user"}),
        ("PUT", "/api/events/1", {}),
        ("DELETE", "/api/events/1", None),
        ("POST", "/api/auth/logout", None),
        ("POST", "/api/upload/image", None),
    ):
        response = admin.request(method, path, json=body, headers=headers)
        assert response.status_code == 403
        assert response.json()["message"]
    assert admin.get("/api/admin/events", headers=headers).json() == []
    assert is_signed_in(admin)


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_writes_from_the_own_origin_or_without_one_are_accepted(
    headers: dict[str, str], admin: Client
) -> None:
    assert admin.post("/api/events", json=EVENT.body(), headers=headers).status_code == 201


@pytest.mark.usefixtures("person")
def test_the_requested_host_is_an_own_origin(new_client: NewClient) -> None:
    client = new_client(base_url="http://127.0.0.1:3250")
    sign_in(client)
    origin = {"Origin": "http://127.0.0.1:3250"}
    assert client.post("/api/nominees", json=NOMINEE.body(), headers=origin).status_code == 201


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_write_without_a_cookie_from_a_foreign_origin_is_refused(
    headers: dict[str, str], person: Body, anonymous: Client
) -> None:
    assert sign_in(anonymous, **headers).status_code == 403
    assert not is_signed_in(anonymous)
    for path, body in (
        ("/api/newsletter", SUBSCRIBER.body()),
        ("/api/auth/logout", None),
        ("/no/such/path", None),
    ):
        response = anonymous.post(path, json=body, headers=headers)
        assert response.status_code == 403
        assert "Set-Cookie" not in response.headers


def test_the_origin_is_checked_with_several_cookie_and_origin_headers(admin: Client) -> None:
    cookie = f"{COOKIE}={admin.cookies[COOKIE]}"
    for headers in (
        [("Cookie", "a=b"), ("Cookie", cookie), ("Origin", "https://evil.example")],
        [("Cookie", cookie), ("Origin", BASE_URL), ("Origin", "https://evil.example")],
        [("Cookie", cookie), ("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")],
    ):
        response = admin.post("/api/auth/logout", headers=headers)
        assert response.status_code == 403
    assert is_signed_in(admin)


@pytest.mark.parametrize("path", ANY_ORIGIN)
def test_an_exempt_path_takes_writes_from_any_origin(path: str, anonymous: Client) -> None:
    headers = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
    assert anonymous.post(path, headers=headers).status_code != 403


PATH = "/api/auth/sessions"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


def current_id(client: Client) -> str:
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
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_device_has_a_readable_name(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name


@pytest.fixture
def ended() -> Iterator[list[str]]:
    """The public ids of the sessions whose end was announced."""
    found: list[str] = []

    def listen(public_ids: frozenset[str]) -> None:
        found.extend(public_ids)

    user_sessions.subscribe(listen)
    yield found
    user_sessions.unsubscribe(listen)


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


def test_an_end_that_is_rolled_back_is_not_announced(
    person: Body, anonymous: Client, ended: list[str]
) -> None:
    sign_in(anonymous)
    with suppress(RuntimeError), writing() as session:
        user_sessions.end_session(session, anonymous.cookies[COOKIE])
        raise RuntimeError
    assert is_signed_in(anonymous)
    assert ended == []
