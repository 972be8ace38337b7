"""Tests of the page of honorees: filters, cards, badges, and its states."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_nominee, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit

NAMES = {
    "winner": "Ada Winner",
    "finalist": "Beatrix Finalist",
    "plain": "Carla Plain",
    "past": "Dora Past",
}


@pytest.fixture(scope="module")
def honorees(site: Site) -> dict[str, str]:
    """Publish four honorees in two years and two categories, and hide a fifth."""
    publish_nominee(
        site,
        NAMES["winner"],
        isWinner=True,
        isFinalist=True,
        imageUrl=upload_image(site),
        category="social-impact",
    )
    publish_nominee(site, NAMES["finalist"], isFinalist=True, category="tech")
    publish_nominee(site, NAMES["plain"], category="tech", imageUrl="/uploads/missing.png")
    publish_nominee(site, NAMES["past"], year=2023, category="tech")
    publish_nominee(site, "Erna Hidden", isPublished=False)
    return NAMES


@pytest.fixture(autouse=True)
def expect_broken_images(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")


def names(page: Page) -> Locator:
    return page.get_by_test_id("nominee-card").get_by_role("heading")


def test_the_latest_year_is_shown_first(page: Page, honorees: dict[str, str]) -> None:
    visit(page, "/nominees")
    expect(page.get_by_label("Year")).to_have_value("2025")
    expect(page.get_by_label("Category")).to_have_value("all")
    expect(names(page)).to_have_text([honorees["winner"], honorees["finalist"], honorees["plain"]])
    winner, finalist, plain = page.get_by_test_id("nominee-card").all()
    for text in ("WEA 2025 | Social Impact", "Founder", "Ada Winner's company"):
        expect(winner).to_contain_text(text)
    expect(winner.get_by_role("img", name=honorees["winner"])).to_have_js_property("tagName", "IMG")
    expect(winner.get_by_text("Winner", exact=True)).to_be_visible()
    expect(winner.get_by_text("Finalist", exact=True)).to_have_count(0)
    expect(finalist.get_by_text("Finalist", exact=True)).to_be_visible()
    expect(plain.get_by_test_id("winner-badge")).to_have_count(0)
    expect(plain.get_by_test_id("finalist-badge")).to_have_count(0)


def test_a_missing_or_broken_image_becomes_a_monogram(page: Page, honorees: dict[str, str]) -> None:
    visit(page, "/nominees")
    for who, initials in (("finalist", "BF"), ("plain", "CP")):
        card = page.get_by_role("article").filter(has_text=honorees[who])
        card.scroll_into_view_if_needed()
        expect(card.get_by_role("img", name=honorees[who])).to_be_visible()
        expect(card.get_by_test_id("monogram")).to_have_text(initials)


def test_filters_combine_and_are_in_the_url(page: Page, honorees: dict[str, str]) -> None:
    visit(page, "/nominees")
    page.get_by_label("Category").select_option(label="Technology")
    expect(page.get_by_test_id("nominee-card")).to_have_count(2)
    page.get_by_label("Year").select_option(label="All Years")
    expect(page.get_by_test_id("nominee-card")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"/nominees/?\?category=tech&year=all$"))
    page.get_by_label("Category").select_option(label="All Categories")
    expect(page.get_by_test_id("nominee-card")).to_have_count(4)
    page.go_back()
    expect(page.get_by_label("Category")).to_have_value("tech")
    expect(page.get_by_test_id("nominee-card")).to_have_count(3)


def test_filters_without_matches_show_a_message(page: Page, honorees: dict[str, str]) -> None:
    visit(page, "/nominees?year=2023&category=creative")
    expect(page.get_by_text("No nominees found")).to_be_visible()
    expect(page.get_by_text("Try changing the filters, or check back later.")).to_be_visible()
    assert_accessible(page)
