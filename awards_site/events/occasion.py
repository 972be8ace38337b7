"""What the page of one event tells: the event, whether it is past, and the page's head."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from awards_site.core import clock
from awards_site.core.pictures import responsive_image
from awards_site.events.calendar import CalendarEvent, calendar_events, in_zone
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.public_page import Head
from awards_site.ui.structured_data import absolute, as_json_ld, breadcrumbs, programme, summary

MORE_EVENTS = 3
"""How many further dates the page names."""


class Occasion(CalendarEvent):
    """What the page shows of a published event; `past` is so when the page was made."""

    is_virtual: bool
    past: bool


NO_OCCASION = Occasion(
    id=0,
    path="",
    file="",
    title="",
    description="",
    type="",
    when="",
    hours="",
    day="",
    month="",
    first_day="",
    last_day="",
    ends_at="",
    location="",
    join_link="",
    register_link="",
    image=responsive_image(None),
    is_virtual=False,
    past=False,
)


def occasion(event: dict[str, Any]) -> Occasion:
    """Return what the page shows of an event as the API answers it."""
    [entry] = calendar_events([event], settings().zone)
    return Occasion(
        **entry,
        is_virtual=event["isVirtual"],
        past=datetime.fromisoformat(event["endDate"]) < clock.now(),
    )


def further(upcoming: Iterable[dict[str, Any]], event_id: int) -> list[CalendarEvent]:
    """Return the next events but for the one that the page is about."""
    others = [each for each in upcoming if each["id"] != event_id]
    return calendar_events(others[:MORE_EVENTS], settings().zone)


def event_head(event: dict[str, Any], shown: Occasion, image: str) -> Head:
    """Return the head of the page; `image` is the path of its picture for shared links."""
    return Head(
        name=shown["title"],
        description=summary(f"{shown['when']}, {shown['location']}. {shown['description']}"),
        path=shown["path"],
        image=image,
        image_alt=f"{shown['title']}, {shown['when']}",
        kind="article",
        structured=as_json_ld(
            _event(event, shown),
            programme(),
            breadcrumbs(("Events", paths.EVENTS), (shown["title"], shown["path"])),
        ),
    )


def _event(event: dict[str, Any], shown: Occasion) -> dict[str, Any]:
    mode = "Online" if shown["is_virtual"] else "Offline"
    return {
        "@type": "Event",
        "@id": absolute(f"{shown['path']}#event"),
        "name": shown["title"],
        "description": summary(shown["description"], 400),
        "startDate": in_zone(event["startDate"], settings().zone).isoformat(),
        "endDate": in_zone(event["endDate"], settings().zone).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": f"https://schema.org/{mode}EventAttendanceMode",
        "location": _location(shown),
        "image": absolute(shown["image"]["src"]),
        "url": absolute(shown["path"]),
        "organizer": {"@id": programme()["@id"]},
        "offers": _offer(shown),
    }


def _location(shown: Occasion) -> dict[str, Any]:
    if shown["is_virtual"]:
        return {"@type": "VirtualLocation", "url": shown["join_link"] or absolute(shown["path"])}
    return {"@type": "Place", "name": shown["location"], "address": shown["location"]}


def _offer(shown: Occasion) -> dict[str, Any] | None:
    if shown["past"] or not shown["register_link"]:
        return None
    return {
        "@type": "Offer",
        "url": absolute(shown["register_link"]),
        "availability": "https://schema.org/InStock",
    }
