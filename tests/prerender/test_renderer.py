"""Tests of rendering pages when what they show has changed."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from awards_site.core.http.coding import Codings
from awards_site.core.request_client import RequestClient
from awards_site.prerender import renderer as module
from awards_site.prerender.kept import KeptPages
from awards_site.prerender.node import DrawingFailed, Node
from awards_site.prerender.renderer import Renderer, RenderFailed
from awards_site.prerender.snapshot import LoadFailed, Snapshot
from awards_site.ui.public_page import Address, PublicPage


async def _addresses(_client: RequestClient) -> list[Address]:
    return [Address("/nominees/7-ada")]


async def _find(_client: RequestClient, key: str) -> str | None:
    return "/nominees/7-ada" if key.startswith("7-") else None


PAGES = [
    PublicPage("/nominees", load=None),
    PublicPage("/nominees/[key]", load=None, addresses=_addresses, find=_find),
]


class FakeNode(Node):
    """Draws a page as its snapshot, and notes what it has drawn."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))
        self.drawn: list[str] = []
        self.failure: Exception | None = None

    async def draw(self, path: str, snapshot: str) -> str:
        await asyncio.sleep(0.01)
        if self.failure is not None:
            raise self.failure
        self.drawn.append(path)
        return snapshot


class Stage:
    """A renderer whose content, version and Node.js tests choose."""

    def __init__(self, folder: Path) -> None:
        self.version = 1
        self.names = ["Ada"]
        self.failure: Exception | None = None
        self.missing = False
        self.loads = 0
        self.node = FakeNode()
        self.kept = KeptPages(folder, https=False)
        self.renderer = Renderer(PAGES, self.kept, self.node, folder)

    async def snapshot(self, _page: PublicPage, _path: str) -> Snapshot:
        self.loads += 1
        await asyncio.sleep(0.01)
        if self.failure is not None:
            raise self.failure
        return Snapshot(json.dumps({"page": self.names}), missing=self.missing)

    def shown(self, path: str = "/nominees") -> str:
        return str(self.kept.pages[path].variants["identity"].body["body"].decode())


