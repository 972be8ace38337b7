"""Drafts of changes: visitors see the published record until its draft is published."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from httpx import Client, Response
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.operations.retention import purge_expired
from awards_site.records.pending_changes import PendingChanges
from tests.api.client import body_of
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    DRAFTED,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    SECTION,
    SPONSOR,
    USER,
    VIDEO,
    Entity,
)
from tests.api.public import PUBLIC
from tests.api.test_embargoes import read_all
from tests.api.test_errors import assert_problem
from tests.api.test_publication import addresses, parameters
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

PLANNED = "A planned title"


def make(client: Client, entity: Entity, **fields: object) -> Body:
    published = {entity.flag: True} if entity.flag else {}
    return entity.create(client, **published | fields)


def draft_path(entity: Entity, record: Body) -> str:
    return f"{entity.path(record['id'])}/draft"


def save(
    client: Client, entity: Entity, record: Body, seen: str = "", **fields: object
) -> Response:
    headers = {"If-Match": seen} if seen else {}
    return client.put(draft_path(entity, record), json=fields, headers=headers)


def save_title(client: Client, entity: Entity, record: Body, title: str = PLANNED) -> Body:
    return body_of(save(client, entity, record, **{entity.name: title}))


def publish(
    client: Client, entity: Entity, record: Body, seen: str = "", **fields: object
) -> Response:
    headers = {"If-Match": seen} if seen else {}
    path = f"{draft_path(entity, record)}/publish"
    return client.post(path, headers=headers, json=fields or None)


def drafts(client: Client, entity: Entity) -> list[int]:
    """Return the ids of the records in the first page of the list that have drafts."""
    return client.get(entity.listed, params={"page": 1}).json()["drafts"]


def etag(client: Client, path: str) -> str:
    found: str = client.get(path).headers["ETag"]
    return found


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_draft_changes_nothing_of_its_record(entity: Entity, editor: Client) -> None:
    made = make(editor, entity)
    path = entity.path(made["id"])
    before = editor.get(path)
    draft = save_title(editor, entity, made)
    after = editor.get(path)
    assert (after.json(), after.headers["ETag"]) == (before.json(), before.headers["ETag"])
    assert len(editor.get(f"{path}/versions").json()) == 1
    assert draft["values"] == {entity.name: PLANNED}
    assert draft["base"].items() <= made.items()
    assert draft["base"][entity.name] == made[entity.name]
    assert draft["isOutdated"] is False
    assert draft["userName"] == editor.get("/api/auth/me").json()["name"]
    assert editor.get(f"{path}/draft").json() == draft
    assert drafts(editor, entity) == [made["id"]]


@pytest.mark.parametrize("caller", ["anonymous", "user"])
def test_no_byte_of_any_public_url_tells_that_there_are_drafts(
    caller: str,
    app: FastAPI,
    frozen_clock: FrozenClock,
    editor: Client,
    request: pytest.FixtureRequest,
) -> None:
    visitor = request.getfixturevalue(caller)
    visitor.get("/api/auth/me")  # Makes the browser known.
    made = {
        entity: make(editor, entity, **fields)
        for entity, fields in (
            (NOMINEE, {"year": 2024}),
            (EVENT, {"title": "Gala"}),
            (PHOTO, {"year": 2024}),
            (VIDEO, {"tags": ["tag"]}),
            (POST, {"slug": "a-post", "tags": ["tag"]}),
            (SPONSOR, {}),
            (COVER_PAGE, {}),
            (SECTION, {"identifier": "page.about", "content": {}}),
        )
    }
    values = parameters(made) | {"slug": ["a-post", "another-post"], "year": ["2024", "2031"]}
    paths = [*addresses(app, values), *PUBLIC, "/api/nominees?isWinner=true"]
    without = read_all(visitor, paths)
    for entity, record in made.items():
        save_title(editor, entity, record)
    save(editor, NOMINEE, made[NOMINEE], isWinner=True, isFinalist=True, year=2031)
    save(editor, POST, made[POST], slug="another-post")
    save(editor, PHOTO, made[PHOTO], year=2031)
    save(editor, SECTION, made[SECTION], content={"title": PLANNED})
    assert len(paths) > 60
    with_drafts = read_all(visitor, paths)
    assert [path for path in paths if without[path] != with_drafts[path]] == []


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_publishing_is_one_update_after_which_the_draft_is_gone(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    made = make(editor, entity)
    save_title(editor, entity, made)
    assert PLANNED not in anonymous.get(entity.shown).text
    response = publish(editor, entity, made)
    assert response.status_code == 200, response.text
    assert response.json()[entity.name] == PLANNED
    assert response.headers["ETag"] == etag(editor, entity.path(made["id"]))
    assert PLANNED in anonymous.get(entity.shown).text
    versions = editor.get(f"{entity.path(made['id'])}/versions").json()
    assert [each["action"] for each in versions] == ["updated", "created"]
    assert_problem(editor.get(draft_path(entity, made)), 404)
    assert_problem(publish(editor, entity, made), 412)


def test_fields_are_added_to_the_draft_and_published_with_it(editor: Client) -> None:
    made = make(editor, NOMINEE, name="Before")
    save(editor, NOMINEE, made, name=PLANNED, isWinner=True)
    assert save(editor, NOMINEE, made, company="Another").json()["values"] == {
        "name": PLANNED,
        "isWinner": True,
        "company": "Another",
    }
    published = publish(editor, NOMINEE, made, title="Director").json()
    assert published == made | {
        "name": PLANNED,
        "isWinner": True,
        "company": "Another",
        "title": "Director",
        "path": published["path"],
    }


def test_a_draft_without_a_difference_is_deleted(editor: Client) -> None:
    made = make(editor, EVENT)
    assert save(editor, EVENT, made, title=made["title"]).json() is None
    save_title(editor, EVENT, made)
    # The same instant in another time zone is no difference.
    draft = save(editor, EVENT, made, startDate="2100-06-01T20:00:00+02:00").json()
    assert draft["values"] == {"title": PLANNED}
    response = save(editor, EVENT, made, title=made["title"])
    assert response.json() is None
    assert response.headers["ETag"] == etag(editor, EVENT.path(made["id"]))
    assert_problem(editor.get(draft_path(EVENT, made)), 404)


@pytest.mark.parametrize("entity", DRAFTED, ids=str)
def test_an_invalid_draft_is_refused_with_the_messages_of_an_update(
    entity: Entity, editor: Client
) -> None:
    made = make(editor, entity)
    refused = assert_problem(save(editor, entity, made, **{entity.name: ""}), 422)
    update = editor.request(entity.method, entity.path(made["id"]), json={entity.name: ""})
    assert refused == update.json()
    assert_problem(editor.get(draft_path(entity, made)), 404)


def test_rules_are_checked_when_a_draft_is_saved_and_when_it_is_published(editor: Client) -> None:
    event = make(editor, EVENT)
    problem = assert_problem(save(editor, EVENT, event, endDate="2099-01-01T00:00:00Z"), 422)
    assert problem["errors"][0]["field"] == "endDate"
    moved = {"startDate": "2100-07-01T18:00:00Z", "endDate": "2100-07-01T22:00:00Z"}
    assert save(editor, EVENT, event, **moved).status_code == 200
    assert_problem(save(editor, EVENT, event, endDate="2100-06-02T00:00:00Z"), 422)
    make(editor, POST, slug="is-taken")
    assert_problem(save(editor, POST, make(editor, POST), slug="is-taken"), 409)
    post = make(editor, POST, slug="mine")
    save(editor, POST, post, slug="wanted")
    make(editor, POST, slug="wanted")
    assert_problem(publish(editor, POST, post), 409)
    assert editor.get(draft_path(POST, post)).json()["values"] == {"slug": "wanted"}


def test_only_published_records_have_drafts(editor: Client) -> None:
    made = make(editor, NOMINEE, isPublished=False)
    assert_problem(save(editor, NOMINEE, made, name=PLANNED), 409)


def test_a_draft_stays_when_its_record_is_unpublished(editor: Client, anonymous: Client) -> None:
    made = make(editor, NOMINEE)
    save_title(editor, NOMINEE, made)
    path = NOMINEE.path(made["id"])
    assert editor.patch(path, json={"isPublished": False}).status_code == 200
    assert editor.get(f"{path}/draft").json()["values"] == {"name": PLANNED}
    seen = f"{etag(editor, f'{path}/draft')}, {etag(editor, path)}"
    assert save(editor, NOMINEE, made, seen, company="A planned company").status_code == 200
    published = publish(editor, NOMINEE, made).json()
    assert (published["name"], published["isPublished"]) == (PLANNED, False)
    assert anonymous.get(path).status_code == 404


def test_a_draft_is_not_published_over_a_change_since_it_was_begun(editor: Client) -> None:
    made = make(editor, NOMINEE)
    save_title(editor, NOMINEE, made)
    path = NOMINEE.path(made["id"])
    NOMINEE.change(editor, made, company="Changed meanwhile")
    seen = etag(editor, f"{path}/draft")
    assert editor.get(f"{path}/draft").json()["isOutdated"] is True
    assert_problem(publish(editor, NOMINEE, made), 412)
    assert_problem(publish(editor, NOMINEE, made, seen), 412)
    current = editor.get(path)
    assert current.json()["name"] == made["name"]
    both = f"{seen}, {current.headers['ETag']}"
    published = publish(editor, NOMINEE, made, both).json()
    assert (published["name"], published["company"]) == (PLANNED, "Changed meanwhile")


def test_a_draft_is_not_saved_over_one_that_the_caller_has_not_seen(editor: Client) -> None:
    made = make(editor, NOMINEE)
    path = NOMINEE.path(made["id"])
    seen = etag(editor, path)
    first = save(editor, NOMINEE, made, seen, name=PLANNED)
    assert first.status_code == 200
    assert_problem(save(editor, NOMINEE, made, seen, name="Theirs"), 412)
    assert_problem(editor.delete(f"{path}/draft", headers={"If-Match": seen}), 412)
    second = save(editor, NOMINEE, made, first.headers["ETag"], company="Another")
    assert second.json()["values"] == {"name": PLANNED, "company": "Another"}
    assert_problem(publish(editor, NOMINEE, made, first.headers["ETag"]), 412)
    assert publish(editor, NOMINEE, made, second.headers["ETag"]).status_code == 200


@pytest.mark.parametrize("entity", DRAFTED, ids=str)
def test_a_discarded_draft_can_be_restored(entity: Entity, editor: Client) -> None:
    made = make(editor, entity)
    path = draft_path(entity, made)
    draft = save_title(editor, entity, made)
    assert editor.delete(path).status_code == 204
    for method, at in (("GET", path), ("DELETE", path)):
        assert_problem(editor.request(method, at), 404)
    assert_problem(publish(editor, entity, made), 412)
    assert editor.post(f"{path}/restore").json() == draft
    assert editor.get(path).json() == draft
    assert_problem(editor.post(f"{path}/restore"), 409)


def test_a_discarded_draft_is_kept_for_an_hour_unless_a_new_one_replaces_it(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    made = make(editor, NOMINEE)
    path = draft_path(NOMINEE, made)
    save_title(editor, NOMINEE, made)
    editor.delete(path)
    frozen_clock.advance(timedelta(minutes=61))
    assert_problem(editor.post(f"{path}/restore"), 404)
    purge_expired()
    with reading() as session:
        assert session.exec(select(PendingChanges)).all() == []
    save_title(editor, NOMINEE, made)
    editor.delete(draft_path(NOMINEE, made))
    assert save(editor, NOMINEE, made, company="Another").json()["values"] == {"company": "Another"}


def test_a_draft_comes_back_with_its_record_and_goes_with_it_for_good(
    frozen_clock: FrozenClock, editor: Client, admin: Client
) -> None:
    restored, trashed, purged = (make(editor, NOMINEE) for _ in range(3))
    for each in (restored, trashed, purged):
        save_title(editor, NOMINEE, each)
        NOMINEE.delete(editor, each)
    assert drafts(editor, NOMINEE) == []
    assert NOMINEE.restore(editor, restored).status_code == 200
    assert editor.get(draft_path(NOMINEE, restored)).json()["values"] == {"name": PLANNED}
    deleted = editor.get("/api/admin/trash", params={"search": trashed["name"]}).json()["items"]
    assert admin.delete(f"/api/admin/trash/{deleted[0]['id']}").status_code == 204
    with reading() as session:
        kept = session.exec(select(PendingChanges.record_id)).all()
    assert sorted(kept) == [restored["id"], purged["id"]]
    frozen_clock.advance(timedelta(days=31))
    purge_expired()
    with reading() as session:
        assert session.exec(select(PendingChanges.record_id)).all() == [restored["id"]]


def test_drafts_are_in_the_audit_log(editor: Client, admin: Client) -> None:
    made = make(editor, NOMINEE, name="Before")
    save_title(editor, NOMINEE, made)
    editor.delete(draft_path(NOMINEE, made))
    editor.post(f"{draft_path(NOMINEE, made)}/restore")
    publish(editor, NOMINEE, made)
    entries = admin.get("/api/admin/audit", params={"search": "nominee"}).json()["items"]
    mine = [each for each in entries if each["recordId"] == made["id"]]
    assert [each["action"] for each in mine] == [
        "updated",
        "draft-restored",
        "draft-discarded",
        "draft-saved",
        "created",
    ]
    saved = admin.get(f"/api/admin/audit/{mine[3]['id']}").json()
    assert saved["changes"] == [["name", "Before", PLANNED]]


def test_a_draft_is_based_on_the_record_that_the_caller_has_seen(editor: Client) -> None:
    made = make(editor, NOMINEE)
    first = save(editor, NOMINEE, made, name=PLANNED)
    NOMINEE.change(editor, made, company="Changed meanwhile")
    draft = save(editor, NOMINEE, made, first.headers["ETag"], title="Director")
    assert draft.json()["isOutdated"] is True
    both = f"{draft.headers['ETag']}, {etag(editor, NOMINEE.path(made['id']))}"
    rebased = save(editor, NOMINEE, made, both, company="Changed meanwhile").json()
    assert rebased["isOutdated"] is False
    assert rebased["base"]["company"] == "Changed meanwhile"
    assert rebased["values"] == {"name": PLANNED, "title": "Director"}


def test_an_unpublished_record_keeps_its_schedule_when_its_draft_publishes_it(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    at = (frozen_clock.now + timedelta(days=2)).isoformat()
    made = make(editor, NOMINEE, publishAt=at)
    save(editor, NOMINEE, made, name=PLANNED)
    NOMINEE.change(editor, made, isPublished=False)
    draft = editor.get(draft_path(NOMINEE, made))
    both = f"{draft.headers['ETag']}, {etag(editor, NOMINEE.path(made['id']))}"
    save(editor, NOMINEE, made, both, isPublished=True)
    published = publish(editor, NOMINEE, made).json()
    assert (published["isPublished"], published["publishAt"]) == (True, made["publishAt"])


def test_drafts_outlive_the_account_of_their_author(admin: Client, editor: Client) -> None:
    made = make(admin, NOMINEE)
    save_title(editor, NOMINEE, made)
    USER.delete(admin, {"id": editor.get("/api/auth/me").json()["id"]})
    draft = admin.get(draft_path(NOMINEE, made)).json()
    assert (draft["userName"], draft["values"]) == (None, {"name": PLANNED})


def test_a_restored_version_leaves_the_draft_which_is_then_outdated(editor: Client) -> None:
    made = make(editor, NOMINEE)
    NOMINEE.change(editor, made, company="Second")
    save_title(editor, NOMINEE, made)
    path = NOMINEE.path(made["id"])
    first = editor.get(f"{path}/versions").json()[-1]
    assert editor.post(f"{path}/versions/{first['id']}/restore").status_code == 200
    draft = editor.get(f"{path}/draft").json()
    assert (draft["values"], draft["isOutdated"]) == ({"name": PLANNED}, True)
