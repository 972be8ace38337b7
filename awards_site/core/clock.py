"""The current time, in one place so that tests can freeze it, and times in the programme's zone."""

from contextlib import suppress
from datetime import UTC, date, datetime

from awards_site.settings import settings


def now() -> datetime:
    return datetime.now(UTC)


def today() -> date:
    """Return the day in the programme's time zone."""
    return now().astimezone(settings().zone).date()


class SkippedTime(ValueError):
    """A local time does not exist; the message says so."""


def from_local(local: datetime) -> datetime:
    """Return a time without an offset in the programme's time zone, the first of two such times.

    Raises SkippedTime for one that clocks skip when they go forward.
    """
    found = local.replace(tzinfo=settings().zone)
    with suppress(OverflowError):
        # As the offsets before and after the gap read it.
        later, earlier = (
            found.replace(fold=fold).astimezone(UTC).astimezone(settings().zone) for fold in (0, 1)
        )
        if later.replace(tzinfo=None) != local:
            times = [f"{each.hour % 12 or 12}:{each:%M %p}" for each in (local, earlier, later)]
            raise SkippedTime(
                f"{times[0]} does not exist on {local:%b} {local.day}, {local.year}, when clocks go"
                f" forward: choose {times[1]} or {times[2]}"
            )
    return found


def which_of_two(instant: datetime) -> str:
    """Return 'the first of two' or 'the second of two' if the local time is there twice, or ''."""
    local = instant.astimezone(settings().zone)
    is_double = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    return f"the {'second' if local.fold else 'first'} of two" if is_double else ""
