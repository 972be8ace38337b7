"""The in-memory cache of rendered pages, invalidated by writes."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from awards_site.core import clock
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import Change, Effect, Reads, strongest_effect
from awards_site.core.invalidation.reads_index import ReadsIndex
from awards_site.prerender.lookup import NegativeEntry
from awards_site.prerender.page_response import PageResponse
from awards_site.settings import settings

MAX_NEGATIVE_ENTRIES = 1000
"""The maximum number of cached 404s and redirects; clients can request any number of paths."""
GRACE = timedelta(seconds=0.5)
"""How long a page is served after its `changes_at`, while it is rendered again."""


@dataclass(frozen=True)
class CachedPage:
    """A rendered page with its dependencies.

    `reads` has the reads of each response that the page was rendered from, `record_reads` those of
    its own record. The page expires at `changes_at`. `digest` identifies its content.
    """

    response: PageResponse
    digest: bytes
    reads: Sequence[Reads]
    record_reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None
    is_stale: bool = False


OnChange = Callable[[Sequence[Change], Sequence[str], Sequence[str]], None]
"""Receives the changes, the paths of pages whose own record changed, and the other stale paths.

Called in the thread that made the write.
"""


class PageCache:
    """Rendered pages by path, at most as many as the setting `page_cache_mb` allows.

    The page that was visited least recently is evicted first. A write marks the pages that depend
    on it stale, and drops those that show withdrawn content (`Effect`).
    """

    def __init__(self) -> None:
        self._pages: OrderedDict[str, CachedPage] = OrderedDict()
        self._index: ReadsIndex[str] = ReadsIndex()
        self._negatives: OrderedDict[str, NegativeEntry] = OrderedDict()
        self._bytes = 0
        self._max_bytes = settings().page_cache_mb * 1024 * 1024
        self.on_change: OnChange = lambda *_change: None
        content_version.subscribe(self._change)

    def close(self) -> None:
        """Stop listening to content changes."""
        content_version.unsubscribe(self._change)

    @property
    def is_full(self) -> bool:
        """Whether adding a page may evict another."""
        return self._bytes > self._max_bytes * 0.9

    def page(self, path: str) -> CachedPage | None:
        """Return the cached page, or None."""
        return self._pages.get(path)

    def visit(self, path: str) -> CachedPage | None:
        """Return the cached page, or None, and keep it longer than pages not visited since."""
        page = self._pages.get(path)
        if page is not None and page.changes_at and page.changes_at + GRACE <= clock.now():
            self.drop(path)
            page = None
        if page is not None:
            # Another thread may drop the page at the same time.
            with suppress(KeyError):
                self._pages.move_to_end(path)
        return page

    def negative(self, path: str) -> NegativeEntry | None:
        """Return the cached 404 or redirect, or None."""
        entry = self._negatives.get(path)
        if entry is not None and entry.changes_at and entry.changes_at <= clock.now():
            self.drop(path)
            return None
        return entry

    def put(self, path: str, version: int, page: CachedPage) -> bool:
        """Cache a page whose rendering started at content version `version`.

        Returns False and caches nothing if the page shows content withdrawn since then.
        """
        with content_version.locked():
            effect = content_version.effect_since(version, *page.reads)
            self.drop(path)
            if effect is Effect.WITHDRAWN:
                return False
            self._pages[path] = replace(page, is_stale=effect is Effect.STALE)
            self._index.put(path, page.reads)
            self._bytes += page.response.memory_bytes
            while self._bytes > self._max_bytes:
                self.drop(next(iter(self._pages)))
            return True

    def put_negative(self, path: str, version: int, entry: NegativeEntry) -> None:
        """Cache a 404 or redirect, unless what it depends on has changed since `version`."""
        with content_version.locked():
            self.drop(path)
            if content_version.effect_since(version, entry.reads):
                return
            self._negatives[path] = entry
            self._index.put(path, (entry.reads,))
            while len(self._negatives) > MAX_NEGATIVE_ENTRIES:
                self.drop(next(iter(self._negatives)))

    def drop(self, path: str) -> None:
        """Remove the cached page, 404 or redirect, if any."""
        with content_version.locked():
            self._negatives.pop(path, None)
            dropped = self._pages.pop(path, None)
            self._index.discard(path)
            self._bytes -= dropped.response.memory_bytes if dropped else 0

    def expired(self) -> list[str]:
        """Return the paths of the pages past their `changes_at`."""
        now = clock.now()
        pages = list(self._pages.items())
        return [path for path, page in pages if page.changes_at and page.changes_at <= now]

    def _change(self, changes: Sequence[Change]) -> None:
        own: list[str] = []
        others: list[str] = []
        for path in self._index.find(changes):
            page = self._pages.get(path)
            reads = page.reads if page else (self._negatives[path].reads,)
            effect = strongest_effect(reads, changes)
            if not effect:
                continue
            if page is None:
                self.drop(path)
                continue
            if effect is Effect.WITHDRAWN:
                self.drop(path)
            else:
                self._pages[path] = replace(page, is_stale=True)
            (own if page.record_reads.effect_of(changes) else others).append(path)
        self.on_change(changes, own, others)
