"""Several records in the Trash are restored or deleted permanently together."""

from datetime import timedelta

import pytest
from httpx import Client
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.records.versions import RecordVersion
from tests.api.audit_log import entries
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    ENTITIES,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    SECTION,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.api.test_versions import versions
from tests.api.trash import TRASH, change, restore, trash, trashed, undo


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_records_are_restored_together_like_single_ones_and_moved_back(
    entity: Entity, admin: Client
) -> None:
    made = [entity.create(admin) for _ in range(2)]
    for each in made:
        entity.delete(admin, each)
    before = trashed(admin)
    result = change(admin, "restore", *before)
    assert result["skipped"] == []
    assert {each["id"] for each in result["changed"]} == {each["id"] for each in made}
    unpublished = {entity.flag: False} if entity in PUBLISHED else {}
    kept = {"updatedAt", "updated_at"}
    for record in entity.records(admin):
        created = next(each for each in made if each["id"] == record["id"])
        assert {key: value for key, value in record.items() if key not in kept} == {
            key: value for key, value in (created | unpublished).items() if key not in kept
        }
    assert [(each["action"], each["recordCount"]) for each in entries(admin)[:1]] == [
        ("restored", 2)
    ]
    assert undo(admin, result) == {"restored": 2, "skipped": []}
    assert entity.records(admin) == []
    shown = ("recordType", "recordId", "name")
    assert [[each[key] for key in shown] for each in trashed(admin)] == [
        [each[key] for key in shown] for each in before
    ]
    if entity in PUBLISHED:
        change(admin, "restore", *trashed(admin))
        actions = [each["action"] for each in versions(admin, entity, made[0])]
        assert actions == ["restored", "deleted", "restored", "deleted", "created"]


def test_records_that_were_deleted_together_are_one_row_of_a_grouped_list(admin: Client) -> None:
    alone = trash(admin, NOMINEE, name="Alone")
    made = [NOMINEE.create(admin, name=name) for name in ("Ada", "Bisi", "Cleo")]
    photo = PHOTO.create(admin, title="Gala")
    ids = [each["id"] for each in made]
    admin.post("/api/nominees/bulk", json={"action": "delete", "ids": ids}).raise_for_status()
    PHOTO.delete(admin, photo)
    grouped = trashed(admin, grouped="true")
    assert [(each["name"], each["groupSize"]) for each in grouped] == [
        ("Gala", 1),
        ("Cleo", 3),
        ("Alone", 1),
    ]
    group = grouped[1]
    assert {each["name"] for each in trashed(admin, group=str(group["id"]))} == {
        each["name"] for each in made
    }
    assert len(trashed(admin)) == 5
    # Only who asks for groups gets them.
    assert len(change(admin, "restore", group)["changed"]) == 1
    assert [each["groupSize"] for each in trashed(admin, grouped="true")] == [1, 2, 1]
    rest = trashed(admin, grouped="true")
    result = change(admin, "restore", params={"type": "nominee"}, matches=2, grouped=True)
    assert {each["name"] for each in result["changed"]} == {"Alone", "Ada", "Bisi"}
    assert trashed(admin, grouped="true") == [rest[0]]
    assert alone["recordId"] in {each["id"] for each in NOMINEE.records(admin)}


def test_a_restored_record_whose_slug_is_taken_names_its_new_one(admin: Client) -> None:
    made = [POST.create(admin, title=title) for title in ("First", "Second")]
    ids = [each["id"] for each in made]
    admin.post("/api/blog/bulk", json={"action": "delete", "ids": ids}).raise_for_status()
    POST.create(admin, title="First")
    changed = change(admin, "restore", *trashed(admin))["changed"]
    assert {each["name"]: each["newSlug"] for each in changed} == {"First": "first-2", "Second": ""}


