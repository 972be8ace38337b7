"""Previews of records and texts before visitors see them, and links to previews."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client, Response
from sqlmodel import select
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp

from awards_site.core.database import engine
from awards_site.core.database.sessions import reading, writers_turn
from awards_site.core.http.rate_limits import PREVIEWS
from awards_site.core.invalidation import content_version
from awards_site.operations.retention import purge_expired
from awards_site.prerender import middleware, previewing, renderer
from awards_site.prerender.middleware import Prerendering, WriteBarrierMiddleware
from awards_site.records.preview_links import PreviewLink
from tests.api.audit_log import entries
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
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
from tests.api.prerender.conftest import SERVER, wait_until, write_build
from tests.api.test_drafts import PLANNED, draft_path, make, publish, save, save_title
from tests.api.test_embargoes import put_under_embargo
from tests.api.test_errors import assert_problem
from tests.api.test_publication import YEAR, addresses, parameters
from tests.factories import Body

PAGES = {
    EVENT: "/events",
    NOMINEE: "/nominees",
    PHOTO: "/gallery",
    VIDEO: "/videos",
    POST: "/blog",
    SPONSOR: "/partners",
    COVER_PAGE: "/",
}
"""The page that shows the records of an entity."""


def preview(client: Client, entity: Entity, record: Body) -> Response:
    response = client.get(f"{entity.path(record['id'])}/preview")
    assert response.status_code == 200, response.text
    return response


def preview_values(client: Client, entity: Entity, record: Body, values: object) -> Response:
    text = values if isinstance(values, str) else json.dumps(values)
    return client.post(f"{entity.path(record['id'])}/preview", data={"values": text})


def make_link(client: Client, entity: Entity, record: Body) -> str:
    response = client.post(f"{entity.path(record['id'])}/preview-links")
    assert response.status_code == 201, response.text
    found = re.fullmatch(r"http://[^/]+(/preview/[\w-]{43})", response.json()["url"])
    assert found is not None
    return found[1]


def assert_unavailable(response: Response) -> None:
    assert response.status_code == 410
    assert "Please ask the person who sent it to you" in response.text
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"


def is_winner(text: str) -> bool:
    """Return whether any page that was rendered as JSON shows a winner or a finalist."""
    return '"isWinner":true' in text or '"isFinalist":true' in text


def preview_section(client: Client, identifier: str, content: object) -> Response:
    text = content if isinstance(content, str) else json.dumps(content)
    values = json.dumps({"identifier": identifier, "content": text})
    return client.post("/api/admin/content-preview", data={"values": values})


READS = """
  "/gallery": () => ["/api/photos"],
  "/videos": () => ["/api/videos"],
  "/partners": () => ["/api/sponsors/published"],
  "/blog/[key]": (_, path) => [`/api/blog/slug/${path.slice(6)}`],
"""
"""Further URLs that pages read, which no other test shows."""


@pytest.fixture(scope="session")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build whose pages show what they read, those of all entities included."""
    server = SERVER.replace('  "/blog/[key]": () => [],\n', READS)
    server = server.replace("?.[0]) ?? []", "?.[0], page.path) ?? []")
    return write_build(tmp_path_factory.mktemp("previews"), server)


