"""The present instant, in one place, so that tests can set it."""

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)
