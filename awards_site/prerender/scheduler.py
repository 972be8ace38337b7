"""Schedules rendering after a change: fixed pages first, then the record's page, then others."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import Change, Reads
from awards_site.core.logs.logger import get_logger
from awards_site.prerender.lookup import LookupFailed, fetch
from awards_site.prerender.page_cache import PageCache
from awards_site.prerender.renderer import Renderer
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed, SsrWorker
from awards_site.public_pages import PUBLIC_PAGES

log = get_logger(__name__)

DEBOUNCE_SECONDS = 0.05
"""How long rendering waits after a change for further changes."""
MAX_BURST_SECONDS = 2.0
"""The longest continuous rendering: the capacity of the token bucket that limits rendering."""
CPU_SHARE = 0.5
"""The share of one CPU that rendering takes in the long run: the refill rate of the bucket."""
POLL_SECONDS = 0.25
"""How often the scheduler checks for writes by other processes and for expired pages."""
MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 0.5, 30.0
"""How long a failed page waits for its next attempt; doubled after each failure."""


class Priority(IntEnum):
    """The order of rendering; lower values come first."""

    FIXED = 0
    CHANGED = 1
    """The page of a changed record, or a requested page that is not in the cache."""
    OTHER = 2


MAX_WAIT_SECONDS = {Priority.CHANGED: 0.5, Priority.OTHER: 2.0}
"""After this wait, a queue takes one turn before the queues with higher priority."""
RESERVE_SECONDS = MAX_BURST_SECONDS / 2
"""The part of the burst that `OTHER` pages leave to more urgent ones."""
_FIXED = tuple(page.route for page in PUBLIC_PAGES if page.records is None)
_LISTS = tuple(page.records.list_url for page in PUBLIC_PAGES if page.records)


def _urgent(key: str) -> Priority:
    return Priority.FIXED if key in _FIXED else Priority.CHANGED


class _Failure(NamedTuple):
    """The time of a page's last failure and the seconds until its next attempt."""

    at: float
    backoff: float


