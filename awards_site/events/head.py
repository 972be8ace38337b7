"""The head of an event's page: title, description, social image and structured data."""

from awards_site.core import clock, paths
from awards_site.core.presentation.texts import summary
from awards_site.events.date_text import format_dates, to_zone
from awards_site.events.social_card import social_card
from awards_site.events.view import EventView
from awards_site.settings import settings
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import Thing, absolute, programme, record_json_ld


def event_head(event: EventView) -> Head:
    title, dates = event.title, format_dates(event.start_date, event.end_date, settings().zone)
    return Head(
        title,
        summary(f"{dates}, {event.location}. {event.description}"),
        image=social_card(event).url,
        image_alt=f"{title}, {dates}",
        og_type="article",
        json_ld=record_json_ld(_event(event), ("Events", paths.EVENTS), (title, event.path)),
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
