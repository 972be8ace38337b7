"""Binds the State of each open page to the session of the page's websocket.

Only events that browsers may send are queued, and a State can be evicted before it expires.
"""

import asyncio
import gc
import inspect
import logging
import time
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from math import inf
from typing import Any, Protocol

import reflex as rx
from reflex.app import EventNamespace
from reflex.istate.manager import StateManager
from reflex.istate.manager.disk import StateManagerDisk, _mark_state_tree_touched
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, State
from reflex_base.config import get_config
from reflex_base.constants import SocketEvent
from reflex_base.registry import RegisteredEventHandler, RegistrationContext

from awards_site.core.request_context import CONFIRMED
from awards_site.reflex_patches.patch import Patch
from awards_site.reflex_patches.portal_scripts import PAYLOAD_KEY

_SESSION_STATES = Patch(
    "session states",
    reason="Reflex gives a State to any websocket that names the token of its page, whoever opened"
    " it, keeps it when its user has signed out, and queues events of any name.",
    obsolete_when="Reflex asks the app who may use a State, and has a way to drop it",
)

log = logging.getLogger(__name__)

_COLLECTED = 25
"""After how many freed States garbage is collected: each page leaves some 100 KB in cycles, which
Python itself looks for when there are tens of MB."""

_WITH_DATA = 2
"""The number of arguments of a message: its connection and its data."""


class Socket(Protocol):
    """The websocket of a page, as the app's gate sees it.

    `session` names the session of its handshake, and `subject` who acts, with which role.
    """

    session: str
    subject: str
    has_ended: bool


SocketOf = Callable[[Mapping[str, Any]], Socket]
"""Returns the websocket of an ASGI scope."""


@dataclass
class _Page:
    """The State of a page: the session that it belongs to, and when it is freed."""

    session: str
    has_ended: bool
    """Whether the session has."""
    free_at: float = inf
    """In seconds of the monotonic clock; inf while the page is connected."""


