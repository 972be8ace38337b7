"""Fixtures of the tests of second factors."""

import pytest
from httpx import Client

from tests.api.conftest import FrozenClock, NewClient
from tests.api.second_factors.steps import APP, CONFIRMED, SOON, AddApp, App
from tests.api.test_sessions import sign_in
from tests.factories import Body


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
    """A client in which the user Grace has signed in by her password."""
    client = new_client()
    assert sign_in(client).status_code == 200
    return client
