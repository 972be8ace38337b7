"""Versions of records, and conditional writes: ETag, `If-Match` and 412 (RFC 9110)."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import Client, Response
from sqlmodel import delete, select, update

from awards_site.core.database.sessions import reading, writing
from awards_site.core.files.variant_worker import make_missing_variants
from awards_site.operations.retention import purge_expired
from awards_site.records.versions import RecordVersion
from tests.api.client import body_of
from tests.api.conftest import FrozenClock, NewClient
from tests.api.entities import COVER_PAGE, ENTITIES, NOMINEE, PHOTO, PUBLISHED, USER, Entity
from tests.api.test_errors import assert_problem
from tests.api.test_sessions import sign_in
from tests.factories import Body
from tests.image_files import image_bytes


def versions(client: Client, entity: Entity, record: Body) -> list[Body]:
    return body_of(client.get(f"{entity.path(record['id'])}/versions"))


def restore(
    client: Client, entity: Entity, record: Body, version: Body, **headers: str
) -> Response:
    path = f"{entity.path(record['id'])}/versions/{version['id']}/restore"
    return client.post(path, headers=headers)


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_each_change_is_a_version_newest_first(entity: Entity, editor: Client) -> None:
    made = entity.create(editor, **{entity.name: "First"})
    entity.change(editor, made, **{entity.name: "Second"})
    entity.change(editor, made, **{entity.flag: not made[entity.flag]})
    listed = versions(editor, entity, made)
    assert [each["values"][entity.name] for each in listed] == ["Second", "Second", "First"]
    flagged = "unpublished" if made[entity.flag] else "published"
    expected = ["updated" if entity is COVER_PAGE else flagged, "updated", "created"]
    assert [each["action"] for each in listed] == expected
    assert {each["userName"] for each in listed} == {editor.get("/api/auth/me").json()["name"]}
    assert listed[0]["values"][entity.flag] is not listed[1]["values"][entity.flag]


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_version_has_the_fields_of_an_update_as_the_record_has_them(
    entity: Entity, editor: Client
) -> None:
    made = entity.create(editor)
    [version] = versions(editor, entity, made)
    assert version["values"].keys() >= {entity.name, entity.flag}
    assert version["values"].items() <= made.items()


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_restored_version_is_a_new_one_and_leaves_the_record_published(
    entity: Entity, editor: Client
) -> None:
    made = entity.create(editor, **{entity.name: "First", entity.flag: False})
    entity.change(editor, made, **{entity.name: "Second"})
    entity.change(editor, made, **{entity.flag: True})
    first = versions(editor, entity, made)[-1]
    response = restore(editor, entity, made, first)
    assert response.status_code == 200, response.text
    assert (response.json()[entity.name], response.json()[entity.flag]) == ("First", True)
    newest = versions(editor, entity, made)[0]
    assert newest["action"] == "restored"
    assert newest["values"] == first["values"] | {entity.flag: True}


def test_the_first_change_of_an_older_record_also_stores_what_it_was(editor: Client) -> None:
    made = NOMINEE.create(editor, name="Before")
    with writing() as session:
        session.execute(delete(RecordVersion))
    NOMINEE.change(editor, made, name="After")
    after, before = versions(editor, NOMINEE, made)
    assert (before["action"], before["userName"]) == ("original", None)
    assert before["createdAt"] < after["createdAt"]
    assert before["values"] == after["values"] | {"name": "Before"}


def test_the_number_of_versions_is_limited_on_request(editor: Client) -> None:
    made = NOMINEE.create(editor)
    for name in ("Second", "Third"):
        NOMINEE.change(editor, made, name=name)
    path = f"{NOMINEE.path(made['id'])}/versions"
    assert editor.get(path, params={"limit": 2}).json() == versions(editor, NOMINEE, made)[:2]
    assert_problem(editor.get(path, params={"limit": 0}), 422)


def test_restoring_is_refused_if_the_record_has_changed_since(editor: Client) -> None:
    made = NOMINEE.create(editor)
    seen = editor.get(NOMINEE.path(made["id"])).headers["ETag"]
    NOMINEE.change(editor, made, name="Changed meanwhile")
    [_, first] = versions(editor, NOMINEE, made)
    assert_problem(restore(editor, NOMINEE, made, first, **{"If-Match": seen}), 412)
    current = editor.get(NOMINEE.path(made["id"]))
    assert current.json()["name"] == "Changed meanwhile"
    known = {"If-Match": current.headers["ETag"]}
    assert restore(editor, NOMINEE, made, first, **known).status_code == 200


def test_a_version_that_breaks_a_newer_rule_is_refused_and_changes_nothing(editor: Client) -> None:
    made = NOMINEE.create(editor)
    [version] = versions(editor, NOMINEE, made)
    with writing() as session:
        row = session.get_one(RecordVersion, version["id"]).row | {"name": "", "year": 1}
        session.execute(update(RecordVersion).values(row=row))
    problem = assert_problem(restore(editor, NOMINEE, made, version), 422)
    assert {each["field"] for each in problem["errors"]} == {"name", "year"}
    assert editor.get(NOMINEE.path(made["id"])).json()["name"] == made["name"]


def test_versions_of_other_records_are_not_found(editor: Client) -> None:
    made, other = NOMINEE.create(editor), NOMINEE.create(editor)
    photo = PHOTO.create(editor)
    for entity, record in ((NOMINEE, other), (PHOTO, photo)):
        [version] = versions(editor, entity, record)
        assert_problem(restore(editor, NOMINEE, made, version), 404)
    assert_problem(editor.get(f"{NOMINEE.path(99)}/versions"), 404)


def test_an_undone_deletion_keeps_the_versions_until_the_record_is_gone_for_good(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    made, other = NOMINEE.create(editor), NOMINEE.create(editor)
    NOMINEE.delete(editor, made)
    purge_expired()
    NOMINEE.restore(editor, made)
    actions = [each["action"] for each in versions(editor, NOMINEE, made)]
    assert actions == ["restored", "deleted", "created"]
    NOMINEE.delete(editor, made)
    frozen_clock.advance(timedelta(days=31))
    purge_expired()
    with reading() as session:
        assert session.exec(select(RecordVersion.record_id)).all() == [other["id"]]


def make(client: Client, entity: Entity) -> tuple[str, str]:
    """Create a record; return its path and its ETag."""
    response = client.post(entity.created, json=entity.body())
    return entity.path(response.json()["id"]), response.headers["ETag"]


def change(
    client: Client, entity: Entity, path: str, tag: str | None = None, **fields: Any
) -> Response:
    """Change a record, with If-Match if `tag` is given."""
    headers = {} if tag is None else {"If-Match": tag}
    return client.request(entity.method, path, json=fields, headers=headers)


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_reads_creations_and_updates_return_the_same_etag(entity: Entity, admin: Client) -> None:
    path, created = make(admin, entity)
    assert admin.get(path).headers["ETag"] == created
    changed = change(admin, entity, path, **{entity.name: "Another name"})
    assert changed.headers["ETag"] != created
    assert admin.get(path).headers["ETag"] == changed.headers["ETag"]


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_the_second_of_two_editors_gets_412(entity: Entity, admin: Client) -> None:
    path, tag = make(admin, entity)
    assert change(admin, entity, path, tag, **{entity.name: "The first"}).status_code == 200
    problem = assert_problem(change(admin, entity, path, tag, **{entity.name: "The second"}), 412)
    assert "changed" in problem["message"]
    assert_problem(admin.delete(path, headers={"If-Match": tag}), 412)
    assert admin.get(path).json()[entity.name] == "The first"


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_write_with_a_matching_etag_or_none_succeeds(entity: Entity, admin: Client) -> None:
    path, tag = make(admin, entity)
    for form in ("{}", "W/{}", '"other", {}', "*", None):
        match = form and form.format(tag)
        changed = change(admin, entity, path, match, **{entity.name: f"Named by {form}"})
        assert changed.status_code == 200, form
        tag = changed.headers["ETag"]
    assert admin.delete(path, headers={"If-Match": tag}).status_code == 204


def test_generating_image_variants_does_not_change_the_etag(editor: Client) -> None:
    url = editor.post("/api/upload/image", files={"file": ("a.png", image_bytes())}).json()["url"]
    record = NOMINEE.create(editor, imageUrl=url)
    path = NOMINEE.path(record["id"])
    before = editor.get(path)
    assert before.json()["image"] == record["image"]
    assert (record["image"]["src"], record["image"]["avif"]) == (url, [])
    list(make_missing_variants())
    after = editor.get(path)
    assert after.json()["image"]["avif"]
    assert after.headers["ETag"] == before.headers["ETag"]
    [listed] = editor.get("/api/nominees", params={"search": record["name"]}).json()["items"]
    assert listed["image"] == after.json()["image"]


def test_a_deleted_record_returns_404_for_any_etag(editor: Client) -> None:
    path, tag = make(editor, NOMINEE)
    editor.delete(path)
    assert_problem(change(editor, NOMINEE, path, tag, name="Too late"), 404)


def test_versions_outlive_the_account_of_their_author(admin: Client, new_client: NewClient) -> None:
    author, client = USER.create(admin, role="editor"), new_client()
    assert sign_in(client, author["username"]).is_success
    made = NOMINEE.create(client)
    USER.delete(admin, author)
    [version] = versions(admin, NOMINEE, made)
    assert version["userName"] is None
