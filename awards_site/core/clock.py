"""The current time, in one place so that tests can freeze it."""

from datetime import UTC, date, datetime

from awards_site.settings import settings


def now() -> datetime:
    return datetime.now(UTC)


def today() -> date:
    """Return the day in the programme's time zone."""
    return now().astimezone(settings().zone).date()
