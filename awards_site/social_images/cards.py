"""The cards of nominees, events and posts, from what the API answers to visitors."""

from typing import Any

from awards_site.blog.models import BlogCategory
from awards_site.events.calendar import in_zone, when
from awards_site.nominees.models import NomineeCategory
from awards_site.settings import settings
from awards_site.social_images.card import ShareCard
from awards_site.ui.images.initials import initials


def nominee_card(nominee: dict[str, Any]) -> ShareCard:
    category = NomineeCategory.labels().get(nominee["category"], nominee["category"])
    return ShareCard(
        "nominees",
        nominee["id"],
        label=f"{settings().short_name} {nominee['year']} | {category}",
        title=nominee["name"],
        lines=(nominee["title"], nominee["company"]),
        picture=nominee.get("imageUrl") or "",
        ornament=_monogram(nominee["name"]),
        seal="Winner" if nominee["isWinner"] else "",
    )


def event_card(event: dict[str, Any]) -> ShareCard:
    dates = when(event["startDate"], event["endDate"], settings().zone)
    return ShareCard(
        "events",
        event["id"],
        label=event["type"].capitalize(),
        title=event["title"],
        lines=(dates.replace(" \u00b7 ", ", "), event["location"]),
        picture=event.get("imageUrl") or "",
        ornament=str(in_zone(event["startDate"], settings().zone).day),
    )


def post_card(post: dict[str, Any]) -> ShareCard:
    return ShareCard(
        "blog",
        post["id"],
        label=f"Blog | {BlogCategory.labels().get(post['category'], post['category'])}",
        title=post["title"],
        picture=post.get("featuredImageUrl") or "",
    )


def _monogram(name: str) -> str:
    """Return the first letters of a person's first and last name."""
    words = name.split()
    return initials(" ".join([*words[:1], *words[1:][-1:]]))
