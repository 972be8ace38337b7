"""Renders pages in the background, one at a time: at once for editors, and seldom for visitors."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from itertools import chain

from awards_site.core.http.response_store import ResponseStore
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import Changes
from awards_site.core.invalidation.reads import State
from awards_site.core.logs import get_logger
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.renderer import RenderedPage, Renderer
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed, SsrWorker

log = get_logger(__name__)

INTERVAL_SECONDS = 2.0
"""The shortest interval of rendering a page for visitors; doubled after each failure."""
MAX_BACKOFF_SECONDS = 30.0
"""The longest time until a failed page is tried again."""
REST = 3.0
"""How many times as long as a page for visitors took the next one waits, so that requests for pages
in memory are answered meanwhile."""
MAX_REST_SECONDS = 0.2
POLL_SECONDS = 0.25
"""How often the scheduler looks for pages that have become due or have expired."""
_FIXED = {
    page.route: {str(each.__tablename__) for each in page.lists}
    for page in PUBLIC_PAGES
    if page.records is None
}
"""The tables that each fixed page lists."""
_LISTED = set().union(*_FIXED.values())


class RenderScheduler:
    """Keeps the rendered pages by path, and renders them again when they are outdated.

    A write queues the pages of its rows and the fixed pages that list them, which come first and
    at once. Other pages are rendered when they are asked for.
    """

    def __init__(
        self, renderer: Renderer, pages: ResponseStore[str, RenderedPage], worker: SsrWorker
    ) -> None:
        self._renderer = renderer
        self._pages = pages
        self._worker = worker
        self._queue: dict[str, asyncio.Future[bool]] = {}
        self._changed: set[str] = set()
        """The queued pages that a write has outdated, rather than asked for by visitors only."""
        self._current: asyncio.Future[bool] | None = None
        """The result of the page that is being rendered, if any."""
        self._due: dict[str, float] = {}
        """When each page may be rendered again for visitors."""
        self._backoff: dict[str, float] = {}
        """How long each failed page waits for its next attempt."""
        self._rests_until = 0.0
        """When the next page of a record may be rendered for visitors."""
        self._not_tried = set(_FIXED)
        self._queued = asyncio.Event()
        self._is_running = False

    @property
    def has_rendered(self) -> bool:
        """Whether each fixed page has been rendered once, or is not rendered at all.

        A page that cannot be rendered counts, because the built page is served instead.
        """
        return not self._not_tried

    @property
    def waiting(self) -> int:
        """How many pages are queued."""
        return len(self._queue)

    @property
    def in_progress(self) -> int:
        """How many pages are being rendered: 0 or 1."""
        return int(self._current is not None)

    def usable_page(self, path: str) -> RenderedPage | None:
        """Return a page that may be served, and queue it if it is outdated."""
        page = self._pages.get(path)
        state = State.WITHDRAWN if page is None else page.state
        if state is State.WITHDRAWN:
            return None
        if state is State.OUTDATED:
            self.queue(path)
        return page

    def queue(self, path: str) -> None:
        """Queue a page for visitors."""
        if self._is_running and path not in self._queue:
            self._queue[path] = asyncio.get_running_loop().create_future()
            self._queued.set()

    async def wait_until_shown(self, seconds: float) -> bool:
        """Wait until the pages are rendered that are queued because of writes until now.

        Returns False if that takes longer than `seconds`, or if one fails.
        """
        changed = [self._queue[path] for path in self._changed]
        if self._current is not None:
            changed.append(self._current)
        if changed:
            await asyncio.wait(changed, timeout=seconds)
        return all(each.done() and each.result() for each in changed)

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

        def note_change(changes: Changes) -> None:
            loop.call_soon_threadsafe(self._queue_changed, changes)

        self._is_running = True
        content_version.subscribe(note_change)
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._is_running = False
            content_version.unsubscribe(note_change)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await self._worker.close()

    def _queue_changed(self, changes: Changes) -> None:
        """Queue the pages of rows; any fixed page may be one of rows that no page lists."""
        rows = {(table, row.id) for table, each in changes.items() for row in each.rows or ()}
        own = [path for path, page in self._pages if page.row in rows]
        tables = {table for table, _ in rows} & _LISTED
        fixed = {path for path, listed in _FIXED.items() if not tables or tables & listed}
        for path in (*_FIXED, *own):
            state = self._state(path)
            is_shown = path in fixed or path not in _FIXED
            if state is State.WITHDRAWN or (state is State.OUTDATED and is_shown):
                self.queue(path)
                self._changed.add(path)
                self._queued.set()

    def _state(self, path: str) -> State:
        page = self._pages.get(path)
        return page.state if page is not None else State.WITHDRAWN

    async def _run(self) -> None:
        while True:
            for path in _FIXED:
                if self._state(path) is not State.FRESH:
                    self.queue(path)
            self._queued.clear()
            now = time.monotonic()
            changed = (path for path in self._queue if path in self._changed)
            rest = self._rests_until - now
            may_begin = (path for path in self._queue if rest <= 0 or path in _FIXED)
            due = (path for path in may_begin if self._due.get(path, now) <= now)
            found = next(chain(changed, due), None)
            # A process that misses writes may render outdated pages.
            if found is not None and content_version.is_current():
                await self._render(found, self._queue.pop(found))
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rest if 0 < rest < POLL_SECONDS else POLL_SECONDS):
                    await self._queued.wait()

    async def _render(self, path: str, rendered: asyncio.Future[bool]) -> None:
        self._current = rendered
        started, is_for_visitors = time.monotonic(), path not in self._changed | _FIXED.keys()
        self._changed.discard(path)
        self._due[path] = started + INTERVAL_SECONDS
        try:
            await self._renderer.render(path)
        except LookupFailed as error:
            # The page stays if nothing on it was withdrawn.
            self._postpone(path, error)
        except RenderFailed as error:
            # The built page is served instead, which fetches its data in the browser.
            self._pages.drop(path)
            self._postpone(path, error)
        except Exception as error:
            log.exception("prerendering raised an unexpected error", page=path)
            self._postpone(path, error)
        else:
            self._backoff.pop(path, None)
        finally:
            self._current = None
            if is_for_visitors:
                ended = time.monotonic()
                self._rests_until = ended + min(REST * (ended - started), MAX_REST_SECONDS)
            self._not_tried.discard(path)
            if not rendered.done():
                rendered.set_result(path not in self._backoff)

    def _postpone(self, path: str, error: Exception) -> None:
        """Try a failed page again later."""
        backoff = min(2 * self._backoff.get(path, INTERVAL_SECONDS / 2), MAX_BACKOFF_SECONDS)
        self._backoff[path] = backoff
        self._due[path] = time.monotonic() + backoff
        log.error("prerendering failed", page=path, retry_seconds=backoff, error=error)
        self.queue(path)
