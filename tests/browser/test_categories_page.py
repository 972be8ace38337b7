"""Tests of the page of award categories."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.categories.content import CATEGORIES
from tests.browser.site import Site
from tests.browser.visits import visit

IDS = [
    "entrepreneur-of-the-year",
    "innovation-leader",
    "social-impact",
    "global-expansion",
    "rising-star",
    "inclusive-leadership",
]


def test_the_html_holds_every_category(site: Site) -> None:
    html = httpx.get(f"{site.url}/categories", follow_redirects=True).text
    texts = [
        text
        for category in CATEGORIES.default.categories
        for text in (category.title, category.description, *category.criteria)
    ]
    assert [text for text in texts if text not in html] == []


def test_six_categories_with_five_criteria_each(page: Page) -> None:
    visit(page, "/categories")
    cards = page.get_by_test_id("award-category")
    expect(cards).to_have_count(6)
    for card, category, anchor in zip(cards.all(), CATEGORIES.default.categories, IDS, strict=True):
        expect(card).to_have_id(anchor)
        expect(card.get_by_role("heading", level=2)).to_have_text(category.title)
        expect(card).to_contain_text(category.description)
        expect(card.get_by_role("listitem")).to_have_text(category.criteria)
        expect(card.get_by_role("listitem")).to_have_count(5)


@pytest.mark.parametrize("anchor", IDS[::5])
def test_a_category_is_reached_by_its_anchor(page: Page, anchor: str) -> None:
    visit(page, f"/categories#{anchor}")
    page.wait_for_function(
        """(anchor) => {
            const { top } = document.getElementById(anchor).getBoundingClientRect();
            return Math.abs(top - 80) < 2;
        }""",
        arg=anchor,
    )


def test_the_contents_lead_to_each_category(page: Page) -> None:
    visit(page, "/categories")
    contents = page.get_by_role("navigation", name="Award categories")
    for link, anchor in zip(contents.get_by_role("link").all(), IDS, strict=True):
        expect(link).to_have_attribute("href", f"#{anchor}")


def test_each_category_offers_its_past_winners_and_below_is_the_nomination(page: Page) -> None:
    visit(page, "/categories")
    for card in page.get_by_test_id("award-category").all():
        title = card.get_by_role("heading", level=2).inner_text()
        button = card.get_by_role("button", name="View Past Winners", exact=True)
        expect(button).to_have_accessible_description(title)
    expect(page.get_by_role("button", name="Submit a Nomination")).to_have_count(1)


def test_the_buttons_have_no_action(page: Page) -> None:
    visit(page, "/categories")
    before = page.url
    buttons = page.get_by_role("main").get_by_role("button")
    expect(buttons).to_have_count(7)
    for button in buttons.all():
        expect(button).to_have_attribute("type", "button")
        button.click()
    assert page.url == before
    expect(page.get_by_test_id("notice")).to_have_count(0)
