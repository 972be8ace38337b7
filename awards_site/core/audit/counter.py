"""Counts frequent events, and writes one audit log entry a minute for those that are alike.

Refused requests and failed sign-ins cannot fill the disk in this way, and reads need no
transaction of their own.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import clock
from awards_site.core.audit.log import MAX_NAME_LENGTH, actor_fields
from awards_site.core.audit.models import REQUEST, Action, AuditEntry
from awards_site.core.database.sessions import writing
from awards_site.core.logs import get_logger, redact, truncate

log = get_logger(__name__)

INTERVAL_SECONDS = 60.0
MAX_VISITOR_EVENTS = 100
"""The number of events of visitors with an entry of their own between two writes."""
OTHERS = "various"
"""The IP address of an entry for all further ones."""


@dataclass(frozen=True)
class _Event:
    action: Action
    record_type: str
    record_id: int | None
    name: str
    user_id: int | None
    user_name: str
    ip_address: str


@dataclass
class _Occurrences:
    request_id: str
    first: datetime = field(default_factory=lambda: clock.now())
    count: int = 0


class AuditCounter:
    """Counts events in memory; a crash loses those of the last minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._events: dict[_Event, _Occurrences] = {}

    def count(
        self, action: Action, record_type: str, record_id: int | None = None, name: str = ""
    ) -> None:
        where = {"user_id": None, "ip_address": "", "request_id": "", **actor_fields()}
        request_id = where.pop("request_id")
        event = _Event(action, record_type, record_id, truncate(name, MAX_NAME_LENGTH), **where)
        with self._lock:
            is_full = event.user_id is None and len(self._events) >= MAX_VISITOR_EVENTS
            if event not in self._events and is_full:
                # Staff's events always have their own entry, so that a flood cannot hide them.
                event = replace(event, record_id=None, name="", ip_address=OTHERS)
            self._events.setdefault(event, _Occurrences(request_id)).count += 1

    def flush(self) -> None:
        """Write the entries of what was counted since the last time."""
        with self._lock:
            events, self._events = self._events, {}
        if not events:
            return
        try:
            with writing() as session:
                session.add_all(_entry(*each) for each in events.items())
        except SQLAlchemyError:
            with self._lock:
                for event, occurrences in events.items():
                    kept = self._events.setdefault(event, replace(occurrences, count=0))
                    kept.count += occurrences.count
            raise


def _entry(event: _Event, occurrences: _Occurrences) -> AuditEntry:
    return AuditEntry(
        **{**vars(event), "action": event.action.value},
        created_at=occurrences.first,
        request_id=occurrences.request_id,
        count=occurrences.count,
    )


counter = AuditCounter()


@asynccontextmanager
async def counting() -> AsyncIterator[None]:
    """Write what was counted every minute while the block runs, and at its end."""
    task = asyncio.create_task(_flush_regularly())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        counter.flush()


async def _flush_regularly() -> None:
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            await asyncio.to_thread(counter.flush)
        except SQLAlchemyError:
            log.exception("audit log not written", retry_seconds=INTERVAL_SECONDS)


_ACTIONS = {403: Action.FORBIDDEN, 429: Action.RATE_LIMITED}
_SEGMENTS = 3
"""The number of segments that name the path of a request without a known route."""


def count_refusal(status: int, name: str) -> None:
    """Count what was refused with this status, if it is one that is counted."""
    if status in _ACTIONS:
        counter.count(_ACTIONS[status], REQUEST, name=name)


class RefusalAuditMiddleware:
    """Middleware that counts refused requests by route, user and IP address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def watch(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _ACTIONS:
                count_refusal(message["status"], _route_of(scope))
            await send(message)

        await self.app(scope, receive, watch if scope["type"] == "http" else send)


def _route_of(scope: Scope) -> str:
    """Return method and path of the route, with the names of its parameters."""
    segments = scope["path"].split("/")
    if "route" in scope:
        names = {str(value): f"{{{name}}}" for name, value in scope["path_params"].items()}
        segments = [names.get(each, each) for each in segments]
    else:
        segments = segments[: _SEGMENTS + 1]
    return redact(f"{scope['method']} {'/'.join(segments)}")
