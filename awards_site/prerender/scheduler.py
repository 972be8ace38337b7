"""When which page is rendered: after a change the fixed ones, the changed record's, then others."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from awards_site.core import content_version
from awards_site.core.changes import Change, Reads
from awards_site.core.http.response_cache import ResponseCache
from awards_site.prerender.lookup import LookupFailed, fetch
from awards_site.prerender.page_cache import PageCache
from awards_site.prerender.renderer import Renderer
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed, SsrWorker
from awards_site.public_pages import PUBLIC_PAGES

log = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.05
"""How long rendering waits after a change for others that come with it."""
BURST_SECONDS = 2.0
"""How long pages are rendered without a pause, at most."""
SHARE = 0.5
"""The share of a processor that rendering takes in the long run."""
POLL_SECONDS = 0.25
"""How often it is looked whether another process has written, or time has changed a page."""
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.5, 30.0
"""How long a page that failed is left alone, doubling from the first to the longest."""


class Priority(IntEnum):
    """Which pages come first."""

    FIXED = 0
    CHANGED = 1
    """The page of a record that has changed, or one that a visitor was not given."""
    OTHER = 2


_PATIENCE = {Priority.CHANGED: 0.5, Priority.OTHER: 2.0}
"""After how many seconds without a turn one page comes before all of a lower number."""
RESERVE_SECONDS = BURST_SECONDS / 2
"""What pages of priority `OTHER` leave of the burst to those that are more urgent."""
_FIXED = tuple(page.route for page in PUBLIC_PAGES if page.records is None)
_LISTS = tuple(page.records.list_url for page in PUBLIC_PAGES if page.records)


class _Failure(NamedTuple):
    """When a page failed last, and how many seconds it is left alone since."""

    at: float
    pause: float


class RenderScheduler:
    """Renders what is queued, one page at a time, and in the long run for a share of a processor.

    Besides pages, URLs of the API are queued that list the records which have a page.
    """

    def __init__(
        self, renderer: Renderer, cache: PageCache, responses: ResponseCache, worker: SsrWorker
    ) -> None:
        self._renderer = renderer
        self._cache = cache
        self._responses = responses
        self._worker = worker
        self._queues: dict[Priority, dict[str, float]] = {priority: {} for priority in Priority}
        self._turns = dict.fromkeys(Priority, 0.0)
        self._current: tuple[Priority, float] | None = None
        self._credit = BURST_SECONDS
        self._credited_at = 0.0
        self._debounced_until = 0.0
        self._failures: dict[str, _Failure] = {}
        self._lists: dict[str, tuple[Reads, frozenset[str]]] = {}
        self._queued = asyncio.Event()
        self._done = asyncio.Condition()
        self._is_running = False

    def request(self, path: str) -> None:
        """Have a page rendered of which a visitor got another, or none."""
        if self._is_running and path not in self._failures:
            self._add([path], Priority.FIXED if path in _FIXED else Priority.CHANGED)

    async def wait_until_rendered(self, seconds: float) -> bool:
        """Wait for what is queued now, those of priority `OTHER` aside.

        Returns False when that takes longer, could not be in time, or failed.
        """
        since = time.monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._done:
                while self._is_running and self._is_queued(since) and self._refilled() > 0:
                    await self._done.wait()
        has_failed = any(failure.at >= since for failure in self._failures.values())
        return not has_failed and not self._is_queued(since)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Render while the block runs; where Node.js cannot, say so once and leave it."""
        try:
            self._worker.check()
        except NodeMissing as error:
            log.warning("Pages are sent as they were built, and fetch their content: %s", error)
            yield
            return
        loop = asyncio.get_running_loop()

        def tell(*change: Any) -> None:
            loop.call_soon_threadsafe(self._change, *change)

        self._cache.on_change = tell
        self._is_running = True
        self._add((*_FIXED, *_LISTS), Priority.FIXED)
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._is_running = False
            self._cache.on_change = lambda *_change: None
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await self._worker.close()

    def _change(self, changes: Sequence[Change], own: Sequence[str], others: Sequence[str]) -> None:
        now = time.monotonic()
        if now > self._debounced_until:
            self._debounced_until = now + DEBOUNCE_SECONDS
        lists = [url for url, (reads, _) in self._lists.items() if reads.effect_of(changes)]
        self._add((path for path in (*own, *others) if path in _FIXED), Priority.FIXED)
        self._add(lists, Priority.FIXED)
        self._add(own, Priority.CHANGED)
        self._add(others, Priority.OTHER)

    def _add(
        self, paths: Iterable[str], priority: Priority, queued_at: float | None = None
    ) -> None:
        queued_at = queued_at or time.monotonic()
        for path in paths:
            if any(path in self._queues[each] for each in Priority if each <= priority):
                continue
            for each in Priority:
                self._queues[each].pop(path, None)
            self._queues[priority][path] = queued_at
            self._queued.set()

    async def _run(self) -> None:
        polled_at = 0.0
        while True:
            self._queued.clear()
            if time.monotonic() - polled_at >= POLL_SECONDS:
                polled_at = time.monotonic()
                content_version.check()
                self._add(self._cache.overdue(), Priority.OTHER)
            priority, delay = self._next()
            if priority is None or delay > 0:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(delay, POLL_SECONDS)):
                        await self._queued.wait()
                continue
            path = next(iter(self._queues[priority]))
            queued_at = self._queues[priority].pop(path)
            self._current = priority, queued_at
            started = time.monotonic()
            try:
                await self._process(path, queued_at)
            finally:
                self._turns[priority] = time.monotonic()
                self._credit -= self._turns[priority] - started
                self._current = None
            async with self._done:
                self._done.notify_all()

    def _next(self) -> tuple[Priority | None, float]:
        """Return the queue whose turn it is, and in how many seconds that will be."""
        now = time.monotonic()
        waiting = {
            priority: now - max(next(iter(queue.values())), self._turns[priority])
            for priority, queue in self._queues.items()
            if queue
        }
        if not waiting:
            return None, POLL_SECONDS
        impatient = [each for each, limit in _PATIENCE.items() if waiting.get(each, 0) > limit]
        priority = max(impatient, default=min(waiting))
        has_reserve = priority is Priority.OTHER and not impatient
        lacking = (RESERVE_SECONDS if has_reserve else 0.0) - self._refilled()
        return priority, max(lacking / SHARE, self._debounced_until - now, 0.0)

    def _refilled(self) -> float:
        """Return for how many seconds pages may be rendered now."""
        now = time.monotonic()
        credit = self._credit + (now - self._credited_at) * SHARE
        self._credit, self._credited_at = min(BURST_SECONDS, credit), now
        return self._credit

    def _is_queued(self, since: float) -> bool:
        urgent = [self._queues[priority] for priority in (Priority.FIXED, Priority.CHANGED)]
        if self._current and self._current[0] is not Priority.OTHER and self._current[1] <= since:
            return True
        return any(queued_at <= since for queue in urgent for queued_at in queue.values())

    async def _process(self, path: str, queued_at: float) -> None:
        try:
            if path in _LISTS:
                await self._read_list(path)
            else:
                await self._renderer.render(path)
                self._render_again_if_stale(path, queued_at)
        except LookupFailed as error:
            # What is shown is out of date, and nothing that must not be shown.
            self._retry(path, error)
        except RenderFailed as error:
            # The page fetches its content itself, as long as it cannot be rendered.
            self._cache.drop(path)
            self._retry(path, error)
        except Exception as error:
            log.exception("Rendering %s was interrupted", path)
            self._retry(path, error)
        else:
            self._failures.pop(path, None)

    def _render_again_if_stale(self, path: str, queued_at: float) -> None:
        """Queue a page once more that shows what has changed while it was rendered."""
        page = self._cache.page(path)
        if page is not None and page.is_stale:
            self._add([path], Priority.FIXED if path in _FIXED else Priority.CHANGED, queued_at)

    def _retry(self, path: str, error: Exception) -> None:
        last = self._failures.get(path)
        pause = min(last.pause * 2, MAX_PAUSE_SECONDS) if last else FIRST_PAUSE_SECONDS
        self._failures[path] = _Failure(time.monotonic(), pause)
        log.error("%s could not be rendered, again in %.1f s: %s", path, pause, error)
        priority = Priority.FIXED if path in (*_FIXED, *_LISTS) else Priority.OTHER
        asyncio.get_running_loop().call_later(pause, self._add, [path], priority)

    async def _read_list(self, url: str) -> None:
        """Queue the pages of records that have none yet."""
        begun = content_version.current()
        response = await fetch(url, self._responses)
        records = await asyncio.to_thread(json.loads, response.body)
        paths = frozenset(record["path"] for record in records)
        known = self._lists.get(url)
        with content_version.held():
            if content_version.effect_since(begun, response.reads):
                self._add([url], Priority.FIXED)
            self._lists[url] = response.reads, paths
        if known is not None:
            self._add(paths - known[1], Priority.CHANGED)
        elif not self._cache.is_full:
            self._add((path for path in paths if self._cache.page(path) is None), Priority.OTHER)
