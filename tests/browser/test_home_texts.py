"""Tests of the texts of the home page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.pages.home_content import ABOUT, CATEGORIES, EDITIONS, PARTNERS, TESTIMONIALS
from tests.browser.visits import visit


@pytest.fixture(scope="module")
def home(shared_page: Page) -> Page:
    """Open the home page once for all tests."""
    visit(shared_page, "/")
    return shared_page


def region(page: Page, title: str) -> Locator:
    """Return the section of a title."""
    return page.get_by_role("region", name=title)


def test_the_founding_and_three_values_are_shown(home: Page) -> None:
    about = region(home, ABOUT.default.title)
    expect(about).to_contain_text("founded in 2019")
    expect(about).to_contain_text("over 100 women")
    expect(about.get_by_role("blockquote")).to_contain_text(ABOUT.default.quote)
    expect(about.get_by_role("heading", level=3)).to_have_text(
        ["Recognition", "Community", "Empowerment"]
    )


@pytest.mark.parametrize(
    ("number", "year", "facts"),
    [
        ("1.0", "2019", ["15 pioneers"]),
        ("2.0", "2021", ["virtual", "over 5,000 viewers"]),
        ("3.0", "2022", ["25 entrepreneurs across 8 categories"]),
        ("4.0", "2023", ["12 countries"]),
        (
            "5.0",
            "2025",
            [
                "Alumni awards",
                "legacy showcase exhibition",
                "Fireside chats and masterclasses",
                "International networking",
                "Pitch sessions and mentorship",
            ],
        ),
    ],
)
def test_each_edition_shows_its_year_and_facts(
    home: Page, number: str, year: str, facts: list[str]
) -> None:
    editions = region(home, EDITIONS.default.title).get_by_role("listitem")
    edition = editions.filter(has=home.get_by_text(number, exact=True))
    for fact in (year, *facts):
        expect(edition).to_contain_text(fact)


def test_learn_more_links_to_the_categories(home: Page) -> None:
    link = region(home, EDITIONS.default.title).get_by_role("link", name="Learn More")
    expect(link).to_have_attribute("href", "#categories")


@pytest.mark.parametrize(
    ("title", "eligibility"),
    [
        ("Tech Innovation Entrepreneur", "All founders"),
        ("Social Impact Leader", "All founders"),
        ("Creative Industries Excellence", "All founders"),
        ("Rising Star Entrepreneur", "Under 30"),
        ("Sustainable Business Award", "All founders"),
        ("Scale-Up Achievement", "Founded 3 or more years ago"),
        ("Legacy Impact Award", "Past recipients only"),
        ("Global Expansion Excellence", "Past recipients only"),
    ],
)
def test_a_category_shows_its_edition_and_eligibility(
    home: Page, title: str, eligibility: str
) -> None:
    categories = region(home, CATEGORIES.default.title).get_by_role("listitem")
    category = categories.filter(has=home.get_by_role("heading", name=title))
    expect(category.get_by_text(re.compile(r"^Since \d\.0$"))).to_be_visible()
    expect(category.get_by_text(eligibility, exact=True)).to_be_visible()


def test_nominations_open_on_january_15(home: Page) -> None:
    categories = region(home, CATEGORIES.default.title)
    expect(categories).to_contain_text("Nominations open on January 15, 2025.")
    link = categories.get_by_role("link", name="Download Nomination Form")
    expect(link).to_have_attribute("href", "#nominate")


def test_the_nomination_form_is_downloaded(home: Page) -> None:
    with home.expect_download() as download:
        home.locator("#nominate").get_by_role("link", name="Download the form (PDF)").click()
    assert download.value.suggested_filename == "nomination-form.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-")


def test_a_partner_receives_four_benefits(home: Page) -> None:
    partners = region(home, PARTNERS.default.title)
    for benefit in PARTNERS.default.benefits:
        expect(partners.get_by_role("listitem").filter(has_text=benefit)).to_be_visible()
    assert len(PARTNERS.default.benefits) == 4


def test_three_testimonials_have_a_name_role_and_image(home: Page) -> None:
    cards = home.get_by_test_id("testimonials").get_by_role("listitem")
    expect(cards).to_have_count(3)
    for card, testimonial in zip(cards.all(), TESTIMONIALS.default.testimonials, strict=True):
        for text in (testimonial.quote, testimonial.name, testimonial.role):
            expect(card).to_contain_text(text)
        expect(card.locator("img")).to_have_attribute("src", str(testimonial.image))