class RenderScheduler:
    """Renders queued pages, one at a time, within a CPU budget.

    The queues also hold the API URLs that list the records with a page of their own.
    """

    def __init__(
        self, renderer: Renderer, cache: PageCache, responses: ResponseCache, worker: SsrWorker
    ) -> None:
        self._renderer = renderer
        self._cache = cache
        self._responses = responses
        self._worker = worker
        self._queues: dict[Priority, dict[str, float]] = {priority: {} for priority in Priority}
        self._last_turns = dict.fromkeys(Priority, 0.0)
        self._current: tuple[Priority, float] | None = None
        self._budget = MAX_BURST_SECONDS
        self._refilled_at = 0.0
        self._debounced_until = 0.0
        self._failures: dict[str, _Failure] = {}
        self._not_tried = {*_FIXED, *_LISTS}
        self._lists: dict[str, tuple[Reads, frozenset[str]]] = {}
        self._queued = asyncio.Event()
        self._done = asyncio.Condition()
        self._is_running = False

    @property
    def has_rendered(self) -> bool:
        """Whether each fixed page has been rendered once, or is not rendered at all.

        A page that cannot be rendered counts, because the built page is served instead.
        """
        return not self._not_tried

    @property
    def waiting(self) -> int:
        """How many pages and lists are queued."""
        return sum(map(len, self._queues.values()))

    @property
    def in_progress(self) -> int:
        """How many pages are being rendered: 0 or 1."""
        return int(self._current is not None)

    def request(self, path: str) -> None:
        """Queue a page that was requested but is not in the cache."""
        if self._is_running and path not in self._failures:
            self._add([path], _urgent(path))

    async def wait_until_rendered(self, seconds: float) -> bool:
        """Wait until the pages queued now are rendered, except those of priority `OTHER`.

        Returns False if that takes longer than `seconds`, a page failed, or the CPU budget is
        exhausted.
        """
        since = time.monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._done:
                while self._is_running and self._is_queued(since) and self._refill() > 0:
                    await self._done.wait()
        has_failed = any(failure.at >= since for failure in self._failures.values())
        return not has_failed and not self._is_queued(since)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Render queued pages while the block runs; without Node.js, only log a warning."""
        try:
            self._worker.check()
        except NodeMissing as error:
            log.warning("prerendering disabled; serving client-rendered pages", error=error)
            self._not_tried.clear()
            yield
            return
        loop = asyncio.get_running_loop()

        def enqueue_from_thread(*change: Any) -> None:
            loop.call_soon_threadsafe(self._enqueue_stale, *change)

        self._cache.on_change = enqueue_from_thread
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

    def _enqueue_stale(
        self, changes: Sequence[Change], own: Sequence[str], others: Sequence[str]
    ) -> None:
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
                self._add(self._cache.expired(), Priority.OTHER)
            if not content_version.is_current():
                # What is rendered now may be outdated, and would not be cached.
                await asyncio.sleep(POLL_SECONDS)
                continue
            priority, delay = self._next_turn()
            if priority is None or delay > 0:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(delay, POLL_SECONDS)):
                        await self._queued.wait()
                continue
            if priority is Priority.OTHER and self._cache.is_full:
                # Pages without room are rendered when they are visited.
                waiting = self._queues[priority]
                self._queues[priority] = {
                    each: at for each, at in waiting.items() if self._cache.page(each)
                }
                if not self._queues[priority]:
                    continue
            path = next(iter(self._queues[priority]))
            queued_at = self._queues[priority].pop(path)
            self._current = priority, queued_at
            started = time.monotonic()
            try:
                await self._render_or_retry(path, queued_at)
            finally:
                self._last_turns[priority] = time.monotonic()
                self._budget -= self._last_turns[priority] - started
                self._current = None
                self._not_tried.discard(path)
            async with self._done:
                self._done.notify_all()

    def _next_turn(self) -> tuple[Priority | None, float]:
        """Return the queue that is next and the seconds until its turn."""
        now = time.monotonic()
        waits = {
            priority: now - max(next(iter(queue.values())), self._last_turns[priority])
            for priority, queue in self._queues.items()
            if queue
        }
        if not waits:
            return None, POLL_SECONDS
        starved = [each for each, limit in MAX_WAIT_SECONDS.items() if waits.get(each, 0) > limit]
        priority = max(starved, default=min(waits))
        keeps_reserve = priority is Priority.OTHER and not starved
        deficit = (RESERVE_SECONDS if keeps_reserve else 0.0) - self._refill()
        return priority, max(deficit / CPU_SHARE, self._debounced_until - now, 0.0)

    def _refill(self) -> float:
        """Refill the CPU budget by the time passed, and return it in seconds."""
        now = time.monotonic()
        budget = self._budget + (now - self._refilled_at) * CPU_SHARE
        self._budget, self._refilled_at = min(MAX_BURST_SECONDS, budget), now
        return self._budget

    def _is_queued(self, since: float) -> bool:
        urgent = [self._queues[priority] for priority in (Priority.FIXED, Priority.CHANGED)]
        if self._current and self._current[0] is not Priority.OTHER and self._current[1] <= since:
            return True
        return any(queued_at <= since for queue in urgent for queued_at in queue.values())

    async def _render_or_retry(self, path: str, queued_at: float) -> None:
        try:
            if path in _LISTS:
                await self._read_list(path)
            else:
                await self._renderer.render(path)
                self._render_again_if_stale(path, queued_at)
        except LookupFailed as error:
            # The cached page stays: it is stale but shows nothing withdrawn.
            self._retry(path, error)
        except RenderFailed as error:
            # The built page is served instead, which fetches its data in the browser.
            self._cache.drop(path)
            self._retry(path, error)
        except Exception as error:
            log.exception("prerendering raised an unexpected error", page=path)
            self._retry(path, error)
        else:
            self._failures.pop(path, None)

    def _render_again_if_stale(self, path: str, queued_at: float) -> None:
        """Queue a page again if its data changed while it was rendered."""
        page = self._cache.page(path)
        if page is not None and page.is_stale:
            self._add([path], _urgent(path), queued_at)

    def _retry(self, path: str, error: Exception) -> None:
        last = self._failures.get(path)
        backoff = min(last.backoff * 2, MAX_BACKOFF_SECONDS) if last else MIN_BACKOFF_SECONDS
        self._failures[path] = _Failure(time.monotonic(), backoff)
        log.error("prerendering failed", page=path, retry_seconds=backoff, error=error)
        priority = Priority.FIXED if path in (*_FIXED, *_LISTS) else Priority.OTHER
        asyncio.get_running_loop().call_later(backoff, self._add, [path], priority)

    async def _read_list(self, url: str) -> None:
        """Queue the pages of new records in a list."""
        version = content_version.current()
        response = await fetch(url, self._responses)
        records = await asyncio.to_thread(json.loads, response.body)
        paths = frozenset(record["path"] for record in records)
        last = self._lists.get(url)
        with content_version.locked():
            if content_version.effect_since(version, response.reads):
                self._add([url], Priority.FIXED)
            self._lists[url] = response.reads, paths
        if last is not None:
            self._add(paths - last[1], Priority.CHANGED)
        elif not self._cache.is_full:
            self._add((path for path in paths if self._cache.page(path) is None), Priority.OTHER)
