"""The version of the public content, which caches subscribe to.

A committed write bumps the version and notifies the subscribers of this process. Processes share
the version as the modification time of a file in AWARDS_DATA_DIR. A process that finds an unknown
version there treats all content as changed.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlmodel import SQLModel

from awards_site.core.changes import EVERYTHING, Change, Effect, Reads, strongest_effect
from awards_site.core.files import modified_ns
from awards_site.settings import settings

log = logging.getLogger(__name__)

T = TypeVar("T", bound=type[SQLModel])

_NOT_PUBLIC = "not_public"
_MAX_RECENT = 1000
"""How many bumps are remembered for responses that are still being computed."""
CHECK_INTERVAL_SECONDS = 0.02
"""The shortest time between two checks for writes of other processes. Each check releases the GIL,
which another thread may then hold for 5 ms."""


def not_public(table: T) -> T:
    """Declare that visitors see nothing of a table; writes to it do not bump the version."""
    vars(table)["__table__"].info[_NOT_PUBLIC] = True
    return table


def is_public(table: Any) -> bool:
    """Return whether visitors may see data of a SQLAlchemy table."""
    return _NOT_PUBLIC not in table.info


Subscriber = Callable[[Sequence[Change]], None]
"""Called in the writing thread, before the write's response is sent; must not block."""


class _State:
    """The recent changes of this process, and the last seen version of the shared file."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.sequence = 0
        self.recent: deque[tuple[int, Sequence[Change]]] = deque(maxlen=_MAX_RECENT)
        self.subscribers: list[Subscriber] = []
        self.known_version = -1
        self.checked_at = 0.0


_state = _State()


def subscribe(subscriber: Subscriber) -> None:
    """Call a function with the changes of every bump."""
    _state.subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    _state.subscribers.remove(subscriber)


def current() -> int:
    """Return the sequence number of the last change; take it before reading any content."""
    _detect_external_change()
    return _state.sequence


def effect_since(sequence: int, *reads: Reads) -> Effect:
    """Return the strongest effect of all changes after `sequence` on what was made from `reads`."""
    with _state.lock:
        if sequence < _state.sequence - len(_state.recent):
            return Effect.WITHDRAWN
        changes = [change for at, some in _state.recent if at > sequence for change in some]
    return strongest_effect(reads, changes)


def locked() -> AbstractContextManager[object]:
    """Return the lock that delays notifications, to check for changes and store atomically."""
    return _state.lock


def bump(changes: Sequence[Change] = (EVERYTHING,)) -> None:
    """Notify this process and others of changes: a committed write, or new image variants.

    A write error of the shared file is logged and not raised, because the commit has succeeded.
    """
    with _state.lock:
        _detect_external_change()
        path = _file(settings().data_dir)
        try:
            path.touch()
            # Set the time explicitly: file systems round it, which could give two bumps one
            # version, and the system clock may be set back.
            version = max(time.time_ns(), _state.known_version + 1)
            os.utime(path, ns=(version, version))
        except OSError:
            log.exception(
                "content version not written to %s; other processes serve stale content",
                path,
            )
        _state.known_version = _stored_version()
        _notify(changes)


def check() -> None:
    """Detect writes of other processes, at most once per CHECK_INTERVAL_SECONDS."""
    now = time.monotonic()
    if now - _state.checked_at >= CHECK_INTERVAL_SECONDS:
        _state.checked_at = now
        _detect_external_change()


def _detect_external_change() -> None:
    if _stored_version() != _state.known_version:
        with _state.lock:
            version = _stored_version()
            if version != _state.known_version:
                _state.known_version = version
                _notify((EVERYTHING,))


def _notify(changes: Sequence[Change]) -> None:
    _state.sequence += 1
    _state.recent.append((_state.sequence, changes))
    for subscriber in list(_state.subscribers):
        subscriber(changes)


def _stored_version() -> int:
    return modified_ns(_file(settings().data_dir))


@cache
def _file(data_dir: Path) -> Path:
    return data_dir.resolve() / "content-version"
