"""Tests of the partners page: sponsors by group, packages, and the page's states."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, publish_sponsor, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit

TIERS = {
    "Aurum": "gold",
    "Bronzina": "bronze",
    "Compagna": "partner",
    "Platina": "platinum",
    "Regula": "regular",
    "Silvana": "silver",
}


@pytest.fixture(scope="module")
def sponsors(site: Site) -> Site:
    """Publish a sponsor in every tier, one more, and hide another."""
    logo = upload_image(site)
    for name, tier in TIERS.items():
        publish_sponsor(
            site,
            name,
            tier=tier,
            logo_url=logo,
            description=f"What {name} gives.",
            website_url="https://example.org/platina" if name == "Platina" else None,
        )
    publish_sponsor(site, "Aria", tier="gold", logo_url=logo, display_order=1)
    publish_sponsor(site, "Secret Sponsor", tier="gold", logo_url=logo, is_published=False)
    return site


def group(page: Page, name: str) -> Locator:
    heading = page.get_by_role("heading", level=3, name=name, exact=True)
    return page.get_by_test_id("sponsor-group").filter(has=heading)


def test_sponsors_are_grouped_and_show_their_logo_tier_and_website(
    page: Page, sponsors: Site
) -> None:
    visit(page, "/partners")
    groups = {
        "Premium": ["Platina (opens in a new tab)", "Aurum", "Aria"],
        "Supporting": ["Silvana", "Bronzina"],
        "Partners": ["Compagna", "Regula"],
    }
    expect(page.get_by_test_id("sponsor-group").locator("h3")).to_have_text(list(groups))
    for name, expected in groups.items():
        expect(group(page, name).get_by_role("heading", level=4)).to_have_text(expected)
    expect(page.get_by_text("Secret Sponsor")).to_have_count(0)
    card = page.get_by_test_id("sponsor").filter(has_text="Platina")
    card.scroll_into_view_if_needed()
    logo = card.get_by_role("img", name="Platina logo")
    expect(logo).to_have_js_property("naturalWidth", 80)
    expect(card.get_by_text("Platinum", exact=True)).to_be_visible()
    expect(card.get_by_text("What Platina gives.")).to_be_visible()
    site_link = card.get_by_role("link", name="Platina")
    expect(site_link).to_have_attribute("href", "https://example.org/platina")
    expect(site_link).to_have_attribute("target", "_blank")
    other = page.get_by_test_id("sponsor").filter(has_text="Silvana")
    expect(other.get_by_role("link")).to_have_count(0)


def test_a_broken_logo_is_replaced_by_the_name(
    page: Page, problems: Problems, sponsors: Site
) -> None:
    problems.expect("ERR_FAILED")
    page.route("**/uploads/*", lambda route: route.abort())
    visit(page, "/partners")
    card = page.get_by_test_id("sponsor").filter(has_text="Silvana")
    card.scroll_into_view_if_needed()
    # Once instead of the logo, and once as the name below it, which is read out.
    expect(card.get_by_text("Silvana", exact=True)).to_have_count(2)
    expect(card.get_by_role("img")).to_have_count(0)
    assert_accessible(page)


def test_without_sponsors_a_message_is_shown(page: Page, site: Site, sponsors: Site) -> None:
    empty(site, "/api/sponsors/admin", "/api/sponsors")
    visit(page, "/partners")
    expect(page.get_by_text("No sponsors currently available.")).to_be_visible()
    assert_accessible(page)
