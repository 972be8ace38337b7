"""What was deleted can be brought back for an hour, as it was, with what went with it."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from awards_site.core import clock
from tests.api.entities import ENTITIES, RECEIVED, USERS, Entity, key_of
from tests.api.test_errors import assert_problem
from tests.factories import PASSWORD, blog_body, photo_body

EVERYTHING = [*ENTITIES, *RECEIVED, USERS]


def make(client: httpx.Client, entity: Entity, **fields: Any) -> dict[str, Any]:
    """Create a record and return it."""
    record: dict[str, Any] = client.post(entity.created, json=entity.body(**fields)).json()
    return record


def restore(client: httpx.Client, entity: Entity, record_id: int) -> httpx.Response:
    """Bring a record back."""
    return client.post(f"{entity.at(record_id)}/restore")


def listed(client: httpx.Client, entity: Entity) -> list[dict[str, Any]]:
    """Return what the list for staff holds."""
    records: list[dict[str, Any]] = client.get(entity.listed).json()
    return records


@pytest.mark.parametrize("entity", EVERYTHING, ids=key_of)
def test_what_was_deleted_comes_back_as_it_was(entity: Entity, admin: httpx.Client) -> None:
    made = make(admin, entity)
    before = listed(admin, entity)
    assert admin.delete(entity.at(made["id"])).status_code == 204
    assert made["id"] not in [each["id"] for each in listed(admin, entity)]
    answer = restore(admin, entity, made["id"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["id"] == made["id"]
    assert listed(admin, entity) == before


@pytest.mark.parametrize("entity", EVERYTHING, ids=key_of)
def test_what_was_not_deleted_cannot_be_brought_back(entity: Entity, admin: httpx.Client) -> None:
    made = make(admin, entity)
    assert_problem(restore(admin, entity, made["id"]), 404)
    admin.delete(entity.at(made["id"]))
    assert restore(admin, entity, made["id"]).status_code == 200
    assert_problem(restore(admin, entity, made["id"]), 404)


def test_after_an_hour_it_is_too_late(
    editor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    entity = ENTITIES[1]
    made = make(editor, entity)
    editor.delete(entity.at(made["id"]))
    later = clock.now() + timedelta(minutes=61)
    monkeypatch.setattr(clock, "now", lambda: later)
    problem = assert_problem(restore(editor, entity, made["id"]), 404)
    assert problem["message"] == "Nominee cannot be brought back any more"


def test_photos_and_posts_show_a_nominee_again_that_is_brought_back(editor: httpx.Client) -> None:
    nominee = make(editor, ENTITIES[1], name="Amina Diallo")
    photo = editor.post("/api/photos", json=photo_body(nomineeId=nominee["id"])).json()
    other = editor.post("/api/photos", json=photo_body(nomineeId=nominee["id"])).json()
    post = editor.post("/api/blog", json=blog_body(nomineeId=nominee["id"])).json()
    editor.delete(f"/api/nominees/{nominee['id']}")
    assert editor.get(f"/api/photos/{photo['id']}").json()["nomineeName"] is None
    # A reference that was given to another nominee meanwhile is left to that one.
    second = make(editor, ENTITIES[1], name="Ines Haddad")
    editor.put(f"/api/photos/{other['id']}", json={"nomineeId": second["id"]})
    restore(editor, ENTITIES[1], nominee["id"])
    assert editor.get(f"/api/photos/{photo['id']}").json()["nomineeName"] == "Amina Diallo"
    assert editor.get(f"/api/photos/{other['id']}").json()["nomineeName"] == "Ines Haddad"
    assert editor.get(f"/api/blog/{post['id']}").json()["nomineeId"] == nominee["id"]


@pytest.mark.parametrize("entity", EVERYTHING, ids=key_of)
def test_the_id_of_what_was_deleted_is_given_to_nothing_else(
    entity: Entity, admin: httpx.Client
) -> None:
    made = make(admin, entity)
    admin.delete(entity.at(made["id"]))
    assert make(admin, entity)["id"] > made["id"]


def test_a_content_section_comes_back_with_its_history(admin: httpx.Client) -> None:
    section = make(admin, ENTITIES[7])
    path = f"/api/admin/content/{section['id']}"
    for text in ("one", "two"):
        admin.put(path, json={"content": {"text": text}})
    history = admin.get(f"{path}/history").json()
    admin.delete(path)
    assert restore(admin, ENTITIES[7], section["id"]).status_code == 200
    assert admin.get(f"{path}/history").json() == history
    assert len(history) == 2


def test_a_user_comes_back_signed_out_with_the_same_password(
    admin: httpx.Client, nobody: httpx.Client
) -> None:
    user = make(admin, USERS)
    credentials = {"username": user["username"], "password": PASSWORD}
    nobody.post("/api/auth/login", json=credentials)
    assert nobody.get("/api/auth/me").status_code == 200
    admin.delete(f"/api/users/{user['id']}")
    restored = restore(admin, USERS, user["id"])
    assert "password" not in restored.text
    assert nobody.get("/api/auth/me").status_code == 401
    assert nobody.post("/api/auth/login", json=credentials).status_code == 200


@pytest.mark.parametrize(
    ("entity", "fields"),
    [
        (ENTITIES[4], {"slug": "the-same-slug"}),
        (ENTITIES[7], {"identifier": "the-same"}),
        (RECEIVED[1], {"email": "same@example.org"}),
        (USERS, {"username": "same"}),
    ],
    ids=str,
)
def test_a_place_that_was_taken_meanwhile_is_a_conflict(
    entity: Entity, fields: dict[str, Any], admin: httpx.Client
) -> None:
    make(admin, entity)
    made = make(admin, entity, **fields)
    admin.delete(entity.at(made["id"]))
    make(admin, entity)
    make(admin, entity, **fields)
    problem = assert_problem(restore(admin, entity, made["id"]), 409)
    assert problem["message"]
