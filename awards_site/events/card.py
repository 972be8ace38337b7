"""The view model of an event, with dates in the programme's time zone."""

from typing import TypedDict

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
from awards_site.ui.queries.query import Query, View

VIEWS_SCRIPT = script("events/views.js")
"""The script with the views of events."""


class CalendarEvent(TypedDict):
    """The view model of a published event; missing values are empty.

    `path` is the path of its page, `file` that of its .ics file. `dates` is the date and time in
    words. `hours` holds the start and end times of an event of several days, and is empty for
    others. `first_day` and `last_day` are ISO 8601 dates, `ends_at` is an ISO 8601 time.
    """

    id: int
    path: str
    file: str
    title: str
    description: str
    type: str
    dates: str
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
