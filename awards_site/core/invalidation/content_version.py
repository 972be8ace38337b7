"""The version of the public content, which caches subscribe to.

A committed write bumps the version and notifies the subscribers of this process, and of all others
by `broadcast` if there are several. While a process may miss writes of others, it caches nothing.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from sqlmodel import SQLModel

from awards_site.core.errors import ServiceUnavailable
from awards_site.core.invalidation import version_file
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.core.invalidation.changes import (
    EVERYTHING,
    Change,
    Effect,
    Reads,
    change_from_json,
    change_to_json,
    strongest_effect,
)

T = TypeVar("T", bound=type[SQLModel])

TOPIC = "content"
"""The topic of changes among processes."""
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


NOT_PUBLIC_COLUMN = {"info": {_NOT_PUBLIC: True}}
"""Declares that visitors see nothing of a column: what is written there stays in this process."""


def public_change(change: Change, table: Any) -> Change:
    """Return a change of a SQLAlchemy table without the columns of which visitors see nothing."""
    hidden = {each.name for each in table.columns if _NOT_PUBLIC in each.info}
    if not hidden:
        return change
    before, after = (
        values and {name: value for name, value in values.items() if name not in hidden}
        for values in (change.before, change.after)
    )
    return replace(change, before=before, after=after)


def is_public_table(table: Any) -> bool:
    """Return whether visitors may see data of a SQLAlchemy table."""
    return _NOT_PUBLIC not in table.info


Subscriber = Callable[[Sequence[Change]], None]
"""Called in the writing thread, before the write's response is sent; must not block."""


class _State:
    """The recent changes of this process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.sequence = 0
        self.recent: deque[Sequence[Change]] = deque(maxlen=_MAX_RECENT)
        self.subscribers: list[Subscriber] = []
        self.is_current = True
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
        missed = _state.sequence - sequence
        if not _state.is_current or missed > len(_state.recent):
            return Effect.WITHDRAWN
        changes = [change for some in islice(reversed(_state.recent), missed) for change in some]
    return strongest_effect(reads, changes)


def locked() -> AbstractContextManager[object]:
    """Return the lock that delays notifications, to check for changes and store atomically."""
    return _state.lock


def bump(changes: Sequence[Change] = (EVERYTHING,)) -> None:
    """Notify this process and others of changes: a committed write, or new image variants.

    Returns when no process shows any more what the changes have withdrawn.
    """
    others = broadcast()
    with _state.lock:
        _detect_external_change()
        if others is None:
            version_file.touch()
        _notify(changes)
    if others is not None:
        others.publish(TOPIC, list(map(change_to_json, changes)))


def require_others() -> None:
    """Raise ServiceUnavailable if other processes cannot be told of a write, before its commit."""
    others = broadcast()
    if others is not None and others.is_listening and not others.is_current:
        raise ServiceUnavailable(
            "The site cannot save changes right now. Please try again in a moment.", retry_after=2
        )


def is_current() -> bool:
    """Return whether this process hears of the writes of others, so that it may cache."""
    check()
    return _state.is_current


def check() -> None:
    """Detect writes of other processes, at most once per CHECK_INTERVAL_SECONDS."""
    now = time.monotonic()
    if now - _state.checked_at >= CHECK_INTERVAL_SECONDS:
        _state.checked_at = now
        _detect_external_change()


def _detect_external_change() -> None:
    if _must_drop_all():
        with _state.lock:
            _notify((EVERYTHING,))


def _must_drop_all() -> bool:
    """Return whether a command has written, or this process was cut off or is back since."""
    others = broadcast()
    if others is None:
        return version_file.has_changed()
    # What was computed while the process was cut off may be outdated, too.
    was_current, _state.is_current = _state.is_current, others.is_current
    return was_current != _state.is_current


def receive(changes: Any) -> None:
    """Notify this process of the changes that another one has published."""
    notify(list(map(change_from_json, changes)))


def notify(changes: Sequence[Change]) -> None:
    """Notify this process of changes that are no writes of its own."""
    with _state.lock:
        _notify(changes)


def _notify(changes: Sequence[Change]) -> None:
    try:
        for subscriber in list(_state.subscribers):
            subscriber(changes)
    finally:
        # Last: whoever reads the new number must find nothing outdated in any cache.
        _state.recent.append(changes)
        _state.sequence += 1
