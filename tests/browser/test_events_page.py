"""The events page: calendar, selected day, list of upcoming events, and details.

The events are in a distant year, so that the server counts them as upcoming; the browser's clock
is set to that year.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.content import copy_record, empty, publish_event, upload_image
from tests.browser.heads import assert_complete, structured_data
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit

NOW = "2031-11-20T12:00:00Z"
"""The time of the browser's clock."""
LISTED = 20
"""The number of events that the list shows."""
TODAY = "Thursday, November 20, 2031"
MARK_DAYS = """addEventListener("DOMContentLoaded", () => {
    for (const day of document.querySelectorAll("[role=grid] button")) day.dataset.inDocument = "";
})"""
"""Marks the days of the document; hydration would replace those that it renders differently."""


@pytest.fixture(scope="module")
def events(site: Site) -> Site:
    """Publish events around the browser's date, and more after it than the list shows."""
    publish_event(
        site,
        "Pricing Workshop",
        "2031-11-20T14:00:00Z",
        "2031-11-20T16:30:00Z",
        registrationUrl="tickets.example.org/pricing",
        imageUrl=upload_image(site),
    )
    publish_event(
        site,
        "Jury Webinar",
        "2031-11-20T18:00:00Z",
        "2031-11-20T19:00:00Z",
        type="webinar",
        location="Online",
        isVirtual=True,
        virtualMeetingUrl="meet.example.org/jury",
    )
    publish_event(
        site,
        "Breakfast",
        "2031-11-18T09:00:00Z",
        "2031-11-18T10:00:00Z",
        type="networking",
        registrationUrl="https://tickets.example.org/breakfast",
        imageUrl="/uploads/missing.png",
    )
    publish_event(
        site, "Exhibition", "2031-11-27T10:00:00Z", "2031-12-02T17:00:00Z", type="general"
    )
    publish_event(
        site, "Secret Rehearsal", "2031-11-20T10:00:00Z", "2031-11-20T11:00:00Z", isPublished=False
    )
    later = publish_event(site, "Later", "2032-02-03T00:00:00Z", "2032-02-03T12:05:00Z")
    copy_record(site, "events", later["id"], LISTED)
    return site


@pytest.fixture(autouse=True)
def browser_clock(page: Page, problems: Problems) -> None:
    """Set the browser's clock, and expect the error of the missing image."""
    page.clock.set_fixed_time(NOW)
    problems.expect(r"404 \(Not Found\).*missing")


def day(page: Page, name: str) -> Locator:
    """Return the button of a day of the grid by the beginning of its name."""
    return page.get_by_role("grid").get_by_role("button", name=re.compile(f"^{name}"))


def panel(page: Page) -> Locator:
    return page.get_by_test_id("day-events")


def open_details(page: Page, title: str) -> Locator:
    page.get_by_role("button", name=title, exact=True).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog


def expect_query(page: Page, query: str) -> None:
    expect(page).to_have_url(re.compile(rf"/events/?{re.escape(query)}$"))


