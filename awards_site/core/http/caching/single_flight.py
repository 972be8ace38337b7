"""Shares the result of concurrent identical computations."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Runs a computation once for all concurrent callers with the same key."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[T]] = {}

    def start(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        """Return the running task of a key, or start it."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(compute())
            task.add_done_callback(lambda _: self._running.pop(key))
        return task