@pytest.fixture
def site(prerendering: Prerendering, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> ASGIApp:
    """The public pages before the API, which renders previews."""
    monkeypatch.setattr(app, "state", type(app.state)())
    monkeypatch.setattr(middleware, "MAX_WAIT_SECONDS", 30.0)
    prerendering.add_previews(app)
    api = WriteBarrierMiddleware(app, prerendering.are_shown)
    return prerendering.before(prerendering.responses.wrap(api))


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_preview_shows_the_draft_on_the_records_page(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    made = make(editor, entity, **({"year": 2024} if entity in (PHOTO, VIDEO) else {}))
    save_title(editor, entity, made)
    shown = preview(editor, entity, made)
    assert PLANNED in shown.text
    assert made[entity.name] not in shown.text
    assert f'property="og:url" content="http://localhost:3000{PAGES[entity]}' in shown.text
    assert PLANNED not in anonymous.get(entity.shown).text
    assert editor.get(entity.path(made["id"])).json()[entity.name] == made[entity.name]


@pytest.mark.parametrize("entity", [NOMINEE, COVER_PAGE], ids=str)
def test_an_unpublished_record_is_shown_as_it_will_be_when_published(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    other = COVER_PAGE.create(editor, is_active=True)
    made = entity.create(editor, **{entity.flag: False, entity.name: PLANNED})
    assert PLANNED in preview(editor, entity, made).text
    assert editor.get(entity.path(made["id"])).json().items() >= made.items()
    assert anonymous.get("/api/cover-pages/active").json()["title"] == other["title"]
    assert len(editor.get(f"{entity.path(made['id'])}/versions").json()) == 1


def test_a_preview_is_framed_by_the_site_only_and_neither_stored_nor_indexed_nor_run(
    editor: Client,
) -> None:
    made = make(editor, NOMINEE)
    shown = preview(editor, NOMINEE, made)
    headers = shown.headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "ETag" not in headers
    policy = headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "script-src 'none'" in policy
    assert "form-action 'none'" in policy
    assert "<script" not in shown.text
    assert '<meta name="robots" content="noindex">' in shown.text


@pytest.mark.usefixtures("rendering")
def test_no_cache_keeps_a_preview(
    editor: Client, anonymous: Client, prerendering: Prerendering
) -> None:
    made = make(editor, NOMINEE)
    save(editor, NOMINEE, made, company=PLANNED)
    pages = ["/", "/nominees", made["path"]]
    anonymous.get(made["path"])
    assert wait_until(lambda: prerendering.pages.get(made["path"]) is not None)
    apis = ["/api/nominees/published", NOMINEE.path(made["id"]), "/api/nominees"]
    before = [anonymous.get(path).content for path in (*pages, *apis)]
    version = content_version.current()
    for _ in range(2):
        assert PLANNED in preview(editor, NOMINEE, made).text
    link = make_link(editor, NOMINEE, made)
    assert PLANNED in anonymous.get(link).text
    assert content_version.current() == version
    assert [anonymous.get(path).content for path in (*pages, *apis)] == before
    cached = prerendering.pages.get(made["path"])
    assert cached is not None
    assert PLANNED.encode() not in cached.body


def test_unsaved_values_are_previewed_and_not_stored(editor: Client) -> None:
    made = make(editor, NOMINEE)
    save(editor, NOMINEE, made, company="The draft")
    shown = preview_values(editor, NOMINEE, made, {"name": PLANNED, "title": "Director"})
    assert shown.status_code == 200
    assert PLANNED in shown.text
    assert "The draft" not in shown.text
    assert editor.get(NOMINEE.path(made["id"])).json() == made


@pytest.mark.parametrize("entity", [NOMINEE, COVER_PAGE], ids=str)
def test_a_new_record_is_previewed_before_it_is_stored(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    COVER_PAGE.create(editor, is_active=True)
    before = editor.get(entity.listed).json()
    body = entity.body(**{entity.name: PLANNED, entity.flag: False})
    path = f"{entity.created}/preview"
    shown = editor.post(path, data={"values": json.dumps(body)})
    assert shown.status_code == 200, shown.text
    assert PLANNED in shown.text
    assert f'property="og:url" content="http://localhost:3000{PAGES[entity]}' in shown.text
    assert editor.get(entity.listed).json() == before
    assert PLANNED not in anonymous.get(entity.shown).text
    refused = editor.post(path, data={"values": json.dumps({**body, entity.name: ""})})
    assert refused.status_code == 422
    assert "This cannot be previewed yet" in refused.text


def test_values_that_cannot_be_published_are_refused_with_the_reason(editor: Client) -> None:
    made = make(editor, EVENT)
    for values, text in (
        ({"title": ""}, "Title"),
        ({"endDate": "2099-01-01T00:00:00Z"}, "End date must not be before the start date"),
        ("[", "Send a JSON object"),
        ("[" * 200_000, "Send a JSON object"),
    ):
        response = preview_values(editor, EVENT, made, values)
        assert response.status_code == 422, values
        assert text in response.text
        assert "frame-ancestors 'self'" in response.headers["Content-Security-Policy"]


def test_a_missing_record_and_a_page_that_fails_are_named_in_the_preview(editor: Client) -> None:
    missing = editor.get(f"{NOMINEE.path(999)}/preview")
    assert (missing.status_code, "Nominee not found" in missing.text) == (404, True)
    made = make(editor, NOMINEE, name="breaks the page")
    failed = editor.get(f"{NOMINEE.path(made['id'])}/preview")
    assert (failed.status_code, "could not be rendered" in failed.text) == (503, True)


def test_previews_of_staff_show_what_is_under_embargo(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE, year=YEAR, embargoedContent=["position"])
    put_under_embargo(editor, frozen_clock)
    own_time = (frozen_clock.now + timedelta(days=2)).isoformat()
    save(editor, NOMINEE, made, isWinner=True, company=PLANNED, revealAt=own_time)
    shown = preview(editor, NOMINEE, made).text
    assert (PLANNED in shown, is_winner(shown)) == (True, True)
    assert anonymous.get(NOMINEE.path(made["id"])).json()["company"] == ""


@pytest.mark.parametrize("entity", [NOMINEE, COVER_PAGE], ids=str)
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


BLOCK = "/api/content-blocks?identifier=page.about"
TEXTS = {"title": PLANNED}


@pytest.fixture
def section(editor: Client) -> Body:
    made = SECTION.create(editor, identifier="page.about", content={"title": "Stored"})
    assert save(editor, SECTION, made, content=TEXTS).json()["values"] == {"content": TEXTS}
    return made


def shown_title(client: Client) -> Any:
    return client.get(BLOCK).json()[0]["texts"]["title"]


def test_visitors_read_the_stored_texts_until_the_draft_is_published(
    section: Body, editor: Client, anonymous: Client
) -> None:
    edits = f"{SECTION.path(section['id'])}/history"
    assert shown_title(anonymous) == "Stored"
    assert anonymous.get("/api/content/page.about").json()["content"] == {"title": "Stored"}
    assert editor.get(edits).json() == []
    assert publish(editor, SECTION, section).json()["content"] == TEXTS
    assert shown_title(anonymous) == PLANNED
    assert [each["newContent"] for each in editor.get(edits).json()] == [TEXTS]
    assert_problem(editor.get(draft_path(SECTION, section)), 404)


def test_the_draft_is_previewed_on_its_page(section: Body, editor: Client) -> None:
    shown = preview(editor, SECTION, section).text
    assert (PLANNED in shown, "Stored" in shown) == (True, False)
    typed = preview_values(editor, SECTION, section, {"content": {"title": "Typed"}}).text
    assert ("Typed" in typed, PLANNED in typed) == (True, False)


def test_a_link_shows_the_draft_and_then_leads_to_the_page(
    section: Body, editor: Client, anonymous: Client
) -> None:
    link = make_link(editor, SECTION, section)
    assert PLANNED in anonymous.get(link).text
    publish(editor, SECTION, section)
    followed = anonymous.get(link)
    assert (followed.status_code, followed.headers["Location"]) == (303, "/about")


@pytest.mark.parametrize("is_stored", [True, False])
def test_the_texts_of_a_section_are_previewed_on_its_page_and_not_stored(
    is_stored: bool, editor: Client, anonymous: Client
) -> None:
    if is_stored:
        SECTION.create(editor, identifier="page.about", content={"title": "Stored"})
    before = editor.get("/api/content").json()
    shown = preview_section(editor, "page.about", {"title": PLANNED})
    assert shown.status_code == 200
    assert PLANNED in shown.text
    assert "Stored" not in shown.text
    assert shown.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert shown.headers["Cache-Control"] == "no-store"
    assert editor.get("/api/content").json() == before
    texts = anonymous.get("/api/content-blocks?identifier=page.about").json()
    assert [each["texts"]["title"] for each in texts] == (["Stored"] if is_stored else [])


@pytest.mark.parametrize(
    ("identifier", "content", "reason"),
    [
        ("page.about", {"title": ""}, "title: "),
        ("page.about", "{", "no valid JSON"),
        ("page.about", "[]", "no valid JSON"),
        ("page.unknown", {}, "No page shows"),
        ("mail.replies", {}, "No page shows"),
    ],
)
def test_texts_that_no_page_shows_are_refused_with_the_reason(
    identifier: str, content: object, reason: str, editor: Client
) -> None:
    response = preview_section(editor, identifier, content)
    assert response.status_code == 200
    assert "This cannot be previewed yet" in response.text
    assert reason in response.text


def test_users_who_only_read_texts_see_no_drafts(section: Body, user: Client) -> None:
    assert user.get(SECTION.path(section["id"])).json()["content"] == {"title": "Stored"}
    assert_problem(user.get(draft_path(SECTION, section)), 403)


def test_a_link_to_a_cover_page_ends_when_its_schedule_is_removed(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    start = (frozen_clock.now - timedelta(minutes=5)).isoformat()
    made = COVER_PAGE.create(editor, publish_at=start)
    save_title(editor, COVER_PAGE, made)
    link = make_link(editor, COVER_PAGE, made)
    assert PLANNED in anonymous.get(link).text
    COVER_PAGE.change(editor, made, publish_at=None)
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


def test_cover_pages_are_previewed_while_one_is_scheduled_whose_link_ends_with_its_start(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    start, end = (frozen_clock.now + timedelta(minutes=minutes) for minutes in (5, 10))
    times = {"publish_at": start.isoformat(), "unpublish_at": end.isoformat()}
    usual = make(editor, COVER_PAGE, title="The usual one")
    gala = COVER_PAGE.create(editor, title=PLANNED, **times)
    link = make_link(editor, COVER_PAGE, gala)
    assert PLANNED in anonymous.get(link).text
    frozen_clock.advance(timedelta(minutes=5))
    assert anonymous.get(link).status_code == 303
    assert usual["title"] in preview(editor, COVER_PAGE, usual).text
    assert anonymous.get("/api/cover-pages/active").json()["title"] == PLANNED
    frozen_clock.advance(timedelta(minutes=5))
    assert_unavailable(anonymous.get(link))


def test_other_editors_save_while_a_preview_is_rendered(
    editor: Client, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Body] = []

    async def render_slowly(*args: Any) -> Any:
        rendering = await renderer.render_content(*args)
        saved.append(await run_in_threadpool(EVENT.create, admin))
        return rendering

    monkeypatch.setattr(previewing, "render_content", render_slowly)
    preview(editor, EVENT, EVENT.create(editor))
    assert saved


def test_no_public_response_waits_for_writers(
    app: FastAPI, editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A preview reads them while it holds the lock of the writers."""
    made = {entity: make(editor, entity) for entity in PUBLISHED}
    paths = addresses(app, parameters(made) | {"slug": ["a-post"], "year": ["2024"]})
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.01)
    with writers_turn():
        statuses = {path: anonymous.get(path).status_code for path in paths}
    assert [path for path, status in statuses.items() if status >= 500] == []


def test_a_scheduled_record_is_shown_before_its_time(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    at = (frozen_clock.now + timedelta(days=2)).isoformat()
    made = make(editor, NOMINEE, publishAt=at, name=PLANNED)
    assert PLANNED in preview(editor, NOMINEE, made).text
