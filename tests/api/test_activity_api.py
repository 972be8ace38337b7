"""The recent changes on the dashboard: who changed what and when, by permission."""

from typing import Any

import pytest
from httpx import Client

from tests.api.entities import COVER_PAGE, ENTITIES, NOMINEE, RECEIVED, SECTION, USER, Entity


def activity(client: Client, **params: Any) -> list[dict[str, Any]]:
    return client.get("/api/admin/activity", params=params).json()


def summary(entry: dict[str, Any]) -> tuple[str, str, str]:
    return entry["action"], entry["recordType"], entry["name"]


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_each_kind_of_change_is_logged_with_user_and_time(entity: Entity, admin: Client) -> None:
    made = entity.create(admin)
    entity.change(admin, made, **{entity.name: "Another name"})
    entity.delete(admin, made)
    entity.restore(admin, made)
    assert [summary(each) for each in activity(admin)] == [
        ("restored", entity.key, "Another name"),
        ("deleted", entity.key, "Another name"),
        ("updated", entity.key, "Another name"),
        ("created", entity.key, made[entity.name]),
    ]
    latest = activity(admin, limit=1)[0]
    assert latest["userName"] == admin.get("/api/auth/me").json()["name"]
    assert latest["createdAt"]


def test_publishing_and_activating_are_logged_as_such(editor: Client) -> None:
    nominee = NOMINEE.create(editor)
    for published in (False, True):
        NOMINEE.change(editor, nominee, isPublished=published)
    cover = COVER_PAGE.create(editor)
    editor.post(f"/api/cover-pages/{cover['id']}/activate")
    assert [each["action"] for each in activity(editor)] == [
        "activated",
        "created",
        "published",
        "unpublished",
        "created",
    ]


def test_deleted_submissions_of_visitors_are_named_by_their_number(
    anonymous: Client, editor: Client
) -> None:
    for entity in RECEIVED:
        entity.create(anonymous)
    received = [(entity, entity.records(editor)[0]) for entity in RECEIVED]
    assert activity(editor) == []
    for entity, made in received:
        entity.delete(editor, made)
        [latest] = activity(editor, limit=1)
        assert summary(latest) == ("deleted", entity.key, "")
        assert latest["recordId"] == made["id"]


def test_a_role_sees_the_activity_of_its_permissions(
    admin: Client, editor: Client, user: Client
) -> None:
    USER.create(admin)
    NOMINEE.create(editor, name="Secret Winner", isPublished=False)
    SECTION.create(editor)
    callers = {"admin": admin, "editor": editor, "user": user}
    assert {
        role: {each["recordType"] for each in activity(who)} for role, who in callers.items()
    } == {
        "admin": {"user", "nominee", "content section"},
        "editor": {"nominee", "content section"},
        "user": {"content section"},
    }
