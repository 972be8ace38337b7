"""Tests of the page of award categories."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.categories import CATEGORIES
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


@pytest.fixture(scope="module")
def categories(shared_page: Page) -> Page:
    """Open the page once for the tests that do not change it."""
    visit(shared_page, "/categories")
    return shared_page


def test_the_html_contains_every_category(site: Site) -> None:
    html = httpx.get(f"{site.url}/categories", follow_redirects=True).text
    texts = [
        text
        for category in CATEGORIES.default.categories
        for text in (category.title, category.description, *category.criteria)
    ]
    assert [text for text in texts if text not in html] == []


def test_six_categories_have_five_criteria_each(categories: Page) -> None:
    cards = categories.get_by_test_id("award-category")
    expect(cards).to_have_count(6)
    for card, category, anchor in zip(cards.all(), CATEGORIES.default.categories, IDS, strict=True):
        expect(card).to_have_id(anchor)
        expect(card.get_by_role("heading", level=2)).to_have_text(category.title)
        expect(card).to_contain_text(category.description)
        expect(card.get_by_role("listitem")).to_have_text(category.criteria)
        expect(card.get_by_role("listitem")).to_have_count(5)


def test_a_category_has_an_anchor(page: Page) -> None:
    assert_reached_by_anchor(page, "/categories", IDS[::5])


def test_the_contents_link_to_each_category(categories: Page) -> None:
    contents = categories.get_by_role("navigation", name="Award categories")
    for link, anchor in zip(contents.get_by_role("link").all(), IDS, strict=True):
        expect(link).to_have_attribute("href", f"#{anchor}")


def test_each_category_links_to_its_past_winners(categories: Page) -> None:
    cards = categories.get_by_test_id("award-category")
    expect(cards).to_have_count(6)
    for card in cards.all():
        title = card.get_by_role("heading", level=2).text_content() or ""
        button = card.get_by_role("button", name="View Past Winners", exact=True)
        expect(button).to_have_accessible_description(title)


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


def test_nominations_use_the_contact_form(page: Page) -> None:
    visit(page, "/categories")
    page.get_by_role("main").get_by_role("button", name="Submit a Nomination").click()
    page.wait_for_url("**/contact/nomination?")
    expect(page.get_by_label("Inquiry type")).to_have_value("nomination")
