"""The server's watch over sessions that end without a request: expired, or ended elsewhere."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import select
from starlette.concurrency import run_in_threadpool

from awards_site.auth.models import UserSession
from awards_site.auth.sessions import user_sessions
from awards_site.auth.sessions.sockets import SessionSockets
from awards_site.core.database.sessions import reading, writing
from awards_site.core.logs.logger import get_logger

CHECK_SECONDS = 15.0
"""The longest time until the end of a session is announced that no request has ended."""

log = get_logger(__name__)


async def watch_sessions(sockets: SessionSockets) -> None:
    """Announce the end of expired sessions, and of those ended by other processes."""
    known: frozenset[str] = frozenset()
    while True:
        try:
            # A session can begin and end between two checks, but not without a websocket to close.
            known = await run_in_threadpool(end_lost_sessions, known | sockets.sessions)
        except SQLAlchemyError as error:
            log.warning("sessions not checked", retry_seconds=CHECK_SECONDS, error=error)
        await asyncio.sleep(CHECK_SECONDS)


def end_lost_sessions(known: frozenset[str]) -> frozenset[str]:
    """End expired sessions, announce those of `known` that are gone, and return the others."""
    with reading() as session:
        has_expired = user_sessions.has_expired(session)
    if has_expired:
        with writing() as session:
            user_sessions.end_expired(session)
    with reading() as session:
        alive = frozenset(session.exec(select(UserSession.public_id)).all())
    if lost := known - alive:
        user_sessions.notify_ended(lost)
    return alive
