"""Parses the dates of milestones."""

import re
from datetime import date

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_DASH = " ?[-\u2013\u2014] ?"
_DATE = re.compile(
    r"(?P<month>[a-z]{3,})\.? (?P<day>\d\d?)"
    rf"(?:{_DASH}(?:(?P<last_month>[a-z]{{3,}})\.? )?(?P<last_day>\d\d?))?"
    r",? (?P<year>\d{4})"
)
"""Matches "may 15, 2025", "july 15-30, 2025" and "june 30 - july 2, 2025"."""


def parse_date_range(text: str) -> tuple[date, date] | None:
    """Return the first and the last day of a date or date range; None for other texts."""
    match = _DATE.fullmatch(text.strip().lower())
    if match is None:
        return None
    year, month, day = match["year"], match["month"], match["day"]
    try:
        first = _day(year, month, day)
        last = _day(year, match["last_month"] or month, match["last_day"] or day)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _day(year: str, month: str, day: str) -> date:
    """Return the date; `month` may be abbreviated. Raises ValueError."""
    number = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(month)), 0)
    return date(int(year), number, int(day))
