"""The rule that only what is published reaches a visitor."""

from typing import Protocol, TypeVar

from sqlalchemy import ColumnElement
from sqlmodel import col

from awards_site.core.errors import NotFound


class _Publishable(Protocol):
    is_published: bool


P = TypeVar("P", bound=_Publishable)


def published(table: type[_Publishable]) -> ColumnElement[bool]:
    """Return the condition that a table's row is published."""
    return col(table.is_published).is_(True)


def visible(record: P, staff: bool, noun: str) -> P:
    """Return a record that the caller may read; raise NotFound for another's draft."""
    if not staff and not record.is_published:
        raise NotFound.of(noun)
    return record
