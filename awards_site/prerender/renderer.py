"""Rendering pages again when what they show has changed, each once however many wait for it."""

import asyncio
import contextvars
import hashlib
import json
import logging
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from awards_site.core.changes import version
from awards_site.core.http.coding import codings
from awards_site.core.request_client import RequestError, anonymous_client
from awards_site.prerender.document import finished
from awards_site.prerender.kept import NOT_FOUND, KeptPages
from awards_site.prerender.node import DrawingFailed, Node
from awards_site.prerender.snapshot import EMPTY, LoadFailed, Snapshot, take_snapshot
from awards_site.ui.public_page import PublicPage

log = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a failed page is tried again, doubling from the first to the longest."""


class RenderFailed(Exception):
    """A page could not be rendered; the message tells which and why."""


class _Pause(NamedTuple):
    """How long a page is left alone that failed with this version of the content."""

    version: int
    seconds: float
    until: float


class Renderer:
    """Keeps `pages` true. `client` is the folder of the built pages, `node` draws them."""

    def __init__(
        self, pages: Iterable[PublicPage], kept: KeptPages, node: Node, client: Path
    ) -> None:
        self._fixed: dict[str, PublicPage] = {}
        """The pages of fixed routes, by path."""
        self._dynamic: dict[str, PublicPage] = {}
        """The pages of routes with a part that varies, by the folder above it."""
        for page in pages:
            folder, _, last = page.route.rpartition("/")
            if last.startswith("["):
                self._dynamic[folder] = page
            else:
                self._fixed[page.route] = page
        self.kept = kept
        self._node = node
        self._client = client
        self._running: dict[str, asyncio.Task[None]] = {}
        self._pauses: dict[str, _Pause] = {}
        self._snapshots: dict[str, str] = {}
        # A render belongs to no request, whoever has asked for it first.
        self._context = contextvars.copy_context()

    def page_at(self, path: str) -> PublicPage | None:
        """Return the page whose route `path` fits, whether or not there is anything to show."""
        if path in self._fixed:
            return self._fixed[path]
        folder, _, key = path.rpartition("/")
        return self._dynamic.get(folder) if key else None

    def is_page(self, path: str) -> bool:
        """Tell whether `path` may be that of a page."""
        return path == NOT_FOUND or self.page_at(path) is not None

    async def refresh(self, path: str) -> None:
        """Make the page at `path` true, together with all who ask for it meanwhile.

        Raises RenderFailed, at once while a failed page is left alone for a while: until the
        content is another one, at the longest.
        """
        task = self._running.get(path)
        if task is None:
            pause = self._pauses.get(path)
            if pause and pause.version == version() and time.monotonic() < pause.until:
                raise RenderFailed(f"{path} has failed just now")
            task = self._context.run(asyncio.create_task, self._refresh(path))
            self._running[path] = task
        await asyncio.shield(task)

    async def _refresh(self, path: str) -> None:
        # Whoever waits may have given up, but what was learned is kept.
        now = version()
        try:
            await self._render(path)
        except Exception as error:
            # A State may fail in any way, or the disk be full: visitors get the last good page.
            last = self._pauses.get(path)
            again = last is not None and last.version == now
            pause = min(last.seconds * 2, _LONGEST_PAUSE) if last and again else _FIRST_PAUSE
            self._pauses[path] = _Pause(now, pause, time.monotonic() + pause)
            known = isinstance(error, LoadFailed | RequestError | DrawingFailed)
            message = "%s could not be rendered, next in %.1f s: %s"
            log.error(message, path, pause, error, exc_info=None if known else error)
            raise RenderFailed(path) from error
        else:
            self._pauses.pop(path, None)
        finally:
            # Here, and not once the task has ended: who asks between the two would be given a task
            # that is over, and with it an answer that is older than the question.
            del self._running[path]

    async def exists(self, path: str) -> bool:
        """Tell whether there is a page at `path` now; else that is remembered.

        Raises RequestError when that cannot be read.
        """
        now = version()
        page = self.page_at(path)
        if page is None or page.find is None:
            return self.is_page(path)
        right = await page.find(anonymous_client(), path.rpartition("/")[2])
        if right != path:
            self.kept.miss(path, now, right or "")
        return right == path

    async def _render(self, path: str) -> None:
        now = version()
        if not await self.exists(path):
            return
        page = self.page_at(path)
        snapshot = await take_snapshot(page, path) if page else EMPTY
        if snapshot.missing:
            self.kept.miss(path, now)
            return
        shown = hashlib.sha256(snapshot.values.encode()).hexdigest()[:32]
        known = self.kept.pages.get(path)
        if known is not None and known.shown == shown:
            known.version = now
        else:
            await self._draw(path, now, shown, snapshot)
        self._snapshots[path] = snapshot.values

    async def _draw(self, path: str, now: int, shown: str, snapshot: Snapshot) -> None:
        started = time.perf_counter()
        try:
            drawn = await self._node.draw(path, snapshot.values)
            html = finished(drawn, snapshot.values, self._client).encode()
        except (DrawingFailed, RuntimeError):
            if _withdraws(self._snapshots.get(path), snapshot.values):
                # The built page shows what is true, if later.
                self.kept.drop(path)
            raise
        page = await asyncio.to_thread(codings, html)
        self.kept.put(path, now, shown, page)
        log.debug(
            "Rendered %s in %.0f ms: %d bytes, %d as brotli",
            path,
            (time.perf_counter() - started) * 1000,
            len(page["identity"]),
            len(page["br"]),
        )

    async def addresses(self) -> list[str]:
        """Return the paths of all pages that exist now: those of fixed routes first.

        Raises RequestError when the dynamic ones cannot be read.
        """
        found = [*self._fixed, NOT_FOUND]
        for page in self._dynamic.values():
            if page.addresses is not None:
                found += [each.path for each in await page.addresses(anonymous_client())]
        return found

    async def close(self) -> None:
        """End what runs."""
        for task in list(self._running.values()):
            task.cancel()
        await self._node.close()


def _withdraws(before: str | None, after: str) -> bool:
    """Tell whether something that was shown is shown no more; so it may be, if that is unknown."""
    if before is None:
        return True
    return not set(_texts(json.loads(before))) <= set(_texts(json.loads(after)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
