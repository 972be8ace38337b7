"""The public page of the events: the calendar, the list and its filters."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core import paths
from awards_site.features.events.entity import CALENDAR, EVENTS_PAGE, Event, EventView
from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_call
from awards_site.settings import settings
from awards_site.ui.controls import TEXT_LINK, button_classes, link, text_link
from awards_site.ui.images import Layout, PageImage
from awards_site.ui.lists import MONTH_GRID_LIBRARY
from awards_site.ui.loading_states import (
    empty_state,
    failure_bar,
    loaded,
    skeleton,
    spinner,
)
from awards_site.ui.overlays import DIALOG_LIBRARY, window_classes
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import Query, ViewFunction, api_fields, site_setting
from awards_site.ui.shell import MenuEntry, shell

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
    image: PageImage


def event_view(name: str) -> ViewFunction:
    return ViewFunction(name, VIEWS_SCRIPT, {"fields": api_fields(CalendarEvent, EventView)})


def events_query(url: str) -> Query:
    return Query(url, event_view("calendarEvents"), shape=list[CalendarEvent], fallback=[])


_MAX_UPCOMING = 20
"""The number of upcoming events in the list."""

_TABS_LIBRARY = "@radix-ui/react-tabs@1.2.1"
_FAILURE = "Failed to load events."
_INDEX = "every-date"
_IMAGE_LAYOUT = Layout((("(min-width: 40rem)", "36rem"), ("", "100vw")), ratio=16 / 9)
"""The widths of an event's image in the details dialog."""


EVENTS = events_query("/api/events")
UPCOMING = events_query(f"/api/events/upcoming?limit={_MAX_UPCOMING}")
_FAILURE_BAR = failure_bar(_FAILURE, EVENTS.retry)


EventCalendar = react(
    "EventCalendar",
    script("events/calendar.jsx"),
    dependencies=[MONTH_GRID_LIBRARY, DIALOG_LIBRARY, _TABS_LIBRARY],
    events=list[Any],
    upcoming=list[Any],
    empty=rx.Component,
    failure_bar=rx.Component,
    skeleton=rx.Component,
    backdrop_class_name=str,
    view_options=dict[str, Any],
    image_layout=Layout,
    link_classes=str,
    action_classes=str,
    close_classes=str,
)
"""The calendar view and the list view.

`events` are all published events; they fill a month until its own request has finished.
`empty` replaces an empty list, and `skeleton` both views of a page that is not prerendered.
`failure_bar` stands above a month that cannot be read.
"""


@public_page(
    EVENTS_PAGE,
    Head(
        "Event Calendar",
        f"The calendar of the {settings().programme}: what is coming, day by day.",
        alternates={"text/calendar": CALENDAR},
    ),
    lists=(Event,),
    menu=MenuEntry("Events", 60, ("header",)),
)
def events_page() -> rx.Component:
    return shell(
        rx.el.div(
            text_link(
                rx.el.span("\u2190", aria_hidden="true"),
                "Back to Home",
                href=paths.HOME,
                class_name="label",
            ),
            rx.el.h1("Event Calendar", class_name="display-1 mt-8"),
            rx.el.p(
                "Deadlines, workshops, evenings together: everything that the"
                f" {settings().programme} have planned, and what has been.",
                class_name="lead mt-6 max-w-[33.5em] text-muted",
            ),
            text_link("Subscribe to the calendar", href=_subscription(), class_name="mt-6"),
            rx.el.div(
                loaded(
                    EVENTS,
                    rx.fragment(
                        rx.cond(UPCOMING.is_outdated & ~EVENTS.is_outdated, _FAILURE_BAR),
                        _calendar(),
                    ),
                    loading=rx.fragment(spinner("Loading events...", "sr-only"), _skeleton()),
                    failure=_FAILURE,
                ),
                # Keeps the footer below the fold when the content replaces the skeleton.
                class_name="mt-12 min-h-[85vh]",
                data_testid="events",
            ),
            rx.cond(EVENTS.data, _index()),
            class_name="page-width pt-10 pb-28 md:pt-14",
        ),
        active=EVENTS_PAGE,
    )


PAGE = events_page


def _subscription() -> rx.Var[str]:
    """Return the calendar's webcal: URL, which calendar programs open as a subscription."""
    url = site_setting("url")
    return js_call("subscriptionUrl", VIEWS_SCRIPT, url, CALENDAR, shape=str)


def _index() -> rx.Component:
    """Return the links to all event pages, for visitors without JavaScript."""
    listed = rx.el.nav(
        rx.el.h2("Every date", id=_INDEX, class_name="display-3 border-t border-gold pt-4"),
        rx.el.p(
            f"Times are in the time zone {site_setting('timeZone')}.",
            class_name="label mt-4 text-muted",
        ),
        rx.el.ul(
            rx.foreach(
                EVENTS.data,
                lambda event: rx.el.li(
                    link(
                        event["title"],
                        href=event["path"],
                        class_name="min-h-6 font-semibold decoration-gold decoration-1"
                        " underline-offset-4 hover:underline",
                    ),
                    rx.el.span(event["dates"], class_name="label block text-muted"),
                    key=event["id"],
                    class_name="break-inside-avoid py-2 [overflow-wrap:anywhere]",
                ),
            ),
            class_name="mt-6 gap-x-12 md:columns-2 lg:columns-3",
        ),
        aria_labelledby=_INDEX,
        class_name="mt-20",
        data_testid="every-event",
    )
    return rx.el.noscript(listed)


def _calendar() -> rx.Component:
    dialog_classes = window_classes("medium", "public")
    return EventCalendar.create(
        events=EVENTS.data,
        upcoming=UPCOMING.data,
        empty=loaded(
            UPCOMING,
            empty_state(
                "No upcoming events scheduled.",
                "New dates are announced here first. The calendar keeps what has been.",
            ),
            loading=spinner("Loading events...", "text-gold"),
            failure=_FAILURE,
        ),
        failure_bar=rx.cond(EVENTS.is_outdated | UPCOMING.is_outdated, rx.fragment(), _FAILURE_BAR),
        skeleton=_skeleton(),
        view_options=EVENTS.view.options,
        image_layout=_IMAGE_LAYOUT,
        link_classes=TEXT_LINK,
        action_classes=button_classes(),
        close_classes=button_classes("outline"),
        # The dialog itself scrolls: it has focusable buttons, so the keyboard can scroll it.
        **dialog_classes | {"class_name": f"{dialog_classes['class_name']} overflow-y-auto"},
    )


def _skeleton() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-5 w-28"),
            skeleton("h-5 w-20"),
            class_name="flex h-12.25 items-center gap-8 border-b border-line",
        ),
        skeleton("mt-4 mb-8 h-4.5 w-60"),
        rx.el.div(
            skeleton("h-67.5 sm:h-126 lg:h-138"),
            skeleton("h-56"),
            class_name="grid items-start gap-8 lg:grid-cols-[1.35fr_1fr] lg:gap-12",
        ),
        aria_hidden="true",
        data_testid="events-loading",
    )
