"""The request that is being served: its id, where it comes from, and who makes it."""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass

COMMAND_LINE = "command line"
"""The name of the actor outside of requests."""

CONFIRMED = "confirmed"
"""The argument of an event with the ids of `RequestContext.confirmed`."""


@dataclass
class RequestContext:
    """A request; the user is known once its session has been read."""

    request_id: str
    ip_address: str = ""
    user_id: int | None = None
    user_name: str = "visitor"
    """Without a session, it is a visitor."""
    confirmed: Collection[int] | None = ()
    """The ids of the records whose write is meant, after a question about it; None for all. See
    `core.errors.Unconfirmed`."""
    has_changed_pages: bool = False
    """Whether it has written what visitors may see."""

    def child(self) -> "RequestContext":
        """Return a part of this request, such as an event of a websocket, with an id of its own."""
        opened = self.request_id or new_request_id()
        return RequestContext(f"{opened}.{secrets.token_hex(3)}", self.ip_address)


_current: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def current_request() -> RequestContext | None:
    """Return the request that is being served, or None outside of requests."""
    return _current.get()


def enter_request(request: RequestContext) -> Token[RequestContext | None]:
    """Make a request the current one; pass the result to `leave_request`."""
    return _current.set(request)


def leave_request(token: Token[RequestContext | None]) -> None:
    _current.reset(token)


def identify(user_id: int, user_name: str) -> None:
    """Set who makes the current request, if there is one."""
    request = _current.get()
    if request is not None:
        request.user_id, request.user_name = user_id, user_name


def note_changed_pages() -> None:
    request = _current.get()
    if request is not None:
        request.has_changed_pages = True


def confirm_all() -> None:
    """Let the current request write without a question, such as what shows hidden results."""
    request = _current.get()
    if request is not None:
        request.confirmed = None


@contextmanager
def confirming_all() -> Iterator[None]:
    """Let the block write without a question; see `confirm_all`."""
    request = _current.get()
    before = request.confirmed if request else ()
    confirm_all()
    try:
        yield
    finally:
        if request is not None:
            request.confirmed = before


def is_signed_in() -> bool:
    request = _current.get()
    return request is not None and request.user_id is not None


def new_request_id() -> str:
    return secrets.token_hex(8)
