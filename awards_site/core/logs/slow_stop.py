"""Logs what a worker still waits for when it does not stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from awards_site.core.logs.logger import get_logger

REPORT_SECONDS = 10.0
"""How long after the end of the last request a worker may take to stop without a report."""

log = get_logger(__name__)


@asynccontextmanager
async def report_slow_stop() -> AsyncIterator[None]:
    """Log the running tasks if the event loop still runs REPORT_SECONDS after the block."""
    loop = asyncio.get_running_loop()
    try:
        yield
    finally:
        loop.call_later(REPORT_SECONDS, _report)


def _report() -> None:
    tasks = "; ".join(map(_place, asyncio.all_tasks()))
    log.error("worker not stopped; it waits for tasks", seconds=REPORT_SECONDS, tasks=tasks)


def _place(task: asyncio.Task[object]) -> str:
    frames = task.get_stack()
    places = [f"{each.f_code.co_filename}:{each.f_lineno}" for each in frames[-1:]]
    return f"{task.get_name()} at {', '.join(places)}"
