"""When pages are rendered: after writes and visits, when they expire, and after failures."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client

from awards_site.prerender.middleware import Prerendering
from awards_site.prerender.ssr_worker import RenderFailed, Rendering
from tests.api.entities import NOMINEE
from tests.api.prerender.conftest import path_of, wait_until


@pytest.fixture
def running(prerendering: Prerendering, portal: BlockingPortal) -> Iterator[None]:
    """Render pages while the test runs; starts with all fixed pages rendered."""
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.pages.get("/404") is not None)
        yield


def test_a_slow_page_is_sent_as_built(
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
    assert "<main>Loading</main>" in anonymous.get(path).text


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
    failure = "prerendering failed page='/nominees' retry_seconds=0.5"
    assert f"{failure} error=RenderFailed('a broken component')" in caplog.text
    monkeypatch.undo()
    assert wait_until(lambda: "Ada" in anonymous.get("/nominees").text)
