"""Passwords: changing the own one, and choosing one by a link of an email."""

import asyncio
import json
import logging
import re
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from datetime import timedelta
from typing import Any, cast

import pytest
from httpx import Client, Response
from sqlmodel import select
from starlette.types import ASGIApp, Message

from awards_site.accounts import audit_events, hashing, password_links
from awards_site.accounts.models import PasswordLink
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.database.sessions import reading
from awards_site.core.errors import ServiceUnavailable
from tests import database
from tests.api.audit_log import entries
from tests.api.client import without_request_id
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import USER
from tests.api.test_sessions import is_signed_in, sign_in
from tests.factories import PASSWORD, Body
from tests.smtp_server import SmtpServer, deliver, html_of, text_of

NEW = "another long password"
NEW_DEVICE = "A new device has signed in to your account"
NADIA = {"name": "Nadia Silva", "username": "nadia", "email": "nadia@example.org"}


def invite(admin: Client, **fields: str) -> Response:
    return admin.post("/api/users/invitations", json=NADIA | fields)


def forget(client: Client, email: str) -> Response:
    return client.post("/api/auth/forgot-password", json={"email": email})


def choose(client: Client, token: str, password: str = NEW) -> Response:
    body = {"token": token, "password": password}
    return client.post("/api/auth/choose-password", json=body)


def tokens(smtp: SmtpServer, recipient: str) -> list[str]:
    """Deliver the outbox and return the tokens of the links that a recipient has received."""
    deliver()
    link = re.compile(r"http://localhost:3000/auth/choose-password#([\w-]{43})")
    found = [link.search(text_of(message)) for message in smtp.sent_to(recipient)]
    return [each[1] for each in found if each]


def can_sign_in(client: Client, username: str, password: str) -> bool:
    return sign_in(client, username, password).status_code == 200


def test_an_invited_user_chooses_a_password_and_signs_in(
    smtp: SmtpServer, admin: Client, anonymous: Client
) -> None:
    response = invite(admin, role="user")
    assert response.status_code == 201
    assert response.json() | NADIA | {"role": "user"} == response.json()
    keys = {"id", "username", "email", "name", "role", "createdAt", "hasSecondFactor"}
    assert set(response.json()) == keys
    [token] = tokens(smtp, NADIA["email"])
    [message] = smtp.messages
    assert message["Subject"] == "Your account at the Women Entrepreneur Awards"
    for part in (text_of(message), html_of(message)):
        assert "Nadia Silva" in part
        assert "nadia" in part
    assert not can_sign_in(anonymous, "nadia", "")
    assert not can_sign_in(anonymous, "nadia", "!")
    chosen = choose(anonymous, token)
    assert (chosen.status_code, chosen.json()) == (200, {"username": "nadia"})
    assert COOKIE not in anonymous.cookies
    assert can_sign_in(anonymous, "nadia", NEW)


def test_an_invitation_is_logged_and_obeys_the_rules_of_registration(admin: Client) -> None:
    invite(admin)
    [activity] = admin.get("/api/admin/activity").json()
    assert (activity["action"], activity["name"]) == ("created", "Nadia Silva")
    assert invite(admin).json()["message"] == "This username is already in use"
    other = invite(admin, username="other")
    assert (other.status_code, other.json()["message"]) == (
        409,
        "This email address is already in use",
    )
    assert invite(admin, name="").json()["message"] == "All fields are required."
    assert invite(admin, password=PASSWORD).status_code == 422


def test_a_link_works_once_for_a_valid_password(
    smtp: SmtpServer, admin: Client, anonymous: Client
) -> None:
    invite(admin)
    [token] = tokens(smtp, NADIA["email"])
    short = choose(anonymous, token, "seven 7")
    assert short.json()["message"] == "Password must be at least 12 characters"
    assert choose(anonymous, token).status_code == 200
    again = choose(anonymous, token, "a third long password")
    assert again.status_code == 422
    assert again.json()["errors"] == [{"field": "token", "message": password_links.INVALID}]
    assert can_sign_in(anonymous, "nadia", NEW)


def test_an_invitation_expires_after_seven_days(
    frozen_clock: FrozenClock, smtp: SmtpServer, admin: Client, new_client: NewClient
) -> None:
    invite(admin)
    [token] = tokens(smtp, NADIA["email"])
    frozen_clock.advance(timedelta(days=7))
    assert choose(new_client(), token).json()["message"] == password_links.INVALID


