"""The present instant, in one place, so that tests can set it."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the present instant in UTC, aware."""
    return datetime.now(UTC)