class SessionNamespace(EventNamespace):
    """Reflex's end of the websockets, on which a State is only for the session that it belongs to.

    The key of a State is made of the page's token and of who acts, so that nobody else's websocket
    can name it. The State of an ended session is kept for `ended_seconds`, for the same user who
    signs in again; those of a session that goes on, as long as Reflex keeps one, and up to
    `max_pages` of them.
    """

    def __init__(
        self, app: rx.App, socket_of: SocketOf, *, max_pages: int, ended_seconds: float
    ) -> None:
        super().__init__(get_config().get_event_namespace(), app)
        self._socket_of = socket_of
        self._max_pages = max_pages
        self._ended_seconds = ended_seconds
        self._pages: dict[str, _Page] = {}
        self._reported: set[str] = set()
        self._freed = 0

    async def trigger_event(self, event: str, *args: Any) -> Any:
        """Handle a message of a page, or what the server itself reports of a connection."""
        sid = args[0]
        if event in {"connect", "disconnect"}:
            # A page could send these as well, but only while it is connected.
            is_expected = not self.server.manager.is_connected(sid, self.namespace)
        else:
            is_expected = event in MESSAGES and len(args) == _WITH_DATA
        if not is_expected:
            return self._report(sid)
        try:
            return await super().trigger_event(event, *args)
        except ConnectionRefusedError:
            raise
        except Exception as error:
            log.exception("websocket message not handled: %r", event)
            if event == "connect":
                raise ConnectionRefusedError("The page could not be connected") from error
            return None

    async def on_connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        """Connect a page to its State, or to a new one if the State is another session's.

        Raises ConnectionRefusedError without a session or a page's token.
        """
        socket = self._socket_of(environ["asgi.scope"])
        token = _page_token(auth)
        if socket.has_ended or token is None:
            raise ConnectionRefusedError("Sign in and reload the page")
        key = _key(socket, token)
        if not await self._may_use(socket, key):
            token = str(uuid.uuid4())
            key = _key(socket, token)
            await self.emit("new_token", token, to=sid)
        self._pages[key] = _Page(socket.session, socket.has_ended)
        await self._free_oldest(socket.session)
        # Reflex reads from the URL what it calls the token.
        environ["QUERY_STRING"] = f"token={key}"
        await super().on_connect(sid, environ, auth)

    async def on_event(self, sid: str, data: Any) -> None:
        """Queue an event of the app, and drop anything else."""
        page = self._page_of(sid)
        if page is None or page.has_ended:
            return
        if is_known(data):
            await super().on_event(sid, data)
        else:
            self._report(sid)

    def on_disconnect(self, sid: str, *_reason: str) -> asyncio.Task[None] | None:
        self._reported.discard(sid)
        page = self._page_of(sid)
        if page is not None:
            page.free_at = time.monotonic() + (
                self._ended_seconds if page.has_ended else get_config().redis_token_expiration
            )
        return super().on_disconnect(sid)

    async def end_sessions(self, ended: Collection[str]) -> None:
        """Disconnect the pages of these sessions, and keep others from their States."""
        for each in self._pages.values():
            if each.session in ended:
                each.has_ended = True
                each.free_at = time.monotonic() + self._ended_seconds
        for sid in list(self.sid_to_token):
            page = self._page_of(sid)
            if page is not None and page.has_ended:
                await self.disconnect(sid)
        await self.free_due()

    async def free_due(self) -> None:
        """Free each State whose time is over."""
        now = time.monotonic()
        for key in [key for key, page in self._pages.items() if page.free_at <= now]:
            await self._free(key)
        self._collect_garbage()

    def _page_of(self, sid: str) -> _Page | None:
        return self._pages.get(self.sid_to_token.get(sid, ""))

    async def _may_use(self, socket: Socket, key: str) -> bool:
        # A tab that was duplicated has the token of a page that is open.
        if await self._token_manager.is_token_connected(key):
            return False
        page = self._pages.get(key)
        return page is None or page.has_ended or page.session == socket.session

    async def _free_oldest(self, session: str) -> None:
        """Free the States of a session's closed pages over `max_pages`."""
        pages = [each for each in self._pages.items() if each[1].session == session]
        closed = sorted((page.free_at, key) for key, page in pages if page.free_at < inf)
        for _free_at, key in closed[: max(0, len(pages) - self._max_pages)]:
            await self._free(key)
        self._collect_garbage()

    def _collect_garbage(self) -> None:
        if self._freed >= _COLLECTED:
            self._freed = 0
            gc.collect()

    async def _free(self, key: str) -> None:
        if await evict(self.app.state_manager, key):
            self._pages.pop(key, None)
            self._freed += 1

    def _report(self, sid: str) -> None:
        """Log that a page sent what the app does not know, once for each of its connections."""
        if sid not in self._reported:
            self._reported.add(sid)
            log.warning("unknown websocket message dropped")


def _page_token(auth: Any) -> str | None:
    """Return the token of the page that connects, or None if it sent no UUID."""
    try:
        return str(uuid.UUID(auth[PAYLOAD_KEY]))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _key(socket: Socket, token: str) -> str:
    """Return the key of a page's State, which only websockets of the same user have."""
    return sha256(f"{socket.subject} {token}".encode()).hexdigest()


def bind_states(app: rx.App, namespace: SessionNamespace) -> None:
    """Let `namespace` handle the websockets of `app`."""
    _SESSION_STATES.require(app.sio, "a websocket server of the app")
    app._event_namespace = namespace
    app.sio.register_namespace(namespace)


@_SESSION_STATES.verified_by
def _verify_session_states() -> None:
    methods = ("on_connect", "on_event", "on_disconnect", "sid_to_token")
    _SESSION_STATES.require_attributes(EventNamespace, *methods)
    names = {each.name for each in fields(rx.App)}
    _SESSION_STATES.require("_event_namespace" in names, "rx.App._event_namespace")


_KNOWN_EVENTS = Patch(
    "known events",
    reason="Reflex queues events of any name and shape, and logs them with their payload when they"
    " fail.",
    obsolete_when="Reflex drops events without a handler when it receives them",
)

