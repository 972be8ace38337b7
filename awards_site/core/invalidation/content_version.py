"""The numbered changes of the content, which tell caches what a write has outdated.

A committed write adds a change: the tables it has changed, of each the rows and columns, and
whether visitors must no longer see what they have seen of them. Commands tell the server of a write
by the modification time of a file, and the processes of a larger site tell each other by
`broadcast`. A process that may miss writes of others serves nothing from its caches.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

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

MAX_CHANGES = 4096
"""The number of changes that are kept."""
MAX_ROWS = 1000
"""The most rows of a table that a change names."""


Row = tuple[str, Any]
"""A table and the id of one of its rows."""


class WrittenRow(NamedTuple):
    """A row that was added, changed or deleted.

    `columns` are those that were changed, None for all. `values` are the values of its columns with
    integers, before and after; those of other columns are unknown.
    """

    id: Any
    withdraws: bool
    columns: Collection[str] | None
    values: Mapping[str, Collection[int | None]]


class TableChange(NamedTuple):
    """What a write has changed in a table: `rows`, or None if they are unknown.

    `withdraws` tells whether something was withdrawn that visitors have seen.
    """

    withdraws: bool = False
    rows: Sequence[WrittenRow] | None = None

    @classmethod
    def of(cls, rows: Sequence[WrittenRow]) -> Self:
        withdraws = any(each.withdraws for each in rows)
        return cls(withdraws, rows if len(rows) <= MAX_ROWS else None)

    @classmethod
    def from_json(cls, withdraws: bool, rows: Sequence[Any] | None) -> Self:
        return cls(withdraws, rows and [WrittenRow(*each) for each in rows])


Changes = Mapping[str, TableChange]
"""What a write has changed, by table."""
EVERYTHING: Changes = {ALL_TABLES: TableChange(withdraws=True)}
Subscriber = Callable[[Changes], None]
"""Gets each change. Called in the thread that makes or receives it, before the response to a write
is sent; must not block."""


def not_public(table: T) -> T:
    """Declare that visitors see nothing of a table; writes to it are no change of the content."""
    vars(table)["__table__"].info[_NOT_PUBLIC] = True
    return table


def is_public_table(table: Any) -> bool:
    """Return whether visitors may see data of a SQLAlchemy table."""
    return _NOT_PUBLIC not in table.info


class _State:
    """The changes and subscribers of this process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.number = 0
        self.changes: deque[Changes] = deque(maxlen=MAX_CHANGES)
        """The last changes, the latest first."""
        self.subscribers: list[Subscriber] = []
        self.is_current = True
        self.checked_at = 0.0


_state = _State()


def subscribe(subscriber: Subscriber) -> None:
    _state.subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    _state.subscribers.remove(subscriber)


def current() -> int:
    """Return the number of changes so far, those by other processes included."""
    _detect_external_change()
    return _state.number


def number() -> int:
    """Return the number of changes that this process knows."""
    return _state.number


def changes_after(number: int) -> tuple[int, Sequence[Changes]]:
    """Return the number of changes, and those after the first `number` ones.

    If these are not kept any more, everything may have changed.
    """
    with _state.lock:
        count = _state.number - number
        is_kept = count <= len(_state.changes)
        return _state.number, [*islice(_state.changes, count)] if is_kept else [EVERYTHING]


def bump(changes: Changes = EVERYTHING) -> None:
    """Add a change in all processes.

    Returns when no process shows any more what was withdrawn.
    """
    others = broadcast()
    with _state.lock:
        _detect_external_change()
        if others is None:
            touch()
        _add(changes)
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


def receive(changes: Mapping[str, Sequence[Any]]) -> None:
    """Add a change of another process, as it was published."""
    with _state.lock:
        _add({table: TableChange.from_json(*each) for table, each in changes.items()})


def _detect_external_change() -> None:
    if _may_have_missed_writes():
        with _state.lock:
            _add(EVERYTHING)


def _may_have_missed_writes() -> bool:
    """Return whether a command has written, or this process was cut off or is back since."""
    others = broadcast()
    if others is None:
        return has_changed()
    # What was computed while the process was cut off may be outdated, too.
    was_current, _state.is_current = _state.is_current, others.is_current
    return was_current != _state.is_current


def _add(changes: Changes) -> None:
    _state.changes.appendleft(changes)
    _state.number += 1
    for subscriber in list(_state.subscribers):
        subscriber(changes)
