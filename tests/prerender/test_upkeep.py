"""Tests of keeping all pages true, by one of the processes that share a data folder."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from awards_site.core import changes, clock
from awards_site.core.request_client import RequestFailed
from awards_site.prerender import upkeep as module
from awards_site.prerender.kept import KeptPages
from awards_site.prerender.node import DrawingFailed, Node, NodeMissing
from awards_site.prerender.renderer import Renderer, RenderFailed
from awards_site.prerender.upkeep import Upkeep, next_moment
from awards_site.settings import settings
from tests import database
from tests.prerender.coded import coded

PATHS = ["/", "/nominees", "/404", "/nominees/7-ada"]


class QuietNode(Node):
    """A Node.js that is there, or is not."""

    def __init__(self, failure: Exception | None = None) -> None:
        super().__init__(Path("nowhere"))
        self.failure = failure

    def check(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def draw(self, path: str, snapshot: str) -> str:
        return f"{path} {snapshot}"


class CountingRenderer(Renderer):
    """Renders a page as the number of times that it has been rendered."""

    def __init__(self, kept: KeptPages, node: Node) -> None:
        super().__init__([], kept, node, Path("nowhere"))
        self.rendered: list[str] = []
        self.failing: set[str] = set()
        self.unexpected: Exception | None = None

    async def addresses(self) -> list[str]:
        if self.unexpected is not None:
            failure, self.unexpected = self.unexpected, None
            raise failure
        return PATHS

    def is_page(self, path: str) -> bool:
        return path in PATHS

    async def exists(self, path: str) -> bool:
        return path in PATHS

    async def refresh(self, path: str) -> None:
        now = changes.version()
        await asyncio.sleep(0)
        if path in self.failing:
            raise RenderFailed(path)
        self.rendered.append(path)
        text = str(self.rendered.count(path))
        self.kept.put(path, now, text, coded(text))


class Process:
    """What one process of the site has for rendering."""

    def __init__(self, folder: Path, failure: Exception | None = None) -> None:
        self.kept = KeptPages(folder, https=False)
        self.node = QuietNode(failure)
        self.renderer = CountingRenderer(self.kept, self.node)
        self.upkeep = Upkeep(self.renderer, self.node)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Process"]:
        async with self.upkeep.running():
            yield self

    def is_true(self, path: str) -> bool:
        page = self.kept.pages.get(path)
        return page is not None and page.version == changes.version()


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, processes that poll quickly, and no events to wait for."""
    database.use_data_dir(tmp_path, monkeypatch)
    for name in ("_POLL", "_LOCK_POLL", "_RECOVERY"):
        monkeypatch.setattr(module, name, 0.01)

    async def tomorrow() -> datetime:
        return clock.now() + timedelta(days=1)

    monkeypatch.setattr(module, "next_moment", tomorrow)
    return tmp_path


