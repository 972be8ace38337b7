"""Cached responses by key, within a memory limit."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from awards_site.core.http.caching.cached_response import CachedResponse

K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=CachedResponse)


class ResponseStore(Generic[K, R]):
    """Responses of at most `max_bytes` together; those read least recently go first.

    Used in the event loop only.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._responses: OrderedDict[K, R] = OrderedDict()
        self.size = 0
        """The memory of the responses in bytes."""

    def __iter__(self) -> Iterator[tuple[K, R]]:
        return iter(list(self._responses.items()))

    def get(self, key: K) -> R | None:
        """Return the response, whatever its state."""
        response = self._responses.get(key)
        if response is not None:
            self._responses.move_to_end(key)
        return response

    def put(self, key: K, response: R) -> None:
        """Keep a response, unless it is very large."""
        self.drop(key)
        if response.memory_bytes > self._max_bytes // 4:
            return
        response.grow = self._grow
        self._responses[key] = response
        self._grow(response.memory_bytes)

    def drop(self, key: K) -> None:
        dropped = self._responses.pop(key, None)
        if dropped is not None:
            self.size -= dropped.memory_bytes
            dropped.grow = lambda _bytes: None

    def _grow(self, added: int) -> None:
        self.size += added
        while self.size > self._max_bytes:
            self.drop(next(iter(self._responses)))
