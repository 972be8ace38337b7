"""The gateway of handlers: how they call use cases, and their failures and notices.

@handler
async def restore_draft(self, record_id: int, name: str) -> Events:
    with failing(_NOT_RESTORED, name):
        await run(restore_pending, self.entity, record_id)
    yield notify("Draft restored", name)
"""

import inspect
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterator,
    Sequence,
)
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar, TypeVarTuple, overload

import reflex as rx
from reflex.middleware import Middleware
from reflex_base.event import EventCallback, EventSpec
from starlette.concurrency import run_in_threadpool

from awards_site.accounts.callers import UseCase, find_caller
from awards_site.accounts.user_sessions import cookies_in
from awards_site.core.audit.counter import count_refusal
from awards_site.core.errors import UNEXPECTED, ApiError, Unexpected
from awards_site.core.failures import unavailability
from awards_site.core.http.monitoring import HEADER
from awards_site.core.logs import get_logger
from awards_site.core.request_context import (
    CONFIRMED,
    RequestContext,
    current_request,
    enter_request,
)
from awards_site.portal.sign_in.reauthenticate import ask_user, needs_user
from awards_site.records.images import load_media_details
from awards_site.records.written import Written
from awards_site.settings import settings
from awards_site.ui.toasts import notify

log = get_logger(__name__)

UNDO_MS = 10_000
"""How long a toast with an undo action stays open."""

PAGES_PENDING = "The public pages are still being updated."
RESTORED_DRAFT = "It is a draft until you publish it."
LACKING_DETAILS = "Its image has no {details} yet. You can add what is missing in Media."


@dataclass(frozen=True)
class Notice:
    """A toast's title and description, with the placeholders `{name}` and `{message}`.

    `{name}` is the record's name, and `{message}` that of the error, or `fallback` if nobody has
    foreseen it.
    """

    title: str
    description: str = ""
    fallback: str = ""

    def format(self, **values: str) -> tuple[str, str]:
        # Braces in the values are not expanded.
        return self.title.format_map(values), self.description.format_map(values)

    def with_verb(self, **verb: str) -> "Notice":
        """Return the notice with verb placeholders such as `{did}` replaced."""
        texts = [self.title, self.description, self.fallback]
        for form, word in verb.items():
            texts = [text.replace(f"{{{form}}}", word) for text in texts]
        return Notice(*texts)

    def format_error(self, error: ApiError, name: str = "") -> tuple[str, str]:
        is_unexpected = isinstance(error, Unexpected) and self.fallback
        return self.format(name=name, message=self.fallback if is_unexpected else error.message)


def sent_notice(title: str) -> Notice:
    """Return the notice of an email to a person, which says so if it is not really sent."""
    if settings().sends_email:
        return Notice(title, "An email to {name} is on its way.")
    return Notice(
        title, "No mail server is set up: the email to {name} is in the server's mailbox folder."
    )


@dataclass(frozen=True)
class Notices:
    """A screen's notices for each kind of write."""

    created: Notice
    updated: Notice
    deleted: Notice
    create_failed: Notice
    update_failed: Notice
    delete_failed: Notice
    published: Notice
    unpublished: Notice
    restored: Notice = Notice("Deletion undone", "{name} was restored.")
    restore_failed: Notice = Notice("The deletion could not be undone", "{message}")

    @classmethod
    def from_templates(cls, done: Notice, failed: Notice, **exceptions: Notice) -> "Notices":
        """Return notices that differ only by their verb, except for `exceptions`.

        `{did}` in `done` is replaced by a verb such as "created", and `{do}` and `{doing}` in
        `failed` by "create" and "creating".
        """
        notices = {
            did: done.with_verb(did=did)
            for did in ("created", "updated", "deleted", "published", "unpublished")
        }
        for do, doing in (("create", "creating"), ("update", "updating"), ("delete", "deleting")):
            notices[f"{do}_failed"] = failed.with_verb(do=do, doing=doing)
        return cls(**{**notices, **exceptions})

    @classmethod
    def plain(cls, label: str, **exceptions: Notice) -> "Notices":
        """Return notices titled by the label and the verb, such as 'User deleted'."""
        done = Notice(f"{label.capitalize()} {{did}}", "{name}")
        return cls.from_templates(
            done, Notice(f"Error {{doing}} {label}", "{message}"), **exceptions
        )

    @classmethod
    def success_and_error(cls, label: str) -> "Notices":
        """Return notices titled 'Success' and 'Error'."""
        done = Notice("Success", f"{label.capitalize()} {{did}} successfully")
        failed = Notice("Error", f"Failed to {{do}} {label}: {{message}}")
        return cls.from_templates(
            done,
            failed,
            restored=done.with_verb(did="restored"),
            restore_failed=failed.with_verb(do="restore"),
        )


