"""Tests of the timeline: milestones to come, past events, and calls to action."""

from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visits import visit


def test_the_milestones_are_added_to_a_calendar(page: Page) -> None:
    visit(page, "/timeline")
    with page.expect_download() as download:
        page.get_by_role("button", name="Add to Calendar").click()
    assert download.value.suggested_filename == "timeline.ics"
    assert download.value.path().read_bytes().count(b"BEGIN:VEVENT") == 5


def test_milestones_without_dates_cannot_be_added(page: Page, site: Site) -> None:
    section = site.create(
        "/api/admin/content",
        identifier="page.timeline",
        name="Timeline",
        content={"milestones": []},
    )
    visit(page, "/timeline")
    expect(page.get_by_role("button", name="Add to Calendar")).to_be_disabled()
    assert site.api.delete(f"/api/admin/content/{section['id']}").status_code == 204
