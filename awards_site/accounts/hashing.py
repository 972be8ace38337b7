"""Dedicated threads for password hashing, with a short queue.

A hash takes a fraction of a second of a processor. In the threads that all requests share, a burst
of sign-ins would delay every other request. bcrypt releases the interpreter lock while it hashes.
"""

import asyncio
import os
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

import bcrypt

from awards_site.core.errors import ServiceUnavailable

ROUNDS = 12
"""The bcrypt cost factor; a hash takes about 0.2 s on a small server."""


def _digest(password: str) -> bytes:
    # bcrypt truncates its input at 72 bytes and at a NUL, so it gets a digest of the password.
    return b64encode(sha256(password.encode("utf-8", "surrogatepass")).digest())


def hash_password(password: str) -> str:
    return bcrypt.hashpw(_digest(password), bcrypt.gensalt(ROUNDS)).decode()


def verify_password(password: str, password_hash: str | None) -> bool:
    """Return whether the password matches; without a hash, return False in the same time.

    The response time therefore does not reveal whether a user exists and has chosen a password.
    """
    matches = bcrypt.checkpw(_digest(password), (password_hash or _dummy_hash()).encode())
    return matches and bool(password_hash)


@cache
def _dummy_hash() -> str:
    return hash_password("dummy password")


P = ParamSpec("P")
T = TypeVar("T")

MAX_QUEUED = 128
"""The number of attempts that may wait for a thread: some 16 seconds on two processors."""
MAX_PER_IP_ADDRESS = 64
"""The number of attempts of one IP address at a time, so that others find a place."""


class Queue:
    """Threads, and the places of the attempts that they check or that wait for them."""

    def __init__(self, threads: int, max_queued: int) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="password-hashing")
        self.slots = BoundedSemaphore(threads + max_queued)


unknown_browsers = Queue(max(2, min(4, os.cpu_count() or 2)), MAX_QUEUED)
known_browsers = Queue(1, 16)
"""Browsers that have signed in to the account before do not wait behind unknown ones."""
_queue: ContextVar[Queue] = ContextVar("hashing_queue", default=unknown_browsers)
_attempts_by_ip_address: Counter[str] = Counter()


@contextmanager
def slot(ip_address: str = "", *, is_known: bool = False) -> Iterator[None]:
    """Take a place in the queue.

    Raises ServiceUnavailable if the queue, or the part of it for one IP address, is full.
    """
    queue = known_browsers if is_known else unknown_browsers
    is_limited = ip_address != "" and not is_known
    if is_limited and _attempts_by_ip_address[ip_address] >= MAX_PER_IP_ADDRESS:
        raise busy()
    if not queue.slots.acquire(blocking=False):
        raise busy()
    token = _queue.set(queue)
    _attempts_by_ip_address[ip_address] += is_limited
    try:
        yield
    finally:
        _attempts_by_ip_address[ip_address] -= is_limited
        if not _attempts_by_ip_address[ip_address]:
            del _attempts_by_ip_address[ip_address]
        _queue.reset(token)
        queue.slots.release()


def busy() -> ServiceUnavailable:
    """Return the error for a sign-in that cannot be checked in time."""
    message = "Too many people are signing in at the moment. Please try again in a few seconds."
    return ServiceUnavailable(message, retry_after=5)


async def run(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that hashes, in one of the threads; the caller holds a `slot`."""
    return await asyncio.wrap_future(_queue.get().pool.submit(function, *args, **kwargs))


async def hash_new_password(password: str) -> str:
    """Return the hash of a password; see `hash_secrets`."""
    [password_hash] = await hash_secrets([password])
    return password_hash


async def hash_secrets(secrets: Iterable[str]) -> list[str]:
    """Return the hashes of a known user's passwords or codes, which do not wait behind strangers.

    Raises ServiceUnavailable if too many passwords are being checked.
    """
    with slot(is_known=True):
        return await asyncio.gather(*(run(hash_password, each) for each in secrets))