def test_all_matches_of_the_search_and_the_type_are_restored(
    frozen_clock: FrozenClock, admin: Client
) -> None:
    photo = trash(admin, PHOTO, title="Ada at the gala")
    other = trash(admin, NOMINEE, name="Bisi")
    for name in ("Ada Obi", "Ada Laurent"):
        trash(admin, NOMINEE, name=name)
    query = {"search": "ada", "type": "nominee", "pageSize": "1"}
    seen = frozen_clock.now.isoformat()
    frozen_clock.advance(timedelta(minutes=1))
    wrong = {"action": "restore", "matches": 3}
    assert_problem(admin.post(f"{TRASH}/bulk", params=query, json=wrong), 409)
    result = change(admin, "restore", params=query, matches=2, seenAt=seen)
    assert [each["name"] for each in result["changed"]] == ["Ada Laurent", "Ada Obi"]
    assert trashed(admin) == [other, photo]
    trash(admin, NOMINEE, name="Ada Obi")
    late = {"action": "restore", "matches": 1, "seenAt": seen}
    assert_problem(admin.post(f"{TRASH}/bulk", params=query, json=late), 409)
    for body in ({}, {"ids": [1], "matches": 1}, {"action": "publish", "ids": [1]}):
        assert_problem(admin.post(f"{TRASH}/bulk", json={"action": "restore"} | body), 422)
    assert_problem(admin.post(f"{TRASH}/bulk", params={"type": "dog"}, json=wrong), 422)


def test_each_record_that_can_be_restored_is_and_the_others_say_why(
    admin: Client, editor: Client
) -> None:
    section, nominee, gone = trash(admin, SECTION), trash(admin, NOMINEE), trash(admin, PHOTO)
    restore(admin, gone)
    result = change(editor, "restore", section, nominee, gone)
    assert [each["id"] for each in result["changed"]] == [nominee["recordId"]]
    assert {each["id"]: each["reason"] for each in result["skipped"]} == {
        section["id"]: "Your role does not permit this",
        gone["id"]: "This record is no longer in the Trash",
    }
    assert trashed(admin) == [section]
    assert [each["subject"] for each in entries(admin, action="restored")] == [
        f"nominee {nominee['name']}",
        f"photo {gone['name']}",
    ]


@pytest.mark.parametrize("first", [NOMINEE, PHOTO], ids=str)
def test_references_between_records_that_are_restored_together_come_back(
    first: Entity, admin: Client
) -> None:
    nominee = NOMINEE.create(admin)
    photo = PHOTO.create(admin, nomineeId=nominee["id"])
    for entity, record in sorted(
        [(NOMINEE, nominee), (PHOTO, photo)], key=lambda each: each[0] is not first
    ):
        entity.delete(admin, record)
    undo(admin, change(admin, "restore", *trashed(admin)))
    change(admin, "restore", *trashed(admin))
    assert PHOTO.records(admin)[0]["nomineeId"] == nominee["id"]


def test_an_undo_leaves_records_that_were_changed_since_they_were_restored(
    admin: Client, editor: Client
) -> None:
    mine, changed, deleted = (trash(admin, NOMINEE, name=name) for name in ("Ada", "Bisi", "Cleo"))
    section = trash(admin, SECTION)
    result = change(admin, "restore", mine, changed, deleted, section)
    NOMINEE.change(admin, {"id": changed["recordId"]}, isPublished=True)
    NOMINEE.delete(admin, {"id": deleted["recordId"]})
    result["changed"] += result["changed"][-1:]
    result["changed"] += [{"type": "user", "id": 1, "name": "Administrator"}]
    undone = undo(editor, result)
    assert undone["restored"] == 1
    reasons = [(each["name"], each["reason"]) for each in undone["skipped"]]
    assert sorted(reasons) == sorted(
        [
            ("Administrator", "Your role does not permit this"),
            (section["name"], "Your role does not permit this"),
            ("Ada", "It was deleted in the meantime"),
            ("Bisi", "Someone else has changed it in the meantime"),
            ("Cleo", "It was deleted in the meantime"),
        ]
    )
    assert [each["name"] for each in NOMINEE.records(admin)] == ["Bisi"]


def test_only_admins_delete_records_permanently_together_with_their_history(
    admin: Client, editor: Client
) -> None:
    kept, *others = trash(admin, PHOTO), trash(admin, NOMINEE, name="Ada"), trash(admin, POST)
    body = {"action": "delete", "ids": [each["id"] for each in others]}
    assert_problem(editor.post(f"{TRASH}/bulk", json=body), 403)
    assert len(trashed(admin)) == 3
    result = change(admin, "delete", *others, others[0] | {"id": 999999})
    assert {each["id"] for each in result["changed"]} == {each["recordId"] for each in others}
    assert [each["reason"] for each in result["skipped"]] == [
        "This record is no longer in the Trash"
    ]
    assert trashed(admin) == [kept]
    with reading() as session:
        stored = session.exec(select(RecordVersion.table_name).distinct()).all()
    assert stored == ["photos"]
    assert len(entries(admin, action="deleted-permanently")) == 2
    assert undo(admin, result)["restored"] == 0
