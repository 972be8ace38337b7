"""The days that the text of a milestone's date names."""

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
"""Such as "may 15, 2025", "july 15-30, 2025" or "june 30 - july 2, 2025"."""


def parse_date_range(text: str) -> tuple[date, date] | None:
    """Return the first and the last day that a date names; None for any other text."""
    found = _DATE.fullmatch(text.strip().lower())
    if found is None:
        return None
    year, month, day = found["year"], found["month"], found["day"]
    try:
        first = _day(year, month, day)
        last = _day(year, found["last_month"] or month, found["last_day"] or day)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _day(year: str, month: str, day: str) -> date:
    """Return the day; a month may be shortened. Raises ValueError."""
    number = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(month)), 0)
    return date(int(year), number, int(day))
