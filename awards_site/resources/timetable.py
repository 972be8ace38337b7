"""What time changes without a write: records that appear and disappear at planned times.

Queries compare these times themselves. Caches ask the timetable until when a response holds, and
are notified as of a write when a time has come.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from awards_site.core import clock
from awards_site.core.database.sessions import reading
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import PLANNED_TIMES, Change, Reads
from awards_site.core.logs.logger import get_logger
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import is_scheduled, released
from awards_site.core.records.soft_delete import table_of

MAX_WAIT_SECONDS = 1.0
"""The longest wait between two looks at the clock, which may be set."""

log = get_logger(__name__)


class PlannedChange(NamedTuple):
    """What visitors see from a time on.

    Without changes, it only announces that a write may plan some until then.
    """

    at: datetime
    changes: Sequence[Change] = ()


Source = Callable[[Session, datetime], Iterable[PlannedChange]]
"""Returns the planned changes after a time."""


class Timetable:
    """The planned changes, read again after a write that may affect them."""

    def __init__(self, *sources: Source) -> None:
        self._sources = list(sources)
        self._lock = threading.Lock()
        self._planned: Sequence[PlannedChange] = ()
        self._announced_until = clock.now()
        self._writes = 1
        self._known_writes = 0
        self._wake: Callable[[], object] = lambda: None
        content_version.subscribe(self._note)

    def add_source(self, source: Source) -> None:
        self._sources.append(source)

    async def next_change(self, reads: Reads, after: datetime) -> datetime | None:
        """Return when a response with these reads changes after a time; None if it does not."""
        if self._is_outdated:
            await asyncio.to_thread(self._read)
        for at, changes in self._planned:
            if at > after and reads.effect_of(changes):
                return at
        return None

    async def announce(self) -> None:
        """Notify the caches of planned changes in time, until cancelled; a lifespan task."""
        wake = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, wake.set)
        try:
            while True:
                wake.clear()
                try:
                    if self._is_outdated:
                        await asyncio.to_thread(self._read)
                    seconds = self._announce_due()
                except SQLAlchemyError as error:
                    log.error("timetable not read", retry_seconds=MAX_WAIT_SECONDS, error=error)
                    seconds = MAX_WAIT_SECONDS
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await wake.wait()
        finally:
            self._wake = lambda: None

    @property
    def _is_outdated(self) -> bool:
        return self._known_writes != self._writes

    def _note(self, changes: Sequence[Change]) -> None:
        has_plans = any(at > self._announced_until for at, _ in self._planned)
        if has_plans or any(map(_is_planned, changes)):
            self._writes += 1
            self._wake()

    def _read(self) -> None:
        with self._lock, reading() as session:
            if not self._is_outdated:
                return
            writes, after = self._writes, self._announced_until
            planned = [each for source in self._sources for each in source(session, after)]
            self._planned = sorted(planned, key=lambda each: each.at)
            self._known_writes = writes

    def _announce_due(self) -> float:
        """Announce what is due, and return the seconds until the next planned change."""
        now, since = clock.now(), self._announced_until
        self._announced_until = max(now, since)
        due = [each for at, changes in self._planned if since < at <= now for each in changes]
        if due:
            content_version.notify(due)
            log.info("planned changes are public", changes=len(due))
        waits = [(at - now).total_seconds() for at, _ in self._planned if at > now]
        return min([MAX_WAIT_SECONDS, *waits])


def _is_planned(change: Change) -> bool:
    """Return whether a change may plan others: it has a time, or its rows are unknown."""
    rows = [each for each in (change.before, change.after) if each is not None]
    return not rows or any(row.get(name) for row in rows for name in PLANNED_TIMES)


def _scheduled_records(session: Session, after: datetime) -> Iterator[PlannedChange]:
    """Yield when records with a schedule appear and disappear."""
    for model in ManagedRecord.__subclasses__():
        if is_scheduled(model):
            yield from _scheduled_rows(session, model, after)


def _scheduled_rows(
    session: Session, model: type[ManagedRecord], after: datetime
) -> Iterator[PlannedChange]:
    table = table_of(model)
    for time, appears in ((table.c.publish_at, True), (table.c.unpublish_at, False)):
        planned = select(table).where(released(model), time > after)
        for row in session.execute(planned).mappings():
            hidden, shown = ({**row, model.published_field: each} for each in (False, True))
            states = (hidden, shown) if appears else (shown, hidden)
            yield PlannedChange(row[time], [Change(table.name, *states)])


timetable = Timetable(_scheduled_records)
