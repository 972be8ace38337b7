"""Second factors: adding and removing them, signing in and confirming the identity with them."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from httpx import Client, Response

from awards_site.accounts import second_factors
from awards_site.accounts.password_links import MAX_REQUESTED_PER_HOUR
from awards_site.accounts.user_sessions import COOKIE
from tests.api.audit_log import changes, details
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import EVENT, USER
from tests.api.test_passwords import choose, forget, tokens
from tests.api.test_sessions import is_signed_in, sign_in
from tests.authenticator import Authenticator
from tests.factories import PASSWORD, Body
from tests.smtp_server import SmtpServer, deliver, text_of

FACTORS = "/api/auth/second-factors"
APP = f"{FACTORS}/authenticator-app"
PASSKEYS = f"{FACTORS}/passkeys"
SECOND_FACTOR_PATH = "/api/auth/second-factor"
CONFIRMED = {"currentPassword": PASSWORD}
SOON = timedelta(seconds=30)


class App:
    """An authenticator app on a phone with the frozen clock."""

    def __init__(self, secret: str, clock: FrozenClock) -> None:
        self._totp, self._clock = pyotp.TOTP(secret), clock

    def code(self, later: timedelta = timedelta(0)) -> str:
        return self._totp.at(self._clock.now + later)


AddApp = Callable[[Client], tuple[App, list[str]]]


def add_passkey(client: Client, device: Authenticator, name: str = "Phone") -> Response:
    new = client.post(PASSKEYS, json=CONFIRMED).json()
    body = {
        "challenge": new["challenge"],
        "name": name,
        "credential": device.create(new["options"]),
    }
    return client.post(f"{PASSKEYS}/confirm", json=body)


def challenge_of(client: Client) -> dict[str, Any]:
    """Sign in as Grace by her password, and return what is asked for."""
    response = sign_in(client)
    assert response.status_code == 202
    assert not is_signed_in(client)
    challenge: dict[str, Any] = response.json()
    return challenge


def respond(client: Client, challenge: dict[str, Any], code: str) -> Response:
    return client.post(SECOND_FACTOR_PATH, json={"challenge": challenge["challenge"], "code": code})


def remove(client: Client, path: str) -> int:
    return client.request("DELETE", path, json=CONFIRMED).status_code


def errors(response: Response) -> dict[str, str]:
    assert response.status_code == 422
    return {each["field"]: each["message"] for each in response.json()["errors"]}


@pytest.fixture
def add_app(frozen_clock: FrozenClock) -> AddApp:
    """A function that adds an authenticator app, and returns it with the recovery codes."""

    def add(client: Client) -> tuple[App, list[str]]:
        new = client.post(APP, json=CONFIRMED).json()
        app = App(new["secret"], frozen_clock)
        body = {"challenge": new["challenge"], "code": app.code()}
        response = client.post(f"{APP}/confirm", json=body)
        assert response.status_code == 201
        # The code of the setup has been used.
        frozen_clock.advance(SOON)
        return app, response.json()["recoveryCodes"]

    return add


@pytest.fixture
def grace(frozen_clock: FrozenClock, person: Body, new_client: NewClient) -> Client:
    client = new_client()
    assert sign_in(client).status_code == 200
    return client


def test_a_new_app_is_added_only_by_its_code(grace: Client, frozen_clock: FrozenClock) -> None:
    new = grace.post(APP, json=CONFIRMED).json()
    assert new["uri"].startswith("otpauth://totp/")
    assert new["secret"] in new["uri"]
    assert new["qrCode"].startswith("data:image/svg+xml")
    wrong = {"challenge": new["challenge"], "code": "000000"}
    assert "incorrect" in errors(grace.post(f"{APP}/confirm", json=wrong))["code"]
    assert grace.get(FACTORS).json()["authenticatorApp"] is None


def test_a_device_has_one_passkey_of_an_account_made_on_a_page_of_the_site(grace: Client) -> None:
    response = add_passkey(grace, Authenticator(origin="https://evil.example.org"))
    assert "credential" in errors(response)
    assert grace.get(FACTORS).json()["passkeys"] == []
    device = Authenticator()
    add_passkey(grace, device)
    excluded = grace.post(PASSKEYS, json=CONFIRMED).json()["options"]["excludeCredentials"]
    assert [each["id"] for each in excluded] == [device.get({"challenge": ""})["id"]]
    assert add_passkey(grace, device).status_code == 409
    assert len(grace.get(FACTORS).json()["passkeys"]) == 1


def test_new_recovery_codes_replace_the_old_ones(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    assert grace.post(f"{FACTORS}/recovery-codes", json=CONFIRMED).status_code == 409
    _, old = add_app(grace)
    new = grace.post(f"{FACTORS}/recovery-codes", json=CONFIRMED).json()["recoveryCodes"]
    assert "code" in errors(respond(anonymous, challenge_of(anonymous), old[0]))
    assert respond(anonymous, challenge_of(anonymous), new[0]).status_code == 200


def test_the_first_factor_ends_the_other_sessions(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    sign_in(anonymous)
    add_app(grace)
    assert is_signed_in(grace)
    assert not is_signed_in(anonymous)


def test_without_factors_recovery_codes_are_worth_nothing(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    add_app(grace)
    assert remove(grace, APP) == 204
    assert remove(grace, APP) == 404
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 0
    assert sign_in(anonymous).status_code == 200


def test_a_passkey_is_removed_and_the_others_stay(grace: Client, anonymous: Client) -> None:
    phone, laptop = Authenticator(), Authenticator()
    add_passkey(grace, phone, "Phone")
    add_passkey(grace, laptop, "Laptop")
    first, second = grace.get(FACTORS).json()["passkeys"]
    assert (first["name"], second["name"]) == ("Phone", "Laptop")
    assert remove(grace, f"{PASSKEYS}/{first['id']}") == 204
    allowed = challenge_of(anonymous)["passkey"]["allowCredentials"]
    assert [each["id"] for each in allowed] == [laptop.get({"challenge": ""})["id"]]


def test_factors_of_others_are_not_found(grace: Client, admin: Client) -> None:
    add_passkey(grace, Authenticator())
    [passkey] = grace.get(FACTORS).json()["passkeys"]
    assert remove(admin, f"{PASSKEYS}/{passkey['id']}") == 404
    new = grace.post(APP, json=CONFIRMED).json()
    body = {"challenge": new["challenge"], "code": pyotp.TOTP(new["secret"]).now()}
    assert "challenge" in errors(admin.post(f"{APP}/confirm", json=body))


def test_a_role_that_needs_a_second_factor_has_the_account_page_only(
    admin: Client, editor: Client, add_app: AddApp, configure: Configure, frozen_clock: FrozenClock
) -> None:
    configure(AWARDS_SECOND_FACTOR_ROLES="admin,user")
    refused = admin.get("/api/users")
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "Your role requires a second factor. Add one on your account page.",
    )
    assert admin.post(EVENT.created, json=EVENT.body()).status_code == 403
    assert admin.get("/api/auth/me").status_code == 200
    assert admin.get("/api/auth/sessions").status_code == 200
    assert editor.get("/api/nominees").status_code == 200
    add_app(admin)
    assert admin.get("/api/users").status_code == 200


def test_the_last_factor_of_such_a_user_stays(
    admin: Client, configure: Configure, add_app: AddApp
) -> None:
    configure(AWARDS_SECOND_FACTOR_ROLES="admin")
    add_app(admin)
    assert remove(admin, APP) == 409
    add_passkey(admin, Authenticator())
    assert remove(admin, APP) == 204
    assert admin.get(FACTORS).json()["isRequired"] is True


def test_an_administrator_removes_the_factors_of_a_user_who_has_lost_them(
    grace: Client, add_app: AddApp, admin: Client, anonymous: Client, person: Body
) -> None:
    add_app(grace)
    add_passkey(grace, Authenticator())
    assert admin.delete(f"{USER.path(person['id'])}/second-factors").status_code == 204
    assert not is_signed_in(grace)
    assert sign_in(anonymous).status_code == 200
    assert anonymous.get(FACTORS).json()["recoveryCodesLeft"] == 0


def test_neither_secrets_nor_codes_are_stored_in_readable_form(
    grace: Client, frozen_clock: FrozenClock, data_dir: Any
) -> None:
    new = grace.post(APP, json=CONFIRMED).json()
    app = App(new["secret"], frozen_clock)
    body = {"challenge": new["challenge"], "code": app.code()}
    codes = grace.post(f"{APP}/confirm", json=body).json()["recoveryCodes"]
    stored = b"".join(each.read_bytes() for each in data_dir.glob("awards.db*"))
    for secret in (new["secret"], new["challenge"], *map(second_factors.normalize, codes)):
        assert secret.encode() not in stored


def test_second_factors_are_audited(
    grace: Client, add_app: AddApp, anonymous: Client, admin: Client, person: Body
) -> None:
    _, codes = add_app(grace)
    added = details(admin, search="second-factor-added")
    assert (added["userName"], added["name"]) == (person["name"], person["name"])
    assert changes(admin, search="second-factor-added") == {
        "second_factor": (None, "authenticator app")
    }
    challenge = challenge_of(anonymous)
    respond(anonymous, challenge, "wrong")
    respond(anonymous, challenge, codes[0])
    remove(grace, APP)
    for action in ("second-factor-refused", "recovery-code-used", "second-factor-removed"):
        assert details(admin, search=action)["name"] == person["name"]


def test_the_user_is_told_of_added_and_removed_factors(
    grace: Client, add_app: AddApp, smtp: SmtpServer, person: Body
) -> None:
    add_app(grace)
    add_passkey(grace, Authenticator(), "Phone")
    remove(grace, APP)
    deliver()
    lines = "".join(text_of(each) for each in smtp.sent_to(person["email"]))
    for change in ("Added to your account: authenticator app.", "Added to your account: passkey"):
        assert change in lines
    assert "Removed from your account: authenticator app." in lines


pytestmark = pytest.mark.usefixtures("frozen_clock")

EXPORT = "/api/admin/contact/export"
LATER = timedelta(minutes=6)


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


def test_who_reads_the_mailbox_has_ten_guesses_an_hour(
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
        for _ in range(2):
            asked = sign_in(client, password=password)
            assert asked.status_code == 202
            guesses += respond(client, asked.json(), "000000").status_code == 422
        # The limits of the links themselves are per hour, too.
        frozen_clock.advance(timedelta(minutes=4))
    assert (guesses, used) == (10, MAX_REQUESTED_PER_HOUR)


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


def test_a_restored_user_still_needs_the_second_factor(
    grace: Client, add_app: AddApp, admin: Client, anonymous: Client, person: Body
) -> None:
    app, _ = add_app(grace)
    assert admin.delete(USER.path(person["id"])).status_code == 204
    assert admin.post(f"{USER.path(person['id'])}/restore").status_code == 200
    assert respond(anonymous, challenge_of(anonymous), app.code()).status_code == 200


def test_no_username_uses_up_the_guesses_of_another_account(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    for _ in range(10):
        assert sign_in(anonymous, "grace (SECOND FACTOR)", "wrong").status_code == 401
    assert respond(anonymous, challenge_of(anonymous), app.code()).status_code == 200


def test_without_a_second_factor_the_password_signs_in(grace: Client) -> None:
    assert grace.get(FACTORS).json() == {
        "isRequired": False,
        "authenticatorApp": None,
        "passkeys": [],
        "recoveryCodesLeft": 0,
    }
    assert grace.get("/api/auth/me").json()["hasSecondFactor"] is False
