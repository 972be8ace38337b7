"""Deleted records stay in the Trash, where they are restored or deleted for good."""

from datetime import timedelta

import pytest
from httpx import Client
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.operations.retention import purge_expired
from awards_site.records.versions import RecordVersion
from tests.api.audit_log import entries
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    RECEIVED,
    SECTION,
    USER,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.api.test_retention import exists, upload
from tests.api.test_versions import versions
from tests.api.trash import TRASH, path_of, restore, trash, trashed


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
    assert entity.records(admin) == [before | unpublished]
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


def test_a_section_whose_identifier_is_in_use_stays_in_the_trash(admin: Client) -> None:
    entry = trash(admin, SECTION, identifier="the-same")
    SECTION.create(admin, identifier="the-same")
    problem = assert_problem(admin.post(f"{path_of(entry)}/restore"), 409)
    assert problem["message"] == "This identifier is already in use"
    assert trashed(admin) == [entry]


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
