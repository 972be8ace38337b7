"""The head of an event's page: when and where it is, and the event for search engines."""

from datetime import datetime
from typing import Any

from awards_site.core import clock, paths
from awards_site.core.texts import summary
from awards_site.events.calendar import in_zone, when
from awards_site.settings import settings
from awards_site.social_images.cards import event_card
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import absolute, as_json_ld, breadcrumbs, programme


def event_head(event: dict[str, Any]) -> Head:
    title, dates = event["title"], when(event["startDate"], event["endDate"], settings().zone)
    return Head(
        title,
        summary(f"{dates}, {event['location']}. {event['description']}"),
        image=event_card(event).address,
        image_alt=f"{title}, {dates}",
        kind="article",
        structured=as_json_ld(
            _event(event),
            programme(),
            breadcrumbs(("Events", paths.EVENTS), (title, event["path"])),
        ),
    )


def _event(event: dict[str, Any]) -> dict[str, Any]:
    mode = "Online" if event["isVirtual"] else "Offline"
    return {
        "@type": "Event",
        "@id": absolute(f"{event['path']}#event"),
        "name": event["title"],
        "description": summary(event["description"], 400),
        "startDate": in_zone(event["startDate"], settings().zone).isoformat(),
        "endDate": in_zone(event["endDate"], settings().zone).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": f"https://schema.org/{mode}EventAttendanceMode",
        "location": _location(event),
        "image": absolute(event["image"]["src"]),
        "url": absolute(event["path"]),
        "organizer": {"@id": programme()["@id"]},
        "offers": _offer(event),
    }


def _location(event: dict[str, Any]) -> dict[str, Any]:
    if event["isVirtual"]:
        return {"@type": "VirtualLocation", "url": event["joinLink"] or absolute(event["path"])}
    return {"@type": "Place", "name": event["location"], "address": event["location"]}


def _offer(event: dict[str, Any]) -> dict[str, Any] | None:
    is_past = datetime.fromisoformat(event["endDate"]) < clock.now()
    if is_past or not event["registerLink"]:
        return None
    return {
        "@type": "Offer",
        "url": absolute(event["registerLink"]),
        "availability": "https://schema.org/InStock",
    }
