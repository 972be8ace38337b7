"""The activity on the dashboard: who changed what and when, for those who may see it."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.api.entities import ENTITIES, RECEIVED, USERS, Entity, key_of
from tests.api.test_errors import assert_problem


def activity(client: httpx.Client, **asked: Any) -> list[dict[str, Any]]:
    """Return the activities that the client's role is shown."""
    entries: list[dict[str, Any]] = client.get("/api/admin/activity", params=asked).json()
    return entries


def said(entry: dict[str, Any]) -> tuple[str, str, str]:
    """Return what was done with what."""
    return entry["action"], entry["noun"], entry["name"]


def test_at_first_there_is_none(admin: httpx.Client) -> None:
    assert activity(admin) == []


@pytest.mark.parametrize("entity", ENTITIES, ids=key_of)
def test_each_kind_of_change_is_noted_with_who_and_when(
    entity: Entity, admin: httpx.Client
) -> None:
    made = admin.post(entity.created, json=entity.body()).json()
    name, path = made[entity.name], entity.at(made["id"])
    admin.request(entity.method, path, json={entity.name: "Another name"})
    admin.delete(path)
    admin.post(f"{path}/restore")
    assert [said(each) for each in activity(admin)] == [
        ("restored", entity.key, "Another name"),
        ("deleted", entity.key, "Another name"),
        ("updated", entity.key, "Another name"),
        ("created", entity.key, name),
    ]
    latest = activity(admin, limit=1)[0]
    assert latest["userName"] == admin.get("/api/auth/me").json()["name"]
    assert latest["createdAt"]


def test_publishing_and_activating_have_words_of_their_own(editor: httpx.Client) -> None:
    nominee = editor.post("/api/nominees", json=ENTITIES[1].body()).json()
    for published in (False, True):
        editor.patch(f"/api/nominees/{nominee['id']}", json={"isPublished": published})
    cover = editor.post("/api/cover-pages", json=ENTITIES[6].body()).json()
    editor.post(f"/api/cover-pages/{cover['id']}/activate")
    assert [each["action"] for each in activity(editor)] == [
        "activated",
        "created",
        "published",
        "unpublished",
        "created",
    ]


def test_what_visitors_send_is_no_activity_and_its_deletion_is(
    nobody: httpx.Client, editor: httpx.Client
) -> None:
    for entity in RECEIVED:
        made = nobody.post(entity.created, json=entity.body()).json()
        assert activity(editor, limit=1)[:1] == [] or said(activity(editor)[0])[0] == "deleted"
        editor.delete(entity.at(made["id"]))
        assert said(activity(editor)[0]) == ("deleted", entity.key, made[entity.name])


def test_a_change_that_failed_is_not_noted(editor: httpx.Client) -> None:
    assert_problem(editor.post("/api/nominees", json={}), 422)
    assert_problem(editor.delete("/api/nominees/1"), 404)
    assert activity(editor) == []


def test_a_role_is_shown_the_activity_of_its_own_areas(
    signed_in: Callable[[str], httpx.Client],
) -> None:
    admin, editor, user = (signed_in(role) for role in ("admin", "editor", "user"))
    admin.post("/api/auth/register", json=USERS.body())
    editor.post("/api/nominees", json=ENTITIES[1].body(name="Secret Winner", isPublished=False))
    editor.post("/api/admin/content", json=ENTITIES[7].body())
    nouns = {"admin": admin, "editor": editor, "user": user}
    assert {role: {each["noun"] for each in activity(who)} for role, who in nouns.items()} == {
        "admin": {"user", "nominee", "content section"},
        "editor": {"nominee", "content section"},
        "user": {"content section"},
    }


@pytest.mark.parametrize("limit", [0, 101, "x"])
def test_a_limit_that_cannot_be_is_422(limit: object, editor: httpx.Client) -> None:
    assert_problem(editor.get("/api/admin/activity", params={"limit": str(limit)}), 422)
