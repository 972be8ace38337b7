"""Renders pages in the background, one at a time: changed ones first, then requested ones."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Collection

from awards_site.core.http.response_store import ResponseStore
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import Row
from awards_site.core.invalidation.reads import State
from awards_site.core.logs import get_logger
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.renderer import RenderedPage, Renderer
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed, SsrWorker

log = get_logger(__name__)

INTERVAL_SECONDS = 2.0
"""The shortest interval of rendering a page for visitors, unless it was withdrawn."""
WRITE_INTERVAL_SECONDS = 0.1
"""The shortest interval of rendering a page for editors who have changed it."""
POLL_SECONDS = 0.25
"""How often the scheduler looks for pages that have expired or that another process has changed.
Each time, one outdated page that nobody asks for is rendered, too."""
REST = 9
"""The rest after rendering an outdated page for visitors, in multiples of the time it took."""
_SOON_SECONDS = 0.02
"""How often it looks for queued pages that have become due."""
WAIT_SECONDS = 0.5
"""How long a request waits for a page that is missing."""
MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 0.5, 30.0
"""How long a failed page waits for its next attempt; doubled after each failure."""
_FIXED = {
    page.route: {str(each.__tablename__) for each in page.lists}
    for page in PUBLIC_PAGES
    if page.records is None
}
"""The tables that each fixed page lists."""
_LISTED = set().union(*_FIXED.values())


class RenderScheduler:
    """Keeps the rendered pages by path, and renders them again when they are outdated.

    A page whose own record changes and the fixed pages of its table are rendered at once, and
    others when they are asked for.
    """

    def __init__(
        self, renderer: Renderer, pages: ResponseStore[str, RenderedPage], worker: SsrWorker
    ) -> None:
        self._renderer = renderer
        self._pages = pages
        self._worker = worker
        self._queue: dict[str, asyncio.Future[bool]] = {}
        self._current: asyncio.Future[bool] | None = None
        """The result of the page that is being rendered, if any."""
        self._changed: set[str] = set()
        """The queued pages that a write has outdated, rather than asked for by visitors only."""
        self._rests_until = 0.0
        self._started: dict[str, float] = {}
        """When each page was rendered last."""
        self._retries: dict[str, tuple[float, float]] = {}
        """When each failed page is tried again, and how long it waits for that."""
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
            self._want(path)
        return page

    async def page_soon(self, path: str) -> RenderedPage | None:
        """Queue a page that is missing, and return it if it is rendered soon."""
        if not self._is_running or path in self._retries:
            return None
        self._queued.set()
        await asyncio.wait([self._want(path)], timeout=WAIT_SECONDS)
        return self.usable_page(path)

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

        def note_change(rows: Collection[Row]) -> None:
            loop.call_soon_threadsafe(self._queue_written, frozenset(rows))

        self._is_running = True
        content_version.subscribe(note_change)
        self._queue_outdated()
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

    def _queue_written(self, rows: Collection[Row]) -> None:
        """Queue the pages of rows first; any fixed page may be one of rows that no page lists."""
        own = (path for path, page in self._pages if page.row in rows) if rows else ()
        tables = {table for table, _ in rows} & _LISTED
        fixed = (path for path, listed in _FIXED.items() if not tables or tables & listed)
        self._queue_outdated([*fixed, *own])

    def _queue_outdated(self, first: Collection[str] = ()) -> None:
        """Queue the fixed pages that are not fresh; those that show what was withdrawn first."""
        for path in dict.fromkeys((*_FIXED, *first)):
            state = self._state(path)
            if state is not State.FRESH:
                self._want(path)
                if state is State.WITHDRAWN or path in first:
                    self._changed.add(path)
                    self._queued.set()

    def _want(self, path: str) -> asyncio.Future[bool]:
        """Queue a page; the result is whether it was rendered."""
        if path not in self._queue:
            self._queue[path] = asyncio.get_running_loop().create_future()
            self._queued.set()
        return self._queue[path]

    def _state(self, path: str) -> State:
        page = self._pages.get(path)
        return page.state if page is not None else State.WITHDRAWN

    def _is_due(self, path: str) -> bool:
        now = time.monotonic()
        if path in self._retries:
            return self._retries[path][0] <= now
        started = self._started.get(path, -INTERVAL_SECONDS)
        if path in self._changed:
            due_at = started + WRITE_INTERVAL_SECONDS
        else:
            due_at = max(started + INTERVAL_SECONDS, self._rests_until)
        return due_at <= now or self._state(path) is State.WITHDRAWN

    async def _run(self) -> None:
        while True:
            self._queued.clear()
            first = [each for each in self._queue if each in self._changed]
            path = next(filter(self._is_due, (*first, *self._queue)), None)
            # A process that misses writes may render outdated pages.
            if path is not None and content_version.is_current():
                await self._render(path, self._queue.pop(path))
                continue
            try:
                is_resting = time.monotonic() < self._rests_until
                is_soon = self._changed or (self._queue and not is_resting)
                async with asyncio.timeout(_SOON_SECONDS if is_soon else POLL_SECONDS):
                    await self._queued.wait()
            except TimeoutError:
                content_version.is_current()
                self._queue_outdated()
                self._queue_idle()

    def _queue_idle(self) -> None:
        """Queue one page that is outdated and that nobody has asked for."""
        if not self._queue:
            outdated = (path for path, page in self._pages if page.state is not State.FRESH)
            for path in filter(self._is_due, outdated):
                self._want(path)
                return

    async def _render(self, path: str, rendered: asyncio.Future[bool]) -> None:
        self._current = rendered
        started = self._started[path] = time.monotonic()
        is_for_visitors = path not in self._changed and self._state(path) is State.OUTDATED
        self._changed.discard(path)
        try:
            await self._renderer.render(path)
        except LookupFailed as error:
            # The page stays if nothing on it was withdrawn.
            self._retry(path, error)
        except RenderFailed as error:
            # The built page is served instead, which fetches its data in the browser.
            self._pages.drop(path)
            self._retry(path, error)
        except Exception as error:
            log.exception("prerendering raised an unexpected error", page=path)
            self._retry(path, error)
        else:
            self._retries.pop(path, None)
        finally:
            self._current = None
            if is_for_visitors:
                now = time.monotonic()
                self._rests_until = now + REST * (now - started)
            self._not_tried.discard(path)
            if not rendered.done():
                rendered.set_result(path not in self._retries)

    def _retry(self, path: str, error: Exception) -> None:
        _, last = self._retries.get(path, (0.0, 0.0))
        backoff = min(last * 2 or MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS)
        self._retries[path] = time.monotonic() + backoff, backoff
        log.error("prerendering failed", page=path, retry_seconds=backoff, error=error)
        self._want(path)
