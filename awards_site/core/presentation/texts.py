"""Dates, names and short texts as pages show them."""

import re
import unicodedata
from calendar import month_name
from collections.abc import Sequence
from datetime import date, datetime

from awards_site.settings import settings


def format_date(instant: datetime | str) -> str:
    """Return the day of an instant, or of its ISO 8601 text, as 'MMM d, yyyy'."""
    local = local_time(instant)
    return f"{local:%b} {local.day}, {local.year}"


def format_datetime(instant: datetime | str, *, seconds: bool = False) -> str:
    """Return an instant as 'MMM d, yyyy, h:mm AM UTC', with `seconds` if they are not zero."""
    local = local_time(instant)
    minutes = f"{local:%M:%S}" if seconds and local.second else f"{local:%M}"
    return f"{format_date(local)}, {local.hour % 12 or 12}:{minutes} {local:%p %Z}"


def local_time(instant: datetime | str) -> datetime:
    """Return an instant, or its ISO 8601 text, in the programme's time zone."""
    found = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    return found.astimezone(settings().zone)


_MONTHS = [name.lower() for name in month_name[1:]]
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


ELLIPSIS = "\u2026"

_SCRIPT_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def summary(text: str, maximum: int = 160) -> str:
    """Return the start of a text on one line, cut at a word to `maximum` characters."""
    line = " ".join(text.split())
    if len(line) <= maximum:
        return line
    return line[: maximum - 1].rsplit(" ", 1)[0].rstrip(" ,;:.-") + ELLIPSIS


def plural(noun: str) -> str:
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("go") else f"{noun}s"


def listed(names: Sequence[str], count: int) -> str:
    """Return the first names of `count` records: 'Ada, Bisi, Cleo and 9 others'."""
    first = ", ".join(names[:3])
    others = count - len(names[:3])
    return f"{first} and {others:,} {'other' if others == 1 else 'others'}" if others else first


def initials(name: str, limit: int | None = None) -> str:
    """Return the first letter of each word of a name, uppercase; at most `limit` letters.

    Words that begin with another character, such as a bracket, count only if all words do.
    """
    text = unicodedata.normalize("NFC", name)
    letters = [word[0] for word in text.split() if word[0].isalpha()]
    first = letters[:limit] or [each for each in text if each.isalpha()][:1]
    # Georgian names have no capital letters.
    return "".join(map(str.title, first))


def monogram(name: str) -> str:
    """Return the initials of a person's first and last name; images.js does it in the browser."""
    letters = initials(name)
    return letters[:1] + letters[1:][-1:]


def escape_json(text: str) -> str:
    """Return JSON of the same value that cannot end the script element in which it is."""
    return text.translate(_SCRIPT_ESCAPES)
