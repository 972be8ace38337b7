"""The timeline's milestones as entries of a calendar."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

from icalendar import Event as CalendarEntry

from awards_site.core import clock, paths
from awards_site.pages.timeline.content import Milestone
from awards_site.pages.timeline.dates import days_of
from awards_site.settings import settings
from awards_site.ui.pages.structured_data import absolute


def calendar_entries(milestones: list[Milestone]) -> Iterator[CalendarEntry]:
    """Yield an entry for each milestone whose date names days; it lasts for these days."""
    host = urlsplit(settings().public_url).hostname
    # A calendar believes the copy that was made last. Within a day all copies are the same bytes.
    made = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    for milestone in milestones:
        days = days_of(milestone.date)
        if days is None:
            continue
        first, last = days
        entry = CalendarEntry()
        entry.add("uid", f"milestone-{milestone.id}@{host}")
        entry.add("dtstamp", made)
        entry.add("dtstart", first)
        entry.add("dtend", last + timedelta(days=1))
        entry.add("transp", "TRANSPARENT")
        entry.add("summary", f"{settings().short_name}: {milestone.title}")
        entry.add("description", milestone.description)
        entry.add("location", milestone.location)
        entry.add("url", absolute(paths.TIMELINE))
        yield entry