def run(steps: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(steps())  # type: ignore[arg-type]


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A renderer of two routes, which waits for nothing after a failure."""
    made = Stage(tmp_path)
    monkeypatch.setattr(module, "version", lambda: made.version)
    monkeypatch.setattr(module, "take_snapshot", made.snapshot)
    monkeypatch.setattr(module, "finished", lambda html, _snapshot, _client: html)
    monkeypatch.setattr(module, "anonymous_client", lambda: None)
    monkeypatch.setattr(module, "_FIRST_PAUSE", 0)
    return made


def test_only_a_page_that_shows_something_else_is_drawn(stage: Stage) -> None:
    async def steps() -> None:
        await stage.renderer.refresh("/nominees")
        stage.version = 2
        await stage.renderer.refresh("/nominees")
        assert stage.kept.pages["/nominees"].version == 2
        assert stage.node.drawn == ["/nominees"]
        stage.version, stage.names = 3, ["Ada", "Grace"]
        await stage.renderer.refresh("/nominees")
        assert stage.node.drawn == ["/nominees"] * 2
        assert "Grace" in stage.shown()

    run(steps)


def test_all_who_ask_at_the_same_time_wait_for_one(stage: Stage) -> None:
    async def steps() -> None:
        await asyncio.gather(*[stage.renderer.refresh("/nominees") for _ in range(20)])
        assert stage.loads == 1

    run(steps)


def test_who_gives_up_does_not_stop_it_for_others(stage: Stage) -> None:
    async def steps() -> None:
        waiting = asyncio.create_task(stage.renderer.refresh("/nominees"))
        await asyncio.sleep(0.005)
        waiting.cancel()
        await stage.renderer.refresh("/nominees")
        assert stage.loads == 1
        assert "Ada" in stage.shown()

    run(steps)


def test_content_that_changes_while_it_is_read_is_read_again(stage: Stage) -> None:
    async def steps() -> None:
        rendering = asyncio.create_task(stage.renderer.refresh("/nominees"))
        await asyncio.sleep(0.005)
        stage.version = 2
        await rendering
        assert stage.kept.pages["/nominees"].version == 1, "true for what was read, no more"

    run(steps)


def test_who_asks_in_the_instant_in_which_a_rendering_ends_gets_another_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = stage.kept.put
    asking: list[asyncio.Task[None]] = []

    def put_and_ask(path: str, version: int, shown: str, page: Codings) -> None:
        put(path, version, shown, page)
        if not asking:
            stage.version, stage.names = 2, ["Grace"]
            asking.append(asyncio.create_task(stage.renderer.refresh(path)))

    monkeypatch.setattr(stage.kept, "put", put_and_ask)

    async def steps() -> None:
        await stage.renderer.refresh("/nominees")
        await asking[0]
        assert "Grace" in stage.shown()

    run(steps)


@pytest.mark.parametrize("failure", [LoadFailed("failed"), DrawingFailed("a crash")])
def test_a_failure_keeps_the_last_good_page(
    stage: Stage, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def steps() -> None:
        await stage.renderer.refresh("/nominees")
        stage.version, stage.names = 2, ["Ada", "Grace"]
        if isinstance(failure, LoadFailed):
            stage.failure = failure
        else:
            stage.node.failure = failure
        with pytest.raises(RenderFailed):
            await stage.renderer.refresh("/nominees")
        assert "Ada" in stage.shown()
        assert "/nominees could not be rendered" in caplog.text
        stage.failure = stage.node.failure = None
        await stage.renderer.refresh("/nominees")
        assert "Grace" in stage.shown()

    run(steps)


def test_a_page_that_may_show_something_withdrawn_is_not_kept(stage: Stage) -> None:
    async def steps() -> None:
        await stage.renderer.refresh("/nominees")
        stage.version, stage.names = 2, ["Grace"]
        stage.node.failure = DrawingFailed("a crash")
        with pytest.raises(RenderFailed):
            await stage.renderer.refresh("/nominees")
        assert "/nominees" not in stage.kept.pages

    run(steps)


def test_a_failed_page_is_left_alone_for_a_while(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps() -> None:
        monkeypatch.setattr(module, "_FIRST_PAUSE", 60)
        stage.failure = LoadFailed("failed")
        for _ in range(3):
            with pytest.raises(RenderFailed):
                await stage.renderer.refresh("/nominees")
        assert stage.loads == 1

    run(steps)


def test_a_record_is_rendered_at_its_right_address(stage: Stage) -> None:
    async def steps() -> None:
        for path in ("/nominees/7-ada", "/nominees/7-old", "/nominees/8-nobody"):
            await stage.renderer.refresh(path)
        assert stage.node.drawn == ["/nominees/7-ada"]
        assert stage.kept.misses["/nominees/7-old"].location == "/nominees/7-ada"
        assert not stage.kept.misses["/nominees/8-nobody"].location
        assert await stage.renderer.addresses() == ["/nominees", "/404", "/nominees/7-ada"]

    run(steps)


def test_a_state_that_shows_nothing_is_no_page(stage: Stage) -> None:
    async def steps() -> None:
        stage.missing = True
        await stage.renderer.refresh("/nominees/7-ada")
        assert "/nominees/7-ada" in stage.kept.misses
        assert stage.node.drawn == []

    run(steps)


@pytest.mark.parametrize(
    ("path", "is_page"),
    [
        ("/nominees", True),
        ("/nominees/7-ada", True),
        ("/404", True),
        ("/nominees/7-ada/more", False),
        ("/admin", False),
        ("/uploads/a.png", False),
    ],
)
def test_which_paths_are_pages(stage: Stage, path: str, is_page: bool) -> None:
    assert stage.renderer.is_page(path) is is_page
