"""Requests that ask for the password again: of one's own credentials, and more by a setting."""

import re
from datetime import timedelta

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.accounts.dependencies import RequirePermission
from awards_site.accounts.user_sessions import COOKIE
from tests.api.audit_log import details
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import EVENT, USER
from tests.api.routes import NONEXISTENT, dependencies, endpoints, routes
from tests.api.test_sessions import current_id, is_signed_in
from tests.factories import PASSWORD, Body

SENSITIVE = routes("""
    POST /api/auth/register
    PATCH /api/users/{record_id}/role
    DELETE /api/users/{record_id}
    POST /api/users/{record_id}/<restore|password-link>
    DELETE /api/users/{record_id}/<sessions|second-factors>
    POST /api/users/invitations
    <GET|POST> /api/<users|admin/contact|admin/jurors|admin/subscriptions>/export
    GET /api/admin/audit/export
    POST /api/admin/personal-data/<search|export|erase>
""")
OWN_CREDENTIALS = routes("""
    POST /api/auth/password
    <POST|DELETE> /api/auth/second-factors/authenticator-app
    POST /api/auth/second-factors/<passkeys|recovery-codes>
    DELETE /api/auth/second-factors/passkeys/{record_id}
""")
NEEDS_A_CHALLENGE = routes("POST /api/auth/second-factors/<authenticator-app|passkeys>/confirm")

SOON = timedelta(minutes=4)
LATER = timedelta(minutes=6)


def confirm(client: Client, password: str = PASSWORD) -> int:
    return client.post("/api/auth/reauthenticate", json={"password": password}).status_code


@pytest.fixture
def five_minutes(configure: Configure) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="5")


@pytest.mark.usefixtures("undrawn_form")
def test_by_default_no_route_asks_for_the_password_however_old_the_session_is(
    app: FastAPI, frozen_clock: FrozenClock, admin: Client
) -> None:
    for _ in range(3):
        frozen_clock.advance(timedelta(hours=11))
        assert is_signed_in(admin)
    refused = {
        name
        # Signing out ends the session.
        for name, _ in sorted(endpoints(app), key=lambda each: each[0] == "POST /api/auth/logout")
        if name not in {"POST /api/auth/login"}
        and admin.request(*re.sub(r"{\w+}", NONEXISTENT, name).split(), json={}).status_code == 401
    }
    assert refused == set()


def test_the_routes_of_ones_own_credentials_are_known(app: FastAPI) -> None:
    changes = re.compile(r"(?!GET)\w+ /api/auth/(second-factors|password$)")
    own = {name for name, _ in endpoints(app) if changes.match(name)}
    assert own == OWN_CREDENTIALS | NEEDS_A_CHALLENGE


@pytest.mark.parametrize("minutes", ["0", "5"])
@pytest.mark.parametrize("name", sorted(OWN_CREDENTIALS))
def test_a_change_of_ones_own_credentials_needs_the_current_password(
    name: str, minutes: str, configure: Configure, admin: Client
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES=minutes)
    method, path = name.replace("{record_id}", NONEXISTENT).split()
    new = {"newPassword": "borrowed seeds of may"} if path == "/api/auth/password" else {}
    for body, message in (
        ({}, "Current password is required"),
        ({"currentPassword": "wrong"}, "The current password is incorrect"),
    ):
        refused = admin.request(method, path, json=new | body)
        assert refused.status_code == 422
        assert {"field": "currentPassword", "message": message} in refused.json()["errors"]
    assert details(admin, search="password-refused")
    accepted = admin.request(method, path, json=new | {"currentPassword": PASSWORD})
    assert accepted.status_code in {200, 204, 404, 409}


def test_the_sensitive_routes_concern_users_and_personal_data(app: FastAPI) -> None:
    recent = {
        name
        for name, route in endpoints(app)
        if any(isinstance(each, RequirePermission) and each.recent for each in dependencies(route))
    }
    assert recent == SENSITIVE


@pytest.mark.usefixtures("five_minutes")
@pytest.mark.parametrize("name", sorted(SENSITIVE))
def test_a_sensitive_route_needs_the_password_after_five_minutes(
    name: str, frozen_clock: FrozenClock, admin: Client
) -> None:
    method, path = name.replace("{record_id}", NONEXISTENT).split()
    frozen_clock.advance(SOON)
    assert admin.request(method, path).status_code != 401
    frozen_clock.advance(LATER)
    response = admin.request(method, path)
    assert response.status_code == 401
    challenge = response.headers["WWW-Authenticate"]
    assert 'error="insufficient_user_authentication"' in challenge
    assert 'max_age="300"' in challenge
    assert response.json() == {"message": "Please confirm your password to continue"}
    assert confirm(admin) == 204
    assert admin.request(method, path).status_code != 401


def test_confirming_changes_the_token_of_the_same_session(
    frozen_clock: FrozenClock, admin: Client, new_client: NewClient
) -> None:
    copy = new_client()
    copy.cookies.set(COOKIE, admin.cookies[COOKIE])
    session_id = current_id(admin)
    admin.cookies.clear()
    admin.cookies.set(COOKIE, copy.cookies[COOKIE])
    frozen_clock.advance(LATER)
    assert confirm(admin) == 204
    assert is_signed_in(admin)
    assert current_id(admin) == session_id
    assert not is_signed_in(copy)


@pytest.mark.usefixtures("five_minutes")
def test_a_wrong_password_changes_nothing_and_counts_as_a_failed_sign_in(
    frozen_clock: FrozenClock, person: Body, admin: Client
) -> None:
    frozen_clock.advance(LATER)
    token = admin.cookies[COOKIE]
    response = admin.post("/api/auth/reauthenticate", json={"password": "wrong"})
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {"field": "password", "message": "The password is incorrect"}
    ]
    assert admin.cookies[COOKIE] == token
    assert admin.delete(USER.path(person["id"])).status_code == 401
    assert [confirm(admin, "wrong") for _ in range(10)] == [422] * 9 + [429]


@pytest.mark.usefixtures("five_minutes")
def test_everything_else_does_not(frozen_clock: FrozenClock, admin: Client) -> None:
    user = USER.create(admin)
    frozen_clock.advance(LATER)
    assert user in admin.get("/api/users").json()
    assert admin.get(USER.path(user["id"])).status_code == 200
    assert EVENT.create(admin)
    assert admin.get("/api/admin/subscriptions").status_code == 200


@pytest.mark.usefixtures("five_minutes")
def test_a_role_without_the_permission_is_refused_as_before(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    frozen_clock.advance(LATER)
    assert editor.post(USER.created, json=USER.body()).status_code == 403
    refused = anonymous.post(USER.created, json=USER.body())
    assert refused.status_code == 401
    assert "WWW-Authenticate" not in refused.headers


def test_the_time_is_a_setting(
    frozen_clock: FrozenClock, admin: Client, configure: Configure
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="10")
    frozen_clock.advance(LATER)
    USER.create(admin)
    frozen_clock.advance(LATER)
    refused = admin.post(USER.created, json=USER.body())
    assert 'max_age="600"' in refused.headers["WWW-Authenticate"]
