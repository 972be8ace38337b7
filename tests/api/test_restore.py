"""Deleted records can be restored for an hour, with everything deleted with them."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import Client

from tests.api.conftest import FrozenClock
from tests.api.entities import (
    EVERYTHING,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SUBSCRIBER,
    USER,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.factories import PASSWORD


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_a_deleted_record_is_restored_once(entity: Entity, admin: Client) -> None:
    made = entity.create(admin)
    before = entity.records(admin)
    assert_problem(entity.restore(admin, made), 404)
    entity.delete(admin, made)
    assert_problem(admin.delete(entity.path(made["id"])), 404)
    assert made["id"] not in [each["id"] for each in entity.records(admin)]
    response = entity.restore(admin, made)
    assert response.status_code == 200, response.text
    assert response.json()["id"] == made["id"]
    assert entity.records(admin) == before
    assert_problem(entity.restore(admin, made), 404)


def test_restoring_after_an_hour_returns_404(frozen_clock: FrozenClock, editor: Client) -> None:
    made = NOMINEE.create(editor)
    NOMINEE.delete(editor, made)
    frozen_clock.advance(timedelta(minutes=61))
    problem = assert_problem(NOMINEE.restore(editor, made), 404)
    assert problem["message"] == "Nominee can no longer be restored"


def test_photos_and_posts_show_a_restored_nominee_again(editor: Client) -> None:
    nominee = NOMINEE.create(editor, name="Amina Diallo")
    photo, other = (PHOTO.create(editor, nomineeId=nominee["id"]) for _ in range(2))
    post = POST.create(editor, nomineeId=nominee["id"])
    assert photo["nomineeName"] == "Amina Diallo"
    NOMINEE.delete(editor, nominee)
    emptied = editor.get(PHOTO.path(photo["id"])).json()
    assert [emptied[key] for key in ("nomineeId", "nomineeName", "nomineeTitle")] == [None] * 3
    assert editor.get(POST.path(post["id"])).json()["nomineeId"] is None
    # A reference that was changed to another nominee since then stays unchanged.
    PHOTO.change(editor, other, nomineeId=NOMINEE.create(editor, name="Ines Haddad")["id"])
    NOMINEE.restore(editor, nominee)
    assert editor.get(PHOTO.path(photo["id"])).json()["nomineeName"] == "Amina Diallo"
    assert editor.get(PHOTO.path(other["id"])).json()["nomineeName"] == "Ines Haddad"
    assert editor.get(POST.path(post["id"])).json()["nomineeId"] == nominee["id"]


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_the_id_of_a_deleted_record_is_not_reused(entity: Entity, admin: Client) -> None:
    made = entity.create(admin)
    entity.delete(admin, made)
    assert entity.create(admin)["id"] > made["id"]


def test_a_content_section_is_restored_with_its_history(admin: Client) -> None:
    section = SECTION.create(admin)
    for text in ("one", "two"):
        SECTION.change(admin, section, content={"text": text})
    path = f"{SECTION.path(section['id'])}/history"
    history = admin.get(path).json()
    SECTION.delete(admin, section)
    assert SECTION.restore(admin, section).status_code == 200
    assert admin.get(path).json() == history
    assert len(history) == 2


def test_a_restored_user_is_signed_out_with_the_same_password(
    admin: Client, anonymous: Client
) -> None:
    user = USER.create(admin)
    credentials = {"username": user["username"], "password": PASSWORD}
    anonymous.post("/api/auth/login", json=credentials)
    assert anonymous.get("/api/auth/me").status_code == 200
    USER.delete(admin, user)
    assert "password" not in USER.restore(admin, user).text
    assert anonymous.get("/api/auth/me").status_code == 401
    assert anonymous.post("/api/auth/login", json=credentials).status_code == 200


@pytest.mark.parametrize(
    ("entity", "fields"),
    [
        (SECTION, {"identifier": "the-same"}),
        (SUBSCRIBER, {"email": "same@example.org"}),
        (USER, {"username": "same"}),
    ],
    ids=str,
)
def test_restoring_returns_409_if_a_unique_value_is_in_use(
    entity: Entity, fields: dict[str, Any], admin: Client
) -> None:
    entity.create(admin)
    made = entity.create(admin, **fields)
    entity.delete(admin, made)
    entity.create(admin)
    entity.create(admin, **fields)
    assert assert_problem(entity.restore(admin, made), 409)["message"]
