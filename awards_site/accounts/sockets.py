"""Websockets of sessions, which end with them."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, Self

from sqlmodel import select
from starlette.concurrency import run_in_threadpool
from starlette.types import Scope

from awards_site.accounts import user_sessions
from awards_site.accounts.callers import Caller
from awards_site.accounts.models import UserSession
from awards_site.core.database.sessions import reading, writing
from awards_site.core.http.websocket_limits import WebsocketGuard
from awards_site.core.logs import get_logger

log = get_logger(__name__)

_SCOPE_KEY = "awards.session_socket"
CHECK_SECONDS = 15.0
"""The longest time until the end of a session is announced that no request has ended, and until the
State of its pages is freed."""
MAX_SOCKETS = 50
"""The most pages of the portal that one session has open, and of which it keeps the State."""
ENDED_STATE_SECONDS = 300.0
"""The time after a session's end in which its user can sign in and go on with its pages."""


@dataclass(eq=False, kw_only=True)
class SessionSocket:
    """An open websocket with the session of its handshake.

    `session` is the session's public id. `subject` is who acts, with which role.
    """

    session: str
    subject: str
    guard: WebsocketGuard
    has_ended: bool = False

    @classmethod
    def of(cls, found: Caller, guard: WebsocketGuard) -> Self:
        subject = f"{found.user.id} {found.user.role}"
        return cls(session=found.user_session.public_id, subject=subject, guard=guard)

    def close(self) -> None:
        self.guard.close()


def with_socket(scope: Scope, socket: SessionSocket) -> Scope:
    """Return the ASGI scope in which `session_socket` finds `socket`."""
    return {**scope, _SCOPE_KEY: socket}


def session_socket(scope: Mapping[str, Any]) -> SessionSocket:
    """Return the SessionSocket of a websocket that has passed the gate."""
    return scope[_SCOPE_KEY]


class States(Protocol):
    """The State of the portal's open pages, each of which belongs to a session."""

    async def end_sessions(self, ended: Collection[str]) -> None:
        """Disconnect the pages of these sessions, and keep others from their States."""

    async def free_due(self) -> None:
        """Free each State whose time is over."""


class TooManySockets(Exception):
    """The session has as many open websockets as it may have."""


class SessionSockets:
    """The open websockets of this process, which `run` closes when their session ends."""

    def __init__(self, states: States) -> None:
        self._states = states
        self._open: defaultdict[str, set[SessionSocket]] = defaultdict(set)

    @property
    def count(self) -> int:
        """The number of open websockets; any thread may ask."""
        return sum(map(len, list(self._open.values())))

    @property
    def sessions(self) -> frozenset[str]:
        """The public ids of the sessions that have open websockets."""
        return frozenset(self._open)

    @contextmanager
    def opened(self, socket: SessionSocket) -> Iterator[None]:
        """Count a websocket as open while the block runs. Raises TooManySockets."""
        opened = self._open[socket.session]
        if len(opened) >= MAX_SOCKETS:
            log.warning("websocket refused: too many in its session", open=len(opened))
            raise TooManySockets
        opened.add(socket)
        try:
            yield
        finally:
            opened.remove(socket)
            if not opened:
                del self._open[socket.session]

    async def run(self) -> None:
        """Close the websockets of ended sessions at once, until cancelled.

        The end of expired sessions is announced here, and of those ended by other processes.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Queue[Collection[str]] = asyncio.Queue()

        def listener(public_ids: Collection[str]) -> None:
            loop.call_soon_threadsafe(ended.put_nowait, public_ids)

        user_sessions.subscribe(listener)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._end_each(ended))
                tasks.create_task(self._check_regularly())
        finally:
            user_sessions.unsubscribe(listener)

    async def _end_each(self, ended: asyncio.Queue[Collection[str]]) -> None:
        while True:
            public_ids = await ended.get()
            with _logged("websockets of ended sessions not closed"):
                await self._end(public_ids)

    async def _check_regularly(self) -> None:
        known: frozenset[str] = frozenset()
        while True:
            with _logged("sessions not checked"):
                # A session that begins and ends between two checks has a websocket to close.
                known = await run_in_threadpool(end_lost_sessions, known | self.sessions)
            with _logged("States of ended sessions not freed"):
                await self._states.free_due()
            await asyncio.sleep(CHECK_SECONDS)

    async def _end(self, public_ids: Collection[str]) -> None:
        sockets = [socket for each in public_ids for socket in self._open.get(each, ())]
        for socket in sockets:
            socket.has_ended = True
        await self._states.end_sessions(public_ids)
        for socket in sockets:
            socket.close()


@contextmanager
def _logged(failure: str) -> Iterator[None]:
    """Log an exception of the block, which runs again."""
    try:
        yield
    except Exception:
        log.exception(failure)


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
