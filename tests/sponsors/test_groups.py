"""Tests of the groups in which the partners page shows sponsors."""

from typing import Any

from awards_site.sponsors.groups import GROUPS, sponsor_groups
from awards_site.sponsors.models import SponsorTier


def sponsor(number: int, tier: str | None) -> dict[str, Any]:
    """Return a sponsor of the API."""
    return {"id": number, "name": f"Sponsor {number}", "tier": tier}


def test_every_tier_is_in_one_group() -> None:
    assert [tier for tiers in GROUPS.values() for tier in tiers] == list(SponsorTier)


def test_groups_keep_the_order_of_the_answer() -> None:
    tiers = ["platinum", "gold", "gold", "bronze", "partner", "regular", None]
    groups = sponsor_groups(sponsor(number, tier) for number, tier in enumerate(tiers))
    assert {group["name"]: [entry["id"] for entry in group["sponsors"]] for group in groups} == {
        "Premium": [0, 1, 2],
        "Supporting": [3],
        "Partners": [4, 5, 6],
    }


def test_empty_groups_are_left_out() -> None:
    assert [group["name"] for group in sponsor_groups([sponsor(1, "silver")])] == ["Supporting"]
    assert sponsor_groups([]) == []
