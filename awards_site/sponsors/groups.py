"""The view models of sponsors, and their groups of tiers."""

from typing import Any, TypedDict

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
from awards_site.sponsors.models import SponsorTier
from awards_site.ui.queries.query import Query, View

_SCRIPT = script("sponsors/views.js")


class SponsorEntry(TypedDict):
    """The view model of a published sponsor; missing values are empty."""

    id: int
    name: str
    tier: str
    description: str
    logo: ResponsiveImage
    website_url: str


class SponsorGroup(TypedDict):
    """The sponsors of adjacent tiers under a common name."""

    name: str
    sponsors: list[SponsorEntry]


PREMIUM = "Premium"
SUPPORTING = "Supporting"

GROUPS: dict[str, tuple[SponsorTier, ...]] = {
    PREMIUM: (SponsorTier.PLATINUM, SponsorTier.GOLD),
    SUPPORTING: (SponsorTier.SILVER, SponsorTier.BRONZE),
    "Partners": (SponsorTier.REGULAR, SponsorTier.PARTNER),
}
"""The groups and their tiers, in the order shown."""


def sponsor_view(name: str, **options: Any) -> View:
    """Return a view of `views.js` with the tier labels and `options`."""
    tiers = {"tiers": SponsorTier.labels(), "fallbackTier": SponsorTier.REGULAR.value}
    return View(name, _SCRIPT, {**tiers, **options})


SPONSOR_GROUPS = Query(
    "/api/sponsors/published",
    sponsor_view(
        "sponsorGroups",
        groups={name: [tier.label for tier in tiers] for name, tiers in GROUPS.items()},
    ),
    shape=list[SponsorGroup],
    fallback=[],
)
