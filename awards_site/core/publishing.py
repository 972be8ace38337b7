"""The rule that only what is published reaches a visitor."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import col


def published(table: type[Any]) -> ColumnElement[bool]:
    """Return the condition that a row is published, of a table that has `is_published`."""
    return col(table.is_published).is_(True)
