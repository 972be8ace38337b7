"""Dates and times as staff read them, in the programme's time zone."""

from datetime import datetime

from awards_site.settings import settings


def format_date(instant: datetime | str) -> str:
    """Return the day of an instant, or of its ISO 8601 text, as 'MMM d, yyyy'."""
    local = local_time(instant)
    return f"{local:%b} {local.day}, {local.year}"


def format_datetime(instant: datetime | str) -> str:
    """Return an instant, or its ISO 8601 text, as 'MMM d, yyyy, h:mm AM UTC'."""
    local = local_time(instant)
    return f"{format_date(local)}, {local.hour % 12 or 12}:{local:%M %p %Z}"


def local_time(instant: datetime | str) -> datetime:
    """Return an instant, or its ISO 8601 text, in the programme's time zone."""
    found = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    return found.astimezone(settings().zone)
