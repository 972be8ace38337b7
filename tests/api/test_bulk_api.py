"""Several records are changed with one request, all or none, and the change can be undone."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import Client, Response

from awards_site.core.database.filters import MAX_BULK_RECORDS
from tests.api.audit_log import details, entries
from tests.api.client import body_of
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    READABLE,
    RECEIVED,
    SPONSOR,
    SUBSCRIBER,
    VIDEO,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.factories import Body


def path_of(entity: Entity) -> str:
    return f"{entity.at}/bulk"


def send(client: Client, entity: Entity, action: str, *records: Body, **body: Any) -> Response:
    """Change records; `values` and `matches` are those of the body, `params` those of the list."""
    params = body.pop("params", None)
    fields = {"action": action, "ids": [each["id"] for each in records], **body}
    return client.post(path_of(entity), params=params, json=fields)


def change(client: Client, entity: Entity, action: str, *records: Body, **body: Any) -> Body:
    return body_of(send(client, entity, action, *records, **body))


def undo(client: Client, entity: Entity, result: Body) -> Body:
    return body_of(client.post(f"{path_of(entity)}/undo", json=result))


def values(client: Client, entity: Entity, key: str) -> dict[int, object]:
    return {each["id"]: each[key] for each in entity.records(client)}


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_records_are_published_and_unpublished_together_and_it_is_undone(
    entity: Entity, editor: Client
) -> None:
    hidden = [entity.create(editor, **{entity.flag: False}) for _ in range(2)]
    shown = entity.create(editor, **{entity.flag: True})
    before = entity.records(editor)
    result = change(editor, entity, "publish", *hidden, shown)
    assert [each["id"] for each in result["changed"]] == [each["id"] for each in hidden]
    assert set(values(editor, entity, entity.flag).values()) == {True}
    assert undo(editor, entity, result) == {"restored": 2, "skipped": []}
    assert entity.records(editor) == before
    result = change(editor, entity, "unpublish", *hidden, shown)
    assert [each["name"] for each in result["changed"]] == [shown[entity.name]]
    assert set(values(editor, entity, entity.flag).values()) == {False}
    undo(editor, entity, result)
    assert entity.records(editor) == before


@pytest.mark.parametrize("entity", [*PUBLISHED, *RECEIVED], ids=str)
def test_records_are_deleted_together_and_restored(entity: Entity, editor: Client) -> None:
    made = [entity.create(editor) for _ in range(3)]
    before = entity.records(editor)
    result = change(editor, entity, "delete", *made[:2])
    assert [each["id"] for each in entity.records(editor)] == [made[2]["id"]]
    assert undo(editor, entity, result) == {"restored": 2, "skipped": []}
    assert entity.records(editor) == before


@pytest.mark.parametrize(
    ("entity", "key", "value", "label"),
    [
        (NOMINEE, "category", "tech", "Category"),
        (NOMINEE, "year", 2031, "Year"),
        (PHOTO, "category", "winners", "Category"),
        (PHOTO, "year", None, "Year"),
        (VIDEO, "category", "panel", "Category"),
        (VIDEO, "year", 2031, "Year"),
        (POST, "category", "profile", "Category"),
        (SPONSOR, "tier", "gold", "Tier"),
    ],
    ids=str,
)
def test_a_value_is_set_for_several_records_and_restored(
    entity: Entity, key: str, value: object, label: str, editor: Client
) -> None:
    made = [entity.create(editor) for _ in range(2)]
    before = values(editor, entity, key)
    result = change(editor, entity, "set", *made, values={key: value})
    assert set(values(editor, entity, key).values()) == {value}
    undo(editor, entity, result)
    assert values(editor, entity, key) == before
    wrong = assert_problem(send(editor, entity, "set", *made, values={key: "nonsense"}), 422)
    assert wrong["errors"][0]["field"] == key
    assert wrong["message"].startswith(f"{label} must be ")


def test_all_matches_of_a_search_and_filters_are_changed_on_all_pages(editor: Client) -> None:
    for number in range(4):
        category = "tech" if number else "creative"
        NOMINEE.create(editor, name=f"Ada {number}", category=category, isPublished=False)
    NOMINEE.create(editor, name="Bisi", category="tech", isPublished=False)
    params = {"search": "ada", "category": "tech", "page": 2, "pageSize": 1, "sort": "name"}
    result = change(editor, NOMINEE, "publish", matches=3, params=params)
    assert len(result["changed"]) == 3
    published = [each["name"] for each in NOMINEE.records(editor) if each["isPublished"]]
    assert published == ["Ada 1", "Ada 2", "Ada 3"]


def test_nothing_is_changed_if_other_records_match_than_the_user_saw(editor: Client) -> None:
    EVENT.create(editor, isPublished=False)
    for seen in (0, 2):
        problem = assert_problem(send(editor, EVENT, "publish", matches=seen), 409)
        expected = f"The list has changed: 1 instead of {seen} match now."
        assert problem["message"].startswith(expected)
    assert list(values(editor, EVENT, "isPublished").values()) == [False]


def test_if_one_record_is_refused_none_is_changed(editor: Client) -> None:
    made = EVENT.create(editor, isPublished=False)
    gone = EVENT.create(editor)
    EVENT.delete(editor, gone)
    problem = assert_problem(send(editor, EVENT, "publish", made, gone), 422)
    assert problem["errors"] == [{"field": str(gone["id"]), "message": "Event not found"}]
    assert list(values(editor, EVENT, "isPublished").values()) == [False]
    assert [each["id"] for each in change(editor, EVENT, "delete", made, gone)["changed"]] == [
        made["id"]
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "publish"}, "ids"),
        ({"action": "publish", "ids": [1], "matches": 1}, "matches"),
        ({"action": "erase", "ids": [1]}, "action"),
        ({"action": "set", "ids": [1]}, "values"),
        ({"action": "set", "ids": [1], "values": {"title": "Same"}}, "title"),
        ({"action": "delete", "ids": list(range(1, MAX_BULK_RECORDS + 2))}, "ids"),
        ({"action": "delete", "ids": [10**30]}, "ids.0"),
    ],
)
def test_an_invalid_change_is_refused(body: Body, field: str, editor: Client) -> None:
    problem = assert_problem(editor.post(path_of(EVENT), json=body), 422)
    assert problem["errors"][0]["field"] == field


@pytest.mark.parametrize("entity", [COVER_PAGE, MESSAGE, SUBSCRIBER], ids=str)
def test_what_is_not_published_can_only_be_deleted(entity: Entity, editor: Client) -> None:
    made = entity.create(editor)
    for action in ("publish", "unpublish", "set"):
        assert_problem(send(editor, entity, action, made, values={"name": "Other"}), 422)
    assert entity.records(editor) == [made]


def test_an_undo_leaves_what_somebody_has_changed_since(editor: Client, admin: Client) -> None:
    mine, changed, deleted = (NOMINEE.create(editor, year=2030) for _ in range(3))
    result = change(editor, NOMINEE, "set", mine, changed, deleted, values={"year": 2031})
    NOMINEE.change(admin, mine, company="Changed, but not the year")
    NOMINEE.change(admin, changed, year=2032)
    NOMINEE.delete(admin, deleted)
    undone = undo(editor, NOMINEE, result)
    assert undone["restored"] == 1
    assert {each["id"]: each["reason"] for each in undone["skipped"]} == {
        changed["id"]: "Someone else has changed it in the meantime",
        deleted["id"]: "It was deleted in the meantime",
    }
    assert values(editor, NOMINEE, "year") == {mine["id"]: 2030, changed["id"]: 2032}
    assert values(editor, NOMINEE, "company")[mine["id"]] == "Changed, but not the year"
    assert undo(editor, NOMINEE, result)["restored"] == 0


def test_a_change_is_one_audit_entry_with_its_records_and_their_versions(
    editor: Client, admin: Client
) -> None:
    made = [NOMINEE.create(editor, name=name, isPublished=False) for name in ("Ada", "Bisi")]
    change(editor, NOMINEE, "publish", *made)
    change(editor, NOMINEE, "publish", *made)
    undo(editor, NOMINEE, change(editor, NOMINEE, "set", *made, values={"year": 2031}))
    found = [each for each in entries(admin) if each["recordCount"] > 1]
    assert [(each["action"], each["name"], each["subject"]) for each in found] == [
        ("updated", "Ada, Bisi", "2 nominees: Ada, Bisi"),
        ("updated", "Ada, Bisi", "2 nominees: Ada, Bisi"),
        ("published", "Ada, Bisi", "2 nominees: Ada, Bisi"),
    ]
    assert details(admin, action="updated")["records"] == [
        [each["id"], each["name"], [["year", 2031, each["year"]]]] for each in made
    ]
    versions = editor.get(f"/api/nominees/{made[0]['id']}/versions").json()
    assert [each["action"] for each in versions] == ["updated", "updated", "published", "created"]


def test_deleted_personal_data_is_not_in_the_audit_log(editor: Client, admin: Client) -> None:
    made = [MESSAGE.create(editor) for _ in range(2)]
    change(editor, MESSAGE, "delete", *made)
    entry = details(admin, action="deleted")
    assert (entry["name"], entry["subject"]) == ("", "2 messages")
    assert entry["records"] == [[each["id"], "", []] for each in made]


def test_nothing_is_changed_if_a_match_was_written_after_it_was_listed(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    listed = frozen_clock.now.isoformat()
    made = EVENT.create(editor, isPublished=False)
    assert change(editor, EVENT, "unpublish", matches=1, seenAt=listed)["changed"] == []
    frozen_clock.advance(timedelta(seconds=1))
    EVENT.change(editor, made, title="Rewritten")
    assert_problem(send(editor, EVENT, "delete", matches=1, seenAt=listed), 409)
    assert EVENT.records(editor)[0]["title"] == "Rewritten"


def test_publishing_posts_dates_them_and_the_undo_restores_their_dates(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    undated = POST.create(editor, isPublished=True, publishedDate=None)
    POST.change(editor, undated, publishedDate=None)
    draft = POST.create(editor, isPublished=False, publishedDate=None)
    result = change(editor, POST, "publish", draft)
    assert values(editor, POST, "publishedDate")[draft["id"]] is not None
    undo(editor, POST, result)
    hidden = change(editor, POST, "unpublish", undated)
    frozen_clock.advance(timedelta(minutes=1))
    undo(editor, POST, hidden)
    assert values(editor, POST, "publishedDate") == {draft["id"]: None, undated["id"]: None}


def test_an_event_that_was_never_public_is_not_cancelled_by_an_undo(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    made = EVENT.create(editor, publishAt="2031-01-01T00:00:00Z")
    undo(editor, EVENT, change(editor, EVENT, "unpublish", made))
    assert EVENT.records(editor)[0]["isPublished"] is True
    assert "BEGIN:VEVENT" not in anonymous.get("/events.ics").text


def test_an_undo_changes_only_what_a_change_of_several_records_can(editor: Client) -> None:
    made = EVENT.create(editor, title="First")
    values: list[tuple[Body, Body]] = [({"title": "Other"}, {"title": "First"}), ({}, {})]
    for before, after in values:
        record = {"id": made["id"], "name": "First", "before": before, "after": after}
        undone = undo(editor, EVENT, {"action": "set", "changed": [record]})
        assert (undone["restored"], len(undone["skipped"])) == (0, 1)
    assert EVENT.records(editor)[0]["title"] == "First"
