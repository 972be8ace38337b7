"""The rule that only what is published reaches a visitor."""

from typing import Any, TypeVar

from sqlalchemy import ColumnElement
from sqlmodel import SQLModel, col

from awards_site.core.errors import NotFound

P = TypeVar("P", bound=SQLModel)


def published(table: type[Any]) -> ColumnElement[bool]:
    """Return the condition that a row is published, of a table that has `is_published`."""
    return col(table.is_published).is_(True)


def visible(record: P, staff: bool, noun: str) -> P:
    """Return a record that the caller may read; raise NotFound for another's draft."""
    if not staff and not vars(record)["is_published"]:
        raise NotFound.of(noun)
    return record