async def until(condition: Callable[[], bool], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not come about"
        await asyncio.sleep(0.005)


def run(steps: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(steps())


def test_every_page_is_rendered_at_the_start_and_after_a_change(tmp_path: Path) -> None:
    async def steps() -> None:
        async with Process(tmp_path / "pages").running() as process:
            await until(lambda: all(process.is_true(path) for path in PATHS))
            changes.announce()
            assert not process.is_true("/")
            await until(lambda: all(process.is_true(path) for path in PATHS))

    run(steps)


def test_a_burst_of_changes_is_rendered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BURST", 0.3)

    async def steps() -> None:
        async with Process(tmp_path / "pages").running() as process:
            await until(lambda: all(process.is_true(path) for path in PATHS))
            before = process.renderer.rendered.count("/")
            for _ in range(20):
                changes.announce()
                await asyncio.sleep(0.005)
            await until(lambda: process.is_true("/"))
            assert process.renderer.rendered.count("/") == before + 1

    run(steps)


def test_one_process_renders_and_the_others_read(tmp_path: Path) -> None:
    async def steps() -> None:
        folder = tmp_path / "pages"
        async with Process(folder).running() as first, Process(folder).running() as second:
            await until(lambda: all(first.is_true(path) for path in PATHS))
            for path in PATHS:
                await asyncio.wait_for(second.upkeep.refresh(path), 2)
                assert second.is_true(path)
            changes.announce()
            await asyncio.wait_for(second.upkeep.refresh("/nominees/7-ada"), 2)
            assert second.is_true("/nominees/7-ada")
            assert second.renderer.rendered == []
            assert not list((folder / "asked").iterdir())

    run(steps)


def test_when_the_process_that_renders_ends_another_goes_on(tmp_path: Path) -> None:
    async def steps() -> None:
        first, second = Process(tmp_path / "pages"), Process(tmp_path / "pages")
        async with AsyncExitStack() as stays:
            async with first.running():
                await until(lambda: first.is_true("/"))
                await stays.enter_async_context(second.running())
            await until(lambda: bool(second.renderer.rendered))
            changes.announce()
            await until(lambda: second.is_true("/"))

    run(steps)


def test_a_failed_page_is_tried_again(tmp_path: Path) -> None:
    async def steps() -> None:
        process = Process(tmp_path / "pages")
        process.renderer.failing.add("/nominees")
        async with process.running():
            await until(lambda: process.is_true("/nominees/7-ada"))
            assert "/nominees" not in process.kept.pages
            process.renderer.failing.clear()
            await until(lambda: process.is_true("/nominees"))

    run(steps)


def test_an_error_that_nobody_expected_does_not_end_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def steps() -> None:
        process = Process(tmp_path / "pages")
        process.renderer.unexpected = OSError("the disk is full")
        async with process.running():
            await until(lambda: process.is_true("/"))
        assert "the disk is full" in caplog.text

    run(steps)


@pytest.mark.parametrize("failure", [NodeMissing("there is none"), DrawingFailed("broken")])
def test_without_node_nothing_is_rendered_and_one_warning_says_so(
    tmp_path: Path, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def steps() -> None:
        async with Process(tmp_path / "pages", failure).running() as process:
            await asyncio.sleep(0.1)
            assert not process.upkeep.is_page("/")
            assert process.renderer.rendered == []
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        assert str(failure) in caplog.text

    run(steps)


def test_time_is_a_change_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([clock.now() + timedelta(seconds=0.3)])

    async def soon() -> datetime:
        return next(moments, datetime.max.replace(tzinfo=UTC))

    monkeypatch.setattr(module, "next_moment", soon)

    async def steps() -> None:
        async with Process(tmp_path / "pages").running() as process:
            await until(lambda: process.is_true("/"))
            before = process.renderer.rendered.count("/")
            await until(lambda: process.renderer.rendered.count("/") == before + 1)

    run(steps)


class Calendar:
    """A client that answers with events, or fails."""

    def __init__(self, *events: tuple[str, str], fails: bool = False) -> None:
        self.events = [{"startDate": start, "endDate": end} for start, end in events]
        self.fails = fails

    async def read(self, _key: str) -> list[dict[str, str]]:
        if self.fails:
            raise RequestFailed(500, "no")
        return self.events


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (Calendar(), "2026-11-22T00:00:00-05:00"),
        (Calendar(fails=True), "2026-11-22T00:00:00-05:00"),
        (Calendar(("2026-11-21T10:00:00Z", "2026-11-21T13:00:00Z")), "2026-11-21T13:00:00+00:00"),
        (Calendar(("2026-11-21T12:30:00Z", "2026-11-21T13:00:00Z")), "2026-11-21T12:30:00+00:00"),
        (Calendar(("2020-01-01T10:00:00Z", "2020-01-01T13:00:00Z")), "2026-11-22T00:00:00-05:00"),
    ],
)
def test_the_next_moment_is_when_an_event_begins_or_ends_or_a_day_does(
    client: Calendar, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(tmp_path, monkeypatch, AWARDS_TIMEZONE="America/New_York")
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 21, 12, tzinfo=UTC))
    monkeypatch.setattr(module, "anonymous_client", lambda: client)
    assert settings().zone == ZoneInfo("America/New_York")
    moment = asyncio.run(next_moment())
    assert timedelta(0) < moment - datetime.fromisoformat(expected) < timedelta(seconds=1)
