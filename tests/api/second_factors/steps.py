"""What tests do with second factors."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
from httpx import Client, Response

from tests.api.conftest import FrozenClock
from tests.api.test_sessions import is_signed_in, sign_in
from tests.authenticator import Authenticator
from tests.factories import PASSWORD

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
    """Return the response to adding a passkey that the device has made."""
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
    """Return the response to a code for a challenge."""
    return client.post(SECOND_FACTOR_PATH, json={"challenge": challenge["challenge"], "code": code})


def remove(client: Client, path: str) -> int:
    """Remove one of the client's own factors; return the status."""
    return client.request("DELETE", path, json=CONFIRMED).status_code


def errors(response: Response) -> dict[str, str]:
    """Return the validation errors of a response by field."""
    assert response.status_code == 422
    return {each["field"]: each["message"] for each in response.json()["errors"]}
