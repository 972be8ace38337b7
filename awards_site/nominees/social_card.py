"""The social card of a nominee."""

from awards_site.core.presentation.texts import initials
from awards_site.nominees.models import NomineeCategory
from awards_site.nominees.view import NomineeView
from awards_site.settings import settings
from awards_site.social_images.card import SocialCard


def social_card(nominee: NomineeView) -> SocialCard:
    category = NomineeCategory.labels().get(nominee.category, nominee.category)
    return SocialCard(
        "nominees",
        nominee.id,
        label=f"{settings().short_name} {nominee.year} | {category}",
        title=nominee.name,
        # Both may be under embargo.
        lines=tuple(filter(None, (nominee.title, nominee.company))),
        image=nominee.image_url or "",
        position=nominee.image.get("position", ""),
        fallback_text=_monogram(nominee.name),
        badge="Winner" if nominee.is_winner else "",
    )


def _monogram(name: str) -> str:
    """Return the initials of a person's first and last name."""
    words = name.split()
    return initials(" ".join([*words[:1], *words[1:][-1:]]))
