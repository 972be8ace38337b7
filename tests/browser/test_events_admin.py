"""The events' screen: what each role sees and does there (docs/rules/admin-events.md)."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from tests.browser.content import empty, publish_event, stored_events, upload_picture
from tests.browser.files import fake_file, large_file, picture_file
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_fits_any_width, visit
from tests.site_server import running_site

SCREEN = "/admin/events"
PHONE: ViewportSize = {"width": 375, "height": 800}
STARTS, ENDS = "2031-11-20T14:00:00Z", "2031-11-20T16:30:00Z"

SignIn = Callable[[Page, str], None]


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without events."""
    empty(site, "/api/admin/events", "/api/events")


def open_form(page: Page) -> Locator:
    """Open the dialog for a new event and return it."""
    page.get_by_role("button", name="Create Event").click()
    return page.get_by_role("dialog", name="Create Event")


def fill_in(form: Locator, title: str) -> None:
    """Fill in what an event needs."""
    form.get_by_label("Title").fill(title)
    form.get_by_label("Description").fill("An evening for founders.")
    form.get_by_label("Location").fill("The Orangery, Atlanta")
    form.get_by_label("Start date").fill("2031-11-20T18:30")
    form.get_by_label("End date").fill("2031-11-20T22:00")


def rows(page: Page) -> Locator:
    """Return the rows of the table."""
    return page.get_by_test_id("record")


def test_an_empty_list_says_so_and_leads_back(screen: Page) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No events have been created yet.", exact=True)).to_be_visible()
    assert_accessible(screen)
    screen.get_by_role("link", name="Back to Dashboard").click()
    expect(screen).to_have_url(re.compile(r"/admin/?$"))


