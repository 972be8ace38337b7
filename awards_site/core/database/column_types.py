"""Column types."""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    TypeDecorator,
)


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: stored in UTC, loaded timezone-aware, on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; pass an aware datetime")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class ExactJson(JSON):
    """JSON of which every change is stored, also from 1 to true, which Python takes for equal."""

    def compare_values(self, x: Any, y: Any) -> bool:
        """Return whether two values are the same JSON."""
        return json.dumps(x) == json.dumps(y)
