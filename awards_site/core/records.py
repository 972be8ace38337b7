"""Reading and writing records of any table: what every feature's service does alike."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Session

from awards_site.core import trash
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.schemas import Record

R = TypeVar("R", bound=Record)


def find(
    session: Session,
    table: type[R],
    key: int,
    noun: str,
    *,
    for_update: bool = False,
    options: Sequence[ORMOption] = (),
) -> R:
    """Return the record with this id; raise NotFound('{noun} not found') when there is none.

    `for_update` locks the record until the transaction ends; `options` say how it is loaded.
    """
    record = session.get(table, key, with_for_update=for_update or None, options=options)
    if record is None:
        raise NotFound.of(noun)
    return record


def add(session: Session, record: R, duplicate: str = "It exists already") -> R:
    """Store a new record; raise Conflict(duplicate) when a unique value is taken."""
    session.add(record)
    store(session, duplicate)
    return record


def change(
    session: Session,
    record: R,
    values: Mapping[str, Any],
    duplicate: str = "It exists already",
) -> R:
    """Set the named values of a record; raise Conflict(duplicate) when a unique one is taken."""
    return add(session, assign(record, values), duplicate)


def assign(record: R, values: Mapping[str, Any]) -> R:
    """Set the named values of a record, and return it."""
    for name, value in values.items():
        setattr(record, name, value)
    return record


def delete(session: Session, record: Record) -> None:
    """Delete a record; for a while it can be brought back."""
    trash.keep(session, record)
    session.delete(record)


def restore(
    session: Session,
    table: type[R],
    key: int,
    noun: str,
    duplicate: str = "It exists already",
) -> R:
    """Bring a deleted record back; raise NotFound for none, Conflict(duplicate) for a clash."""
    try:
        return trash.restore(session, table, key, noun)
    except IntegrityError as error:
        raise Conflict(duplicate) from error


def store(session: Session, duplicate: str) -> None:
    """Send what is pending to the database; raise Conflict(duplicate) on a unique value's clash."""
    try:
        session.flush()
    except IntegrityError as error:
        raise Conflict(duplicate) from error
