"""Pages that need no records: sections, calendar file, past winners."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.site import Site
from tests.browser.visits import visit, wait_for_animations

ANCHORS = {
    "/": ["about", "edition", "categories", "nominate", "partners", "gallery", "contact"],
    "/categories": ["inclusive-leadership", "entrepreneur-of-the-year"],
}


def expect_at_top(page: Page, anchor: str, offset: int = 80) -> None:
    """Wait until the anchor's section begins `offset` px below the top of the window."""
    page.wait_for_function(
        """([anchor, offset]) => {
            const { top } = document.getElementById(anchor).getBoundingClientRect();
            return Math.abs(top - offset) < 2;
        }""",
        arg=[anchor, offset],
    )
    # The page may only have scrolled past.
    wait_for_animations(page)


@pytest.mark.parametrize("path", ANCHORS)
def test_a_section_stops_80_px_below_the_top_on_load_and_when_the_hash_changes(
    page: Page, path: str
) -> None:
    *others, last = ANCHORS[path]
    visit(page, f"{path}#{last}")
    expect_at_top(page, last)
    for anchor in others:
        page.evaluate("anchor => { location.hash = anchor; }", anchor)
        expect_at_top(page, anchor)
    if path == "/":
        page.get_by_test_id("hero").get_by_role("link", name="Partner With Us").click()
        expect_at_top(page, "partners")
        page.evaluate("location.hash = 'hero'")
        expect_at_top(page, "hero", 0)


def test_past_winners_are_those_of_the_category_in_all_years(page: Page, site: Site) -> None:
    for name, year, category in (
        ("Ada Now", 2025, "innovation"),
        ("Ada Before", 2020, "innovation"),
        ("Zoe", 2025, "tech"),
    ):
        publish_nominee(site, name, year=year, category=category, isWinner=True)
    for anchor, names in {
        "innovation-leader": ["Ada Now", "Ada Before"],
        "global-expansion": ["Ada Now", "Zoe", "Ada Before"],
    }.items():
        visit(page, f"/categories#{anchor}")
        page.locator(f"#{anchor}").get_by_role("button", name="View Past Winners").click()
        page.wait_for_url("**/nominees?*")
        expect(page.get_by_test_id("nominee-card").get_by_role("heading")).to_have_text(names)
        expect(page.get_by_label("Year", exact=True)).to_have_value("all")


def test_milestones_with_dates_are_added_to_a_calendar(page: Page, site: Site) -> None:
    visit(page, "/timeline")
    add = page.get_by_role("button", name="Add to Calendar")
    with page.expect_download() as download:
        add.click()
    assert download.value.suggested_filename == "timeline.ics"
    assert download.value.path().read_bytes().count(b"BEGIN:VEVENT") == 5
    site.create(
        "/api/admin/content",
        identifier="edition",
        name="Edition",
        content={"milestones": []},
    )
    visit(page, "/timeline")
    expect(add).to_be_disabled()
