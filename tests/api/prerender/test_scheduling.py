"""When pages are rendered: once for changes that come together, in turn, and as time passes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal

from awards_site.prerender import scheduler as module
from awards_site.prerender.prerendering import Prerendering
from awards_site.prerender.ssr_worker import RenderFailed, Rendering
from tests import factories
from tests.api.prerender.conftest import path_of, publish, wait_until


@pytest.fixture
def rendered(prerendering: Prerendering, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that were rendered, in their order."""
    paths: list[str] = []
    render = prerendering.worker.render

    async def note(route: str, page: Any, answers: Any) -> Rendering:
        paths.append(str(page["path"]))
        return await render(route, page, answers)

    monkeypatch.setattr(prerendering.worker, "render", note)
    return paths


@pytest.fixture
def running(prerendering: Prerendering, portal: BlockingPortal) -> Iterator[None]:
    """Render pages while the test runs, all fixed ones at first."""
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.cache.page("/404") is not None)
        yield


def test_changes_that_come_together_are_rendered_once(
    rendered: list[str], running: None, editor: httpx.Client, nobody: httpx.Client
) -> None:
    rendered.clear()
    with ThreadPoolExecutor(10) as editors:
        list(editors.map(lambda number: publish(editor, f"Ada {number}"), range(10)))
    assert wait_until(lambda: all(f"Ada {n}" in nobody.get("/nominees").text for n in range(10)))
    assert rendered.count("/nominees") < 10
    assert "/about" not in rendered


def test_a_visited_page_comes_before_those_that_nobody_asked_for(
    rendered: list[str],
    prerendering: Prerendering,
    portal: BlockingPortal,
    editor: httpx.Client,
    nobody: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nominees = [publish(editor, f"Ada {number}") for number in range(60)]
    # Pages that nobody asked for have to wait: nothing is left for them.
    monkeypatch.setattr(module, "_RESERVE_SECONDS", 1000.0)
    wanted = path_of(nominees[59])
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.cache.page("/404") is not None)
        nobody.get(wanted)
        assert wait_until(lambda: wanted in rendered)
    assert sum(path.startswith("/nominees/") for path in rendered) < 60


def test_time_is_a_change_too(running: None, editor: httpx.Client, nobody: httpx.Client) -> None:
    end = datetime.now(UTC) + timedelta(seconds=2)
    start = end - timedelta(hours=1)
    body = factories.event_body(
        title="Soon over", startDate=start.isoformat(), endDate=end.isoformat()
    )
    editor.post("/api/events", json=body).raise_for_status()
    mentions = nobody.get("/events").text.count("Soon over")
    assert mentions
    # All events still list it, the upcoming ones do not.
    assert wait_until(lambda: 0 < nobody.get("/events").text.count("Soon over") < mentions)


def test_a_page_that_fails_is_tried_again_and_others_go_on(
    running: None,
    prerendering: Prerendering,
    editor: httpx.Client,
    nobody: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    render = prerendering.worker.render

    async def fail(route: str, page: Any, answers: Any) -> Rendering:
        if page["path"] == "/nominees":
            raise RenderFailed("a broken component")
        return await render(route, page, answers)

    monkeypatch.setattr(prerendering.worker, "render", fail)
    ada = publish(editor, "Ada")
    assert wait_until(lambda: "Ada" in nobody.get(path_of(ada)).text)
    assert prerendering.cache.page("/nominees") is None
    assert "/nominees could not be rendered, again in 0.5 s: a broken component" in caplog.text
    monkeypatch.undo()
    assert wait_until(lambda: "Ada" in nobody.get("/nominees").text)
