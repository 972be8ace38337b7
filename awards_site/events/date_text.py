"""Formats an event's dates in the programme's time zone, for heads and social images.

In the browser, ui/queries/dates.js formats them. tests/events/date_cases.json holds the cases that
both must pass.
"""

from datetime import datetime, tzinfo


def format_dates(start: datetime, end: datetime, zone: tzinfo) -> str:
    """Return the date and times of a one-day event, or the first and last day of a longer one."""
    first, last = to_zone(start, zone), to_zone(end, zone)
    if first.date() == last.date():
        return f"{_format_date(first)} \u00b7 {_format_time(first)} - {_format_time(last)}"
    return f"{_format_date(first)} - {_format_date(last)}"


def to_zone(time: datetime, zone: tzinfo) -> datetime:
    """Return an aware time in `zone`; one that `zone` cannot represent is returned unchanged."""
    try:
        return time.astimezone(zone)
    except OverflowError:
        # The offset would move the time before year 1 or past year 9999.
        return time


def _format_date(time: datetime) -> str:
    return f"{time:%B} {time.day}, {time.year}"


def _format_time(time: datetime) -> str:
    return f"{time.hour % 12 or 12}:{time:%M} {'AM' if time.hour < 12 else 'PM'}"
