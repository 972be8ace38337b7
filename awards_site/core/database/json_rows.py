"""Rows of tables as JSON objects."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Table

from awards_site.core.database.column_types import UtcDateTime


def row_to_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its dates as ISO 8601 strings."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def row_from_json(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its dates parsed, without columns that no longer exist."""
    date_columns = {column.name for column in table.c if isinstance(column.type, UtcDateTime)}
    return {
        name: datetime.fromisoformat(value) if name in date_columns and value else value
        for name, value in row.items()
        if name in table.c
    }