def test_today_is_selected_and_outlined(page: Page, events: Site) -> None:
    visit(page, "/events")
    expect(page.get_by_role("heading", level=1, name="Event Calendar")).to_be_visible()
    back = page.get_by_role("link", name="Back to Home")
    expect(back).to_have_attribute("href", "/")
    expect(page.get_by_role("tab", name="Calendar View")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    today = page.get_by_role("gridcell", name=f"{TODAY}, today")
    expect(today).to_have_attribute("aria-selected", "true")
    expect(today.get_by_role("button")).to_have_attribute("aria-current", "date")
    outline = "day => getComputedStyle(day).boxShadow"
    other = day(page, "Friday, November 21, 2031")
    assert today.get_by_role("button").evaluate(outline) != other.evaluate(outline)
    expect(panel(page).get_by_role("heading", level=2)).to_have_text(TODAY)
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(
        ["Pricing Workshop", "Jury Webinar"]
    )
    other.click()
    selected = page.locator("[role=gridcell][aria-selected=true]")
    expect(selected).to_have_count(1)
    expect(selected).to_have_text("21")
    expect(panel(page).get_by_text("No events scheduled for this day.")).to_be_visible()
    other.click()
    expect(selected).to_have_text("21")


def test_days_with_events_are_highlighted_in_all_months_without_a_request(
    page: Page, problems: Problems, events: Site
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    visit(page, "/events")
    expect(day(page, TODAY)).to_have_accessible_name(f"{TODAY}, today, 2 events, selected")
    page.context.set_offline(True)
    page.get_by_role("button", name="Previous month").click()
    expect(page.get_by_role("grid", name="October 2031")).to_be_visible()
    page.get_by_role("button", name="Next month").click()
    marked = page.get_by_role("grid").locator("[data-marked]")
    expect(marked).to_have_text(["18", "20", "27", "28", "29", "30", "1", "2"])
    page.get_by_role("button", name="Next month").click()
    expect(marked).to_have_text(["30", "1", "2"])
    day(page, "Monday, December 1, 2031").click()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Exhibition"])
    for month in ("January 2032", "February 2032"):
        page.get_by_role("button", name="Next month").click()
        expect(page.get_by_role("grid", name=month)).to_be_visible()
    day(page, "Tuesday, February 3, 2032").click()
    expect(panel(page).get_by_role("heading", level=3).first).to_have_text("Later")


def test_the_keyboard_moves_through_the_grid(page: Page, events: Site) -> None:
    visit(page, "/events")
    grid = page.get_by_role("grid")
    expect(grid.locator("button[tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="Next month").focus()
    page.keyboard.press("Tab")
    for key, focused in (
        ("ArrowRight", "Friday, November 21, 2031"),
        ("ArrowLeft", TODAY),
        ("ArrowDown", "Thursday, November 27, 2031"),
        ("ArrowUp", TODAY),
        ("Home", "Sunday, November 16, 2031"),
        ("End", "Saturday, November 22, 2031"),
        ("PageDown", "Monday, December 22, 2031"),
        ("PageUp", "Saturday, November 22, 2031"),
        ("ArrowDown", "Saturday, November 29, 2031"),
        ("ArrowDown", "Saturday, December 6, 2031"),
    ):
        page.keyboard.press(key)
        expect(day(page, focused)).to_be_focused()
    expect(page.get_by_role("grid", name="December 2031")).to_be_visible()
    page.keyboard.press("Enter")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Saturday, December 6, 2031")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Friday, December 5, 2031")
    expect(day(page, "Friday, December 5, 2031")).to_be_focused()


def test_the_url_holds_view_month_and_day(page: Page, events: Site) -> None:
    visit(page, "/events")
    day(page, "Tuesday, November 18, 2031").click()
    expect_query(page, "?month=2031-11&day=2031-11-18")
    page.get_by_role("button", name="Next month").click()
    expect_query(page, "?month=2031-12&day=2031-11-18")
    page.get_by_role("tab", name="List View").click()
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("grid", name="December 2031")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    page.go_back()
    expect_query(page, "")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text(TODAY)
    visit(page, "/events?day=2031-11-18")
    expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
    expect(panel(page).get_by_role("heading", level=3)).to_have_text(["Breakfast"])
    for invalid in ("month=2031-13&day=2031-02-31", "month=soon&day=x&view=wall"):
        visit(page, f"/events?{invalid}")
        expect(page.get_by_role("grid", name="November 2031")).to_be_visible()
        expect(panel(page).get_by_role("heading", level=2)).to_have_text(TODAY)


def test_arrow_keys_move_between_tabs(page: Page, events: Site) -> None:
    visit(page, "/events")
    calendar = page.get_by_role("tab", name="Calendar View")
    listed = page.get_by_role("tab", name="List View")
    calendar.focus()
    for key, tab in (
        ("ArrowRight", listed),
        ("ArrowRight", calendar),
        ("ArrowLeft", listed),
        ("Home", calendar),
        ("End", listed),
    ):
        page.keyboard.press(key)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name="List View")).to_be_visible()


def test_the_browser_clock_decides_what_is_past(page: Page, events: Site) -> None:
    page.clock.set_fixed_time("2031-11-20T16:30:00Z")
    visit(page, "/events")
    kind = panel(page).get_by_test_id("event").first.get_by_test_id("event-type")
    expect(kind).to_have_text("workshop")
    page.clock.set_fixed_time("2031-11-20T16:30:01Z")
    visit(page, "/events")
    expect(kind).to_have_text("Past")


def test_the_browser_time_zone_has_no_effect(
    browser: Browser, events: Site, problems: Problems
) -> None:
    context = browser.new_context(base_url=events.url, timezone_id="Pacific/Auckland")
    page = context.new_page()
    problems.watch(page)
    page.clock.set_fixed_time(NOW)
    visit(page, "/events")
    expect(panel(page).get_by_role("heading", level=2)).to_have_text(TODAY)
    expect(page.get_by_test_id("event").first).to_contain_text(
        "November 20, 2031 · 2:00 PM - 4:30 PM"
    )
    context.close()
    assert not problems.unexpected()


def test_the_document_has_the_present_month_and_hydration_keeps_it(
    page: Page, events: Site
) -> None:
    today = events.api.get("/api/events/today").json()
    page.clock.set_fixed_time(today["startsAt"])
    events.read_rendered("/events")
    page.add_init_script(MARK_DAYS)
    visit(page, "/events")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("button")).to_have_count(42)
    expect(grid.locator("[data-in-document]")).to_have_count(42)
    current = grid.locator("[data-day]", has=page.locator("[aria-current=date]"))
    expect(current).to_have_attribute("data-day", today["date"])
    expect(current).to_have_attribute("aria-selected", "true")


