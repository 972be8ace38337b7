"""Tests of the page about the awards."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.about import ABOUT
from tests.browser.site import Site
from tests.browser.visits import visit

TEXTS = ABOUT.default


@pytest.fixture(scope="module")
def about(shared_page: Page) -> Page:
    """Open the page once for all tests."""
    visit(shared_page, "/about")
    return shared_page


def test_the_html_contains_every_fixed_text(site: Site) -> None:
    html = httpx.get(f"{site.url}/about", follow_redirects=True).text
    texts = [
        TEXTS.title,
        TEXTS.mission.statement,
        TEXTS.history.title,
        *(value.title for value in TEXTS.core_values),
        *(member.name for member in TEXTS.team),
        *(way.title for way in TEXTS.involved),
    ]
    assert [text for text in texts if text not in html] == []
    assert "<title>About | Women Entrepreneur Awards</title>" in html


def test_the_mission_is_shown(about: Page) -> None:
    region = about.get_by_role("region", name="Our mission")
    expect(region).to_contain_text(TEXTS.mission.statement)
    expect(region).to_contain_text(TEXTS.mission.text)


def test_the_history_begins_in_2018(about: Page) -> None:
    region = about.get_by_role("region", name="Our history")
    expect(region.get_by_text("Established 2018")).to_be_visible()


def test_four_values_are_shown(about: Page) -> None:
    region = about.get_by_role("region", name="Our values")
    expect(region.get_by_role("heading", level=3)).to_have_text(
        ["Excellence", "Inclusivity", "Empowerment", "Innovation"]
    )


def test_the_team_has_three_people(about: Page) -> None:
    people = about.get_by_role("region", name="The team").get_by_role("listitem")
    expect(people).to_have_count(3)
    for person, member in zip(people.all(), TEXTS.team, strict=True):
        expect(person.get_by_role("heading")).to_have_text(member.name)
        expect(person).to_contain_text(member.role)
        portrait = person.get_by_role("img", name=member.name)
        portrait.scroll_into_view_if_needed()
        expect(portrait).to_have_attribute("src", str(member.image))
        about.wait_for_function("(image) => image.naturalWidth > 0", arg=portrait.element_handle())


def test_get_involved_links_to_the_contact_page(about: Page) -> None:
    region = about.get_by_role("region", name="Get Involved")
    links = region.get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(4)
    for link in links.all():
        expect(link).to_have_attribute("href", "/contact")
    expect(region.get_by_role("link", name="Nominate a founder")).to_be_visible()


def test_the_header_marks_the_page_as_active(about: Page) -> None:
    main = about.get_by_role("navigation", name="Main")
    expect(main.locator("[aria-current=page]")).to_have_text("About")
