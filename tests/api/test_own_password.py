"""Changing the own password: validation, sessions that end, and rate limiting."""

import pytest
from httpx import Client, Response

from awards_site.accounts.user_sessions import COOKIE
from tests.api.conftest import Configure, NewClient
from tests.api.entities import USER
from tests.api.test_sessions import is_signed_in, sign_in
from tests.factories import PASSWORD, Body

PATH = "/api/auth/password"
NEW = "another long password"


@pytest.fixture
def client(person: Body, new_client: NewClient) -> Client:
    """A client in which a user has signed in."""
    return signed_in(new_client())


def signed_in(client: Client) -> Client:
    """Return the client, in which that user has signed in."""
    assert can_sign_in(client, PASSWORD)
    return client


def can_sign_in(client: Client, password: str) -> bool:
    return sign_in(client, password=password).status_code == 200


def change(client: Client, current: str = PASSWORD, new: str = NEW) -> Response:
    return client.post(PATH, json={"currentPassword": current, "newPassword": new})


def test_the_new_password_replaces_the_old_one(client: Client, anonymous: Client) -> None:
    response = change(client)
    assert (response.status_code, response.content) == (204, b"")
    assert not can_sign_in(anonymous, PASSWORD)
    assert can_sign_in(anonymous, NEW)


def test_other_sessions_end_and_this_one_stays(
    client: Client, new_client: NewClient, admin: Client
) -> None:
    others = [signed_in(new_client()), signed_in(new_client())]
    token = client.cookies[COOKIE]
    assert change(client).status_code == 204
    assert is_signed_in(client)
    assert client.cookies[COOKIE] == token
    assert not any(is_signed_in(other) for other in others)
    assert is_signed_in(admin)


def test_a_wrong_current_password_changes_nothing(client: Client, new_client: NewClient) -> None:
    other = signed_in(new_client())
    response = change(client, current=PASSWORD.upper())
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {"field": "currentPassword", "message": "The current password is incorrect"}
    ]
    assert is_signed_in(other)
    assert can_sign_in(new_client(), PASSWORD)


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({}, "currentPassword", "Current password is required"),
        ({"currentPassword": PASSWORD}, "newPassword", "New password is required"),
        ({"newPassword": "seven 7"}, "newPassword", "Password must be at least 12 characters"),
        ({"newPassword": "p" * 1025}, "newPassword", "Password must be at most 1,024 characters"),
    ],
)
def test_a_new_password_has_12_to_1024_characters(
    body: Body, field: str, message: str, client: Client
) -> None:
    known = {"currentPassword": PASSWORD} if body else {"newPassword": NEW}
    response = client.post(PATH, json=known | body)
    assert response.status_code == 422
    assert response.json()["errors"] == [{"field": field, "message": message}]
    assert can_sign_in(client, PASSWORD)


@pytest.mark.parametrize(
    "new",
    ["password1234", "qwertyuiop12", "WomenEntrepreneur", "letmeinletmein"],
)
def test_a_common_password_is_refused_with_advice(new: str, client: Client) -> None:
    response = change(client, new=new)
    assert response.status_code == 422
    [error] = response.json()["errors"]
    assert error["field"] == "newPassword"
    assert error["message"].startswith("This password is easy to guess. ")
    assert can_sign_in(client, PASSWORD)


@pytest.mark.parametrize(
    "new",
    [
        "invitee-invitee",
        "Lovelace_Invitee.1843",
        "ada.lovelace@example",
        "women-entrepreneur-awards",
        "invitee@homecoming",
        "Invitee-Lovelace-123456",
        "Lovelace+Invitee+Women+111111",
        "Nunez-Nunez-password",
        "Nu\u0301n\u0303ez-Núñez-Núñez",
    ],
)
def test_a_password_of_personal_words_and_the_sites_names_is_refused(
    new: str, admin: Client, new_client: NewClient
) -> None:
    user = USER.create(
        admin, username="invitee", name="Ada Lovelace Núñez", email="ada.lovelace@example.org"
    )
    client = new_client()
    assert sign_in(client, user["username"]).status_code == 200
    [error] = change(client, new=new).json()["errors"]
    assert "Avoid your own name and email address, and those of this site." in error["message"]
    assert change(client, new=f"{new} tulip mountain").status_code == 204


@pytest.mark.parametrize("new", ["borrowed seeds of may", "x7Kq!tR2mZp9", "p" + "assez long" * 80])
def test_a_password_needs_no_kinds_of_characters(new: str, client: Client) -> None:
    assert change(client, new=new).status_code == 204


def test_the_strength_of_a_password_is_estimated(client: Client) -> None:
    def estimate(password: str, *personal: str) -> Body:
        body = {"password": password, "personal": personal}
        strength: Body = client.post("/api/auth/password-strength", json=body).json()
        return strength

    assert "at most 1,024" in estimate("x" * 1025)["message"]
    assert estimate("password1234") == {
        "score": 1,
        "label": "Weak",
        "hint": "This is a very common password. Add another word or two."
        " Uncommon words are better.",
    }
    assert estimate("borrowed seeds of may") == {"score": 4, "label": "Strong", "hint": ""}
    name = "Wilhelmina Oduya"
    assert estimate("wilhelmina oduya", name)["score"] < estimate("wilhelmina oduya")["score"]


def test_administrators_may_set_shorter_passwords_unless_the_policy_is_strict(
    admin: Client, configure: Configure
) -> None:
    assert USER.create(admin, password="password")
    configure(AWARDS_PASSWORD_POLICY="strict")
    for password, message in (
        ("password", "Password must be at least 12 characters"),
        ("password1234", "This password is easy to guess. "),
    ):
        response = admin.post(USER.created, json=USER.body(password=password))
        assert response.status_code == 422
        [error] = response.json()["errors"]
        assert error["field"] == "password"
        assert error["message"].startswith(message)
    assert USER.create(admin, password=PASSWORD)


def test_wrong_current_passwords_share_the_sign_in_rate_limit(
    client: Client, new_client: NewClient
) -> None:
    statuses = [change(client, current=f"guess {number}").status_code for number in range(11)]
    assert statuses == [422] * 10 + [429]
    assert change(client).status_code == 429
    assert sign_in(client).status_code == 429
    assert can_sign_in(new_client(ip_address="10.0.0.2"), PASSWORD)


def test_a_correct_password_resets_the_rate_limit(client: Client) -> None:
    for _ in range(9):
        assert change(client, current="a guess").status_code == 422
    assert change(client, new=PASSWORD).status_code == 204
    for _ in range(10):
        assert change(client, current="a guess").status_code == 422
