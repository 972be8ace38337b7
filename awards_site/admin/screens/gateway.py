"""The gateway of State handlers to the API: what happens when it refuses a request.

@api_handler
async def restore_draft(self, record_id: int, name: str) -> Events:
    with failing(_NOT_RESTORED, name):
        await request_client(self).request("POST", path)
    yield notify("Draft restored", name)
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias, TypeVarTuple

import reflex as rx
from reflex_base.event import EventCallback

from awards_site.admin.screens.notices import Notice, error_toast
from awards_site.admin.sign_in.reauthenticate import needs_sign_in, sign_in_again
from awards_site.core.request_client import RequestError

Events: TypeAlias = AsyncIterator[rx.event.EventSpec | None]
Then: TypeAlias = Callable[[], Awaitable[rx.event.EventSpec | None]]

_PROGRESS = ("pending", "busy_row", "bulk_progress", "undoing_import", "note_pending")
"""The variables that tell that a handler is running."""

_Arguments = TypeVarTuple("_Arguments")


@dataclass(eq=False)
class Failed(Exception):
    """A request failed, which ends its handler.

    The form shows the errors of its `fields`. Other errors are told by the notice, after which
    the State does `then`.
    """

    error: RequestError
    notice: Notice
    name: str = ""
    fields: Collection[str] = ()
    then: Then | None = None


@contextmanager
def failing(
    notice: Notice, name: str = "", *, fields: Collection[str] = (), then: Then | None = None
) -> Iterator[None]:
    """Raise Failed if a request in the block fails."""
    try:
        yield
    except RequestError as error:
        raise Failed(error, notice, name, fields, then) from error


def api_handler(
    handler: Callable[[Any, *_Arguments], Events | Awaitable[rx.event.EventSpec | None]],
) -> EventCallback[*_Arguments]:
    """Return the event handler of a State that ends as soon as it raises RequestError or Failed.

    If the user has to sign in, or to confirm the password, it is called again after that with the
    same arguments. When it ends, nothing is in progress any more.
    """
    parameters = inspect.signature(handler)

    @wraps(handler)
    async def handle(self: Any, *args: *_Arguments, **kwargs: Any) -> Events:
        try:
            result = handler(self, *args, **kwargs)
            if isinstance(result, AsyncIterator):
                async for event in result:
                    yield event
            else:
                yield await result
        except (RequestError, Failed) as raised:
            error = raised.error if isinstance(raised, Failed) else raised
            if needs_sign_in(error):
                _, *arguments = parameters.bind(self, *args, **kwargs).arguments.items()
                yield sign_in_again(getattr(type(self), handler.__name__), error, **dict(arguments))
            elif isinstance(raised, Failed):
                async for event in _tell(self, raised):
                    yield event
            else:
                raise
        finally:
            for name in _PROGRESS:
                if value := getattr(self, name, None):
                    setattr(self, name, type(value)())

    return rx.event(handle)


async def _tell(state: Any, failed: Failed) -> Events:
    if failed.error.errors.keys() & failed.fields:
        state.errors = failed.error.errors
        return
    yield error_toast(failed.notice, failed.name, failed.error)
    if failed.then is not None:
        with suppress(RequestError, Failed):
            yield await failed.then()
