"""Tests of the page of award categories."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import empty, publish_nominee
from tests.browser.site import Site
from tests.browser.visits import assert_reached_by_anchor, visit

IDS = [
    "entrepreneur-of-the-year",
    "innovation-leader",
    "social-impact",
    "global-expansion",
    "rising-star",
    "inclusive-leadership",
]


def test_a_category_has_an_anchor(page: Page) -> None:
    assert_reached_by_anchor(page, "/categories", IDS[::5])


@pytest.mark.parametrize(
    ("anchor", "names"),
    [
        ("innovation-leader", ["Ada Now", "Ada Before"]),
        ("global-expansion", ["Ada Now", "Zoe", "Ada Before"]),
    ],
)
def test_past_winners_are_those_of_the_category_in_all_years(
    page: Page, site: Site, anchor: str, names: list[str]
) -> None:
    empty(site, "/api/nominees", "/api/nominees")
    for name, year, category in (
        ("Ada Now", 2025, "innovation"),
        ("Ada Before", 2020, "innovation"),
        ("Zoe", 2025, "tech"),
    ):
        publish_nominee(site, name, year=year, category=category, isWinner=True)
    visit(page, f"/categories#{anchor}")
    page.locator(f"#{anchor}").get_by_role("button", name="View Past Winners").click()
    page.wait_for_url("**/nominees?*")
    expect(page.get_by_test_id("nominee-card").get_by_role("heading")).to_have_text(names)
    expect(page.get_by_label("Year", exact=True)).to_have_value("all")
