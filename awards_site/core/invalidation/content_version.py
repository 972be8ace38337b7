"""Two counters of each table, which tell caches what a write has outdated.

A committed write raises the version of each table that it changed, and the table's withdrawals as
well if visitors must no longer see what they have seen of it. Commands tell the server of a write
by the modification time of a file, and the processes of a larger site tell each other by
`broadcast`. A process that may miss writes of others serves nothing from its caches.
"""

import os
import threading
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlmodel import SQLModel

from awards_site.core.errors import ServiceUnavailable
from awards_site.core.files.disk import modified_ns
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.core.logs import get_logger
from awards_site.settings import settings

log = get_logger(__name__)

_lock = threading.Lock()
_known_version = -1


def has_changed() -> bool:
    """Return whether another process has written since the last call."""
    global _known_version
    path = _file(settings().data_dir)
    if modified_ns(path) == _known_version:
        return False
    # Unless another thread of this process is touching the file.
    with _lock:
        version, before = modified_ns(path), _known_version
        _known_version = version
    return version != before


def touch() -> None:
    """Tell other processes of a write; a failure is logged, because the write has succeeded."""
    global _known_version
    path = _file(settings().data_dir)
    with _lock:
        try:
            path.touch()
            # Set the time explicitly: file systems round it, which could give two writes one
            # version, and the system clock may be set back.
            version = max(time.time_ns(), _known_version + 1)
            os.utime(path, ns=(version, version))
        except OSError:
            log.exception("content version not written; the site serves stale content", path=path)
        _known_version = modified_ns(path)


@cache
def _file(data_dir: Path) -> Path:
    return data_dir.resolve() / "content-version"


T = TypeVar("T", bound=type[SQLModel])

TOPIC = "content"
"""The topic of changes among processes."""
ALL_TABLES = "*"
"""Stands in for a table that everything is read from."""
UPLOADS = "uploads"
"""Stands in for a table: uploaded images, whose variants are generated after the upload."""
CHECK_INTERVAL_SECONDS = 0.02
"""The shortest time between two checks for writes of other processes. Each check releases the GIL,
which another thread may then hold for 5 ms."""
_NOT_PUBLIC = "not_public"

Changes = Mapping[str, bool]
"""The changed tables, and whether something that visitors have seen of each was withdrawn."""
Row = tuple[str, Any]
"""A table and the id of one of its rows."""
Subscriber = Callable[[Collection[Row]], None]
"""Gets the rows that this process has written, if known. Called in the writing thread, before the
write's response is sent; must not block."""


class Counters(NamedTuple):
    """The counters of a table: of its changes, and of those that withdrew something."""

    version: int = 0
    withdrawals: int = 0

    def raised(self, *, withdraws: bool) -> "Counters":
        return Counters(self.version + 1, self.withdrawals + withdraws)


def not_public(table: T) -> T:
    """Declare that visitors see nothing of a table; writes to it raise no counter."""
    vars(table)["__table__"].info[_NOT_PUBLIC] = True
    return table


def is_public_table(table: Any) -> bool:
    """Return whether visitors may see data of a SQLAlchemy table."""
    return _NOT_PUBLIC not in table.info


class _State:
    """The counters and subscribers of this process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.counters: Mapping[str, Counters] = {}
        self.number = 0
        self.subscribers: list[Subscriber] = []
        self.is_current = True
        self.checked_at = 0.0


_state = _State()


def subscribe(subscriber: Subscriber) -> None:
    _state.subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    _state.subscribers.remove(subscriber)


def current() -> int:
    """Return the number of changes so far."""
    _detect_external_change()
    return _state.number


def counters() -> Mapping[str, Counters]:
    """Return the counters of all tables that have changed: another mapping after each change."""
    return _state.counters


def bump(changes: Changes | None = None, rows: Collection[Row] = ()) -> None:
    """Raise the counters in all processes, of all tables without `changes`.

    Returns when no process shows any more what was withdrawn.
    """
    changes = {ALL_TABLES: True} if changes is None else changes
    others = broadcast()
    with _state.lock:
        _detect_external_change()
        if others is None:
            touch()
        _raise(changes, rows)
    if others is not None:
        others.publish(TOPIC, changes)


def require_others() -> None:
    """Raise ServiceUnavailable if other processes cannot be told of a write, before its commit."""
    others = broadcast()
    if others is not None and others.is_listening and not others.is_current:
        raise ServiceUnavailable(
            "The site cannot save changes right now. Please try again in a moment.", retry_after=2
        )


def is_current() -> bool:
    """Return whether this process hears of the writes of others, so that it may use its caches.

    Looks for writes of other processes at most once per CHECK_INTERVAL_SECONDS.
    """
    now = time.monotonic()
    if now - _state.checked_at >= CHECK_INTERVAL_SECONDS:
        _state.checked_at = now
        _detect_external_change()
    return _state.is_current


def receive(changes: Changes) -> None:
    """Raise the counters in this process for a write of another one."""
    with _state.lock:
        _raise(changes)


def _detect_external_change() -> None:
    if _may_have_missed_writes():
        receive({ALL_TABLES: True})


def _may_have_missed_writes() -> bool:
    """Return whether a command has written, or this process was cut off or is back since."""
    others = broadcast()
    if others is None:
        return has_changed()
    # What was computed while the process was cut off may be outdated, too.
    was_current, _state.is_current = _state.is_current, others.is_current
    return was_current != _state.is_current


def _raise(changes: Changes, rows: Collection[Row] = ()) -> None:
    before = _state.counters
    raised = {
        table: before.get(table, Counters()).raised(withdraws=withdraws)
        for table, withdraws in changes.items()
    }
    _state.counters = {**before, **raised}
    _state.number += 1
    for subscriber in list(_state.subscribers):
        subscriber(rows)
