"""Sponsors as visitors see them: the groups of tiers, and what is shown of each sponsor."""

from collections.abc import Iterable
from typing import Any, TypedDict

from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.sponsors.models import SponsorTier


class SponsorEntry(TypedDict):
    """What the partners page shows of a published sponsor; what it does not have is empty."""

    id: int
    name: str
    tier: str
    description: str
    logo: ResponsiveImage
    website_url: str


class SponsorGroup(TypedDict):
    """Sponsors of neighbouring tiers under one name."""

    name: str
    sponsors: list[SponsorEntry]


PREMIUM = "Premium"
SUPPORTING = "Supporting"

GROUPS: dict[str, tuple[SponsorTier, ...]] = {
    PREMIUM: (SponsorTier.PLATINUM, SponsorTier.GOLD),
    SUPPORTING: (SponsorTier.SILVER, SponsorTier.BRONZE),
    "Partners": (SponsorTier.PARTNER, SponsorTier.REGULAR),
}
"""The groups in their order with their tiers (spec 1, "/partners", and decisions)."""


def sponsor_groups(answer: Iterable[dict[str, Any]]) -> list[SponsorGroup]:
    """Return the groups that have sponsors, from an answer of `/api/sponsors/published`.

    Inside a group the answer's order stays; a missing tier means regular (spec 1, section 3).
    """
    entries = [_entry(sponsor) for sponsor in answer]
    groups = [
        SponsorGroup(
            name=name,
            sponsors=[entry for entry in entries if entry["tier"] in [t.label for t in tiers]],
        )
        for name, tiers in GROUPS.items()
    ]
    return [group for group in groups if group["sponsors"]]


def _entry(sponsor: dict[str, Any]) -> SponsorEntry:
    return SponsorEntry(
        id=sponsor["id"],
        name=sponsor["name"],
        tier=SponsorTier(sponsor.get("tier") or SponsorTier.REGULAR).label,
        description=sponsor.get("description") or "",
        logo=responsive_image(sponsor.get("logo_url")),
        website_url=sponsor.get("website_url") or "",
    )
