"""The social card of an event."""

from typing import Any

from awards_site.events.calendar import in_zone, when
from awards_site.settings import settings
from awards_site.social_images.card import SocialCard


def social_card(event: dict[str, Any]) -> SocialCard:
    dates = when(event["startDate"], event["endDate"], settings().zone)
    return SocialCard(
        "events",
        event["id"],
        label=event["type"].capitalize(),
        title=event["title"],
        lines=(dates.replace(" \u00b7 ", ", "), event["location"]),
        picture=event.get("imageUrl") or "",
        ornament=str(in_zone(event["startDate"], settings().zone).day),
    )
