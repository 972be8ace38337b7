"""Tests of the page of one event: when, where, registering, the calendar file, its head."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.content import publish_event, upload_image
from tests.browser.heads import assert_complete, structured_data
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit

NOW = "2031-11-20T12:00:00Z"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft meets"


@pytest.fixture(scope="module")
def events(site: Site) -> dict[str, dict[str, Any]]:
    """Publish one event of each kind, around the browser's date."""
    workshop = publish_event(
        site,
        "Pricing Workshop",
        "2031-11-20T14:00:00Z",
        "2031-11-20T16:30:00Z",
        registrationUrl="tickets.example.org/pricing",
        imageUrl=upload_image(site),
    )
    webinar = publish_event(
        site,
        "Jury Webinar",
        "2031-11-27T18:00:00Z",
        "2031-11-28T19:00:00Z",
        location="Online",
        isVirtual=True,
        virtualMeetingUrl="meet.example.org/jury",
    )
    breakfast = publish_event(
        site,
        "Breakfast",
        "2031-11-18T09:00:00Z",
        "2031-11-18T10:00:00Z",
        registrationUrl="https://tickets.example.org/breakfast",
        imageUrl="/uploads/missing.png",
    )
    long = publish_event(
        site, LONG, "2031-12-18T09:00:00Z", "2031-12-18T10:00:00Z", location="L" * 90
    )
    hidden = publish_event(
        site, "Rehearsal", "2031-11-20T10:00:00Z", "2031-11-20T11:00:00Z", isPublished=False
    )
    return {
        "workshop": workshop,
        "webinar": webinar,
        "breakfast": breakfast,
        "long": long,
        "hidden": hidden,
    }


@pytest.fixture(autouse=True)
def browser_clock(page: Page, problems: Problems) -> None:
    """Set the browser's clock, and expect the errors of missing files."""
    page.clock.set_fixed_time(NOW)
    problems.expect(r"404 \(Not Found\)")


def path(event: dict[str, Any], slug: str) -> str:
    return f"/events/{event['id']}-{slug}"


def test_the_page_of_an_event(page: Page, site: Site, events: dict[str, dict[str, Any]]) -> None:
    visit(page, path(events["workshop"], "pricing-workshop"))
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
    expect(event.get_by_role("link", name="Add to calendar")).to_have_attribute(
        "href", path(events["workshop"], "pricing-workshop.ics")
    )
    expect(event.get_by_role("button", name="Share Pricing Workshop")).to_be_visible()
    expect(page).to_have_title("Pricing Workshop | Women Entrepreneur Awards")
    own = path(events["workshop"], "pricing-workshop")
    assert_complete(page, site, own)
    data = structured_data(page)["Event"]
    assert data["startDate"] == "2031-11-20T14:00:00+00:00"
    assert data["location"]["name"] == "The Orangery, Atlanta"
    assert data["url"] == f"{site.url}{own}"
    more = page.get_by_test_id("more-events")
    expect(more.get_by_role("link", name="Pricing Workshop")).to_have_count(0)
    more.get_by_role("link", name="Jury Webinar").click()
    expect(page).to_have_url(f"{site.url}{path(events['webinar'], 'jury-webinar')}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Jury Webinar")


def test_a_virtual_event_of_two_days_shows_its_dates_and_its_meeting(
    page: Page, events: dict[str, dict[str, Any]]
) -> None:
    visit(page, path(events["webinar"], "jury-webinar"))
    event = page.get_by_test_id("event-page")
    expect(event.get_by_text("November 27, 2031 - November 28, 2031")).to_be_visible()
    expect(event.get_by_text("Begins at 6:00 PM, ends at 7:00 PM")).to_be_visible()
    expect(event.get_by_text("This event takes place online.")).to_be_visible()
    expect(event.get_by_role("link", name="Join Virtual Meeting")).to_have_attribute(
        "href", "https://meet.example.org/jury"
    )
    expect(event.get_by_role("link", name="Register Now")).to_have_count(0)


def test_a_past_event_is_labelled_and_closed_by_the_browser_clock(
    page: Page, events: dict[str, dict[str, Any]]
) -> None:
    visit(page, path(events["breakfast"], "breakfast"))
    event = page.get_by_test_id("event-page")
    expect(event.get_by_test_id("event-type")).to_have_text("Past")
    expect(event.get_by_role("link", name="Register Now")).to_have_count(0)
    expect(event.get_by_role("link", name="Add to calendar")).to_be_visible()
    expect(event.get_by_test_id("image-placeholder")).to_be_visible()
    assert_accessible(page)


def test_without_scripts_every_event_is_linked(
    browser: Browser, site: Site, events: dict[str, dict[str, Any]]
) -> None:
    with browser.new_context(base_url=site.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/events")
        every = page.get_by_role("navigation", name="Every date")
        expect(every.get_by_role("link")).to_have_text(
            ["Breakfast", "Pricing Workshop", "Jury Webinar", LONG]
        )
        expect(every.get_by_text("Rehearsal")).to_have_count(0)


def test_the_calendar_links_to_event_pages(
    page: Page, site: Site, events: dict[str, dict[str, Any]]
) -> None:
    visit(page, "/events")
    page.get_by_role("button", name="Pricing Workshop", exact=True).click()
    dialog = page.get_by_role("dialog", name="Pricing Workshop")
    own = path(events["workshop"], "pricing-workshop")
    expect(dialog.get_by_role("link", name="Add to calendar")).to_have_attribute(
        "href", f"{own}.ics"
    )
    dialog.get_by_role("link", name="Event page").click()
    expect(page).to_have_url(f"{site.url}{own}")
