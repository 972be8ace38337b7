"""Editors who change nominees at a steady rate while something else is measured."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

import httpx

from bench.staff import Staff

WRITES_PER_SECOND = 5.0
"""The writes of all editors together."""


def percentile_ms(durations: Sequence[float], percent: int) -> float:
    """Return a percentile, in ms, of ascending durations in seconds."""
    return durations[min(len(durations) * percent // 100, len(durations) - 1)] * 1000


def report(durations: Sequence[float]) -> str:
    """Return a summary of the writes' durations, given ascending and in seconds."""
    return (
        f"{len(durations)} writes: median {percentile_ms(durations, 50):.0f} ms,"
        f" 99 % within {percentile_ms(durations, 99):.0f} ms,"
        f" worst {durations[-1] * 1000:.0f} ms"
    )


@contextmanager
def editors(site_url: str, count: int) -> Iterator[list[float]]:
    """Write while the block runs; yields a growing list of the writes' durations in seconds.

    Each of `count` editors changes a nominee of her own. Raises httpx.HTTPError if a write fails.
    """
    with Staff(site_url) as staff:
        nominees, cookies = staff.nominees(), staff.cookies
    seconds: list[float] = []
    errors: list[BaseException] = []
    stop = Event()

    async def write(client: httpx.AsyncClient, number: int) -> None:
        nominee = nominees[number % count]
        start = time.perf_counter()
        # The same title as in an earlier run would change nothing.
        body = {"title": f"Founder, version {time.time_ns()}"}
        response = await client.patch(f"/api/nominees/{nominee}", json=body)
        seconds.append(time.perf_counter() - start)
        response.raise_for_status()

    async def write_all() -> None:
        async with (
            httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as client,
            asyncio.TaskGroup() as tasks,
        ):
            start, number = time.monotonic(), 0
            while not stop.is_set():
                tasks.create_task(write(client, number))
                number += 1
                # A fixed schedule: slow responses do not lower the rate.
                await asyncio.sleep(start + number / WRITES_PER_SECOND - time.monotonic())

    def run() -> None:
        try:
            asyncio.run(write_all())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    try:
        yield seconds
    finally:
        stop.set()
        thread.join()
    for error in errors:
        raise error
