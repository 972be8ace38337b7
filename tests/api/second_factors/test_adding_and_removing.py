"""Second factors are added and removed by their user, or removed by an administrator."""

from typing import Any

import pyotp
import pytest
from httpx import Client

from awards_site.accounts import second_factors
from tests.api.audit_log import changes, details
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import EVENT, USER
from tests.api.second_factors.steps import (
    APP,
    CONFIRMED,
    FACTORS,
    PASSKEYS,
    AddApp,
    App,
    add_passkey,
    challenge_of,
    errors,
    remove,
    respond,
)
from tests.api.test_sessions import is_signed_in, sign_in
from tests.authenticator import Authenticator
from tests.factories import Body
from tests.smtp_server import SmtpServer, deliver, text_of

pytestmark = pytest.mark.usefixtures("frozen_clock")


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


def test_recovery_codes_come_with_the_first_factor_only(grace: Client, add_app: AddApp) -> None:
    add_app(grace)
    assert add_passkey(grace, Authenticator()).json() == {"recoveryCodes": []}
    assert grace.get(FACTORS).json()["recoveryCodesLeft"] == 10


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
