"""The version of public content, and who is told of its changes: all caches of what it makes.

A committed write bumps the version and tells the subscribers of this process what has changed.
Other processes share the version as the time stamp of a file in AWARDS_DATA_DIR: one that sees a
version that is not its own takes everything for changed.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlmodel import SQLModel

from awards_site.core.changes import EVERYTHING, Change, Effect, Reads
from awards_site.core.files import modified_ns
from awards_site.settings import settings

log = logging.getLogger(__name__)

T = TypeVar("T", bound=type[SQLModel])

_NOT_PUBLIC = "not_public"
_MAX_RECENT = 1000
"""How many bumps are remembered for what is being made meanwhile."""
LOOK_SECONDS = 0.02
"""How often it is looked at most whether another process has written: each look lets go of the
interpreter, which a thread that works may keep for 5 ms."""


def not_public(table: T) -> T:
    """Declare a table of which visitors see nothing: writes to it change nothing public."""
    vars(table)["__table__"].info[_NOT_PUBLIC] = True
    return table


def is_public(table: Any) -> bool:
    """Return whether visitors may see something of a table (SQLAlchemy's)."""
    return _NOT_PUBLIC not in table.info


Subscriber = Callable[[Sequence[Change]], None]
"""Is called in the thread that has written, before the write is answered; must not wait."""


class _Log:
    """The last changes of this process, and what is known of the file that processes share."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.sequence = 0
        self.recent: deque[tuple[int, Sequence[Change]]] = deque(maxlen=_MAX_RECENT)
        self.subscribers: list[Subscriber] = []
        self.known_version = -1
        self.looked_at = 0.0


_log = _Log()


def subscribe(subscriber: Subscriber) -> None:
    """Have a function called with the changes of every bump from now on."""
    _log.subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    """Call a function no more."""
    _log.subscribers.remove(subscriber)


def current() -> int:
    """Return a number that is higher after each change: note it before anything is read."""
    _look()
    return _log.sequence


def effect_since(sequence: int, reads: Reads) -> Effect:
    """Return what has become of a response that was begun at `sequence`."""
    with _log.lock:
        if sequence < _log.sequence - len(_log.recent):
            return Effect.WITHDRAWN
        changes = [change for at, some in _log.recent if at > sequence for change in some]
    return reads.effect_of(changes)


@contextmanager
def held() -> Iterator[None]:
    """Have nothing told while the block runs: what it keeps is kept before or after a change."""
    with _log.lock:
        yield


def bump(changes: Sequence[Change] = (EVERYTHING,)) -> None:
    """Give public content another version: a write was committed, or images have variants now.

    A folder that cannot be written to is logged and raises nothing: what was committed, is.
    """
    with _log.lock:
        _look()
        path = _file(settings().data_dir)
        try:
            path.touch()
            # A file system counts its own times in milliseconds, within which two changes may fall,
            # and a clock that is set right may go back.
            version = max(time.time_ns(), _log.known_version + 1)
            os.utime(path, ns=(version, version))
        except OSError:
            log.exception("%s: make it writable, or other processes serve what was before", path)
        _log.known_version = _stored_version()
        _tell(changes)


def check() -> None:
    """Take everything for changed where another process has written LOOK_SECONDS ago or earlier."""
    now = time.monotonic()
    if now - _log.looked_at >= LOOK_SECONDS:
        _log.looked_at = now
        _look()


def _look() -> None:
    if _stored_version() != _log.known_version:
        with _log.lock:
            version = _stored_version()
            if version != _log.known_version:
                _log.known_version = version
                _tell((EVERYTHING,))


def _tell(changes: Sequence[Change]) -> None:
    _log.sequence += 1
    _log.recent.append((_log.sequence, changes))
    for subscriber in list(_log.subscribers):
        subscriber(changes)


def _stored_version() -> int:
    return modified_ns(_file(settings().data_dir))


@cache
def _file(data_dir: Path) -> Path:
    return data_dir.resolve() / "content-version"
