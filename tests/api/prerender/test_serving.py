"""Serving public pages: prerendered or as built, and never with withdrawn content."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client, Response
from sqlalchemy import text
from starlette.types import ASGIApp

from awards_site.accounts.gate import PortalGateMiddleware
from awards_site.accounts.sockets import SessionSockets
from awards_site.app import add_security_headers
from awards_site.core import clock
from awards_site.core.database.engine import engine
from awards_site.core.http.monitoring import wait_for_pages
from awards_site.core.http.security import PAGES_PENDING_HEADER, hash_source
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.reads import State
from awards_site.features.nominees.service import nominees
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.prerender import scheduler
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.middleware import Prerendering
from awards_site.prerender.ssr_worker import RenderFailed, Rendering
from tests import database
from tests.api.client import client_of
from tests.api.conftest import Configure
from tests.api.entities import EVENT, NOMINEE, POST
from tests.api.prerender.conftest import path_of, wait_until
from tests.api.test_embargoes import read_all
from tests.api.test_gate import NoStates
from tests.api.test_security_headers import assert_secure

FIXED = [page.route for page in PUBLIC_PAGES if page.records is None]
BIO = "She saw what it could do, and wrote it down."
LOADING = "<main>Loading</main>"


@pytest.mark.parametrize("path", FIXED)
def test_before_rendering_the_built_page_is_sent(path: str, anonymous: Client) -> None:
    page = anonymous.get(path)
    assert page.status_code == (404 if path == "/404" else 200)
    assert LOADING in page.text
    assert '"queries":[]' in page.text
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src 'self' 'sha256-" in page.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("rendering")
def test_fixed_pages_are_rendered_at_startup(anonymous: Client, subtests: pytest.Subtests) -> None:
    for path in FIXED:
        with subtests.test(path):
            page = anonymous.get(path)
            assert LOADING not in page.text
            assert f'"path": "{path}"' in page.text
            again = anonymous.get(path, headers={"If-None-Match": page.headers.get("ETag", "*")})
            assert again.status_code == (404 if path == "/404" else 304)


@pytest.mark.usefixtures("rendering")
def test_published_content_is_on_the_next_page(editor: Client, anonymous: Client) -> None:
    for number in range(3):
        nominee = NOMINEE.create(editor, name=f"Ada {number}")
        assert nominee["name"] in anonymous.get("/").text
        assert nominee["name"] in anonymous.get("/nominees").text
        assert nominee["name"] in anonymous.get(path_of(nominee)).text
        NOMINEE.change(editor, nominee, isPublished=False)
        assert nominee["name"] not in anonymous.get("/nominees").text
        assert anonymous.get(path_of(nominee)).status_code == 404
        NOMINEE.change(editor, nominee, isPublished=True)
        assert nominee["name"] in anonymous.get("/nominees").text
        assert nominee["name"] in anonymous.get(path_of(nominee)).text


@pytest.mark.usefixtures("rendering")
def test_an_edit_is_on_the_record_page_and_adjacent_pages(
    editor: Client, anonymous: Client
) -> None:
    first, second = NOMINEE.create(editor, name="Ada"), NOMINEE.create(editor, name="Grace")
    change = {"name": "Ada King", "bio": BIO}
    first = NOMINEE.change(editor, first, **change)
    assert BIO in anonymous.get(path_of(first)).text
    assert wait_until(lambda: "Ada King" in anonymous.get(path_of(second)).text)
    moved = anonymous.get(f"/nominees/{first['id']}-ada?from=mail")
    assert (moved.status_code, moved.headers["Location"]) == (308, f"{path_of(first)}?from=mail")


@pytest.mark.usefixtures("rendering")
def test_the_former_slugs_of_a_post_redirect_until_visitors_see_another_post_there(
    editor: Client, anonymous: Client, admin: Client
) -> None:
    def target(slug: str) -> str | int:
        page = anonymous.get(f"/blog/{slug}")
        return page.headers["Location"] if page.status_code == 308 else page.status_code

    post = POST.create(editor, slug="draft-name")
    POST.change(editor, post, slug="first", isPublished=True)
    assert (target("draft-name"), target("first")) == (404, 200)
    POST.change(editor, post, slug="second")
    assert (target("first"), target("second")) == ("/blog/second", 200)
    POST.change(editor, post, slug="third")
    assert (target("first"), target("second")) == ("/blog/third", "/blog/third")
    POST.change(editor, post, slug="first")
    assert (target("first"), target("second"), target("third")) == (
        200,
        "/blog/first",
        "/blog/first",
    )
    POST.change(editor, post, isPublished=False)
    assert target("second") == 404
    POST.change(editor, post, slug="fourth")
    POST.change(editor, post, isPublished=True)
    assert (target("first"), target("second")) == ("/blog/fourth", "/blog/fourth")
    other = POST.create(editor, slug="second", isPublished=False)
    assert target("second") == "/blog/fourth"
    POST.change(editor, other, isPublished=True)
    assert target("second") == 200
    POST.change(editor, other, slug="fifth")
    assert target("second") == "/blog/fifth"
    POST.delete(admin, post)
    assert target("first") == 404
    assert admin.post(f"/api/blog/{post['id']}/restore").is_success
    assert target("first") == "/blog/fourth"


@pytest.mark.usefixtures("rendering")
def test_pages_with_withdrawn_content_are_dropped_before_the_response(
    editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    nominee = NOMINEE.create(editor, name="Ada Withdrawn")
    assert "Ada Withdrawn" in anonymous.get("/nominees").text
    # From here on, rendering fails: the list cannot be read.
    monkeypatch.setattr(nominees, "list_published", _fail)
    NOMINEE.change(editor, nominee, isPublished=False)
    for path in ("/", "/nominees"):
        page = anonymous.get(path).text
        assert LOADING in page
        assert "Ada Withdrawn" not in page
    assert anonymous.get(path_of(nominee)).status_code == 404


@pytest.mark.usefixtures("rendering")
def test_a_stale_page_is_served_if_rendering_an_addition_fails(
    editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    NOMINEE.create(editor, name="Ada")
    monkeypatch.setattr(nominees, "list_published", _fail)
    response = editor.post("/api/nominees", json=NOMINEE.body(name="Grace"))
    assert response.headers[PAGES_PENDING_HEADER] == "true"
    assert "Ada" in anonymous.get("/nominees").text
    monkeypatch.undo()
    assert wait_until(lambda: "Grace" in anonymous.get("/nominees").text)


@pytest.mark.usefixtures("rendering")
def test_a_page_that_cannot_be_rendered_is_sent_as_built(editor: Client, anonymous: Client) -> None:
    nominee = NOMINEE.create(editor, name="Ada breaks the page")
    assert wait_until(lambda: LOADING in anonymous.get("/nominees").text)
    page = anonymous.get(path_of(nominee))
    assert LOADING in page.text
    assert "<title>Ada breaks the page |" in page.text
    assert LOADING not in anonymous.get("/about").text


@pytest.mark.usefixtures("rendering")
@pytest.mark.parametrize("code", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>"])
def test_a_page_with_unknown_code_is_not_published(
    code: str, editor: Client, anonymous: Client, caplog: pytest.LogCaptureFixture
) -> None:
    # The pages of these tests do not escape what they show.
    nominee = NOMINEE.create(editor, name="Ada", bio=code)
    assert LOADING in anonymous.get(path_of(nominee)).text
    assert wait_until(lambda: f"prerendering failed page={path_of(nominee)!r}" in caplog.text)
    assert re.search("unknown inline script|event handler", caplog.text)
    page = anonymous.get(path_of(nominee))
    assert LOADING in page.text
    assert hash_source("alert(1)") not in page.headers["Content-Security-Policy"]


def test_redirects_and_errors_of_public_pages_have_security_headers(
    site: ASGIApp, portal: BlockingPortal, editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    nominee = NOMINEE.create(editor, name="Ada")
    gated = add_security_headers(PortalGateMiddleware(site, SessionSockets(NoStates())))
    with client_of(gated, portal) as client:
        responses = {
            path: client.get(path, headers={"Accept-Encoding": coding})
            for coding in ("identity", "br")
            for path in (
                "/",
                "/404",
                "/no/such/page",
                "/admin",
                "/auth",
                "/events.ics",
                "/api/nominees/published",
                "/api/nothing",
                f"/nominees/{nominee['id']}-former-name",
                "/nominees/999999-x",
            )
        }
        etag = responses["/api/nominees/published"].headers["ETag"]
        responses["304"] = client.get("/api/nominees/published", headers={"If-None-Match": etag})
        etag = client.get("/").headers["ETag"]
        responses["page 304"] = client.get("/", headers={"If-None-Match": etag})
        monkeypatch.setattr(nominees, "find", _fail)
        responses["503"] = client.get("/nominees/7-x")
    statuses = {each.status_code for each in responses.values()}
    assert statuses == {200, 303, 304, 308, 404, 503}
    for response in responses.values():
        assert_secure(response)


@pytest.mark.parametrize("is_rendering", [False, True])
def test_unknown_and_unpublished_records_return_404(
    is_rendering: bool, request: pytest.FixtureRequest, editor: Client, anonymous: Client
) -> None:
    if is_rendering:
        request.getfixturevalue("rendering")
    draft = NOMINEE.create(editor, name="Erna Unpublished", isPublished=False)
    for key in (f"{draft['id']}-x", str(draft["id"]), "999999-x", "x", "9" * 30, "%20"):
        for _ in range(2):
            page = anonymous.get(f"/nominees/{key}")
            assert page.status_code == 404, key
            assert "<title>Page Not Found |" in page.text
    NOMINEE.change(editor, draft, isPublished=True)
    assert anonymous.get(path_of(draft)).status_code == 200


def test_other_urls_are_passed_to_the_portal(anonymous: Client) -> None:
    assert anonymous.get("/admin").text == "the portal"
    assert anonymous.post("/nominees").text == "no such file"
    assert anonymous.get("/events/3-gala.ics").status_code == 404
    for path in ("/nominees/1/2", "/no/such/page"):
        page = anonymous.get(path)
        assert page.status_code == 404
        assert "<title>Page Not Found |" in page.text
    assert anonymous.get("/nominees/").text == anonymous.get("/nominees").text


@pytest.mark.usefixtures("rendering")
def test_withdrawn_content_is_never_served_during_concurrent_writes(
    editor: Client, anonymous: Client
) -> None:
    """Nothing of a record is served after the response to the write that withdraws it."""
    nominee = NOMINEE.create(editor, name="Wilma Withdrawn")
    paths = ["/", "/nominees", path_of(nominee), "/api/nominees/published", "/api/nominees"]
    # `changes` is odd while the nominee is withdrawn.
    changes, reads = 0, 0
    leaks: list[str] = []
    is_done = False

    def read() -> None:
        nonlocal reads
        while not is_done:
            # Leave the event loop time to render pages while others are read.
            time.sleep(0.005)
            for path in paths:
                before = changes
                text = anonymous.get(path).text
                reads += 1
                if before % 2 and before == changes and "Wilma Withdrawn" in text:
                    leaks.append(path)

    with ThreadPoolExecutor(READERS) as readers:
        reading = [readers.submit(read) for _ in range(READERS)]
        for _ in range(CYCLES):
            NOMINEE.change(editor, nominee, isPublished=False)
            changes += 1
            min_reads = reads + 2 * len(paths)
            assert wait_until(lambda min_reads=min_reads: reads >= min_reads)  # type: ignore[misc]
            changes += 1
            NOMINEE.change(editor, nominee, isPublished=True)
        is_done = True
        for each in reading:
            each.result()
    assert leaks == []


CYCLES = int(os.environ.get("EMBARGO_CYCLES", "8"))
"""The number of times that the record is withdrawn."""
READERS = 4


def _fail(*_arguments: Any, **_options: Any) -> Any:
    raise RuntimeError("the database is down")


@pytest.fixture
def running(prerendering: Prerendering, portal: BlockingPortal) -> Iterator[None]:
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.pages.get("/404") is not None)
        yield


def test_while_a_page_is_rendered_others_are_sent_from_memory_or_as_built(
    running: None,
    prerendering: Prerendering,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never_end(_path: str) -> None:
        await asyncio.Event().wait()

    path = path_of(NOMINEE.create(editor))
    monkeypatch.setattr(prerendering.renderer, "render", never_end)
    NOMINEE.create(editor)
    assert wait_until(lambda: prerendering.scheduler.in_progress == 1)
    assert LOADING in anonymous.get(path).text
    assert all(LOADING not in anonymous.get(fixed).text for fixed in FIXED)


def test_a_page_is_rendered_for_visitors_every_two_seconds_at_most(
    running: None,
    prerendering: Prerendering,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = NOMINEE.create(editor), NOMINEE.create(editor)
    path, render = path_of(second), prerendering.renderer.render
    times: list[float] = []

    async def note(rendered: str) -> None:
        if rendered == path:
            times.append(time.monotonic())
        await render(rendered)

    monkeypatch.setattr(prerendering.renderer, "render", note)

    def read_after_a_change() -> bool:
        NOMINEE.change(editor, first, name=f"Changed at {time.monotonic()}")
        anonymous.get(path)
        return len(times) == 3

    assert wait_until(read_after_a_change)
    assert min(times[1] - times[0], times[2] - times[1]) >= 2


def test_pages_for_visitors_are_rendered_with_pauses_and_those_of_a_write_at_once(
    running: None, editor: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = map(path_of, [NOMINEE.create(editor), NOMINEE.create(editor)])
    monkeypatch.setattr(scheduler, "REST", 1000.0)
    monkeypatch.setattr(scheduler, "MAX_REST_SECONDS", 60.0)
    assert wait_until(lambda: LOADING not in anonymous.get(first).text)
    assert LOADING in anonymous.get(second).text
    changed = NOMINEE.create(editor)
    assert changed["name"] in anonymous.get("/nominees").text
    assert LOADING in anonymous.get(second).text


def test_a_built_page_has_the_head_of_its_record_as_it_is_now(
    editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, name="Ada")
    path = path_of(nominee)
    first = anonymous.get(path)
    assert "<title>Ada" in first.text
    assert anonymous.get(path).content == first.content
    NOMINEE.change(editor, nominee, title="Chair")
    assert LOADING in anonymous.get(path).text
    NOMINEE.change(editor, nominee, isPublished=False)
    assert anonymous.get(path).status_code == 404


def test_a_change_renders_the_pages_that_show_it_and_no_others(
    running: None,
    prerendering: Prerendering,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [NOMINEE.create(editor) for _ in range(4)]

    def are_fresh() -> bool:
        paths = [*FIXED, *map(path_of, made)]
        return all(
            anonymous.get(path) and page is not None and page.state is State.FRESH
            for path in paths
            for page in [prerendering.pages.get(path)]
        )

    assert wait_until(are_fresh)
    render, rendered = prerendering.worker.render, set()

    async def note(route: str, page: Any, responses: Any) -> Rendering:
        rendered.add(page["path"])
        return await render(route, page, responses)

    monkeypatch.setattr(prerendering.worker, "render", note)
    NOMINEE.change(editor, made[0], bio=BIO)
    assert wait_until(are_fresh)
    assert rendered == {"/", "/nominees", path_of(made[0])}


def test_a_failed_page_is_retried_and_others_are_rendered(
    running: None,
    prerendering: Prerendering,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    render = prerendering.worker.render

    async def fail(route: str, page: Any, responses: Any) -> Rendering:
        if page["path"] == "/nominees":
            raise RenderFailed("a broken component")
        return await render(route, page, responses)

    monkeypatch.setattr(prerendering.worker, "render", fail)
    ada = NOMINEE.create(editor, name="Ada")
    assert wait_until(lambda: "Ada" in anonymous.get(path_of(ada)).text)
    assert prerendering.pages.get("/nominees") is None
    failure = "prerendering failed page='/nominees' retry_seconds=2.0"
    assert f"{failure} error=RenderFailed('a broken component')" in caplog.text
    monkeypatch.undo()
    assert wait_until(lambda: "Ada" in anonymous.get("/nominees").text)


SOON = timedelta(seconds=1)
PAGES = ("/nominees", "/")


@pytest.mark.usefixtures("rendering")
def test_pages_show_a_record_from_its_time_on_and_hide_it_at_its_end(
    editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, isPublished=False)
    own = path_of(nominee)

    def shown() -> set[str]:
        return {path for path in (*PAGES, own) if nominee["name"] in anonymous.get(path).text}

    assert anonymous.get(own).status_code == 404
    assert shown() == set()
    start = clock.now() + SOON
    NOMINEE.change(editor, nominee, isPublished=True, publishAt=start.isoformat())
    assert wait_until(lambda: shown() != set())
    assert clock.now() >= start
    assert wait_until(lambda: shown() >= set(PAGES))
    end = clock.now() + SOON
    NOMINEE.change(editor, nominee, unpublishAt=end.isoformat())
    assert wait_until(lambda: shown() == set())
    assert clock.now() >= end
    assert anonymous.get(own).status_code == 404


@pytest.mark.usefixtures("rendering")
def test_pages_show_the_results_once_the_embargo_ends(editor: Client, anonymous: Client) -> None:
    nominee = NOMINEE.create(editor, year=2025)
    end = clock.now() + SOON
    embargo = {"year": 2025, "revealAt": end.isoformat()}
    assert editor.post("/api/admin/embargoes", json=embargo).status_code == 201
    pages = (*PAGES, path_of(nominee))
    assert wait_until(lambda: all(LOADING not in anonymous.get(path).text for path in pages))
    before = {path: anonymous.get(path).content for path in pages}
    NOMINEE.change(editor, nominee, isWinner=True)

    def unchanged() -> set[str]:
        return {path for path in pages if anonymous.get(path).content == before[path]}

    assert wait_until(lambda: unchanged() != set(pages))
    assert clock.now() >= end
    assert wait_until(lambda: unchanged() == set())
    assert wait_until(lambda: all('"isWinner":true' in anonymous.get(path).text for path in pages))


READY = "/api/ready"


def assert_not_ready(response: Response, *missing: str) -> None:
    assert response.status_code == 503
    assert response.json() == {
        "message": f"The site is not ready: {', '.join(missing)}",
        "missing": list(missing),
    }
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["Cache-Control"] == "no-store"


@pytest.fixture
def waits_for_pages(app: FastAPI, prerendering: Prerendering) -> Iterator[None]:
    """Let the site wait for its pages, as a server with prerendering does."""
    wait_for_pages(app, lambda: prerendering.scheduler.has_rendered)
    yield
    wait_for_pages(app, lambda: True)


def test_a_site_is_ready_without_prerendering(anonymous: Client) -> None:
    response = anonymous.get(READY)
    assert response.status_code == 200
    assert response.json() == {"status": "ready"}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_site_is_ready_once_its_pages_are_rendered(
    waits_for_pages: None, prerendering: Prerendering, portal: BlockingPortal, anonymous: Client
) -> None:
    assert_not_ready(anonymous.get(READY), "pages")
    assert anonymous.get("/api/health").status_code == 200
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: anonymous.get(READY).status_code == 200)
        assert '"renderedAt": null' not in anonymous.get("/nominees").text


@pytest.mark.parametrize("revision", ["0000", None])
def test_a_database_at_another_migration_is_not_ready(
    anonymous: Client, revision: str | None
) -> None:
    with engine().begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        if revision:
            connection.execute(text(f"INSERT INTO alembic_version VALUES ('{revision}')"))
    assert_not_ready(anonymous.get(READY), "migrations")


def test_a_database_that_cannot_be_reached_is_named_without_its_address(
    anonymous: Client, configure: Configure
) -> None:
    database.close()
    engine.cache_clear()
    configure(DATABASE_URL="postgresql://awards:a-password@127.0.0.1:1/awards")
    assert_not_ready(anonymous.get(READY), "database")
    assert anonymous.get("/api/health").status_code == 503


@pytest.mark.usefixtures("rendering")
def test_results_that_are_saved_with_their_time_change_no_page_at_any_moment(
    editor: Client,
    anonymous: Client,
    prerendering: Prerendering,
    portal: BlockingPortal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [NOMINEE.create(editor, year=2025) for _ in range(3)]
    pages = [
        *(page.route for page in PUBLIC_PAGES if not page.records),
        *map(path_of, made),
        *(f"/api/nominees/{each['id']}{part}" for each in made for part in ("", "/prev-next")),
        "/api/nominees/published",
    ]
    # The page of one names the next, who was created after it had been rendered first.
    for path in pages:
        if not path.startswith("/api"):
            portal.call(prerendering.renderer.render, path)
    before = read_all(anonymous, pages)

    async def fail(_path: str) -> None:
        raise LookupFailed("not now")

    reveal_at = (clock.now() + timedelta(hours=1)).isoformat()
    for change in (
        {"isWinner": True, "revealAt": reveal_at},
        {"isFinalist": True},
        {"isWinner": False, "isFinalist": False},
        {"revealAt": None},
    ):
        with monkeypatch.context() as failing:
            failing.setattr(prerendering.renderer, "render", fail)
            NOMINEE.change(editor, made[1], **change)
            assert read_all(anonymous, pages) == before, change
        for path in pages:
            if not path.startswith("/api"):
                portal.call(prerendering.renderer.render, path)
        assert read_all(anonymous, pages) == before, change


def test_a_page_that_cannot_be_rendered_does_not_keep_visitors_away(
    waits_for_pages: None,
    prerendering: Prerendering,
    portal: BlockingPortal,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_page: object) -> None:
        raise RenderFailed("a broken component")

    monkeypatch.setattr(prerendering.worker, "render", fail)
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: anonymous.get(READY).status_code == 200)
        assert anonymous.get("/nominees").status_code == 200


def test_an_expired_page_is_rendered_again(
    running: None, editor: Client, anonymous: Client
) -> None:
    end = datetime.now(UTC) + timedelta(seconds=2)
    start = end - timedelta(hours=1)
    times = {"startDate": start.isoformat(), "endDate": end.isoformat()}
    EVENT.create(editor, title="Soon over", **times)
    mentions = anonymous.get("/events").text.count("Soon over")
    assert mentions
    # The list of all events still has it, the upcoming events do not.
    assert wait_until(lambda: 0 < anonymous.get("/events").text.count("Soon over") < mentions)


def test_somebody_who_saves_often_sees_each_change(
    running: None, editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, name="Ada")
    for number in range(12):
        NOMINEE.change(editor, nominee, name=f"Ada {number}")
        assert f"Ada {number}" in anonymous.get("/nominees").text


@pytest.mark.usefixtures("rendering")
def test_a_write_by_another_process_invalidates_all_pages(
    editor: Client,
    anonymous: Client,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(content_version, "CHECK_INTERVAL_SECONDS", 0)
    NOMINEE.create(editor, name="Ada")
    before = content_version.current()
    (data_dir / "content-version").touch()
    assert content_version.current() == before + 1
    assert wait_until(lambda: "Ada" in anonymous.get("/nominees").text)


def test_a_record_that_cannot_be_read_returns_503(
    anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nominees, "find", _fail)
    page = anonymous.get("/nominees/1-ada")
    assert page.status_code == 503
    assert page.headers["Retry-After"]
