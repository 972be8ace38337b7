"""Threads of their own for password hashing, with a short queue.

A hash takes a fraction of a second of a processor. In the threads that all requests share, a burst
of sign-ins would delay every other request. bcrypt releases the interpreter lock while it hashes.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

from awards_site.core.errors import ServiceUnavailable

P = ParamSpec("P")
T = TypeVar("T")

THREADS = max(2, min(4, os.cpu_count() or 2))
MAX_QUEUED = 64
"""How many attempts may wait for a thread: some eight seconds of work on two processors."""

_BUSY = "Too many people are signing in at the moment. Please try again in a few seconds."
_RETRY_SECONDS = 5

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="password-hashing")
_slots = BoundedSemaphore(THREADS + MAX_QUEUED)


@contextmanager
def slot() -> Iterator[None]:
    """Take a place in the queue; raise ServiceUnavailable if it is full."""
    if not _slots.acquire(blocking=False):
        raise busy()
    try:
        yield
    finally:
        _slots.release()


def busy() -> ServiceUnavailable:
    """Return the error for a sign-in that cannot be checked in time."""
    return ServiceUnavailable(_BUSY, _RETRY_SECONDS)


async def run(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that hashes, in one of the threads; the caller holds a `slot`."""
    return await asyncio.wrap_future(_pool.submit(function, *args, **kwargs))
