"""Links to previews, for people without an account."""

from datetime import timedelta

import pytest
from httpx import Client
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.core.http.rate_limits import PREVIEWS
from awards_site.operations.retention import purge_expired
from awards_site.records.preview_links import PreviewLink
from tests.api.audit_log import entries
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    EVENT,
    NOMINEE,
    PUBLISHED,
    SPONSOR,
    USER,
    Entity,
)
from tests.api.prerender.previews.requests import assert_unavailable, is_winner, make_link, preview
from tests.api.test_drafts import PLANNED, make, save, save_title
from tests.api.test_embargoes import put_under_embargo
from tests.api.test_publication import YEAR


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_link_shows_the_draft_to_everybody(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    made = make(editor, entity)
    save_title(editor, entity, made)
    shown = anonymous.get(make_link(editor, entity, made))
    assert shown.status_code == 200
    assert PLANNED in shown.text
    assert "this is not public yet" in shown.text
    assert shown.headers["Cache-Control"] == "no-store"
    assert shown.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert shown.headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in shown.headers["Content-Security-Policy"]


def test_a_link_does_not_repeat_why_its_draft_cannot_be_published(
    editor: Client, anonymous: Client
) -> None:
    made = make(editor, EVENT, startDate="2030-01-01T10:00:00Z", endDate="2030-01-02T10:00:00Z")
    save(editor, EVENT, made, endDate="2030-01-01T12:00:00Z")
    link = make_link(editor, EVENT, made)
    EVENT.change(editor, made, startDate="2030-01-01T18:00:00Z")
    shown = anonymous.get(link)
    assert shown.status_code == 422
    assert "End date" not in shown.text
    assert "Please ask the person who sent you the link" in shown.text


def test_a_link_shows_no_other_draft(editor: Client, anonymous: Client) -> None:
    shared, other = make(editor, SPONSOR), make(editor, SPONSOR)
    hidden = SPONSOR.create(editor, is_published=False, name="Not yet announced")
    save_title(editor, SPONSOR, shared)
    save_title(editor, SPONSOR, other, "Another plan")
    shown = anonymous.get(make_link(editor, SPONSOR, shared)).text
    assert PLANNED in shown
    assert other["name"] in shown
    assert "Another plan" not in shown
    assert hidden["name"] not in shown


def test_an_expired_a_revoked_and_an_unknown_link_say_whom_to_ask(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE)
    save_title(editor, NOMINEE, made)
    links = f"{NOMINEE.path(made['id'])}/preview-links"
    revoked, expired = (make_link(editor, NOMINEE, made) for _ in range(2))
    listed = editor.get(links).json()
    assert [set(each) for each in listed] == [{"id", "createdAt", "userName", "expiresAt"}] * 2
    assert editor.delete(f"{links}/{listed[1]['id']}").status_code == 204
    assert editor.delete(f"{links}/{listed[1]['id']}").status_code == 404
    assert_unavailable(anonymous.get(revoked))
    assert anonymous.get(expired).status_code == 200
    frozen_clock.advance(timedelta(days=6, hours=23))
    assert anonymous.get(expired).status_code == 200
    frozen_clock.advance(timedelta(hours=1))
    assert_unavailable(anonymous.get(expired))
    assert_unavailable(anonymous.get("/preview/unknown"))
    purge_expired()
    with reading() as session:
        assert session.exec(select(PreviewLink)).all() == []


def test_a_link_leads_to_the_page_once_the_draft_is_published(
    editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE)
    link = make_link(editor, NOMINEE, made)
    save_title(editor, NOMINEE, made)
    assert anonymous.get(link).status_code == 200
    published = editor.post(f"{NOMINEE.path(made['id'])}/draft/publish").json()
    response = anonymous.get(link)
    assert (response.status_code, response.headers["Location"]) == (303, published["path"])
    NOMINEE.delete(editor, made)
    assert_unavailable(anonymous.get(link))


@pytest.mark.parametrize("way", ["draft", "update", "selection"])
def test_a_link_shows_no_draft_that_was_begun_after_the_record_was_published(
    way: str, editor: Client, anonymous: Client
) -> None:
    made = SPONSOR.create(editor, is_published=way == "draft")
    path = SPONSOR.path(made["id"])
    if way == "draft":
        save_title(editor, SPONSOR, made)
    link = make_link(editor, SPONSOR, made)
    assert anonymous.get(link).status_code == 200
    if way == "draft":
        published = editor.post(f"{path}/draft/publish")
    elif way == "update":
        published = editor.patch(path, json={SPONSOR.flag: True})
    else:
        body = {"ids": [made["id"]], "action": "publish"}
        published = editor.post(f"{SPONSOR.created}/bulk", json=body)
    assert published.status_code == 200, published.text
    save_title(editor, SPONSOR, made, "A second plan")
    assert anonymous.get(link).status_code == 303
    assert editor.get(f"{path}/preview-links").json() == []
    assert "A second plan" in anonymous.get(make_link(editor, SPONSOR, made)).text


def test_a_link_does_not_show_a_record_that_was_withdrawn(
    editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE)
    save_title(editor, NOMINEE, made)
    link = make_link(editor, NOMINEE, made)
    assert editor.patch(NOMINEE.path(made["id"]), json={"isPublished": False}).status_code == 200
    assert_unavailable(anonymous.get(link))


@pytest.mark.parametrize("together", [False, True])
def test_a_link_does_not_show_a_record_that_was_restored_from_the_trash(
    together: bool, editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE)
    save_title(editor, NOMINEE, made)
    link = make_link(editor, NOMINEE, made)
    NOMINEE.delete(editor, made)
    trash = "/api/admin/trash"
    key = editor.get(trash).json()["items"][0]["id"]
    if together:
        restored = editor.post(f"{trash}/bulk", json={"action": "restore", "ids": [key]})
    else:
        restored = editor.post(f"{trash}/{key}/restore")
    assert restored.is_success, restored.text
    assert_unavailable(anonymous.get(link))


def test_a_link_ends_by_the_schedule_of_the_record(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    start, end = (frozen_clock.now + timedelta(minutes=minutes) for minutes in (5, 10))
    times = {"publishAt": start.isoformat(), "unpublishAt": end.isoformat()}
    made = make(editor, NOMINEE, **times)
    link = make_link(editor, NOMINEE, made)
    assert anonymous.get(link).status_code == 200
    frozen_clock.advance(timedelta(minutes=5))
    save_title(editor, NOMINEE, made)
    assert anonymous.get(link).status_code == 303
    frozen_clock.advance(timedelta(minutes=5))
    assert_unavailable(anonymous.get(link))


@pytest.mark.parametrize("lost", ["account", "role"])
def test_a_link_ends_with_the_right_of_its_maker(
    lost: str, editor: Client, admin: Client, anonymous: Client
) -> None:
    made = NOMINEE.create(editor, isPublished=False)
    link = make_link(editor, NOMINEE, made)
    assert anonymous.get(link).status_code == 200
    maker = USER.path(editor.get("/api/auth/me").json()["id"])
    if lost == "account":
        assert admin.delete(maker).status_code == 204
    else:
        assert admin.patch(f"{maker}/role", json={"role": "user"}).status_code == 200
    assert_unavailable(anonymous.get(link))


def test_the_token_of_a_link_is_stored_as_a_hash(editor: Client) -> None:
    link = make_link(editor, NOMINEE, make(editor, NOMINEE))
    token = link.rpartition("/")[2]
    with reading() as session:
        stored = session.exec(select(PreviewLink)).one()
    assert token not in str(stored.model_dump())


def test_opening_links_is_rate_limited(monkeypatch: pytest.MonkeyPatch, anonymous: Client) -> None:
    monkeypatch.setattr(PREVIEWS, "rate", "2/minute")
    statuses = [anonymous.get("/preview/unknown").status_code for _ in range(3)]
    assert statuses == [410, 410, 429]


def test_links_are_in_the_audit_log(editor: Client, admin: Client) -> None:
    made = make(editor, NOMINEE)
    make_link(editor, NOMINEE, made)
    path = f"{NOMINEE.path(made['id'])}/preview-links"
    editor.delete(f"{path}/{editor.get(path).json()[0]['id']}")
    found = [each["action"] for each in entries(admin, search=made["name"])]
    assert found == ["preview-revoked", "preview-shared", "created"]


@pytest.mark.parametrize("published", [True, False])
def test_a_link_never_shows_results_that_are_not_public(
    published: bool, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    made = NOMINEE.create(editor, year=YEAR, isPublished=published)
    if published:
        # Neither results in the draft, nor a year without an embargo for those of the record.
        save(editor, NOMINEE, made, isWinner=True, isFinalist=True, company=PLANNED)
        link = make_link(editor, NOMINEE, made)
        shown = anonymous.get(link).text
        assert (PLANNED in shown, is_winner(shown)) == (True, False)
        assert is_winner(preview(editor, NOMINEE, made).text)
        put_under_embargo(editor, frozen_clock)
        editor.delete(f"{NOMINEE.path(made['id'])}/draft")
        NOMINEE.change(editor, made, isWinner=True)
        save(editor, NOMINEE, made, year=YEAR - 1, company=PLANNED)
    else:
        NOMINEE.change(editor, made, isWinner=True, company=PLANNED)
        link = make_link(editor, NOMINEE, made)
    shown = anonymous.get(link).text
    assert (PLANNED in shown, is_winner(shown)) == (True, False)


def test_results_that_are_public_stay_in_the_preview_of_a_link(
    editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE, isWinner=True)
    save_title(editor, NOMINEE, made)
    assert is_winner(anonymous.get(make_link(editor, NOMINEE, made)).text)