def test_a_forgotten_password_is_replaced_and_all_sessions_end(
    smtp: SmtpServer, person: Body, new_client: NewClient
) -> None:
    signed_in, visitor = new_client(), new_client()
    sign_in(signed_in)
    assert forget(visitor, person["email"].upper()).status_code == 202
    [token] = tokens(smtp, person["email"])
    assert is_signed_in(signed_in)
    assert choose(visitor, token).json() == {"username": "Grace"}
    assert not is_signed_in(signed_in)
    assert not can_sign_in(visitor, "Grace", PASSWORD)
    assert can_sign_in(visitor, "Grace", NEW)
    deliver()
    # What is due at the same time is sent in parallel.
    assert sorted(each["Subject"] for each in smtp.messages) == [
        NEW_DEVICE,
        NEW_DEVICE,
        "Choose a new password",
        "Your password was changed",
    ]


def test_a_password_chosen_by_a_link_is_in_the_audit_log(
    smtp: SmtpServer, admin: Client, person: Body, anonymous: Client
) -> None:
    forget(anonymous, person["email"])
    [token] = tokens(smtp, person["email"])
    assert entries(admin, action="password-changed") == []
    assert choose(anonymous, token).status_code == 200
    [entry] = entries(admin, action="password-changed")
    assert entry["subject"] == f"user {person['name']}"


def test_a_reset_link_expires_after_an_hour(
    frozen_clock: FrozenClock, smtp: SmtpServer, person: Body, new_client: NewClient
) -> None:
    visitor = new_client()
    forget(visitor, person["email"])
    [token] = tokens(smtp, person["email"])
    frozen_clock.advance(timedelta(minutes=59))
    with reading() as session:
        assert password_links.find_user(session, token).username == "Grace"
    frozen_clock.advance(timedelta(minutes=1))
    assert choose(visitor, token).status_code == 422
    assert can_sign_in(visitor, "Grace", PASSWORD)


def test_all_links_of_a_user_end_with_a_new_password(
    smtp: SmtpServer, person: Body, anonymous: Client
) -> None:
    forget(anonymous, person["email"])
    forget(anonymous, person["email"])
    first, second = tokens(smtp, person["email"])
    assert choose(anonymous, second).status_code == 200
    assert choose(anonymous, first).status_code == 422


def test_the_response_does_not_tell_whether_an_address_is_known(
    smtp: SmtpServer, person: Body, anonymous: Client
) -> None:
    known, unknown = (forget(anonymous, each) for each in (person["email"], "x@example.org"))
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert without_request_id(known.headers) == without_request_id(unknown.headers)
    deliver()
    assert smtp.recipients == [person["email"]]


