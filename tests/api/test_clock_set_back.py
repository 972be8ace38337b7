"""A clock that is set back by a day locks nobody out, and extends no confirmed password."""

import time
from datetime import timedelta

import pytest
from httpx import Client

from awards_site.operations.retention import purge_expired
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import MESSAGE, PHOTO
from tests.api.test_rate_limits import send
from tests.api.test_reauthentication import confirm
from tests.api.test_sessions import sign_in
from tests.api.test_sign_in_throttling import failures_until_throttled
from tests.factories import PASSWORD, Body

A_DAY_BACK = timedelta(days=-1)


def test_sessions_go_on_and_new_ones_begin(
    frozen_clock: FrozenClock, person: Body, editor: Client, new_client: NewClient
) -> None:
    before = PHOTO.create(editor)
    frozen_clock.advance(A_DAY_BACK)
    purge_expired()
    after = PHOTO.create(editor)
    PHOTO.change(editor, before, title="Changed")
    assert {each["id"] for each in PHOTO.records(editor)} == {before["id"], after["id"]}
    client = new_client()
    assert sign_in(client).status_code == 200
    assert client.get("/api/auth/me").status_code == 200


def test_failed_sign_ins_of_the_future_are_forgotten(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    failures_until_throttled(client, lambda _: "Grace")
    frozen_clock.advance(A_DAY_BACK)
    assert sign_in(client).status_code == 200
    failures_until_throttled(client, lambda _: "Grace")


def test_sensitive_actions_need_the_password_again(
    frozen_clock: FrozenClock, admin: Client, configure: Configure
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="5")
    assert admin.get("/api/admin/audit/export").status_code == 200
    frozen_clock.advance(A_DAY_BACK)
    assert admin.get("/api/admin/audit/export").status_code == 401
    assert confirm(admin, PASSWORD) == 204
    assert admin.get("/api/admin/audit/export").status_code == 200


def test_forms_are_accepted_and_still_limited(
    anonymous: Client,
    editor: Client,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="2/hour")
    assert send(anonymous, 3) == [201, 201, 429]
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 24 * 3600)
    assert send(anonymous, 3) == [201, 201, 429]
    assert len(MESSAGE.records(editor)) == 4
