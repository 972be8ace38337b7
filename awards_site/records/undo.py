"""Taking a write back: the token that its result has, and the use case that accepts it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Self

from itsdangerous import BadData, URLSafeSerializer

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.crypto import secret_key
from awards_site.core.database.soft_delete import UNDO_PERIOD
from awards_site.core.errors import Conflict
from awards_site.core.schemas import Schema, as_json
from awards_site.core.validation import Number
from awards_site.records.written import Shown


class SkippedRecord(Schema):
    """A record whose change was not undone, and the reason."""

    id: Annotated[int, Number(1)]
    name: str
    reason: str


class Undoable(Schema):
    """The result of a write, with the token that takes it back; '' if nothing can."""

    undo: str = ""

    def with_undo(self, undo: "Undo", *values: Any) -> Self:
        """Return the result with its token, whose last value is the result itself."""
        return self.model_copy(update={"undo": undo.token(*values, as_json(self))})


class UndoResult(Schema):
    """The number of records that an undo restored, and those that it left unchanged."""

    restored: int
    skipped: list[SkippedRecord] = []


@dataclass(frozen=True)
class Undo:
    """How writes of a kind are taken back; each is declared beside the use case of the write.

    `take_back` is called with the caller and the values of the token. It calls a use case, which
    checks what the caller may do, and raises Conflict for what has changed since.
    """

    kind: str
    take_back: Callable[..., UndoResult | Shown[Any]]
    max_age: timedelta = UNDO_PERIOD
    too_late: str = "It is too late to undo this"

    def __post_init__(self) -> None:
        UNDOS[self.kind] = self

    def token(self, *values: Any, made_at: datetime | None = None) -> str:
        """Return the token of a write, of now by default; `values` are JSON that says which."""
        return str(_tokens().dumps([self.kind, (made_at or clock.now()).timestamp(), *values]))


UNDOS: dict[str, Undo] = {}
"""All of them by kind, of the modules that have been imported."""


@use_case(Permission.MANAGE_ACCOUNT)
def undo(caller: Caller, token: str) -> UndoResult | Shown[Any]:
    """Take back the write whose result had the token; return a single record that is back.

    Raises Conflict for another text, or if it is too late, and what the kind of undo raises.
    """
    try:
        kind, made_at, *values = _tokens().loads(token)
    except BadData as error:
        raise Conflict("This is no undo token") from error
    wanted = UNDOS[kind]
    if clock.now().timestamp() - made_at > wanted.max_age.total_seconds():
        raise Conflict(wanted.too_late)
    return wanted.take_back(caller, *values)


def kind_of(token: str) -> str:
    """Return the kind of the write that a token takes back, '' for another text."""
    _, found = _tokens().loads_unsafe(token)
    return str(found[0]) if isinstance(found, list) else ""


def _tokens() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt="undo")
