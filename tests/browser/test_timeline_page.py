"""Tests of the timeline: milestones to come, past events, and calls to action."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from awards_site.pages.timeline import TIMELINE
from tests.browser.site import Site
from tests.browser.visits import visit

DATES = {
    "Nominations open": "March 1, 2025",
    "Nomination deadline": "May 15, 2025",
    "Shortlist announced": "June 30, 2025",
    "Finalist interviews": "July 15-30, 2025",
    "Awards gala": "September 15, 2025",
}
NOMINATIONS = {2024: 758, 2023: 682, 2022: 524, 2021: 342}


@pytest.fixture(scope="module")
def timeline(shared_page: Page) -> Page:
    """Open the page once for the tests that do not change it."""
    visit(shared_page, "/timeline")
    return shared_page


def test_the_html_contains_every_date_and_figure(site: Site) -> None:
    html = httpx.get(f"{site.url}/timeline", follow_redirects=True).text
    texts = [*DATES, *DATES.values(), *map(str, NOMINATIONS.values())]
    assert [text for text in texts if text not in html] == []


def test_five_milestones_are_upcoming(timeline: Page) -> None:
    milestones = timeline.get_by_test_id("milestone")
    expect(milestones).to_have_count(5)
    for shown, milestone, (title, date) in zip(
        milestones.all(), TIMELINE.default.milestones, DATES.items(), strict=True
    ):
        expect(shown.get_by_role("heading", level=3)).to_have_text(title)
        expect(shown.get_by_text(date, exact=True)).to_be_visible()
        expect(shown.get_by_text("Upcoming", exact=True)).to_be_visible()
        expect(shown).to_have_attribute("data-status", "upcoming")
        expect(shown).to_contain_text(milestone.description)
        expect(shown).to_contain_text(milestone.location)


def test_four_past_events_are_shown(timeline: Page) -> None:
    events = timeline.get_by_test_id("past-event")
    expect(events).to_have_count(4)
    for shown, event, (year, nominations) in zip(
        events.all(), TIMELINE.default.past_events, NOMINATIONS.items(), strict=True
    ):
        expect(shown.get_by_text(str(year), exact=True)).to_be_visible()
        expect(shown.get_by_text(str(nominations), exact=True)).to_be_visible()
        expect(shown.get_by_text("nominations", exact=True)).to_be_visible()
        for text in (event.title, event.description, event.location):
            expect(shown).to_contain_text(text)


def test_the_milestones_are_added_to_a_calendar(timeline: Page) -> None:
    with timeline.expect_download() as download:
        timeline.get_by_role("button", name="Add to Calendar").click()
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
