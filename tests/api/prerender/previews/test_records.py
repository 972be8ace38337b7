"""Staff preview records on their pages before visitors see them."""

import json
from datetime import timedelta

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.core.database import engine
from awards_site.core.database.sessions import writers_turn
from awards_site.core.invalidation import content_version
from awards_site.prerender.middleware import Prerendering
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    PUBLISHED,
    VIDEO,
    Entity,
)
from tests.api.prerender.conftest import wait_until
from tests.api.prerender.previews.requests import (
    PAGES,
    is_winner,
    make_link,
    preview,
    preview_values,
)
from tests.api.test_drafts import PLANNED, make, save, save_title
from tests.api.test_embargoes import put_under_embargo
from tests.api.test_publication import YEAR, addresses, parameters


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


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_an_unpublished_record_is_shown_as_it_will_be_when_published(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    other = COVER_PAGE.create(editor, is_active=True)
    made = entity.create(editor, **{entity.flag: False, entity.name: PLANNED})
    assert PLANNED in preview(editor, entity, made).text
    assert editor.get(entity.path(made["id"])).json().items() >= made.items()
    assert anonymous.get("/api/cover-pages/active").json()["title"] == other["title"]
    assert len(editor.get(f"{entity.path(made['id'])}/versions").json()) == 1


def test_a_scheduled_record_is_shown_before_its_time(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    at = (frozen_clock.now + timedelta(days=2)).isoformat()
    made = make(editor, NOMINEE, publishAt=at, name=PLANNED)
    assert PLANNED in preview(editor, NOMINEE, made).text


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


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
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
