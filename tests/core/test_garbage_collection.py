"""Full collections that take long look only at new objects, and once an interval at all."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from awards_site.core import process
from awards_site.core.process import tune_garbage_collection


class Node:
    """An object in a reference cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def others_frozen() -> Iterator[None]:
    """Exclude the objects of other tests from collections, which would take a second each."""
    gc.freeze()
    yield
    gc.freeze()


@pytest.fixture(autouse=True)
def every_pause_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_PAUSE_SECONDS", 0.0)


@asynccontextmanager
async def freezing() -> AsyncIterator[None]:
    task = asyncio.create_task(tune_garbage_collection())
    await asyncio.sleep(0)
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def test_a_collection_starts_after_as_many_new_objects_as_several_lists_have() -> None:
    thresholds = gc.get_threshold()
    gc.set_threshold(700, *thresholds[1:])

    async def run() -> None:
        async with freezing():
            assert gc.get_threshold() == (20_000, *thresholds[1:])

    try:
        asyncio.run(run())
    finally:
        gc.set_threshold(*thresholds)


def test_what_survives_a_long_collection_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        async with freezing():
            node = Node()
            monkeypatch.setattr(process, "MAX_PAUSE_SECONDS", 60.0)
            gc.collect()
            assert any(each is node for each in gc.get_objects())
            monkeypatch.setattr(process, "MAX_PAUSE_SECONDS", 0.0)
            gc.collect()
            assert not any(each is node for each in gc.get_objects())

    asyncio.run(run())


def test_garbage_among_the_frozen_is_freed_after_the_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        async with freezing():
            node = Node()
            freed = asyncio.Event()
            garbage = weakref.ref(node, lambda _: freed.set())
            gc.collect()
            del node
            gc.collect()
            assert garbage() is not None
        monkeypatch.setattr(process, "INTERVAL_SECONDS", 0.01)
        async with freezing(), asyncio.timeout(20):
            await freed.wait()

    asyncio.run(run())
