"""The render scheduler: debouncing, priorities, expiry and retries."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client

from awards_site.prerender import lookup
from awards_site.prerender import scheduler as module
from awards_site.prerender.prerendering import Prerendering
from awards_site.prerender.ssr_worker import RenderFailed, Rendering
from tests.api.entities import EVENT, NOMINEE
from tests.api.prerender.conftest import path_of, wait_until


@pytest.fixture
def rendered(prerendering: Prerendering, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs of the rendered pages, in order."""
    paths: list[str] = []
    render = prerendering.worker.render

    async def record(route: str, page: Any, responses: Any) -> Rendering:
        paths.append(page["path"] + page.get("search", ""))
        return await render(route, page, responses)

    monkeypatch.setattr(prerendering.worker, "render", record)
    return paths


@pytest.fixture
def running(prerendering: Prerendering, portal: BlockingPortal) -> Iterator[None]:
    """Render pages while the test runs; starts with all fixed pages rendered."""
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.cache.page("/404") is not None)
        yield


def test_simultaneous_changes_are_rendered_once(
    rendered: list[str], running: None, editor: Client, anonymous: Client
) -> None:
    rendered.clear()
    with ThreadPoolExecutor(10) as editors:
        list(editors.map(lambda number: NOMINEE.create(editor, name=f"Ada {number}"), range(10)))
    assert wait_until(lambda: all(f"Ada {n}" in anonymous.get("/nominees").text for n in range(10)))
    assert rendered.count("/nominees") < 10
    assert "/about" not in rendered


def test_a_visited_page_is_rendered_before_the_others(
    rendered: list[str],
    prerendering: Prerendering,
    portal: BlockingPortal,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nominees = [NOMINEE.create(editor, name=f"Ada {number}") for number in range(60)]
    # Pages that were not requested must wait: the reserve exceeds the budget.
    monkeypatch.setattr(module, "RESERVE_SECONDS", 1000.0)
    wanted = path_of(nominees[59])
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.cache.page("/404") is not None)
        anonymous.get(wanted)
        assert wait_until(lambda: wanted in rendered)
    assert sum(path.startswith("/nominees/") for path in rendered) < 60


def test_editions_of_a_long_list_are_rendered_after_the_list(
    prerendering: Prerendering,
    rendered: list[str],
    running: None,
    editor: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scheduler = prerendering.scheduler
    monkeypatch.setattr(lookup, "MAX_AT_ONCE", 0)
    edition = "/nominees?year=2019"
    NOMINEE.create(editor, year=2019)
    anonymous.get(edition)
    assert wait_until(lambda: edition in rendered)
    # A page that changes while it is rendered is rendered again at once.
    assert wait_until(lambda: not scheduler.waiting and not scheduler.in_progress)
    rendered.clear()
    with monkeypatch.context() as patched:
        # Pages that can wait do, and for long: the reserve exceeds the budget.
        patched.setattr(module, "RESERVE_SECONDS", 1000.0)
        patched.setattr(module, "MAX_WAIT_SECONDS", {})
        assert NOMINEE.create(editor, name="Ada", year=2019)
        assert "Ada" in anonymous.get("/nominees").text
        assert "/nominees" in rendered
        assert edition not in rendered
    assert wait_until(lambda: "Ada" in anonymous.get(edition).text)


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
    assert prerendering.cache.page("/nominees") is None
    failure = "prerendering failed page='/nominees' retry_seconds=0.5"
    assert f"{failure} error=RenderFailed('a broken component')" in caplog.text
    monkeypatch.undo()
    assert wait_until(lambda: "Ada" in anonymous.get("/nominees").text)
