"""An event as pages draw it: its dates in words and its days, in the programme's zone."""

from typing import TypedDict

import reflex as rx

from awards_site.core.images import ResponsiveImage
from awards_site.ui.images.picture import IMAGES_SCRIPT
from awards_site.ui.queries.dates import DATES_SCRIPT
from awards_site.ui.queries.query import Query, View

VIEWS_SCRIPT = rx.asset("views.js", shared=True)
"""The script with the views of events."""
_IMPORTED_SCRIPTS = (DATES_SCRIPT, IMAGES_SCRIPT, rx.asset("clock.js", shared=True))


class CalendarEvent(TypedDict):
    """What pages draw of a published event.

    `path` is its page, `file` the same for calendars. `when` is its date and time; `hours` tells
    when an event of several days begins and ends, and is empty for others. `first_day` and
    `last_day` are days such as `2026-11-20`, `ends_at` is an ISO 8601 instant. What an event does
    not have is empty.
    """

    id: int
    path: str
    file: str
    title: str
    description: str
    type: str
    when: str
    hours: str
    day: str
    month: str
    first_day: str
    last_day: str
    ends_at: str
    location: str
    is_virtual: bool
    join_link: str
    register_link: str
    image: ResponsiveImage


def events_query(url: str) -> Query:
    view = View("calendarEvents", VIEWS_SCRIPT)
    return Query(url, view, shape=list[CalendarEvent], fallback=[])
