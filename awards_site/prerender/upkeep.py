"""Rendering all pages after every change, by one process of those that share a data folder."""

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TextIO

from awards_site.core import clock
from awards_site.core.changes import announce, version
from awards_site.core.request_client import RequestError, anonymous_client
from awards_site.core.whole_files import write_whole
from awards_site.prerender.kept import NOT_FOUND
from awards_site.prerender.node import DrawingFailed, Node, NodeMissing
from awards_site.prerender.renderer import Renderer, RenderFailed
from awards_site.prerender.snapshot import EMPTY
from awards_site.settings import settings

log = logging.getLogger(__name__)

_POLL = 0.05
"""How often, in seconds, it is looked whether something has changed."""
_BURST = 0.06
"""Seconds after a change in which others may follow and are rendered together with it."""
_BREATH = 0.01
"""Seconds between pages that no one waits for, which visitors have for themselves."""
_LOCK_POLL = 1.0
_RECOVERY = 1.0
"""Seconds after an error that nobody expected, such as a full disk."""


class Upkeep:
    """Keeps all pages true while the site is served.

    One process holds a lock and renders; the others ask it by files, and read what it has written.
    """

    def __init__(self, renderer: Renderer, node: Node) -> None:
        self._renderer = renderer
        self._node = node
        self._kept = renderer.kept
        self._asked = self._kept.folder / "asked"
        self._is_on = False
        self._renders = False
        self._unsaved = False
        self._failed: set[str] = set()

    def is_page(self, path: str) -> bool:
        """Tell whether `path` may be that of a page, and pages are rendered at all."""
        return self._is_on and self._renderer.is_page(path)

    async def refresh(self, path: str) -> None:
        """Bring the page at `path` up to date. Raises RenderFailed."""
        if self._renders:
            await self._render(path)
            return
        try:
            if await self._renderer.exists(path):
                self._ask(path)
                await self._wait_for(path)
        except (RequestError, OSError) as error:
            log.warning("%s could not be asked for: %s", path, error)
            raise RenderFailed(path) from error

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Render while the block runs; where Node.js cannot, say so once and leave it."""
        try:
            self._node.check()
            await self._node.draw(NOT_FOUND, EMPTY.values)
        except (NodeMissing, DrawingFailed) as error:
            log.warning("Pages are sent as they were built, and filled in by websocket: %s", error)
            await self._node.close()
            yield
            return
        self._kept.load()
        self._is_on = True
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._is_on = False
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await self._renderer.close()

    async def _run(self) -> None:
        with _open(self._kept.folder / "lock") as lock:
            while not _locked(lock):  # noqa: ASYNC110 # Other processes set no event.
                await asyncio.sleep(_LOCK_POLL)
            self._kept.load()
            self._renders = True
            # What is kept may be of another day.
            announce()
            try:
                while True:
                    try:
                        await self._keep_true()
                    except Exception:
                        log.exception("Rendering was interrupted, and goes on")
                        await asyncio.sleep(_RECOVERY)
            finally:
                self._renders = False

    async def _keep_true(self) -> None:
        seen = -1
        moment = clock.now()
        while True:
            if version() != seen:
                await asyncio.sleep(_BURST)
                seen = version()
                await self._render_all(seen)
                moment = await next_moment()
            elif self._failed:
                await self._render_each(sorted(self._failed))
            for request in self._requests():
                await self._render_each([request])
            if self._unsaved:
                self._unsaved = False
                self._kept.save()
            if clock.now() >= moment:
                moment = datetime.max.replace(tzinfo=UTC)
                announce()
            await asyncio.sleep(_POLL)

    async def _render_all(self, seen: int) -> None:
        try:
            addresses = await self._renderer.addresses()
        except RequestError:
            log.exception("The addresses of pages could not be read; those known are rendered")
            addresses = list(self._kept.pages)
        first = [path for path in addresses if path.count("/") == 1]
        await self._render_each(first)
        if version() == seen and not self._failed:
            passed = (time.time_ns() - seen) / 1e6
            log.info("%d pages are true, %.0f ms after the change", len(first), passed)
        self._save()
        for path in addresses[len(first) :]:
            if version() != seen:
                return
            await self._render_each([path])
            await asyncio.sleep(_BREATH)
        for path in set(self._kept.pages) - set(addresses):
            self._kept.drop(path)
        self._unsaved = True

    async def _render_each(self, paths: list[str]) -> None:
        for path in paths:
            # The renderer has logged what went wrong, and says when it may be tried again.
            with contextlib.suppress(RenderFailed):
                await self._render(path)

    async def _render(self, path: str) -> None:
        self._failed.add(path)
        await self._renderer.refresh(path)
        self._failed.discard(path)
        self._unsaved = True

    def _save(self) -> None:
        self._unsaved = False
        self._kept.save()

    def _requests(self) -> Iterator[str]:
        if not self._asked.is_dir():
            return
        for file in self._asked.iterdir():
            path = file.read_text()
            file.unlink(missing_ok=True)
            if self._renderer.is_page(path):
                yield path

    def _ask(self, path: str) -> None:
        """Ask the process that renders for a page, by a file with its path."""
        self._asked.mkdir(parents=True, exist_ok=True)
        write_whole(self._asked / hashlib.sha256(path.encode()).hexdigest(), path.encode())

    async def _wait_for(self, path: str) -> None:
        while True:
            self._kept.load()
            page = self._kept.pages.get(path)
            if page is not None and page.version == version():
                return
            await asyncio.sleep(_POLL)


async def next_moment() -> datetime:
    """Return when the pages will show something else without anyone changing anything.

    That is when an event begins or ends, and at midnight in the programme's zone.
    """
    now = clock.now()
    today = now.astimezone(settings().zone).replace(hour=0, minute=0, second=0, microsecond=0)
    moments = [today + timedelta(days=1)]
    with contextlib.suppress(RequestError):
        for event in await anonymous_client().read("/api/events"):
            moments += [datetime.fromisoformat(event[key]) for key in ("startDate", "endDate")]
    # An event that ends at this instant is not past yet.
    return min(moment for moment in moments if moment > now) + timedelta(milliseconds=1)


def _open(path: Path) -> TextIO:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("w")


def _locked(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
