"""The events page lists the upcoming events, and shows the details of each."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import empty, publish_event, upload_image
from tests.browser.events_page.steps import LISTED, open_details, panel
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit


def test_the_list_shows_the_next_twenty_events(page: Page, events: Site) -> None:
    visit(page, "/events?view=list")
    titles = page.get_by_test_id("upcoming-events").get_by_role("heading", level=3)
    expect(titles).to_have_count(LISTED)
    expect(titles.first).to_have_text("Breakfast")
    expect(titles.last).to_have_text("Later 16")
    expect(page.get_by_text("Secret Rehearsal")).to_have_count(0)


def test_dates_are_formatted_as_specified(page: Page, events: Site) -> None:
    visit(page, "/events?view=list")
    rows = page.get_by_test_id("event")
    expect(rows.filter(has_text="Pricing Workshop")).to_contain_text(
        "November 20, 2031 · 2:00 PM - 4:30 PM"
    )
    expect(rows.filter(has_text="Exhibition")).to_contain_text(
        "November 27, 2031 - December 2, 2031"
    )
    expect(rows.filter(has_text="Later 01")).to_contain_text(
        "February 1, 2032 · 12:00 AM - 12:05 PM"
    )
    expect(page.get_by_text("Times are in the time zone UTC.")).to_be_visible()


def test_the_details_show_all_of_an_event(page: Page, events: Site) -> None:
    visit(page, "/events")
    dialog = open_details(page, "Pricing Workshop")
    expect(dialog.get_by_test_id("event-type")).to_have_text("workshop")
    expect(dialog.get_by_text("November 20, 2031 · 2:00 PM - 4:30 PM")).to_be_visible()
    expect(dialog.get_by_text("Times are in the time zone UTC.")).to_be_visible()
    expect(dialog.get_by_text("The Orangery, Atlanta")).to_be_visible()
    expect(dialog.get_by_text("What happens at Pricing Workshop.")).to_be_visible()
    image = dialog.get_by_role("img", name="Pricing Workshop")
    expect(image).to_have_js_property("naturalWidth", 80)
    register = dialog.get_by_role("link", name="Register Now", exact=True)
    expect(register).to_have_attribute("href", "https://tickets.example.org/pricing")
    expect(register).to_have_attribute("target", "_blank")
    assert_accessible(page)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Pricing Workshop")).to_be_focused()


@pytest.mark.parametrize("kind", ["webinar", "gala"])
def test_the_details_fit_a_small_laptop(page: Page, site: Site, kind: str) -> None:
    title = f"A {kind} with rather a long title of two lines, for honorees"
    event = publish_event(
        site,
        title,
        "2031-11-27T10:00:00Z",
        "2031-12-02T18:00:00Z",
        type=kind,
        description="Dinner, toasts and dancing for those who can. " * 5,
        registrationUrl="https://tickets.example.org/gala",
        imageUrl=upload_image(site, size=(1200, 675)),
        isVirtual=kind == "webinar",
        virtualMeetingUrl="https://meet.example.org/wea" if kind == "webinar" else None,
    )
    visit(page, "/events?view=list")
    dialog = open_details(page, title)
    assert dialog.evaluate("(dialog) => dialog.scrollHeight - dialog.clientHeight") == 0
    for part in (dialog.get_by_role("img"), dialog.get_by_role("link", name="Register Now")):
        expect(part).to_be_in_viewport(ratio=1)
    site.api.delete(f"/api/events/{event['id']}")


def test_escape_closes_the_details(page: Page, events: Site) -> None:
    visit(page, "/events?view=list")
    dialog = open_details(page, "Exhibition")
    expect(dialog.get_by_text("November 27, 2031 - December 2, 2031")).to_be_visible()
    expect(dialog.get_by_text("Begins at 10:00 AM, ends at 5:00 PM")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_virtual_event_has_a_join_link_instead_of_a_location(page: Page, events: Site) -> None:
    visit(page, "/events")
    dialog = open_details(page, "Jury Webinar")
    join = dialog.get_by_role("link", name="Join Virtual Meeting")
    expect(join).to_have_attribute("href", "https://meet.example.org/jury")
    expect(dialog.get_by_text("Online", exact=True)).to_have_count(0)
    expect(dialog.get_by_role("link", name="Register Now")).to_have_count(0)


def test_a_past_event_is_dimmed_labelled_and_closed(page: Page, events: Site) -> None:
    visit(page, "/events?day=2031-11-18")
    row = panel(page).get_by_test_id("event")
    expect(row.get_by_test_id("event-type")).to_have_text("Past")
    expect(row.get_by_text("networking")).to_have_count(0)
    assert float(row.evaluate("row => getComputedStyle(row).opacity")) < 1
    assert_accessible(page)
    dialog = open_details(page, "Breakfast")
    expect(dialog.get_by_test_id("event-type")).to_have_text("Past")
    expect(dialog.get_by_role("link", name="Register Now")).to_have_count(0)
    expect(dialog.get_by_test_id("image-placeholder")).to_be_visible()


def test_a_failure_to_load_the_details_shows_a_notice(
    page: Page, problems: Problems, events: Site
) -> None:
    problems.expect("ERR_FAILED")
    page.route("**/details*.js", lambda route: route.abort())
    visit(page, "/events?view=list")
    page.get_by_role("button", name="Pricing Workshop", exact=True).click()
    expect_notice(page, "The event cannot be opened now")
    page.unroute("**/details*.js")
    open_details(page, "Pricing Workshop")


def test_without_upcoming_events_the_list_shows_a_message(
    page: Page, site: Site, events: Site
) -> None:
    empty(site, "/api/admin/events", "/api/events")
    visit(page, "/events?view=list")
    expect(page.get_by_text("No upcoming events scheduled.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("tab", name="Calendar View").click()
    expect(panel(page).get_by_text("No events scheduled for this day.")).to_be_visible()
    assert_accessible(page)
