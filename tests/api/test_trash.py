"""Deleted records are restored from the Trash, alone and together, or deleted for good."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import Client
from sqlmodel import select

from awards_site.accounts import permissions
from awards_site.accounts.permissions import Permission, Role
from awards_site.core.database.sessions import reading
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.operations.retention import purge_expired
from awards_site.records.versions import RecordVersion
from tests.api.audit_log import entries
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    EVENT,
    EVERYTHING,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    RECEIVED,
    SECTION,
    SUBSCRIBER,
    USER,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.api.test_retention import exists, upload
from tests.api.test_versions import versions
from tests.api.trash import TRASH, change, path_of, restore, trash, trashed, undo
from tests.factories import PASSWORD


@pytest.fixture
def long_sessions(configure: Configure) -> None:
    """Sessions that outlast what is in the Trash."""
    configure(AWARDS_SESSION_IDLE_HOURS="2000", AWARDS_SESSION_MAX_HOURS="2000")


@pytest.mark.usefixtures("long_sessions")
def test_the_trash_tells_what_was_deleted_by_whom_and_until_when(
    frozen_clock: FrozenClock, admin: Client
) -> None:
    made = NOMINEE.create(admin, name="Ada Obi")
    NOMINEE.delete(admin, made)
    frozen_clock.advance(timedelta(hours=20))
    [entry] = trashed(admin)
    assert entry.pop("id")
    deleted_at = entry.pop("createdAt")
    assert deleted_at.startswith(
        (frozen_clock.now - timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M")
    )
    assert entry == {
        "recordType": "nominee",
        "recordId": made["id"],
        "name": "Ada Obi",
        "userName": admin.get("/api/auth/me").json()["name"],
        "canRestore": True,
        "groupSize": 1,
        "daysLeft": 30,
    }
    frozen_clock.advance(timedelta(hours=20))
    assert trashed(admin)[0]["daysLeft"] == 29


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_every_kind_of_content_is_restored_from_the_trash_with_its_history(
    entity: Entity, frozen_clock: FrozenClock, admin: Client
) -> None:
    made = entity.create(admin)
    before = entity.change(admin, made, **{entity.name: "Changed name"})
    entity.delete(admin, made)
    frozen_clock.advance(timedelta(hours=2))
    purge_expired()
    assert_problem(entity.restore(admin, made), 404)
    [entry] = trashed(admin)
    assert (entry["recordType"], entry["name"]) == (entity.key, "Changed name")
    restore(admin, entry)
    assert trashed(admin) == []
    unpublished = {entity.flag: False} if entity in PUBLISHED else {}
    [restored] = entity.records(admin)
    assert restored == restored | before | unpublished
    if entity in PUBLISHED:
        actions = [each["action"] for each in versions(admin, entity, made)]
        assert actions == ["restored", "deleted", "updated", "created"]
    newest = entries(admin)[0]
    assert (newest["action"], newest["subject"]) == ("restored", f"{entity.key} Changed name")
    assert_problem(admin.post(f"{path_of(entry)}/restore"), 404)


def test_a_cover_page_is_restored_as_inactive_beside_the_active_one(editor: Client) -> None:
    entry = trash(editor, COVER_PAGE, is_active=True)
    active = COVER_PAGE.create(editor, is_active=True)
    restore(editor, entry)
    shown = {each["id"]: each["is_active"] for each in COVER_PAGE.records(editor)}
    assert shown == {active["id"]: True, entry["recordId"]: False}


@pytest.mark.parametrize("door", ["trash", "undo"])
def test_a_post_whose_slug_is_in_use_is_restored_as_a_draft_with_a_number(
    door: str, admin: Client
) -> None:
    post = POST.create(admin, slug="the-same-slug", isPublished=True)
    POST.delete(admin, post)
    others = [POST.create(admin, slug=slug) for slug in ("the-same-slug", "the-same-slug-2")]
    path = path_of(trashed(admin)[0]) if door == "trash" else POST.path(post["id"])
    restored = admin.post(f"{path}/restore")
    assert restored.is_success, restored.text
    assert restored.headers["Restored-Draft-Slug"] == "the-same-slug-3"
    found = {each["id"]: (each["slug"], each["isPublished"]) for each in POST.records(admin)}
    assert found[post["id"]] == ("the-same-slug-3", False)
    assert [found[each["id"]][0] for each in others] == [each["slug"] for each in others]


def test_a_record_is_deleted_permanently_with_its_history(admin: Client) -> None:
    entry, other = trash(admin, NOMINEE, name="Ada Obi"), trash(admin, NOMINEE)
    assert admin.delete(path_of(entry)).status_code == 204
    assert trashed(admin) == [other]
    with reading() as session:
        stored = session.exec(select(RecordVersion.record_id).distinct()).all()
    assert stored == [other["recordId"]]
    newest = entries(admin)[0]
    assert (newest["action"], newest["subject"]) == ("deleted-permanently", "nominee Ada Obi")
    for method, path in (("DELETE", path_of(entry)), ("POST", f"{path_of(entry)}/restore")):
        problem = assert_problem(admin.request(method, path), 404)
        assert problem["message"] == "This record is no longer in the Trash"


@pytest.mark.usefixtures("long_sessions")
def test_the_trash_is_emptied_after_its_days_even_if_nobody_deletes_anything(
    frozen_clock: FrozenClock, admin: Client
) -> None:
    old = trash(admin, NOMINEE)
    frozen_clock.advance(timedelta(days=29))
    new = trash(admin, NOMINEE)
    purge_expired()
    assert [each["id"] for each in trashed(admin)] == [new["id"], old["id"]]
    frozen_clock.advance(timedelta(days=1, minutes=1))
    assert [each["id"] for each in trashed(admin)] == [new["id"]]
    assert_problem(admin.post(f"{path_of(old)}/restore"), 404)
    purge_expired()
    with reading() as session:
        assert session.exec(select(DeletedRecord.record_id)).all() == [new["recordId"]]
        versions = select(RecordVersion.record_id).distinct()
        assert session.exec(versions).all() == [new["recordId"]]
    frozen_clock.advance(timedelta(days=29))
    purge_expired()
    assert trashed(admin) == []


@pytest.mark.parametrize("entity", [*RECEIVED, USER], ids=str)
def test_personal_data_is_never_in_the_trash_and_gone_after_an_hour(
    entity: Entity, frozen_clock: FrozenClock, admin: Client
) -> None:
    entity.delete(admin, entity.create(admin))
    assert trashed(admin) == []
    with reading() as session:
        deleted_id = session.exec(select(DeletedRecord.id)).one()
    assert_problem(admin.post(f"{TRASH}/{deleted_id}/restore"), 404)
    assert_problem(admin.delete(f"{TRASH}/{deleted_id}"), 404)
    frozen_clock.advance(timedelta(minutes=61))
    purge_expired()
    with reading() as session:
        assert session.exec(select(DeletedRecord.id)).all() == []


def test_the_name_of_a_deleted_visitor_is_not_stored_beside_the_record(admin: Client) -> None:
    MESSAGE.delete(admin, MESSAGE.create(admin, name="Grace Hopper"))
    with reading() as session:
        assert session.exec(select(DeletedRecord.name)).one() == ""
        assert "grace" not in str(session.exec(select(DeletedRecord.search_text)).one())


def test_an_editor_sees_sections_in_the_trash_but_only_an_admin_restores_them(
    admin: Client, editor: Client
) -> None:
    nominee, section = trash(admin, NOMINEE), trash(admin, SECTION)
    seen = {each["id"]: each["canRestore"] for each in trashed(editor)}
    assert seen == {nominee["id"]: True, section["id"]: False}
    assert [each["canRestore"] for each in trashed(admin)] == [True, True]
    assert_problem(editor.post(f"{path_of(section)}/restore"), 403)
    assert_problem(editor.delete(path_of(nominee)), 403)
    restore(editor, nominee)
    restore(admin, section)


def test_the_trash_is_searched_sorted_filtered_and_paged(admin: Client, editor: Client) -> None:
    trash(editor, NOMINEE, name="Zoé Adams")
    trash(admin, POST, title="A post on Zoe")
    trash(admin, PHOTO, title="Gala")

    def names(**params: str) -> list[str]:
        return [each["name"] for each in trashed(admin, **params)]

    assert names() == ["Gala", "A post on Zoe", "Zoé Adams"]
    assert names(search="zoe") == ["A post on Zoe", "Zoé Adams"]
    assert names(search="blog zoe") == ["A post on Zoe"]
    assert names(search=editor.get("/api/auth/me").json()["name"]) == ["Zoé Adams"]
    assert names(sort="name") == ["A post on Zoe", "Gala", "Zoé Adams"]
    assert names(sort="-recordType") == ["Gala", "Zoé Adams", "A post on Zoe"]
    assert names(sort="createdAt") == names()[::-1]
    assert names(type="blog post") == ["A post on Zoe"]
    page = admin.get(TRASH, params={"pageSize": "1", "page": "2", "type": "photo"}).json()
    assert (page["items"], page["total"], page["overall"]) == ([], 1, 3)
    for key, value in (("type", "dog"), ("sort", "rows")):
        problem = assert_problem(admin.get(TRASH, params={key: value}), 422)
        assert value not in problem["message"]


def test_a_photo_is_restored_without_the_nominee_who_is_gone(admin: Client) -> None:
    nominee = NOMINEE.create(admin)
    photo = PHOTO.create(admin, nomineeId=nominee["id"])
    PHOTO.delete(admin, photo)
    NOMINEE.delete(admin, nominee)
    [entry] = trashed(admin, search=photo["title"])
    restore(admin, entry)
    [restored] = PHOTO.records(admin)
    assert (restored["id"], restored["nomineeId"]) == (photo["id"], None)


@pytest.mark.parametrize("entity", [NOMINEE, COVER_PAGE, SECTION], ids=str)
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


@pytest.mark.usefixtures("long_sessions")
def test_files_of_a_record_in_the_trash_stay_until_it_is_gone(
    frozen_clock: FrozenClock, admin: Client
) -> None:
    url = upload(admin)
    trash(admin, NOMINEE, imageUrl=url)
    frozen_clock.advance(timedelta(days=29))
    purge_expired()
    assert exists(admin, url)
    frozen_clock.advance(timedelta(days=2))
    purge_expired()
    assert not exists(admin, url)


def test_subscribed_calendars_show_a_restored_event_once_it_is_published(
    editor: Client, anonymous: Client
) -> None:
    def feed() -> dict[str, str]:
        lines = anonymous.get("/events.ics").text.splitlines()
        return {key: value for key, _, value in (line.partition(":") for line in lines)}

    restore(
        editor, trash(editor, EVENT, startDate="2030-06-01T10:00Z", endDate="2030-06-01T11:00Z")
    )
    cancelled = feed()
    [event] = EVENT.records(editor)
    EVENT.change(editor, event, isPublished=True)
    confirmed = feed()
    assert (cancelled["STATUS"], confirmed["STATUS"]) == ("CANCELLED", "CONFIRMED")
    assert int(confirmed["SEQUENCE"]) > int(cancelled["SEQUENCE"])


def test_a_section_whose_identifier_is_in_use_stays_in_the_trash(admin: Client) -> None:
    entry = trash(admin, SECTION, identifier="the-same")
    SECTION.create(admin, identifier="the-same")
    problem = assert_problem(admin.post(f"{path_of(entry)}/restore"), 409)
    assert problem["message"] == "This identifier is already in use"
    assert trashed(admin) == [entry]


def test_records_of_a_type_that_a_role_does_not_manage_are_not_deleted_permanently(
    admin: Client, editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = trash(admin, SECTION)
    granted = permissions.GRANTED
    of_editor = granted[Role.EDITOR] | {Permission.EMPTY_TRASH}
    monkeypatch.setattr(permissions, "GRANTED", {**granted, Role.EDITOR: of_editor})
    result = change(editor, "delete", entry)
    assert result["changed"] == []
    assert result["skipped"][0]["reason"] == "Your role does not permit this"


def test_an_undo_leaves_a_record_whose_earlier_version_was_restored_since(
    admin: Client, editor: Client
) -> None:
    entry = trash(admin, NOMINEE, name="Ada")
    result = change(admin, "restore", entry)
    record = {"id": entry["recordId"]}
    NOMINEE.change(editor, record, name="Ada Lovelace", isPublished=True)
    NOMINEE.change(editor, record, name="Ada Lovelac")
    wanted = next(
        each
        for each in versions(editor, NOMINEE, record)
        if each["values"]["name"] == "Ada Lovelace"
    )
    path = f"{NOMINEE.path(record['id'])}/versions/{wanted['id']}/restore"
    assert editor.post(path).is_success
    undone = undo(admin, result)
    assert (undone["restored"], len(undone["skipped"])) == (0, 1)


def test_a_restored_record_whose_slug_is_taken_names_its_new_one(admin: Client) -> None:
    made = [POST.create(admin, title=title) for title in ("First", "Second")]
    ids = [each["id"] for each in made]
    admin.post("/api/blog/bulk", json={"action": "delete", "ids": ids}).raise_for_status()
    POST.create(admin, title="First")
    changed = change(admin, "restore", *trashed(admin))["changed"]
    assert {each["name"]: each["newSlug"] for each in changed} == {"First": "first-2", "Second": ""}
