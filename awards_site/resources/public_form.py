"""A public form: what every message and subscription passes before it is stored."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from awards_site.core.database import writing
from awards_site.core.rate_limits import FORM_RATES, RateLimit
from awards_site.core.schemas import Schema


@dataclass(frozen=True)
class PublicForm:
    """A form that anybody may send, under the `name` by which its rate limit counts.

    `store(session, body)` stores what was sent and returns the record, or None if it stores
    nothing.
    """

    name: str
    store: Callable[[Session, Any], Any]

    async def receive(self, request: Request, body: Schema) -> Any:
        """Store valid input and return the record, or None; raise ApiError if it is refused."""
        await RateLimit(self.name, *FORM_RATES)(request)
        return await run_in_threadpool(self._store, body)

    def _store(self, body: Schema) -> Any:
        with writing() as session:
            return self.store(session, body)
