"""Signing in and out: cookie, session, rate limiting, and foreign origins."""

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import bcrypt
import pytest
from httpx import Client, Response

from awards_site.api import ANY_ORIGIN
from awards_site.auth.sessions import COOKIE
from tests.api.client import BASE_URL
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import EVENT, NOMINEE, SUBSCRIBER, USER
from tests.factories import PASSWORD, Body

DAY = timedelta(days=1)
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
    response = sign_in(anonymous)
    assert (response.status_code, response.json()) == (200, person)
    assert set(person) == {"id", "username", "email", "name", "role", "createdAt"}
    assert anonymous.get("/api/auth/me").json() == person


def test_the_cookie_is_httponly_and_samesite(person: Body, anonymous: Client) -> None:
    cookie = SimpleCookie(sign_in(anonymous).headers["Set-Cookie"])[COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["secure"]


@pytest.mark.usefixtures("person")
def test_the_cookie_is_secure_over_https(
    new_client: NewClient, anonymous: Client, configure: Configure
) -> None:
    over_https = sign_in(new_client(base_url="https://localhost:3000"))
    configure(AWARDS_PUBLIC_URL="https://awards.example.org")
    for response in (over_https, sign_in(anonymous)):
        assert SimpleCookie(response.headers["Set-Cookie"])[COOKIE]["secure"] is True


def test_the_database_stores_only_a_hash_of_the_token(
    person: Body, anonymous: Client, data_dir: Path
) -> None:
    sign_in(anonymous)
    token = anonymous.cookies[COOKIE]
    stored = b"".join(each.read_bytes() for each in data_dir.glob("awards.db*"))
    assert token.encode() not in stored
    assert sha256(token.encode()).hexdigest().encode() in stored
    assert PASSWORD.encode() not in stored
    anonymous.cookies.set(COOKIE, sha256(token.encode()).hexdigest())
    assert not is_signed_in(anonymous)


@pytest.mark.parametrize("body", [("grace", PASSWORD), (" GRACE ", PASSWORD)])
def test_usernames_ignore_case(body: tuple[str, str], person: Body, anonymous: Client) -> None:
    assert sign_in(anonymous, *body).status_code == 200


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


@pytest.mark.parametrize("first", ["x" * 80, "é" * 40, "\0" + "x" * 20])
def test_every_character_of_a_password_counts(first: str, admin: Client, anonymous: Client) -> None:
    USER.create(admin, username="Long", password=f"{first}1")
    statuses = [sign_in(anonymous, "Long", f"{first}{last}").status_code for last in ("2", "", "1")]
    assert statuses == [401, 401, 200]


@pytest.mark.parametrize("length", [8, 73, 1024])
def test_passwords_have_8_to_1024_characters(length: int, admin: Client, anonymous: Client) -> None:
    USER.create(admin, username="Long", password="p" * length)
    assert sign_in(anonymous, "Long", "p" * length).status_code == 200


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


def test_a_new_sign_in_does_not_end_older_sessions(person: Body, new_client: NewClient) -> None:
    clients = [new_client(address=f"10.0.0.{number}") for number in range(1, 6)]
    for client in clients:
        assert sign_in(client).status_code == 200
    assert all(is_signed_in(client) for client in clients)
    clients[0].post("/api/auth/logout")
    assert [is_signed_in(client) for client in clients] == [False, True, True, True, True]


def test_a_session_ends_after_fourteen_idle_days(
    frozen_clock: FrozenClock, person: Body, anonymous: Client
) -> None:
    sign_in(anonymous)
    for _ in range(4):
        frozen_clock.forward(13 * DAY)
        assert is_signed_in(anonymous)
    frozen_clock.forward(14 * DAY - timedelta(minutes=1))
    assert is_signed_in(anonymous)
    frozen_clock.forward(14 * DAY + timedelta(minutes=1))
    assert not is_signed_in(anonymous)
    assert sign_in(anonymous).status_code == 200


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


def test_deleting_an_account_ends_its_sessions(
    person: Body, admin: Client, anonymous: Client
) -> None:
    sign_in(anonymous)
    USER.delete(admin, person)
    assert not is_signed_in(anonymous)
    assert sign_in(anonymous).status_code == 401


def failures_until_throttled(client: Client, usernames: Callable[[int], str]) -> int:
    """Sign in with wrong passwords until 429 is returned; return the number of attempts."""
    for number in range(200):
        response = sign_in(client, usernames(number), "wrong")
        if response.status_code == 429:
            assert 1 <= int(response.headers["Retry-After"]) <= 3600
            assert response.json()["message"]
            return number
        assert response.status_code == 401
    raise AssertionError("Two hundred failed sign-ins were let through")


def test_failed_sign_ins_are_rate_limited_until_retry_after(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(address="10.0.0.1")
    assert failures_until_throttled(client, lambda _: "Grace") <= 10
    for variant in ("grace", " GRACE "):
        refused = sign_in(client, variant)
        assert refused.status_code == 429
    frozen_clock.forward(timedelta(seconds=int(refused.headers["Retry-After"]) + 1))
    assert sign_in(client).status_code == 200


def test_a_rate_limited_attacker_does_not_lock_the_user_out(
    person: Body, new_client: NewClient
) -> None:
    failures_until_throttled(new_client(address="10.0.0.1"), lambda _: "Grace")
    assert sign_in(new_client(address="10.0.0.2")).status_code == 200


def test_one_ip_address_with_many_accounts_is_rate_limited(
    person: Body, new_client: NewClient
) -> None:
    client = new_client(address="10.0.0.1")
    assert failures_until_throttled(client, lambda number: f"person {number}") <= 100


def test_many_ip_addresses_with_one_account_are_rate_limited(
    person: Body, new_client: NewClient
) -> None:
    clients = (new_client(address=f"10.0.{number}.1") for number in range(100))
    assert {sign_in(each, "Grace", "wrong").status_code for each in clients} == {401, 429}


def test_successful_sign_ins_are_not_rate_limited(person: Body, anonymous: Client) -> None:
    for _ in range(3):
        for _ in range(4):
            assert sign_in(anonymous, "Grace", "wrong").status_code == 401
        for _ in range(10):
            assert sign_in(anonymous).status_code == 200


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


def test_an_exempt_path_takes_writes_from_any_origin(anonymous: Client) -> None:
    for path in ANY_ORIGIN:
        headers = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
        assert anonymous.post(path, headers=headers).status_code != 403