def test_the_table_shows_each_event(screen: Page, site: Site) -> None:
    publish_event(site, "Pricing Workshop", STARTS, ENDS)
    publish_event(site, "Secret Rehearsal", STARTS, ENDS, isPublished=False)
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Events")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Title", "Date", "Location", "Type", "Status", "Actions"]
    )
    workshop = table.get_by_role("row").filter(has_text="Pricing Workshop")
    for text in ("Nov 20, 2031", "The Orangery, Atlanta", "workshop", "Published"):
        expect(workshop.get_by_text(text, exact=True)).to_be_visible()
    rehearsal = table.get_by_role("row").filter(has_text="Secret Rehearsal")
    expect(rehearsal.get_by_text("Draft", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_the_search_matches_title_description_location_and_type(screen: Page, site: Site) -> None:
    publish_event(site, "Gala", STARTS, ENDS, location="Larkspur House", type="ceremony")
    publish_event(site, "Breakfast", STARTS, ENDS, description="Coffee first", type="networking")
    screen.goto(SCREEN)
    search = screen.get_by_role("searchbox", name="Search events")
    for typed, found in (
        ("gALA", "Gala"),
        ("coffee", "Breakfast"),
        ("LARKSPUR", "Gala"),
        ("Network", "Breakfast"),
    ):
        search.fill(typed)
        expect(rows(screen)).to_have_count(1)
        expect(rows(screen)).to_contain_text(found)
    search.fill("nothing like it")
    expect(screen.get_by_text("No events match your search.", exact=True)).to_be_visible()
    search.fill("")
    expect(rows(screen)).to_have_count(2)


def test_an_event_is_created_and_visitors_see_it(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form.get_by_label("Type")).to_have_value("general")
    expect(form.get_by_role("switch", name="Published")).to_be_checked()
    expect(form.get_by_text(re.compile("time zone"))).to_have_text(
        "Times are in the time zone UTC."
    )
    assert_accessible(screen)
    fill_in(form, "Founders' Supper")
    meeting = form.get_by_label("Virtual meeting URL")
    expect(meeting).to_be_hidden()
    form.get_by_role("switch", name="Virtual event").check()
    meeting.fill("https://meet.example.org/supper")
    form.get_by_label("Registration URL").fill("https://tickets.example.org/supper")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(screen, "Event created", "Founders' Supper")
    expect(form).to_be_hidden()
    expect(rows(screen)).to_contain_text("Founders' Supper")
    [event] = stored_events(site)
    assert event["startDate"] == "2031-11-20T18:30:00Z"
    assert event["endDate"] == "2031-11-20T22:00:00Z"
    assert event["isVirtual"] is True
    assert event["virtualMeetingUrl"] == "https://meet.example.org/supper"
    assert (event["type"], event["imageUrl"], event["isPublished"]) == ("general", None, True)
    visit(screen, "/events?view=list")
    expect(screen.get_by_text("Founders' Supper")).to_be_visible()


def test_an_event_in_a_room_keeps_no_hidden_meeting(screen: Page, site: Site) -> None:
    meeting = "https://meet.example.org/jury"
    publish_event(site, "Jury Webinar", STARTS, ENDS, isVirtual=True, virtualMeetingUrl=meeting)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Jury Webinar").click()
    form = screen.get_by_role("dialog", name="Edit Event")
    expect(form.get_by_label("Virtual meeting URL")).to_have_value(meeting)
    form.get_by_role("switch", name="Virtual event").uncheck()
    expect(form.get_by_label("Virtual meeting URL")).to_be_hidden()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Event updated", "Jury Webinar")
    [event] = stored_events(site)
    assert (event["isVirtual"], event["virtualMeetingUrl"]) == (False, None)


def test_escape_closes_the_form_although_a_notice_stands_over_it(screen: Page) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_role("button", name="Create Event").click()
    expect_notice(screen, "Form Error", "Please check the marked fields.")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()


def test_what_is_refused_stands_beside_its_field(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Type").fill("")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(screen, "Form Error", "Please check the marked fields.")
    for label, message in (
        ("Title", "Title is required"),
        ("Description", "Description is required"),
        ("Location", "Location is required"),
        ("Type", "Event type is required"),
        ("Start date", "Start date is required"),
        ("End date", "End date is required"),
    ):
        field = form.get_by_label(label, exact=True)
        expect(field).to_have_accessible_description(re.compile(message))
        expect(field).to_have_attribute("aria-invalid", "true")
    expect(form.get_by_label("Title")).to_be_focused()
    assert_accessible(screen)
    fill_in(form, "Backwards")
    form.get_by_label("Type").fill("gala")
    form.get_by_label("End date").fill("2031-11-19T22:00")
    form.get_by_role("button", name="Create Event").click()
    message = "End date must not be before the start date"
    expect(form.get_by_text(message, exact=True)).to_be_visible()
    expect(form.get_by_label("Title")).to_have_value("Backwards")
    assert stored_events(site) == []


def test_links_are_optional_and_lenient_but_no_scripts(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    fill_in(form, "Open House")
    form.get_by_label("Registration URL").fill("javascript:alert(1)")
    form.get_by_role("button", name="Create Event").click()
    expect(form.get_by_text("must not be a script")).to_be_visible()
    form.get_by_label("Registration URL").fill("tickets.example.org/open")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(screen, "Event created")
    assert stored_events(site)[0]["registrationUrl"] == "tickets.example.org/open"


def test_times_are_typed_in_the_programmes_zone(browser: Browser, tmp_path: Path) -> None:
    zone = {"AWARDS_TIMEZONE": "Africa/Lagos"}
    with (
        running_site(tmp_path, **zone) as running,
        httpx.Client(base_url=running.url, timeout=30) as api,
    ):
        account = {"username": ADMIN.username, "password": ADMIN.password}
        api.post("/api/auth/login", json=account)
        context = browser.new_context(base_url=running.url)
        context.request.post("/api/auth/login", data=account)
        page = context.new_page()
        page.goto(SCREEN)
        form = open_form(page)
        expect(form.get_by_text("Times are in the time zone Africa/Lagos.")).to_have_count(1)
        fill_in(form, "Lagos Evening")
        form.get_by_role("button", name="Create Event").click()
        expect_notice(page, "Event created")
        [event] = api.get("/api/admin/events").json()
        assert event["startDate"] == "2031-11-20T17:30:00Z"
        page.get_by_role("button", name="Edit Lagos Evening").click()
        form = page.get_by_role("dialog", name="Edit Event")
        expect(form.get_by_label("Start date")).to_have_value("2031-11-20T18:30")
        context.close()


def test_an_event_is_edited(screen: Page, site: Site) -> None:
    publish_event(site, "Pricing Workshop", STARTS, ENDS)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Pricing Workshop").click()
    form = screen.get_by_role("dialog", name="Edit Event")
    expect(form.get_by_label("Start date")).to_have_value("2031-11-20T14:00")
    form.get_by_label("Location").fill("Gallery Two")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Event updated", "Pricing Workshop")
    expect(rows(screen)).to_contain_text("Gallery Two")
    [event] = stored_events(site)
    assert (event["location"], event["startDate"]) == ("Gallery Two", "2031-11-20T14:00:00Z")


def test_publishing_decides_what_visitors_see(screen: Page, site: Site) -> None:
    publish_event(site, "Gala", STARTS, ENDS, isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Gala", exact=True).click()
    expect_notice(screen, "Event Published", "Gala")
    assert [each["title"] for each in site.api.get("/api/events").json()] == ["Gala"]
    screen.get_by_role("button", name="Unpublish Gala").click()
    expect_notice(screen, "Event Unpublished", "Gala")
    expect(rows(screen).get_by_text("Draft")).to_be_visible()
    assert site.api.get("/api/events").json() == []
    visit(screen, "/events?view=list")
    expect(screen.get_by_text("No upcoming events scheduled.")).to_be_visible()


def test_deleting_asks_first(screen: Page, site: Site) -> None:
    publish_event(site, "Gala", STARTS, ENDS)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Gala").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Gala")
    assert_accessible(screen)
    question.get_by_role("button", name="Cancel").click()
    assert len(stored_events(site)) == 1
    screen.get_by_role("button", name="Delete Gala").click()
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Event deleted", "Gala")
    expect(screen.get_by_text("No events have been created yet.", exact=True)).to_be_visible()
    assert stored_events(site) == []


def test_failed_writes_are_told_with_the_servers_message(screen: Page, site: Site) -> None:
    event = publish_event(site, "Gala", STARTS, ENDS)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Gala").click()
    form = screen.get_by_role("dialog", name="Edit Event")
    form.get_by_label("Title").fill("Too late")
    site.api.delete(f"/api/events/{event['id']}")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Failed to update event", "Event not found")
    expect(form.get_by_label("Title")).to_have_value("Too late")

    event = publish_event(site, "Breakfast", STARTS, ENDS)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Breakfast").click()
    site.api.delete(f"/api/events/{event['id']}")
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Failed to delete event", "Event not found")
    expect(screen.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")


def test_an_image_is_uploaded_and_visitors_see_it(screen: Page, site: Site) -> None:
    publish_event(site, "Gala", STARTS, ENDS)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Gala").click()
    form = screen.get_by_role("dialog", name="Edit Event")
    form.get_by_label("Upload image").set_input_files(picture_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Event updated")
    [event] = stored_events(site)
    assert site.api.get(str(event["imageUrl"])).headers["content-type"].startswith("image/")
    visit(screen, "/events?view=list")
    screen.get_by_role("button", name="Gala", exact=True).click()
    expect(screen.get_by_role("dialog").get_by_role("img", name="Gala")).to_be_visible()


def test_an_upload_shows_its_progress_and_can_be_stopped(screen: Page) -> None:
    waiting: list[Route] = []
    screen.route("**/api/uploads/event-image", lambda route: waiting.append(route))
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Upload image").set_input_files(picture_file())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    form.get_by_role("button", name="Create Event").click()
    expect_notice(screen, "Upload in progress", "Please wait for the file, or cancel its upload.")
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_role("progressbar")).to_have_count(0)
    expect(form.get_by_label("Image URL")).to_have_value("")


def test_a_failed_upload_is_told(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Upload image").set_input_files(fake_file())
    expect_notice(screen, "Upload failed", "There was an error uploading your image.")
    expect(form.get_by_text("Please upload an image file (JPG, PNG, GIF or WEBP)")).to_be_visible()
    form.get_by_label("Upload image").set_input_files(large_file(5))
    expect_notice(screen, "File too large", "Image must be less than 5MB")
    form.get_by_label("Upload image").set_input_files(fake_file("words.txt", "text/plain"))
    expect_notice(screen, "Invalid file type", "Please upload an image file")


def test_a_broken_image_has_a_stand_in(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    publish_event(site, "Gala", STARTS, ENDS, imageUrl="/uploads/missing.png")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Gala").click()
    expect(screen.get_by_text("No picture at this address")).to_be_visible()


def test_the_screen_and_its_dialogs_fit_any_width(screen: Page, site: Site) -> None:
    publish_event(site, "An Evening With a Rather Long Name, and Then Some", STARTS, ENDS)
    publish_event(site, "Gala", STARTS, ENDS, imageUrl=upload_picture(site), isVirtual=True)
    screen.goto(SCREEN)
    expect(rows(screen)).to_have_count(2)
    assert_fits_any_width(screen)
    screen.get_by_role("button", name="Edit Gala").click()
    form = screen.get_by_role("dialog", name="Edit Event")
    for width in WIDTHS:
        screen.set_viewport_size({"width": width, "height": 800})
        form.get_by_role("switch", name="Published").scroll_into_view_if_needed()
        expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
        too_wide = "form => form.querySelector('.overflow-y-auto').scrollWidth - form.clientWidth"
        assert form.locator("form").evaluate(too_wide) <= 0
        assert_accessible(screen)


def test_an_administrator_manages_events_too(page: Page, site: Site, sign_in: SignIn) -> None:
    publish_event(site, "Gala", STARTS, ENDS)
    sign_in(page, "admin")
    page.goto(SCREEN)
    page.get_by_role("button", name="Unpublish Gala").click()
    expect_notice(page, "Event Unpublished", "Gala")


def test_a_user_is_refused(page: Page, site: Site, sign_in: SignIn) -> None:
    publish_event(site, "Gala", STARTS, ENDS)
    sign_in(page, "user")
    page.goto(SCREEN)
    expect(page.get_by_role("alert").get_by_text("Error loading events")).to_be_visible()
    expect(rows(page)).to_have_count(0)
    navigation = page.get_by_role("navigation", name="Admin")
    expect(navigation.get_by_role("link", name="Dashboard")).to_be_visible()
    expect(navigation.get_by_role("link", name="Events")).to_have_count(0)
    form = open_form(page)
    fill_in(form, "Not allowed")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(page, "Failed to create event", "Your role does not permit this")
    assert [each["title"] for each in stored_events(site)] == ["Gala"]


def test_nobody_is_sent_to_the_sign_in(page: Page) -> None:
    page.goto(SCREEN)
    expect(page).to_have_url(re.compile("/auth"))
