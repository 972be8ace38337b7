"""The page of one event: date, place, registration, and further events."""

from typing import Any

import reflex as rx

from awards_site.core import clock
from awards_site.core.presentation.texts import summary
from awards_site.features.events.entity import (
    EVENTS_PAGE,
    Event,
    EventView,
    event_path,
    format_dates,
    social_card,
    to_zone,
)
from awards_site.features.events.page import VIEWS_SCRIPT, CalendarEvent, event_view, events_query
from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_call
from awards_site.settings import settings
from awards_site.ui.controls import (
    CARD_LINK,
    TEXT_LINK,
    button_classes,
    link,
    new_tab_link,
    text_link,
)
from awards_site.ui.images import PARCHMENT, Layout, picture, placeholder
from awards_site.ui.pages import (
    NOT_FOUND_STATUSES,
    Head,
    Records,
    Thing,
    absolute,
    breadcrumb,
    programme,
    public_page,
    record_json_ld,
    record_page,
    share_button,
)
from awards_site.ui.queries import Query, site_setting
from awards_site.ui.theme import section


def event_head(event: EventView) -> Head:
    title, dates = event.title, format_dates(event.start_date, event.end_date, settings().zone)
    return Head(
        title,
        summary(f"{dates}, {event.location}. {event.description}"),
        image=social_card(event).url,
        image_alt=f"{title}, {dates}",
        og_type="article",
        json_ld=record_json_ld(_event(event), ("Events", EVENTS_PAGE), (title, event.path)),
    )


def _event(event: EventView) -> Thing:
    mode = "Online" if event.is_virtual else "Offline"
    return {
        "@type": "Event",
        "@id": absolute(f"{event.path}#event"),
        "name": event.title,
        "description": summary(event.description, 400),
        "startDate": to_zone(event.start_date, settings().zone).isoformat(),
        "endDate": to_zone(event.end_date, settings().zone).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": f"https://schema.org/{mode}EventAttendanceMode",
        "location": _location(event),
        "image": absolute(event.image_url or ""),
        "url": absolute(event.path),
        "organizer": {"@id": programme()["@id"]},
        "offers": _offer(event),
    }


def _location(event: EventView) -> Thing:
    if event.is_virtual:
        return {"@type": "VirtualLocation", "url": event.join_link or absolute(event.path)}
    return {"@type": "Place", "name": event.location, "address": event.location}


def _offer(event: EventView) -> Thing | None:
    is_past = event.end_date < clock.now()
    if is_past or not event.register_link:
        return None
    return {
        "@type": "Offer",
        "url": absolute(event.register_link),
        "availability": "https://schema.org/InStock",
    }


_IMAGE_LAYOUT = Layout((("(min-width: 90rem)", "80rem"), ("", "100vw")), ratio=16 / 9)
_BADGE = "label inline-block border border-current/60 px-2.5 py-0.5"


MAX_MORE_EVENTS = 3
"""The number of further events shown."""

EVENT = Query(
    "/api/events/{id}",
    event_view("eventDetails"),
    shape=CalendarEvent,
    empty_on=NOT_FOUND_STATUSES,
)
UPCOMING = events_query(f"/api/events/upcoming?limit={MAX_MORE_EVENTS + 1}")


def _more_events() -> Any:
    """Return the upcoming events without the current one."""
    return js_call(
        "otherEvents",
        VIEWS_SCRIPT,
        UPCOMING.data,
        EVENT.data["id"],
        MAX_MORE_EVENTS,
        shape=list[CalendarEvent],
    )


UntilPast = react("UntilPast", script("events/event_row.jsx"), ends_at=str, after=rx.Component)
"""Shows its children until the event ends, by the visitor's clock, and then `after`."""


@public_page(
    f"{EVENTS_PAGE}/[key]",
    event_head,
    Records("/api/events/{id}", EventView, Event.title, event_path),
)
def event_page() -> rx.Component:
    event = EVENT.data
    return record_page(
        EVENT,
        rx.el.article(
            rx.el.div(
                breadcrumb(("Events", EVENTS_PAGE), current=event["title"]),
                UntilPast.create(
                    _summary(),
                    ends_at=event["ends_at"],
                    after=rx.el.div(_summary(past=True), data_past="true"),
                ),
                class_name="page-width pt-8 pb-16 md:pb-24",
            ),
            rx.el.div(
                rx.el.div(
                    rx.el.p(
                        event["description"],
                        class_name="lead max-w-[31.5em] whitespace-pre-line"
                        " lg:ml-[18rem] xl:ml-[22rem]",
                        data_testid="event-description",
                    ),
                    class_name="page-width py-16 md:py-24",
                ),
                class_name="border-t border-line bg-surface",
            ),
            rx.cond(_more_events().length() > 0, _more()),
            data_testid="event-page",
        ),
        name=event["title"],
        failure="Failed to load the event.",
        active=EVENTS_PAGE,
    )


