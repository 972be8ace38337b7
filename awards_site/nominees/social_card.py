"""The social card of an honoree."""

from typing import Any

from awards_site.core.texts import initials
from awards_site.nominees.models import NomineeCategory
from awards_site.settings import settings
from awards_site.social_images.card import SocialCard


def social_card(nominee: dict[str, Any]) -> SocialCard:
    category = NomineeCategory.labels().get(nominee["category"], nominee["category"])
    return SocialCard(
        "nominees",
        nominee["id"],
        label=f"{settings().short_name} {nominee['year']} | {category}",
        title=nominee["name"],
        lines=(nominee["title"], nominee["company"]),
        picture=nominee.get("imageUrl") or "",
        ornament=_monogram(nominee["name"]),
        seal="Winner" if nominee["isWinner"] else "",
    )


def _monogram(name: str) -> str:
    """Return the first letters of a person's first and last name."""
    words = name.split()
    return initials(" ".join([*words[:1], *words[1:][-1:]]))
