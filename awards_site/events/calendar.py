"""An event's dates in words and in the programme's zone, for programs and shared links.

The pages' own script says the same in the browser (ui/queries/dates.js); tests/events/date_cases.json holds
both to the same words.
"""

from datetime import datetime, tzinfo


def when(start: str, end: str, zone: tzinfo) -> str:
    """Return date and time of an event of one day, or the days of a longer one, in words.

    `start` and `end` are ISO 8601 instants.
    """
    first, last = in_zone(start, zone), in_zone(end, zone)
    if first.date() == last.date():
        return f"{_date(first)} \u00b7 {_time(first)} - {_time(last)}"
    return f"{_date(first)} - {_date(last)}"


def in_zone(instant: str, zone: tzinfo) -> datetime:
    """Return an ISO 8601 instant in `zone`."""
    moment = datetime.fromisoformat(instant)
    try:
        return moment.astimezone(zone)
    except OverflowError:
        # The first and the last day that a date can have, which other zones may not reach.
        return moment


def _date(moment: datetime) -> str:
    return f"{moment:%B} {moment.day}, {moment.year}"


def _time(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"
