"""The condition that restricts visitors to published records."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import col


def published(table: type[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that visitors see a row of a table."""
    return col(getattr(table, table.published_field)).is_(True)
