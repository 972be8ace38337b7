"""The night of the gala, on which open pages ask for results often."""

import asyncio
from datetime import timedelta

from awards_site.core import clock
from awards_site.core.database.sessions import reading
from awards_site.core.invalidation.reads import Reads
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees.entity import Embargo

AROUND_GALA = timedelta(hours=12)
REVALIDATE_SECONDS = 2


async def revalidate_seconds(reads: Reads) -> int:
    """Return how often to revalidate a response with these reads, 0 for as usual.

    The gala's time alone decides: nobody must find out when a result or its time is entered.
    """
    if Embargo.__tablename__ not in reads:
        return 0
    return REVALIDATE_SECONDS if await asyncio.to_thread(_is_gala_near) else 0


def _is_gala_near() -> bool:
    with reading() as session:
        gala = current_edition(session).gala_at
    return gala is not None and abs(clock.now() - gala) < AROUND_GALA
