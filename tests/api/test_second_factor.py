"""Second factors: adding and removing them, and signing in with them."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from httpx import Client, Response

from awards_site.auth.mfa import recovery_codes
from awards_site.auth.permissions import Role
from awards_site.auth.sessions.cookies import COOKIE
from awards_site.settings import Settings
from tests.api.audit_log import changes, details
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import EVENT, USER
from tests.api.test_sessions import is_signed_in, sign_in
from tests.authenticator import Authenticator
from tests.factories import PASSWORD, Body
from tests.smtp_server import SmtpServer, deliver, text_of

pytestmark = pytest.mark.usefixtures("frozen_clock")

FACTORS = "/api/auth/second-factors"
APP = f"{FACTORS}/authenticator-app"
PASSKEYS = f"{FACTORS}/passkeys"
ANSWER = "/api/auth/second-factor"
SOON = timedelta(seconds=30)
LATER = timedelta(minutes=6)


class App:
    """An authenticator app on a phone with the frozen clock."""

    def __init__(self, secret: str, clock: FrozenClock) -> None:
        self._totp, self._clock = pyotp.TOTP(secret), clock

    def code(self, later: timedelta = timedelta(0)) -> str:
        return self._totp.at(self._clock.present + later)


AddApp = Callable[[Client], tuple[App, list[str]]]


@pytest.fixture
def add_app(frozen_clock: FrozenClock) -> AddApp:
    """A function that adds an authenticator app, and returns it with the recovery codes."""

    def add(client: Client) -> tuple[App, list[str]]:
        new = client.post(APP).json()
        app = App(new["secret"], frozen_clock)
        body = {"challenge": new["challenge"], "code": app.code()}
        response = client.post(f"{APP}/confirm", json=body)
        assert response.status_code == 201
        # The code of the setup has been used.
        frozen_clock.forward(SOON)
        return app, response.json()["recoveryCodes"]

    return add


def add_passkey(client: Client, device: Authenticator, name: str = "Phone") -> Response:
    new = client.post(PASSKEYS).json()
    body = {
        "challenge": new["challenge"],
        "name": name,
        "credential": device.create(new["options"]),
    }
    return client.post(f"{PASSKEYS}/confirm", json=body)


@pytest.fixture
def grace(frozen_clock: FrozenClock, person: Body, new_client: NewClient) -> Client:
    """A client in which the user Grace has signed in by her password."""
    client = new_client()
    assert sign_in(client).status_code == 200
    return client


def challenge_of(client: Client) -> dict[str, Any]:
    """Sign in as Grace by her password, and return what is asked for."""
    response = sign_in(client)
    assert response.status_code == 202
    assert not is_signed_in(client)
    challenge: dict[str, Any] = response.json()
    return challenge


def answer(client: Client, challenge: dict[str, Any], code: str) -> Response:
    return client.post(ANSWER, json={"challenge": challenge["challenge"], "code": code})


def errors(response: Response) -> dict[str, str]:
    assert response.status_code == 422
    return {each["field"]: each["message"] for each in response.json()["errors"]}


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
    response = answer(anonymous, challenge, f"{code[:3]} {code[3:]}")
    assert (response.status_code, response.json()) == (200, {**person, "hasSecondFactor": True})
    assert is_signed_in(anonymous)


def test_a_new_app_is_added_only_by_its_code(grace: Client, frozen_clock: FrozenClock) -> None:
    new = grace.post(APP).json()
    assert new["uri"].startswith("otpauth://totp/")
    assert new["secret"] in new["uri"]
    assert new["qrCode"].startswith("data:image/svg+xml")
    wrong = {"challenge": new["challenge"], "code": "000000"}
    assert "not correct" in errors(grace.post(f"{APP}/confirm", json=wrong))["code"]
    assert grace.get(FACTORS).json()["authenticatorApp"] is None


def test_a_code_works_once_and_for_half_a_minute_around_its_time(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    code = app.code()
    assert answer(anonymous, challenge_of(anonymous), code).status_code == 200
    assert "code" in errors(answer(anonymous, challenge_again(anonymous), code))
    assert answer(anonymous, challenge_again(anonymous), app.code(SOON)).status_code == 200
    for offset in (-2 * SOON, 3 * SOON):
        assert "code" in errors(answer(anonymous, challenge_again(anonymous), app.code(offset)))


def challenge_again(client: Client) -> dict[str, Any]:
    client.post("/api/auth/logout")
    return challenge_of(client)


def test_a_passkey_completes_the_sign_in(grace: Client, anonymous: Client) -> None:
    device = Authenticator()
    assert add_passkey(grace, device).status_code == 201
    challenge = challenge_of(anonymous)
    assert challenge["methods"] == ["passkey", "recovery-code"]
    body = {"challenge": challenge["challenge"], "credential": device.get(challenge["passkey"])}
    assert anonymous.post(ANSWER, json=body).status_code == 200
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
    response = anonymous.post(ANSWER, json=body)
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
        assert anonymous.post(ANSWER, json=body).status_code == status


def test_a_passkey_of_another_page_is_not_added(grace: Client) -> None:
    response = add_passkey(grace, Authenticator(origin="https://evil.example.org"))
    assert "credential" in errors(response)
    assert grace.get(FACTORS).json()["passkeys"] == []


def test_a_device_has_one_passkey_of_an_account(grace: Client) -> None:
    device = Authenticator()
    add_passkey(grace, device)
    excluded = grace.post(PASSKEYS).json()["options"]["excludeCredentials"]
    assert [each["id"] for each in excluded] == [device.get({"challenge": ""})["id"]]
    assert add_passkey(grace, device).status_code == 409
    assert len(grace.get(FACTORS).json()["passkeys"]) == 1


def test_each_recovery_code_replaces_the_second_factor_once(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    _, codes = add_app(grace)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", each) for each in codes)
    code = codes[3].upper().replace("-", " ")
    assert answer(anonymous, challenge_of(anonymous), code).status_code == 200
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 9
    assert "code" in errors(answer(anonymous, challenge_again(anonymous), code))


def test_recovery_codes_come_with_the_first_factor_only(grace: Client, add_app: AddApp) -> None:
    add_app(grace)
    assert add_passkey(grace, Authenticator()).json() == {"recoveryCodes": []}
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 10


def test_new_recovery_codes_replace_the_old_ones(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    assert grace.post(f"{FACTORS}/recovery-codes").status_code == 409
    _, old = add_app(grace)
    new = grace.post(f"{FACTORS}/recovery-codes").json()["recoveryCodes"]
    assert "code" in errors(answer(anonymous, challenge_of(anonymous), old[0]))
    assert answer(anonymous, challenge_of(anonymous), new[0]).status_code == 200


def test_a_challenge_works_once_and_for_ten_minutes(
    grace: Client, add_app: AddApp, anonymous: Client, frozen_clock: FrozenClock
) -> None:
    app, codes = add_app(grace)
    challenge = challenge_of(anonymous)
    assert answer(anonymous, challenge, app.code()).status_code == 200
    assert "challenge" in errors(answer(anonymous, challenge, codes[0]))
    challenge = challenge_again(anonymous)
    frozen_clock.forward(timedelta(minutes=11))
    assert "challenge" in errors(answer(anonymous, challenge, app.code()))


def test_a_challenge_ends_after_five_wrong_codes(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    challenge = challenge_of(anonymous)
    for _ in range(5):
        assert "code" in errors(answer(anonymous, challenge, "wrong"))
    assert "challenge" in errors(answer(anonymous, challenge, app.code()))


def test_who_knows_the_password_has_ten_guesses_from_everywhere(
    grace: Client, add_app: AddApp, new_client: NewClient, frozen_clock: FrozenClock
) -> None:
    app, _ = add_app(grace)
    for number in range(10):
        client = new_client(address=f"10.0.0.{number}")
        assert "code" in errors(answer(client, challenge_of(client), "000000"))
    refused = answer(client, challenge_of(client), app.code())
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) <= 30
    # The browser in which the user has signed in before is not locked out.
    grace.post("/api/auth/logout")
    assert answer(grace, challenge_of(grace), app.code()).status_code == 200


def test_a_new_password_ends_pending_sign_ins(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    app, _ = add_app(grace)
    challenge = challenge_of(anonymous)
    changed = {"currentPassword": PASSWORD, "newPassword": "correct horse battery staple"}
    assert grace.post("/api/auth/password", json=changed).status_code == 204
    assert "challenge" in errors(answer(anonymous, challenge, app.code()))


def test_the_first_factor_ends_the_other_sessions(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    sign_in(anonymous)
    add_app(grace)
    assert is_signed_in(grace)
    assert not is_signed_in(anonymous)


def test_confirming_the_identity_needs_both_factors(
    grace: Client, add_app: AddApp, frozen_clock: FrozenClock, new_client: NewClient
) -> None:
    app, _ = add_app(grace)
    frozen_clock.forward(LATER)
    assert grace.post(PASSKEYS).status_code == 401
    token = grace.cookies[COOKIE]
    response = grace.post("/api/auth/reauthenticate", json={"password": PASSWORD})
    assert response.status_code == 202
    assert grace.post(PASSKEYS).status_code == 401
    stranger = answer(new_client(), response.json(), app.code())
    assert stranger.status_code == 401
    assert answer(grace, response.json(), app.code()).status_code == 200
    assert grace.cookies[COOKIE] != token
    assert grace.post(PASSKEYS).status_code == 200


def test_without_factors_recovery_codes_are_worth_nothing(
    grace: Client, add_app: AddApp, anonymous: Client
) -> None:
    add_app(grace)
    assert grace.delete(APP).status_code == 204
    assert grace.delete(APP).status_code == 404
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 0
    assert sign_in(anonymous).status_code == 200


def test_a_passkey_is_removed_and_the_others_stay(grace: Client, anonymous: Client) -> None:
    phone, laptop = Authenticator(), Authenticator()
    add_passkey(grace, phone, "Phone")
    add_passkey(grace, laptop, "Laptop")
    first, second = grace.get(FACTORS).json()["passkeys"]
    assert (first["name"], second["name"]) == ("Phone", "Laptop")
    assert grace.delete(f"{PASSKEYS}/{first['id']}").status_code == 204
    allowed = challenge_of(anonymous)["passkey"]["allowCredentials"]
    assert [each["id"] for each in allowed] == [laptop.get({"challenge": ""})["id"]]


def test_factors_of_others_are_not_found(grace: Client, admin: Client) -> None:
    add_passkey(grace, Authenticator())
    [passkey] = grace.get(FACTORS).json()["passkeys"]
    assert admin.delete(f"{PASSKEYS}/{passkey['id']}").status_code == 404
    new = grace.post(APP).json()
    body = {"challenge": new["challenge"], "code": pyotp.TOTP(new["secret"]).now()}
    assert "challenge" in errors(admin.post(f"{APP}/confirm", json=body))


def test_a_role_that_needs_a_second_factor_has_the_account_page_only(
    admin: Client, editor: Client, add_app: AddApp, configure: Configure, frozen_clock: FrozenClock
) -> None:
    configure(AWARDS_SECOND_FACTOR_ROLES="admin,user")
    refused = admin.get("/api/users")
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "Your role needs a second factor. Add one on your account page.",
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
    assert admin.delete(APP).status_code == 409
    add_passkey(admin, Authenticator())
    assert admin.delete(APP).status_code == 204
    assert admin.get(FACTORS).json()["isRequired"] is True


def test_the_setting_knows_every_role(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(AWARDS_SECOND_FACTOR_ROLES=", ".join(Role))
    assert Settings().second_factor_roles == set(Role)
    monkeypatch.setenv("AWARDS_SECOND_FACTOR_ROLES", "admins")
    with pytest.raises(ValueError, match="AWARDS_SECOND_FACTOR_ROLES"):
        Settings()


def test_an_administrator_removes_the_factors_of_a_user_who_has_lost_them(
    grace: Client, add_app: AddApp, admin: Client, anonymous: Client, person: Body
) -> None:
    add_app(grace)
    add_passkey(grace, Authenticator())
    assert admin.delete(f"{USER.path(person['id'])}/second-factors").status_code == 204
    assert not is_signed_in(grace)
    assert sign_in(anonymous).status_code == 200
    assert anonymous.get(FACTORS).json()["recoveryCodesLeft"] == 0


def test_a_restored_user_still_needs_the_second_factor(
    grace: Client, add_app: AddApp, admin: Client, anonymous: Client, person: Body
) -> None:
    app, _ = add_app(grace)
    assert admin.delete(USER.path(person["id"])).status_code == 204
    assert admin.post(f"{USER.path(person['id'])}/restore").status_code == 200
    assert answer(anonymous, challenge_of(anonymous), app.code()).status_code == 200


def test_neither_secrets_nor_codes_are_stored_in_readable_form(
    grace: Client, frozen_clock: FrozenClock, data_dir: Any
) -> None:
    new = grace.post(APP).json()
    app = App(new["secret"], frozen_clock)
    body = {"challenge": new["challenge"], "code": app.code()}
    codes = grace.post(f"{APP}/confirm", json=body).json()["recoveryCodes"]
    stored = b"".join(each.read_bytes() for each in data_dir.glob("awards.db*"))
    for secret in (new["secret"], new["challenge"], *map(recovery_codes.normalize, codes)):
        assert secret.encode() not in stored


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
    assert "code" in errors(answer(anonymous, challenge, app.code()))
    assert "the secret key has changed" in caplog.text
    assert answer(anonymous, challenge, codes[0]).status_code == 200


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
    answer(anonymous, challenge, "wrong")
    answer(anonymous, challenge, codes[0])
    grace.delete(APP)
    for action in ("second-factor-refused", "recovery-code-used", "second-factor-removed"):
        assert details(admin, search=action)["name"] == person["name"]


def test_the_user_is_told_of_added_and_removed_factors(
    grace: Client, add_app: AddApp, smtp: SmtpServer, person: Body
) -> None:
    add_app(grace)
    add_passkey(grace, Authenticator(), "Phone")
    grace.delete(APP)
    deliver()
    lines = "".join(text_of(each) for each in smtp.sent_to(person["email"]))
    for change in ("Added to your account: authenticator app.", "Added to your account: passkey"):
        assert change in lines
    assert "Removed from your account: authenticator app." in lines
