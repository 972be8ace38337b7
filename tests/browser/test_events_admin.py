"""The events screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import empty, publish_event, stored_events
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import expect_notice, open_form

SCREEN = "/admin/events"
STARTS, ENDS = "2031-11-20T14:00:00Z", "2031-11-20T16:30:00Z"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/admin/events", "/api/events")


def test_a_link_returns_to_the_dashboard(editor_page: Page) -> None:
    editor_page.goto(SCREEN)
    editor_page.get_by_role("link", name="Back to Dashboard").click()
    expect(editor_page).to_have_url(re.compile(r"/admin/?$"))


def test_only_virtual_events_store_a_meeting_url(editor_page: Page, site: Site) -> None:
    meeting = "https://meet.example.org/jury"
    publish_event(site, "Jury Webinar", STARTS, ENDS, isVirtual=True, virtualMeetingUrl=meeting)
    editor_page.goto(SCREEN)
    editor_page.get_by_role("button", name="Edit Jury Webinar").click()
    form = editor_page.get_by_role("dialog", name="Edit Event")
    expect(form.get_by_text("In the time zone UTC.")).to_have_count(4)
    expect(form.get_by_label("Start date")).to_have_value("2031-11-20T14:00")
    expect(form.get_by_label("Virtual meeting URL")).to_have_value(meeting)
    form.get_by_role("switch", name="Virtual event").uncheck()
    expect(form.get_by_label("Virtual meeting URL")).to_be_hidden()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(editor_page, "Event updated", "Jury Webinar")
    [event] = stored_events(site)
    assert (event["isVirtual"], event["virtualMeetingUrl"]) == (False, None)


def test_escape_closes_the_form_while_a_notice_is_shown(editor_page: Page) -> None:
    editor_page.goto(SCREEN)
    form = open_form(editor_page, "Create Event", "Create Event")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(editor_page, "Form Error", "Please check the marked fields.")
    editor_page.keyboard.press("Escape")
    expect(form).to_be_hidden()


def test_a_broken_image_is_replaced_by_a_placeholder(
    editor_page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    publish_event(site, "Gala", STARTS, ENDS, imageUrl="/uploads/missing.png")
    editor_page.goto(SCREEN)
    editor_page.get_by_role("button", name="Edit Gala").click()
    expect(editor_page.get_by_text("No image found at this URL")).to_be_visible()
