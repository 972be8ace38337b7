"""The night of the gala: results are under embargo then, and open pages ask for them often."""

import asyncio
from datetime import datetime, timedelta

from sqlmodel import func, select

from awards_site.core import clock
from awards_site.core.database.sessions import reading
from awards_site.core.invalidation.reads import Reads, State, record_reads
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees.entity import Embargo, Nominee

AROUND_GALA = timedelta(hours=12)
REVALIDATE_SECONDS = 2


class GalaNight:
    """From 12 hours before the gala until the last embargo of its edition ends, or 12 hours after.

    Whether results are under embargo does not matter: nobody must find out when they are entered.
    """

    def __init__(self) -> None:
        self._reads: Reads | None = None
        self._gala_at: datetime | None = None
        self._end: datetime | None = None

    async def revalidate_seconds(self, reads: Reads) -> int:
        """Return how often to revalidate a response with these reads, 0 for as usual."""
        if not reads.include(str(Embargo.__tablename__)):
            return 0
        if self._reads is None or self._reads.state is not State.FRESH:
            await asyncio.to_thread(self._read)
        now = clock.now()
        is_near = self._gala_at is not None and abs(now - self._gala_at) < AROUND_GALA
        return REVALIDATE_SECONDS if is_near and self._end and now < self._end else 0

    def _read(self) -> None:
        with record_reads() as reads, reading() as session:
            edition = current_edition(session)
            ends = [
                session.exec(select(func.max(table.reveal_at)).where(table.year == edition.year))
                for table in (Embargo, Nominee)
            ]
            found = [each for end in ends if (each := end.one()) is not None]
            self._gala_at, self._end = edition.gala_at, max(found, default=None)
        self._reads = reads