def test_the_list_shows_the_next_twenty_events(page: Page, events: Site) -> None:
    visit(page, "/events?view=list")
    titles = page.get_by_test_id("upcoming-events").get_by_role("heading", level=3)
    expect(titles).to_have_count(LISTED)
    expect(titles.first).to_have_text("Breakfast")
    expect(titles.last).to_have_text("Later")
    expect(page.get_by_text("Secret Rehearsal")).to_have_count(0)
    expect(page.get_by_text("Times are in the time zone UTC.")).to_be_visible()
    dialog = open_details(page, "Exhibition")
    expect(dialog.get_by_text("November 27, 2031 - December 2, 2031")).to_be_visible()
    expect(dialog.get_by_text("Begins at 10:00 AM, ends at 5:00 PM")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


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


def test_the_details_fit_a_small_laptop(page: Page, site: Site) -> None:
    title = "A webinar with rather a long title of two lines, for honorees"
    event = publish_event(
        site,
        title,
        "2031-11-27T10:00:00Z",
        "2031-12-02T18:00:00Z",
        type="webinar",
        description="Dinner, toasts and dancing for those who can. " * 5,
        registrationUrl="https://tickets.example.org/gala",
        imageUrl=upload_image(site, size=(1200, 675)),
        isVirtual=True,
        virtualMeetingUrl="https://meet.example.org/wea",
    )
    visit(page, "/events?view=list")
    dialog = open_details(page, title)
    assert dialog.evaluate("(dialog) => dialog.scrollHeight - dialog.clientHeight") == 0
    for part in (dialog.get_by_role("img"), dialog.get_by_role("link", name="Register Now")):
        expect(part).to_be_in_viewport(ratio=1)
    site.api.delete(f"/api/events/{event['id']}")


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


# The page of an event

WORKSHOP = "/events/1-pricing-workshop"
WEBINAR = "/events/2-jury-webinar"
BREAKFAST = "/events/3-breakfast"


def test_the_calendar_links_to_the_page_of_an_event(page: Page, events: Site) -> None:
    visit(page, "/events")
    dialog = open_details(page, "Pricing Workshop")
    add = dialog.get_by_role("link", name="Add to calendar")
    expect(add).to_have_attribute("href", f"{WORKSHOP}.ics")
    dialog.get_by_role("link", name="Event page").click()
    expect(page).to_have_url(f"{events.url}{WORKSHOP}")
    event = page.get_by_test_id("event-page")
    expect(event.get_by_role("heading", level=1)).to_have_text("Pricing Workshop")
    expect(event.get_by_test_id("event-type")).to_have_text("workshop")
    expect(event.get_by_text("November 20, 2031 · 2:00 PM - 4:30 PM")).to_be_visible()
    expect(event.get_by_text("Times are in the time zone UTC.")).to_be_visible()
    expect(event.get_by_text("The Orangery, Atlanta").first).to_be_visible()
    expect(event.get_by_role("img", name="Pricing Workshop")).to_be_visible()
    expect(page.get_by_test_id("event-description")).to_have_text(
        "What happens at Pricing Workshop."
    )
    register = event.get_by_role("link", name="Register Now")
    expect(register).to_have_attribute("href", "https://tickets.example.org/pricing")
    expect(register).to_have_attribute("target", "_blank")
    add = event.get_by_role("link", name="Add to calendar")
    expect(add).to_have_attribute("href", f"{WORKSHOP}.ics")
    expect(event.get_by_role("button", name="Share Pricing Workshop")).to_be_visible()
    expect(page).to_have_title("Pricing Workshop | Women Entrepreneur Awards")
    assert_complete(page, events, WORKSHOP)
    data = structured_data(page)["Event"]
    assert data["startDate"] == "2031-11-20T14:00:00+00:00"
    assert data["location"]["name"] == "The Orangery, Atlanta"
    assert data["url"] == f"{events.url}{WORKSHOP}"
    more = page.get_by_test_id("more-events")
    expect(more.get_by_role("link", name="Pricing Workshop")).to_have_count(0)
    more.get_by_role("link", name="Jury Webinar").click()
    expect(page).to_have_url(f"{events.url}{WEBINAR}")
    expect(event.get_by_role("heading", level=1)).to_have_text("Jury Webinar")
    expect(event.get_by_text("This event takes place online.")).to_be_visible()
    expect(event.get_by_role("link", name="Join Virtual Meeting")).to_have_attribute(
        "href", "https://meet.example.org/jury"
    )
    expect(event.get_by_role("link", name="Register Now")).to_have_count(0)


def test_the_page_of_a_past_event_is_labelled_and_closed(page: Page, events: Site) -> None:
    visit(page, BREAKFAST)
    event = page.get_by_test_id("event-page")
    expect(event.get_by_test_id("event-type")).to_have_text("Past")
    expect(event.get_by_role("link", name="Register Now")).to_have_count(0)
    expect(event.get_by_role("link", name="Add to calendar")).to_be_visible()
    expect(event.get_by_test_id("image-placeholder")).to_be_visible()
    assert_accessible(page)


def test_without_scripts_every_event_is_linked(browser: Browser, events: Site) -> None:
    with browser.new_context(base_url=events.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/events")
        every = page.get_by_role("navigation", name="Every date").get_by_role("link")
        expect(every).to_have_text(
            ["Breakfast", "Pricing Workshop", "Jury Webinar", "Exhibition", *["Later"] * 21]
        )


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
