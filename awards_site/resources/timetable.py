"""When visitors will see something else without a write: at planned times.

Queries compare these times themselves. Caches ask the timetable until when a response holds.
"""

import asyncio
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, select, union

from awards_site.core.database.sessions import reading
from awards_site.core.invalidation.reads import Reads, State, record_reads
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import is_scheduled, released

Source = Callable[[], Iterator[Select[Any]]]
"""Yields queries for planned times, past ones as well: clocks are set back."""


class Timetable:
    """The planned times, read again after a write that may affect them."""

    def __init__(self, *sources: Source) -> None:
        self._sources = list(sources)
        self._lock = threading.Lock()
        self._times: Sequence[datetime] = ()
        self._reads: Reads | None = None

    def add_source(self, source: Source) -> None:
        self._sources.append(source)

    async def next_time(self, after: datetime) -> datetime | None:
        """Return the first planned time after another one; None without any."""
        if self._is_outdated:
            await asyncio.to_thread(self._read)
        times = self._times
        following = bisect_right(times, after)
        return times[following] if following < len(times) else None

    @property
    def _is_outdated(self) -> bool:
        return self._reads is None or self._reads.state is not State.FRESH

    def _read(self) -> None:
        with self._lock:
            if not self._is_outdated:
                return
            with record_reads() as reads, reading() as session:
                queries = [query for source in self._sources for query in source()]
                self._times = sorted(session.scalars(union(*queries)))
            self._reads = reads


def planned(time: Any, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Return the query for the times in a column."""
    return select(time).where(time.is_not(None), *conditions)


def _scheduled_records() -> Iterator[Select[Any]]:
    """Yield the queries for when records with a schedule appear and disappear."""
    for model in filter(is_scheduled, ManagedRecord.__subclasses__()):
        for name in ("publish_at", "unpublish_at"):
            yield planned(getattr(model, name), released(model))


timetable = Timetable(_scheduled_records)