MESSAGES = frozenset({str(SocketEvent.EVENT), str(SocketEvent.CLIENT_ERROR)})
"""The messages of a page's websocket: an event, and the report of a script's error."""


def is_known(event: Any) -> bool:
    """Return whether `event` is one of a registered handler, with arguments that the handler has.

    It may also have what the user has `CONFIRMED`. An app must be registered in the current
    context.
    """
    if not isinstance(event, dict):
        return False
    name, payload = event.get("name"), event.get("payload")
    handler = isinstance(name, str) and RegistrationContext.get().event_handlers.get(name)
    return bool(
        handler
        and isinstance(payload or {}, dict)
        and _accepts(handler, payload or {})
        and _is_route(event.get("router_data") or {})
    )


def _accepts(registered: RegisteredEventHandler, payload: dict[str, Any]) -> bool:
    arguments = {key: value for key, value in payload.items() if key != CONFIRMED}
    try:
        # The first argument is the State.
        _signature(registered.handler.fn).bind(None, **arguments)
    except TypeError:
        return False
    confirmed = payload.get(CONFIRMED, [])
    return isinstance(confirmed, list) and all(isinstance(each, int) for each in confirmed)


@cache
def _signature(function: Any) -> inspect.Signature:
    return inspect.signature(function)


def _is_route(data: Any) -> bool:
    """Return whether `data` is the path of a page, as `withRouterData` in `state.js` sends it."""
    return (
        isinstance(data, dict)
        and data.keys() <= {"pathname", "asPath", "query"}
        and all(isinstance(data.get(key, ""), str) for key in ("pathname", "asPath"))
        and isinstance(data.get("query", {}), dict)
    )


@_KNOWN_EVENTS.verified_by
def _verify_known_events() -> None:
    handler_fields = getattr(RegisteredEventHandler, "__dataclass_fields__", {})
    _KNOWN_EVENTS.require("handler" in handler_fields, "RegisteredEventHandler.handler")
    _KNOWN_EVENTS.require_attributes(RegistrationContext, "event_handlers")


_EVICTION = Patch(
    "eviction",
    reason="Reflex keeps every State for an hour, and has no way to drop one earlier.",
    obsolete_when="`StateManager` has a public method that deletes a State",
)


async def evict(manager: StateManager, key: str) -> bool:
    """Delete the State of `key`; return False, and keep it, while one of its handlers runs."""
    token = BaseStateToken(ident=key, cls=State)
    if isinstance(manager, StateManagerRedis):
        if await manager.redis.exists(manager._lock_key(token)):
            return False
        await manager.redis.delete(*(token._state_key(each) for each in _classes(State)))
        return True
    _EVICTION.require(isinstance(manager, StateManagerDisk), "a State on disk or in Redis")
    lock = manager._states_locks.get(key)
    if lock is not None and lock.locked():
        return False
    manager._purge_token(token)
    for queued in [each for each in manager._write_queue if each.ident == key]:
        del manager._write_queue[queued]
    # At once, so that no page reads them meanwhile.
    for each in _classes(State):
        manager.token_path(token.with_cls(each)).unlink(missing_ok=True)
    return True


def _classes(root: type[BaseState]) -> list[type[BaseState]]:
    return [root, *(each for child in root.get_substates() for each in _classes(child))]


def keep(state: BaseState) -> None:
    """Let a State that does not change be written again, so that its files do not expire."""
    _mark_state_tree_touched(state._get_root_state())


@_EVICTION.verified_by
def _verify_eviction() -> None:
    own = ("_states_locks", "_write_queue")
    _EVICTION.require(set(own) <= {each.name for each in fields(StateManagerDisk)}, str(own))
    _EVICTION.require_attributes(StateManagerDisk, "_purge_token", "token_path")
    _EVICTION.require_attributes(StateManagerRedis, "_lock_key")
    _EVICTION.require_attributes(BaseStateToken, "_state_key")