def success_toast(
    notice: Notice, name: str, written: object = None, to_do: Sequence[str] = (), **options: Any
) -> rx.event.EventSpec:
    """Return the toast of a successful write; `options` are passed to `notify`.

    `written` is what the use case has returned; `to_do` is what the checklist has for a record that
    visitors see now.
    """
    notes = [PAGES_PENDING] if _event.get().pages_are_pending else []
    if isinstance(written, Written) and written.lacking:
        notes.append(LACKING_DETAILS.format(details=" and no ".join(written.lacking)))
    if isinstance(written, Written) and written.draft_slug is not None:
        slug = written.draft_slug
        notes.append(RESTORED_DRAFT + (f" Its slug is “{slug}”." if slug else ""))
    if to_do:
        notes.append(f"To do: {'; '.join(to_do)}.")
    note = " ".join(notes)
    return notify(*notice.format(name=name, message=""), note=note, **options)


def error_toast(notice: Notice, name: str, error: ApiError) -> rx.event.EventSpec:
    """Return the toast of a failure."""
    return notify(*notice.format_error(error, name), destructive=True)


Events: TypeAlias = AsyncIterator[rx.event.EventSpec | None]
Then: TypeAlias = Callable[[], Awaitable[rx.event.EventSpec | None]]

_PROGRESS = ("pending", "busy_row", "bulk_progress", "_undoing", "note_pending")
"""The variables that tell that a handler is running."""

_Arguments = TypeVarTuple("_Arguments")


@dataclass(eq=False)
class Failed(Exception):
    """A use case failed, which ends its handler.

    The form shows the errors of its `fields`. Other errors are told by the notice, after which
    the State does `then`.
    """

    error: ApiError
    notice: Notice
    name: str = ""
    fields: Collection[str] = ()
    then: Then | None = None


@contextmanager
def failing(
    notice: Notice, name: str = "", *, fields: Collection[str] = (), then: Then | None = None
) -> Iterator[None]:
    """Raise Failed if a use case in the block fails."""
    try:
        yield
    except ApiError as error:
        raise Failed(error, notice, name, fields, then) from error


def api_handler(
    handler: Callable[[Any, *_Arguments], Events | Awaitable[rx.event.EventSpec | None]],
) -> EventCallback[*_Arguments]:
    """Return the event handler of a State that ends as soon as it raises ApiError or Failed.

    If the user has to sign in, or to confirm something, it is called again after that with the same
    arguments. When it ends, nothing is in progress any more.
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
        except (ApiError, Failed) as raised:
            error = raised.error if isinstance(raised, Failed) else raised
            if needs_user(error):
                _, *arguments = parameters.bind(self, *args, **kwargs).arguments.items()
                yield ask_user(getattr(type(self), handler.__name__), error, **dict(arguments))
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
        with suppress(ApiError, Failed):
            yield await failed.then()


P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Event:
    """The event that is being handled: its cookies, and what its writes have left."""

    token: str = ""
    known_device: str = ""
    pages_are_pending: bool = False


_event: ContextVar[_Event] = ContextVar("event")


def begin_event(token: str, known_device: str = "") -> None:
    """Let the use cases that are called from now on in this context have this session."""
    _event.set(_Event(token, known_device))


class _Pages:
    """The public pages, which `show_writes_on` sets."""

    are_shown: Callable[[], Awaitable[bool]] | None = None


def show_writes_on(are_shown: Callable[[], Awaitable[bool]]) -> None:
    """Let writes wait until visitors see them; `are_shown` tells whether they do after a while."""
    _Pages.are_shown = are_shown


@overload
async def run(
    use_case: UseCase[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T: ...
@overload
async def run(use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...
async def run(use_case: UseCase[P, Any], *args: P.args, **kwargs: P.kwargs) -> Any:
    """Call a use case in a thread, or an async one, as the user of the session of this event.

    Raises its errors, and ServiceUnavailable, InsufficientStorage or Unexpected if it fails.
    """
    event = _event.get()
    await load_media_details()
    try:
        result = await run_in_threadpool(
            lambda: use_case(find_caller(event.token, event.known_device), *args, **kwargs)
        )
        if inspect.isawaitable(result):
            result = await result
    except ApiError as error:
        count_refusal(error.status, use_case.describe(*args, **kwargs))
        raise
    except Exception as error:
        if failure := unavailability(error):
            raise failure from error
        log.exception("unhandled error", use_case=use_case.name)
        raise Unexpected from error
    request = current_request()
    if _Pages.are_shown and request and request.has_changed_pages:
        request.has_changed_pages = False
        event.pages_are_pending = not await _Pages.are_shown()
    return result


class EventContextMiddleware(Middleware):
    """Makes each event the current request: the websocket's id and a number.

    What the user has `confirmed` comes with the event; see `ask_user`.
    """

    async def preprocess(self, app: Any, state: Any, event: Any) -> None:
        """Enter the context of the event, whose handler runs in the same task."""
        opened = RequestContext(
            request_id=state.router.headers.raw_headers.get(HEADER.lower(), ""),
            ip_address=state.router.session.client_ip,
        )
        request = opened.child()
        request.confirmed = event.payload.pop(CONFIRMED, ())
        enter_request(request)
        begin_event(*cookies_in(state.router.headers.cookie))


def report_unhandled_error(exception: Exception) -> EventSpec:
    """Log the exception with its traceback, and return the notice for the user."""
    log.error("unhandled error in the portal", exc_info=exception)
    return notify("Error", UNEXPECTED, destructive=True)