PAGE = event_page


def _summary(past: bool = False) -> rx.Component:
    """Return title, dates, place and actions; a past event is dimmed and has no registration."""
    event = EVENT.data
    dimmed = " opacity-70 print:opacity-100" if past else ""
    return rx.el.div(
        rx.el.div(
            rx.el.p(
                rx.el.span(event["day"], class_name="numeral block text-[clamp(6rem,16vw,13rem)]"),
                rx.el.span(event["month"], class_name="display-3 mt-6 block"),
                aria_hidden="true",
                class_name="border-t border-gold pt-10 "
                + ("text-muted" if past else "text-gold-ink"),
            ),
            rx.el.div(
                rx.el.p(
                    "Past" if past else event["type"],
                    class_name=f"{_BADGE} first-letter:uppercase",
                    data_testid="event-type",
                ),
                rx.el.h1(
                    event["title"],
                    class_name=f"display-1 mt-6 hyphens-auto{dimmed}"
                    " lg:text-[clamp(3rem,5vw,5.5rem)]",
                ),
                rx.el.div(
                    rx.el.p(event["dates"], class_name="lead font-semibold"),
                    rx.cond(event["hours"], rx.el.p(event["hours"])),
                    rx.el.p(
                        "Times are in the time zone ",
                        site_setting("timeZone"),
                        ".",
                        class_name="label mt-1 text-muted",
                    ),
                    _place(),
                    class_name="mt-8",
                ),
                _actions(past),
                class_name="min-w-0 lg:border-t lg:border-gold lg:pt-10",
            ),
            class_name="grid gap-x-16 gap-y-10 lg:grid-cols-[14rem_1fr] xl:grid-cols-[18rem_1fr]",
        ),
        rx.cond(
            event["image"]["src"],
            picture(
                event["image"],
                event["title"],
                placeholder("photo", event["title"], f"mt-14 aspect-video w-full {PARCHMENT}"),
                _IMAGE_LAYOUT,
                class_name=f"mt-14 aspect-video w-full bg-line object-cover{dimmed}",
            ),
        ),
        class_name="mt-8",
    )


def _place() -> rx.Component:
    event = EVENT.data
    return rx.el.div(
        rx.cond(event["is_virtual"], rx.el.p("This event takes place online.", class_name="mt-6")),
        rx.el.p(
            rx.cond(
                event["join_link"],
                new_tab_link("Join Virtual Meeting", href=event["join_link"], class_name=TEXT_LINK),
                rx.el.span(event["location"], class_name="lead"),
            ),
            class_name="mt-2",
        ),
    )


def _actions(past: bool) -> rx.Component:
    event = EVENT.data
    register = rx.cond(
        event["register_link"],
        new_tab_link("Register Now", href=event["register_link"], class_name=button_classes()),
    )
    return rx.el.div(
        rx.fragment() if past else register,
        text_link("Add to calendar", href=event["file"]),
        share_button(event["path"], event["title"]),
        class_name="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4",
    )


def _more() -> rx.Component:
    return section(
        rx.el.h2("Coming next", id="more-events-heading", class_name="display-2"),
        rx.el.ul(
            rx.foreach(_more_events(), _more_item),
            class_name="mt-10 grid gap-x-10 md:grid-cols-3",
            data_testid="more-events",
        ),
        text_link("All events", href=EVENTS_PAGE, class_name="mt-10"),
        anchor="more-events",
        background="plum",
        padding="py-20",
    )


def _more_item(event: rx.vars.ObjectVar[CalendarEvent]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(
            link(event["title"], href=event["path"], class_name=CARD_LINK),
            class_name="display-3",
        ),
        rx.el.p(event["dates"], class_name="mt-3"),
        rx.el.p(event["location"], class_name="label mt-1 text-on-plum-muted"),
        key=event["id"],
        class_name="group relative min-w-0 border-t border-gold-light/40 py-6",
    )
