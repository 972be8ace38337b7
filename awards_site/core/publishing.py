"""The condition that restricts visitors to published records."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import col


def published(table: type[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that a row of a table with `is_published` is published."""
    return col(table.is_published).is_(True)
