"""Public forms and the inboxes that store their submissions."""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from sqlmodel import Session, func, select
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import writing
from awards_site.core.errors import InsufficientStorage, Invalid, TooManyRequests, raises
from awards_site.core.files.disk import check_free_disk
from awards_site.core.http.rate_limits import FORM_RATES, RateLimit
from awards_site.core.logs import get_logger
from awards_site.core.schemas import Schema
from awards_site.settings import settings

R = TypeVar("R", bound=ManagedRecord)

log = get_logger(__name__)


class Inbox(Repository[R]):
    """The records that a public form creates."""

    full_message: ClassVar[str]
    """The message when no more records are stored."""

    def receive(self, session: Session, fields: Schema) -> R | None:
        """Store a submission; if `store_forms` is off, log it without its content, return None.

        Raises InsufficientStorage if the quota is reached or the disk is full.
        """
        if not settings().store_forms:
            log.info("submission not stored: AWARDS_STORE_FORMS is 0", kind=self.record_type)
            return None
        self.check_room(session, 1)
        return self.add(session, fields)

    def check_room(self, session: Session, wanted: int) -> None:
        """Raise InsufficientStorage if there is no room for `wanted` more records."""
        check_free_disk()
        count = session.exec(select(func.count()).select_from(self.table)).one()
        if count + wanted > settings().inbox_quota:
            raise InsufficientStorage(self.full_message)

    def add(self, session: Session, fields: Schema) -> R | None:
        """Store a submission and return the record, which may exist already."""
        return self.create(session, fields)


FILL_SECONDS = "X-Form-Fill-Seconds"
"""The header with the seconds that a person has seen the form; programs need not send it."""
TOO_FAST = "The form was sent too quickly. Please wait a moment and send it again."


@dataclass(frozen=True)
class PublicForm:
    """A form that anybody may send, under the `name` by which its rate limit counts."""

    name: str
    inbox: Inbox[Any]

    def counting_route(self) -> type[APIRoute]:
        """Return the class of a route that counts each request before its body is read."""
        count = self.count

        @raises(TooManyRequests)
        class CountingRoute(APIRoute):
            def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
                handle = super().get_route_handler()

                async def count_and_handle(request: Request) -> Response:
                    await count(request)
                    return await handle(request)

                return count_and_handle

        return CountingRoute

    async def count(self, request: Request) -> None:
        """Count a request, valid or not; raise TooManyRequests over the rate limit."""
        try:
            await RateLimit(self.name, *FORM_RATES)(request)
        except TooManyRequests:
            # A client that is still sending the body does not read the response.
            with suppress(ClientDisconnect):
                await request.body()
            raise

    async def receive(self, request: Request, body: Schema) -> Any:
        """Store valid input and return the record, or None if forms are not stored.

        Raises Invalid for input that was typed too quickly, and InsufficientStorage if no more is
        stored.
        """
        _check_fill_time(request)
        return await run_in_threadpool(self._store, body)

    def _store(self, body: Schema) -> Any:
        with writing() as session:
            return self.inbox.receive(session, body)


def _check_fill_time(request: Request) -> None:
    sent = request.headers.get(FILL_SECONDS)
    if sent is None:
        return
    try:
        is_long_enough = float(sent) >= settings().form_fill_seconds
    except ValueError:
        is_long_enough = False
    if not is_long_enough:
        raise Invalid({"form": TOO_FAST})
