"""Who has second factors signs in, and confirms the identity, with one of them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from httpx import Client

from awards_site.accounts.password_links import MAX_REQUESTED_PER_HOUR
from awards_site.accounts.user_sessions import COOKIE
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import USER
from tests.api.second_factors.steps import (
    FACTORS,
    SECOND_FACTOR_PATH,
    SOON,
    AddApp,
    add_passkey,
    challenge_of,
    errors,
    respond,
)
from tests.api.test_password_links import choose, forget, tokens
from tests.api.test_sessions import is_signed_in, sign_in
from tests.authenticator import Authenticator
from tests.factories import PASSWORD, Body
from tests.smtp_server import SmtpServer

pytestmark = pytest.mark.usefixtures("frozen_clock")

EXPORT = "/api/admin/contact/export"
LATER = timedelta(minutes=6)


def test_without_a_second_factor_the_password_signs_in(grace: Client) -> None:
    assert grace.get(FACTORS).json() == {
        "isRequired": False,
        "authenticatorApp": None,
        "passkeys": [],
        "recoveryCodesLeft": 0,
    }
    assert grace.get("/api/auth/me").json()["hasSecondFactor"] is False


def test_a_code_of_the_app_completes_the_sign_in(
    grace: Client, add_app: AddApp, anonymous: Client, person: Body
) -> None:
    app, _ = add_app(grace)
    challenge = challenge_of(anonymous)
    assert challenge["methods"] == ["authenticator-app", "recovery-code"]
    assert challenge["passkey"] is None
    code = app.code()
    response = respond(anonymous, challenge, f"{code[:3]} {code[3:]}")
    assert (response.status_code, response.json()) == (200, {**person, "hasSecondFactor": True})
    assert is_signed_in(anonymous)


def test_a_code_works_once_and_for_half_a_minute_around_its_time(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    code = app.code()
    assert respond(anonymous, challenge_of(anonymous), code).status_code == 200
    assert "code" in errors(respond(anonymous, challenge_again(anonymous), code))
    assert respond(anonymous, challenge_again(anonymous), app.code(SOON)).status_code == 200
    for offset in (-2 * SOON, 3 * SOON):
        assert "code" in errors(respond(anonymous, challenge_again(anonymous), app.code(offset)))


def challenge_again(client: Client) -> dict[str, Any]:
    client.post("/api/auth/logout")
    return challenge_of(client)


def test_a_passkey_completes_the_sign_in(grace: Client, anonymous: Client) -> None:
    device = Authenticator()
    assert add_passkey(grace, device).status_code == 201
    challenge = challenge_of(anonymous)
    assert challenge["methods"] == ["passkey", "recovery-code"]
    body = {"challenge": challenge["challenge"], "credential": device.get(challenge["passkey"])}
    assert anonymous.post(SECOND_FACTOR_PATH, json=body).status_code == 200
    assert is_signed_in(anonymous)


@pytest.mark.parametrize(
    "cause", ["another page", "another challenge", "another device", "no response"]
)
def test_a_passkey_that_does_not_answer_is_refused(
    cause: str, grace: Client, anonymous: Client
) -> None:
    device = Authenticator()
    add_passkey(grace, device)
    challenge, older = challenge_of(anonymous), challenge_of(anonymous)
    options = (older if cause == "another challenge" else challenge)["passkey"]
    if cause == "another page":
        device.origin = "https://evil.example.org"
    elif cause == "another device":
        device = Authenticator()
    credential = (
        {"id": device.get(options)["id"]} if cause == "no response" else device.get(options)
    )
    body = {"challenge": challenge["challenge"], "credential": credential}
    response = anonymous.post(SECOND_FACTOR_PATH, json=body)
    assert errors(response) == {"code": "This passkey could not be verified"}
    assert not is_signed_in(anonymous)


def test_a_cloned_passkey_is_refused(grace: Client, anonymous: Client) -> None:
    device = Authenticator()
    add_passkey(grace, device)
    for sign_count, status in ((5, 200), (3, 422)):
        challenge = challenge_again(anonymous)
        device.sign_count = sign_count
        credential = device.get(challenge["passkey"])
        body = {"challenge": challenge["challenge"], "credential": credential}
        assert anonymous.post(SECOND_FACTOR_PATH, json=body).status_code == status


def test_each_recovery_code_replaces_the_second_factor_once(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    _, codes = add_app(grace)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", each) for each in codes)
    code = codes[3].upper().replace("-", " ")
    assert respond(anonymous, challenge_of(anonymous), code).status_code == 200
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 9
    assert "code" in errors(respond(anonymous, challenge_again(anonymous), code))


def test_a_challenge_works_once_and_for_ten_minutes(
    grace: Client, add_app: AddApp, anonymous: Client, frozen_clock: FrozenClock
) -> None:
    app, codes = add_app(grace)
    challenge = challenge_of(anonymous)
    assert respond(anonymous, challenge, app.code()).status_code == 200
    assert "challenge" in errors(respond(anonymous, challenge, codes[0]))
    challenge = challenge_again(anonymous)
    frozen_clock.advance(timedelta(minutes=11))
    assert "challenge" in errors(respond(anonymous, challenge, app.code()))


def test_a_challenge_ends_after_five_wrong_codes(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    challenge = challenge_of(anonymous)
    for _ in range(5):
        assert "code" in errors(respond(anonymous, challenge, "wrong"))
    assert "challenge" in errors(respond(anonymous, challenge, app.code()))


def test_who_knows_the_password_has_ten_guesses_an_hour_from_everywhere(
    grace: Client, add_app: AddApp, new_client: NewClient, frozen_clock: FrozenClock
) -> None:
    app, codes = add_app(grace)
    assert respond(grace, challenge_again(grace), codes[0]).status_code == 200
    for number in range(10):
        client = new_client(ip_address=f"10.0.0.{number}")
        assert "code" in errors(respond(client, challenge_of(client), "000000"))
    refused = respond(client, challenge_of(client), app.code())
    assert refused.status_code == 429
    # The browser in which the user has signed in before is not locked out.
    assert respond(grace, challenge_again(grace), app.code()).status_code == 200
    frozen_clock.advance(timedelta(seconds=int(refused.headers["Retry-After"]) - 2))
    assert respond(client, challenge_of(client), app.code()).status_code == 429
    frozen_clock.advance(timedelta(seconds=2))
    assert respond(client, challenge_of(client), app.code()).status_code == 200


@pytest.mark.parametrize("code", ["000000", "abcd-efgh-jkmn-pqrs"])
def test_who_reads_the_mailbox_has_ten_guesses_an_hour(
    code: str,
    grace: Client,
    add_app: AddApp,
    new_client: NewClient,
    frozen_clock: FrozenClock,
    smtp: SmtpServer,
    person: Body,
) -> None:
    """Neither links nor the browsers that use them, nor new passwords, give further guesses."""
    add_app(grace)
    guesses = used = 0
    for round_ in range(12):
        client = new_client(ip_address=f"10.0.0.{round_}")
        forget(client, person["email"])
        password = f"the long password {round_}"
        if choose(client, ["", *tokens(smtp, person["email"])][-1], password).is_success:
            used += 1
        else:
            password = f"the long password {used - 1}"
        for _ in range(10):
            asked = sign_in(client, password=password)
            assert asked.status_code == 202
            guesses += respond(client, asked.json(), code).status_code == 422
        # The limits of the links themselves are per hour, too.
        frozen_clock.advance(timedelta(minutes=4))
    assert (guesses, used) == (10, MAX_REQUESTED_PER_HOUR)


def test_a_passkey_signs_in_while_others_have_used_up_the_guesses(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    add_app(grace)
    device = Authenticator()
    add_passkey(grace, device)
    while respond(anonymous, challenge := challenge_of(anonymous), "000000").status_code != 429:
        pass
    body = {"challenge": challenge["challenge"], "credential": device.get(challenge["passkey"])}
    assert anonymous.post(SECOND_FACTOR_PATH, json=body).status_code == 200


def test_all_known_browsers_together_have_ten_guesses(
    grace: Client, add_app: AddApp, new_client: NewClient
) -> None:
    app, codes = add_app(grace)
    known = [grace, new_client()]
    for client, code in zip(known, codes, strict=False):
        assert respond(client, challenge_again(client), code).status_code == 200
        client.post("/api/auth/logout")
    for number in range(10):
        client = known[number % 2]
        assert "code" in errors(respond(client, challenge_of(client), "000000"))
    for client in known:
        assert respond(client, challenge_of(client), app.code()).status_code == 429


def test_a_new_password_ends_pending_sign_ins(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    challenge = challenge_of(anonymous)
    changed = {"currentPassword": PASSWORD, "newPassword": "correct horse battery staple"}
    assert grace.post("/api/auth/password", json=changed).status_code == 204
    assert "challenge" in errors(respond(anonymous, challenge, app.code()))


def test_confirming_the_identity_needs_both_factors(
    grace: Client,
    add_app: AddApp,
    frozen_clock: FrozenClock,
    new_client: NewClient,
    configure: Configure,
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="5")
    app, _ = add_app(grace)
    frozen_clock.advance(LATER)
    assert grace.get(EXPORT).status_code == 401
    token = grace.cookies[COOKIE]
    response = grace.post("/api/auth/reauthenticate", json={"password": PASSWORD})
    assert response.status_code == 202
    assert grace.get(EXPORT).status_code == 401
    stranger = respond(new_client(), response.json(), app.code())
    assert stranger.status_code == 401
    assert respond(grace, response.json(), app.code()).status_code == 200
    assert grace.cookies[COOKIE] != token
    assert grace.get(EXPORT).status_code == 200


def test_a_restored_user_still_needs_the_second_factor(
    grace: Client, add_app: AddApp, admin: Client, anonymous: Client, person: Body
) -> None:
    app, _ = add_app(grace)
    assert admin.delete(USER.path(person["id"])).status_code == 204
    assert admin.post(f"{USER.path(person['id'])}/restore").status_code == 200
    assert respond(anonymous, challenge_of(anonymous), app.code()).status_code == 200


def test_with_another_secret_key_codes_of_apps_are_refused_and_recovery_codes_work(
    grace: Client,
    add_app: AddApp,
    anonymous: Client,
    configure: Configure,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app, codes = add_app(grace)
    configure(AWARDS_SECRET_KEY="another secret key of the server")
    challenge = challenge_of(anonymous)
    assert "code" in errors(respond(anonymous, challenge, app.code()))
    assert "the secret key has changed" in caplog.text
    assert respond(anonymous, challenge, codes[0]).status_code == 200
