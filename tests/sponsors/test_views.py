"""The partners page shows sponsors in groups of tiers."""

from typing import Any

from awards_site.features.sponsors.entity import SponsorTier
from awards_site.features.sponsors.showcase import GROUPS, SPONSOR_GROUPS
from tests.javascript import call


def groups(*tiers: str | None) -> dict[str, list[int]]:
    """Return the ids by group of sponsors with these tiers, whose ids count from 0."""
    sponsors = [
        {"id": number, "name": f"Sponsor {number}", "tier": tier}
        for number, tier in enumerate(tiers)
    ]
    options = SPONSOR_GROUPS.view.options
    found: list[dict[str, Any]] = call(
        "frontend/sponsors/views.js", "sponsorGroups", sponsors, {}, options
    )
    return {group["name"]: [each["id"] for each in group["sponsors"]] for group in found}


def test_every_tier_is_in_one_group() -> None:
    assert [tier for tiers in GROUPS.values() for tier in tiers] == list(SponsorTier)


def test_groups_keep_the_order_of_the_response() -> None:
    assert groups("platinum", "gold", "gold", "bronze", "partner", "regular", None) == {
        "Premium": [0, 1, 2],
        "Supporting": [3],
        "Partners": [4, 5, 6],
    }


def test_empty_groups_are_left_out() -> None:
    assert groups("silver") == {"Supporting": [0]}
    assert groups() == {}
