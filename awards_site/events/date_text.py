"""Formats an event's dates in the programme's time zone, for heads and social images.

In the browser, frontend/queries/dates.js formats them. tests/events/date_cases.json holds the cases
that both must pass.
"""

from datetime import datetime, timedelta, tzinfo

ABBREVIATIONS = frozenset(
    ("EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AKST", "AKDT", "HST", "HDT")
)
"""Those that browsers know in English."""


def format_dates(start: datetime, end: datetime, zone: tzinfo) -> str:
    """Return the date and times of a one-day event, or the first and last day of a longer one.

    An end at midnight belongs to the day before. If the clocks change between the times of one
    day, they have the zone's abbreviation.
    """
    first, last = to_zone(start, zone), to_zone(end, zone)
    last_day = to_zone(end - timedelta.resolution, zone) if end > start else last
    if first.date() != last_day.date():
        return f"{_format_date(first)} - {_format_date(last_day)}"
    times = [_format_time(first), _format_time(last)]
    if first.utcoffset() != last.utcoffset():
        times = [
            f"{text} {_zone_name(time)}" for text, time in zip(times, (first, last), strict=True)
        ]
    return f"{_format_date(first)} \u00b7 {' - '.join(times)}"


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


def _zone_name(time: datetime) -> str:
    """Return the abbreviation of the zone, such as 'EST', or its offset, such as 'UTC+2'."""
    offset = time.utcoffset()
    name = time.tzname()
    if name in ABBREVIATIONS or offset is None:
        return str(name)
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"UTC{'-' if offset < timedelta() else '+'}{hours}{f':{minutes:02}' if minutes else ''}"