def test_the_address_is_looked_up_after_the_response(
    site: ASGIApp, person: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of the response does not depend on the lookup, however long that takes."""
    events: list[str] = []
    monkeypatch.setattr(
        audit_events, "find_by_email", lambda _session, _email: events.append("looked up")
    )
    body = json.dumps({"email": person["email"]}).encode()
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/auth/forgot-password",
        "query_string": b"",
        "headers": [(b"host", b"localhost:3000"), (b"content-type", b"application/json")],
        "scheme": "http",
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        events.append(message["type"])

    asyncio.run(cast(Coroutine[Any, Any, None], site(scope, receive, send)))
    assert events == ["http.response.start", "http.response.body", "looked up"]


def test_a_stranger_cannot_fill_a_mailbox(
    frozen_clock: FrozenClock, smtp: SmtpServer, person: Body, new_client: NewClient
) -> None:
    visitor = new_client()
    for _ in range(10):
        assert forget(visitor, person["email"]).status_code == 202
    assert len(tokens(smtp, person["email"])) == password_links.MAX_REQUESTED_PER_HOUR
    frozen_clock.advance(timedelta(hours=1))
    forget(visitor, person["email"])
    assert len(tokens(smtp, person["email"])) == password_links.MAX_REQUESTED_PER_HOUR + 1


def test_an_admin_sends_a_user_a_link(
    smtp: SmtpServer, admin: Client, person: Body, anonymous: Client
) -> None:
    response = admin.post(f"{USER.path(person['id'])}/password-link")
    assert (response.status_code, response.json()) == (200, person)
    [token] = tokens(smtp, person["email"])
    assert "has sent you a link to choose a new password" in text_of(smtp.messages[0])
    assert token not in response.text
    assert choose(anonymous, token).status_code == 200
    assert admin.post(f"{USER.path(999)}/password-link").status_code == 404


def test_a_deleted_user_has_no_links(smtp: SmtpServer, admin: Client, anonymous: Client) -> None:
    user = invite(admin).json()
    [token] = tokens(smtp, NADIA["email"])
    USER.delete(admin, user)
    assert choose(anonymous, token).status_code == 422
    USER.restore(admin, user)
    assert choose(anonymous, token).status_code == 422


def test_tokens_are_neither_stored_nor_logged(
    smtp: SmtpServer, person: Body, anonymous: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    forget(anonymous, person["email"])
    [token] = tokens(smtp, person["email"])
    with reading() as session:
        [link] = session.exec(select(PasswordLink)).all()
    assert link.token_hash != token
    assert token not in database.dump()
    choose(anonymous, token)
    assert token not in caplog.text
    assert person["email"] not in "".join(
        caplog.handler.format(record)
        for record in caplog.records
        if record.name.startswith("awards_site")
    )


def test_the_user_is_told_of_a_new_password_and_role(
    smtp: SmtpServer, admin: Client, person: Body, anonymous: Client, configure: Configure
) -> None:
    sign_in(anonymous)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert anonymous.post("/api/auth/password", json=body).status_code == 204
    role = f"{USER.path(person['id'])}/role"
    admin.patch(role, json={"role": "user"})
    deliver()
    assert sorted(each["Subject"] for each in smtp.sent_to(person["email"])) == [
        NEW_DEVICE,
        "Your password was changed",
        "Your role was changed",
    ]


def test_the_user_is_told_of_a_sign_in_from_a_new_device_only(
    smtp: SmtpServer, person: Body, anonymous: Client, new_client: NewClient
) -> None:
    for client in (anonymous, anonymous, new_client(ip_address="203.0.113.7")):
        assert sign_in(client).status_code == 200
    deliver()
    notices = smtp.sent_to(person["email"])
    assert [each["Subject"] for each in notices] == [NEW_DEVICE] * 2
    assert any("203.0.113.7" in text_of(each) for each in notices)


PATH = "/api/auth/password"


@pytest.fixture
def client(person: Body, new_client: NewClient) -> Client:
    return signed_in(new_client())


def signed_in(client: Client) -> Client:
    assert has_password(client, PASSWORD)
    return client


def has_password(client: Client, password: str) -> bool:
    return sign_in(client, password=password).status_code == 200


def change(client: Client, current: str = PASSWORD, new: str = NEW) -> Response:
    return client.post(PATH, json={"currentPassword": current, "newPassword": new})


def test_the_new_password_replaces_the_old_one(client: Client, anonymous: Client) -> None:
    response = change(client)
    assert (response.status_code, response.content) == (204, b"")
    assert not has_password(anonymous, PASSWORD)
    assert has_password(anonymous, NEW)


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
    assert has_password(new_client(), PASSWORD)


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
    assert has_password(client, PASSWORD)


@pytest.mark.parametrize(
    "new", ["password1234", "qwertyuiop12", "WomenEntrepreneur", "letmeinletmein"]
)
def test_a_common_password_is_refused_with_advice(new: str, client: Client) -> None:
    response = change(client, new=new)
    assert response.status_code == 422
    [error] = response.json()["errors"]
    assert error["field"] == "newPassword"
    assert error["message"].startswith("This password is easy to guess. ")
    assert has_password(client, PASSWORD)


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
    assert has_password(new_client(ip_address="10.0.0.2"), PASSWORD)


def test_a_correct_password_resets_the_rate_limit(client: Client) -> None:
    for _ in range(9):
        assert change(client, current="a guess").status_code == 422
    assert change(client, new=PASSWORD).status_code == 204
    for _ in range(10):
        assert change(client, current="a guess").status_code == 422


def test_a_link_lets_its_user_in_while_others_fill_the_queue_of_sign_ins(
    smtp: SmtpServer, admin: Client, anonymous: Client
) -> None:
    invite(admin)
    [token] = tokens(smtp, NADIA["email"])
    with ExitStack() as taken:
        with suppress(ServiceUnavailable):
            while True:
                taken.enter_context(hashing.slot())
        assert choose(anonymous, token).status_code == 200
        assert can_sign_in(anonymous, "nadia", NEW)


def test_an_admin_sends_an_invitation_again(smtp: SmtpServer, admin: Client) -> None:
    user = invite(admin).json()
    admin.post(f"{USER.path(user['id'])}/password-link")
    assert len(tokens(smtp, NADIA["email"])) == 2
    assert len({message["Subject"] for message in smtp.messages}) == 1
