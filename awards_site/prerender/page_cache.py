"""The rendered pages, in memory until a write changes what they show."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from awards_site.core import clock, content_version
from awards_site.core.changes import Change, Effect, Reads
from awards_site.prerender.lookup import NegativeEntry
from awards_site.prerender.page_response import PageResponse

MAX_BYTES = 256 * 1024 * 1024
"""How much memory the pages take at most."""
MAX_NEGATIVE_ENTRIES = 1000
"""How many paths without a page are remembered; anyone can ask for more of them."""


@dataclass(frozen=True)
class CachedPage:
    """A rendered page, and all that it was made from.

    `record_reads` is the part of it that the page's own record came from. `changes_at` is when time
    alone makes it another page. `digest` tells whether two pages show the same.
    """

    response: PageResponse
    digest: bytes
    reads: Reads
    record_reads: Reads = field(default_factory=Reads)
    changes_at: datetime | None = None
    is_stale: bool = False


OnChange = Callable[[Sequence[Change], Sequence[str], Sequence[str]], None]
"""Takes changes, the paths of pages whose own record they concern, and those of other pages.

It is called in the thread that has written.
"""


class PageCache:
    """The pages by their paths. A write drops those that show what it takes back (`Effect`)."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, CachedPage] = OrderedDict()
        self._negatives: OrderedDict[str, NegativeEntry] = OrderedDict()
        self._bytes = 0
        self.on_change: OnChange = lambda *_change: None
        content_version.subscribe(self._change)

    def close(self) -> None:
        """Hear of changes no more."""
        content_version.unsubscribe(self._change)

    @property
    def is_full(self) -> bool:
        """Whether another page would take the place of one that is here."""
        return self._bytes > MAX_BYTES * 0.9

    def page(self, path: str) -> CachedPage | None:
        """Return the page at a path."""
        return self._pages.get(path)

    def negative(self, path: str) -> NegativeEntry | None:
        """Return what is known of a path without a page."""
        return self._negatives.get(path)

    def put(self, path: str, begun: int, page: CachedPage) -> bool:
        """Keep a page that was made since the version `begun`.

        Returns False, and keeps nothing, when it shows what has been withdrawn meanwhile.
        """
        with content_version.locked():
            effect = content_version.effect_since(begun, page.reads)
            self.drop(path)
            self._negatives.pop(path, None)
            if effect is Effect.WITHDRAWN:
                return False
            self._pages[path] = replace(page, is_stale=effect is Effect.STALE)
            self._bytes += page.response.size
            while self._bytes > MAX_BYTES:
                self.drop(next(iter(self._pages)))
            return True

    def put_negative(self, path: str, begun: int, entry: NegativeEntry) -> None:
        """Remember that a path has no page, unless that may have changed since `begun`."""
        with content_version.locked():
            self.drop(path)
            if content_version.effect_since(begun, entry.reads):
                return
            self._negatives[path] = entry
            while len(self._negatives) > MAX_NEGATIVE_ENTRIES:
                self._negatives.popitem(last=False)

    def drop(self, path: str) -> None:
        """Keep no page at a path."""
        with content_version.locked():
            dropped = self._pages.pop(path, None)
            self._bytes -= dropped.response.size if dropped else 0

    def overdue(self) -> list[str]:
        """Return the paths of the pages that time alone has changed."""
        now = clock.now()
        pages = list(self._pages.items())
        return [path for path, page in pages if page.changes_at and page.changes_at <= now]

    def _change(self, changes: Sequence[Change]) -> None:
        own: list[str] = []
        others: list[str] = []
        for path, page in list(self._pages.items()):
            effect = page.reads.effect_of(changes)
            if not effect:
                continue
            if effect is Effect.WITHDRAWN:
                self.drop(path)
            else:
                self._pages[path] = replace(page, is_stale=True)
            (own if page.record_reads.effect_of(changes) else others).append(path)
        for path, entry in list(self._negatives.items()):
            if entry.reads.effect_of(changes):
                del self._negatives[path]
        self.on_change(changes, own, others)
