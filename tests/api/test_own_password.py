"""Users change their own password: its rules, the sessions that end, and throttling."""

from typing import Any

import httpx
import pytest

from awards_site.auth.sessions import COOKIE
from tests import factories
from tests.api.conftest import NewClient
from tests.factories import PASSWORD

PATH = "/api/auth/password"
NEW = "another long password"


@pytest.fixture
def person(admin: httpx.Client) -> None:
    """A user with the usual password, who is not signed in."""
    answer = admin.post("/api/auth/register", json=factories.user_body(username="Grace"))
    assert answer.status_code == 201


@pytest.fixture
def client(person: None, new_client: NewClient) -> httpx.Client:
    """A client in which that user has signed in."""
    return signed_in(new_client())


def sign_in(client: httpx.Client, password: str) -> int:
    """Sign in and return the status."""
    body = {"username": "Grace", "password": password}
    return client.post("/api/auth/login", json=body).status_code


def signed_in(client: httpx.Client) -> httpx.Client:
    """Return the client, in which that user has signed in."""
    assert sign_in(client, PASSWORD) == 200
    return client


def change(client: httpx.Client, current: str = PASSWORD, new: str = NEW) -> httpx.Response:
    """Ask to change the password."""
    return client.post(PATH, json={"currentPassword": current, "newPassword": new})


def is_signed_in(client: httpx.Client) -> bool:
    """Tell whether the client has a live session."""
    return client.get("/api/auth/me").status_code == 200


def test_the_new_password_counts_from_then_on(client: httpx.Client, nobody: httpx.Client) -> None:
    answer = change(client)
    assert (answer.status_code, answer.content) == (204, b"")
    assert sign_in(nobody, PASSWORD) == 401
    assert sign_in(nobody, NEW) == 200


def test_the_other_sessions_end_and_this_one_stays(
    client: httpx.Client, new_client: NewClient, admin: httpx.Client
) -> None:
    others = [signed_in(new_client()), signed_in(new_client())]
    token = client.cookies[COOKIE]
    assert change(client).status_code == 204
    assert is_signed_in(client)
    assert client.cookies[COOKIE] == token
    assert not any(is_signed_in(other) for other in others)
    assert is_signed_in(admin)


def test_a_wrong_current_password_changes_nothing(
    client: httpx.Client, new_client: NewClient
) -> None:
    other = signed_in(new_client())
    answer = change(client, current=PASSWORD.upper())
    assert answer.status_code == 422
    assert answer.json()["errors"] == [
        {"field": "currentPassword", "message": "The current password is not right"}
    ]
    assert is_signed_in(other)
    assert sign_in(new_client(), PASSWORD) == 200


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"newPassword": NEW}, "currentPassword", "Current password is required"),
        ({"currentPassword": PASSWORD}, "newPassword", "New password is required"),
        (
            {"currentPassword": PASSWORD, "newPassword": "seven 7"},
            "newPassword",
            "Password must be at least 8 characters",
        ),
        (
            {"currentPassword": PASSWORD, "newPassword": "p" * 1025},
            "newPassword",
            "Password must be at most 1,024 characters",
        ),
    ],
)
def test_a_new_password_obeys_the_rules_of_registration(
    body: dict[str, Any], field: str, message: str, client: httpx.Client
) -> None:
    answer = client.post(PATH, json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": field, "message": message}]
    assert sign_in(client, PASSWORD) == 200


def test_guesses_are_throttled_together_with_sign_ins(
    client: httpx.Client, new_client: NewClient
) -> None:
    statuses = [change(client, current=f"guess {number}").status_code for number in range(11)]
    assert statuses == [422] * 10 + [429]
    assert change(client).status_code == 429
    assert sign_in(client, PASSWORD) == 429
    assert sign_in(new_client(address="10.0.0.2"), PASSWORD) == 200


def test_a_right_password_forgets_the_guesses_before_it(client: httpx.Client) -> None:
    for _ in range(9):
        assert change(client, current="a guess").status_code == 422
    assert change(client, new=PASSWORD).status_code == 204
    for _ in range(10):
        assert change(client, current="a guess").status_code == 422


def test_without_a_session_there_is_no_password_to_change(
    person: None, nobody: httpx.Client
) -> None:
    assert change(nobody).status_code == 401
    assert sign_in(nobody, PASSWORD) == 200
