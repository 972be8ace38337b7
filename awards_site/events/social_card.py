"""The social card of an event."""

from awards_site.events.date_text import format_dates, to_zone
from awards_site.events.view import EventView
from awards_site.settings import settings
from awards_site.social_images.card import SocialCard


def social_card(event: EventView) -> SocialCard:
    dates = format_dates(event.start_date, event.end_date, settings().zone)
    return SocialCard(
        "events",
        event.id,
        label=event.type.capitalize(),
        title=event.title,
        lines=(dates.replace(" \u00b7 ", ", "), event.location),
        image=event.image_url or "",
        position=event.image.get("position", ""),
        fallback_text=str(to_zone(event.start_date, settings().zone).day),
    )
