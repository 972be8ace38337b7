"""Every management screen: its list, its row actions and its forms."""

import re
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from awards_site.portal.navigation import nav_items
from tests.browser.content import unreadable
from tests.browser.files import fake_file, image_file, large_file
from tests.browser.portal.portal_screen import (
    NOT_AN_IMAGE,
    SEARCH_HINT,
    ImageUpload,
    PortalScreen,
    Values,
)
from tests.browser.portal.screens import NOMINEES, OTHER_SCREENS, SCREENS
from tests.browser.portal.steps import (
    Add,
    OpenPage,
    expect_notice_text,
    find,
    for_each,
    names,
    open_screen,
    press,
    row_of,
)
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, form_field, open_form
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("start_empty")

WITH_FORMS = [screen for screen in SCREENS if screen.create]


def test_every_screen_of_the_portal_is_tested() -> None:
    described = [(screen.slug, screen.heading) for screen in SCREENS]
    assert described == [
        (item.slug, item.label) for item in nav_items() if item.slug not in OTHER_SCREENS
    ]


def test_a_role_without_access_sees_a_locked_screen(open_page: OpenPage, add: Add) -> None:
    page = open_page("user")
    add(NOMINEES, NOMINEES.record)
    sentence = "This list is shown to administrators and editors only."
    denied = [screen.slug for screen in SCREENS if screen.is_denied_to_users]
    for slug in ("embargoes", "reveal", "jurors", "jury", "trash", *denied):
        page.goto(f"/admin/{slug}")
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()
        expect(page.get_by_text(NOMINEES.name, exact=True)).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    assert_accessible(page)


def test_a_list_that_cannot_be_read_shows_an_error(
    open_page: OpenPage, site: Site, add: Add
) -> None:
    failing = [screen for screen in SCREENS if screen.read_error[0]]
    with ExitStack() as stack:
        for screen in failing:
            add(screen, screen.record)
            stack.enter_context(unreadable(site, screen.read_error[0]))
        pages = [open_screen(open_page, screen) for screen in failing]
        for page, screen in zip(pages, failing, strict=True):
            message = page.get_by_text(screen.read_error[1], exact=True)
            expect(message).to_be_visible(timeout=30_000)
    for page in pages:
        page.get_by_role("button", name="Try Again").click()
        expect(page.get_by_test_id("record")).to_have_count(1)


def expect_row(page: Page, screen: PortalScreen, fields: Body, texts: tuple[str, ...]) -> Locator:
    """Assert that the record's row shows the texts; return the row."""
    row = row_of(page, str(fields[screen.entity.name]))
    now = datetime.now(UTC)
    for text in texts:
        cell = text.replace("{today}", f"{now:%b} {now.day}, {now.year}")
        expect(row.get_by_text(cell, exact=True).first).to_be_visible()
    return row


def expect_search(page: Page, screen: PortalScreen) -> None:
    rows = page.get_by_test_id("record")
    total = rows.count()
    search = page.get_by_role("searchbox")
    assert screen.matching_searches
    for query in screen.matching_searches:
        search.fill(query)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(screen.name)
    search.fill("nothing like it")
    expect(page.get_by_text(screen.nothing_found or screen.empty, exact=True)).to_be_visible()
    expect(page.get_by_text(SEARCH_HINT, exact=True)).to_be_visible()
    expect(page.locator(".lucide-search-x")).to_be_visible()
    search.fill("")
    expect(rows).to_have_count(total)


def publish_and_unpublish(page: Page, site: Site, screen: PortalScreen) -> None:
    """Assert that visitors see the record, which is published, only while it is."""
    entity = screen.entity
    for action, did, shown in (("Unpublish", "unpublished", []), ("Publish", "published", [1])):
        press(page, action, screen)
        expect_notice_text(page, screen.success_notice(did))
        published = site.api.get(entity.shown).json()
        assert [each[entity.name] for each in published] == [screen.name for _ in shown]


def delete_and_undo(page: Page, site: Site, screen: PortalScreen, record: Body) -> None:
    before = names(site, screen)
    question = page.get_by_role("alertdialog", name="Are you sure?")
    press(page, "Delete", screen)
    expect(question).to_contain_text(screen.deletion_warning or screen.name)
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    if screen is NOMINEES:
        assert_accessible(page)
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    opener = page.get_by_role("button", name=f"Delete {screen.name}", exact=True)
    expect(opener).to_be_focused()
    assert names(site, screen) == before
    opener.click()
    question.get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.success_notice("deleted"))
    expect(row_of(page, screen.name)).to_have_count(0)
    assert screen.name not in names(site, screen)
    page.get_by_test_id("notice").get_by_role("button", name="Undo").press("Enter")
    expect_notice_text(page, screen.success_notice("restored"))
    expect(row_of(page, screen.name)).to_be_visible()
    assert find(site, screen, record["id"])[screen.entity.name] == screen.name


@for_each(SCREENS)
def test_records_are_listed_searched_published_and_deleted(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    entity = screen.entity
    before = names(site, screen)
    second = add(screen, screen.second_record)
    record = add(screen, screen.record)
    page = open_screen(open_page, screen, screen.delete_role)
    expect(page).to_have_title(f"{screen.heading} | WEA Admin")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    expect(page.get_by_role("heading", level=1, name=screen.heading)).to_be_visible()
    table = page.get_by_role("table", name=screen.heading)
    headings = table.get_by_role("columnheader")
    expect(headings).to_have_text([re.compile(f"^{column}") for column in screen.columns])
    row = expect_row(page, screen, screen.record, screen.row)
    expect_row(page, screen, screen.second_record, screen.second_row)
    # A name is an ordinary cell, not a row header.
    expect(table.get_by_role("rowheader")).to_have_count(0)
    checkboxes = row.get_by_role("checkbox", name=f"Select {screen.name}", exact=True)
    expect(checkboxes).to_have_count(int(screen.selects))
    expect(row.get_by_role("cell")).to_have_count(len(screen.columns))
    if screen.image_key:
        expect(row.locator("img")).to_have_attribute("alt", screen.name)
    expect_search(page, screen)
    if screen.publishes:
        publish_and_unpublish(page, site, screen)
    delete_and_undo(page, site, screen, record)

    # Someone else deletes the records meanwhile.
    press(page, "Delete", screen)
    entity.delete(site.api, record)
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.failure_notice("delete"), is_failure=True)
    entity.delete(site.api, second)
    if screen.publishes:
        name = screen.second_record[entity.name]
        page.get_by_role("button", name=f"Publish {name}", exact=True).click()
        expect_notice_text(page, screen.failure_notice("update"), is_failure=True)
    if not before:
        page.reload()
        expect(page.get_by_text(screen.empty, exact=True)).to_be_visible()
        expect(page.locator(".lucide-search-x")).to_have_count(0)
        expect(page.get_by_text(SEARCH_HINT)).to_have_count(0)


def fill_in(form: Locator, values: Values, image: str = "") -> None:
    for label, value in values.items():
        if isinstance(value, bool):
            form.get_by_role("switch", name=label, exact=True).set_checked(value)
            continue
        control = form_field(form, label)
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value.replace("{image}", image))


def expect_times_with_zones_and_steady_numbers(form: Locator) -> None:
    """Assert that every time names its zone, and the wheel changes no number."""
    for time in form.locator("input[type=datetime-local]").all():
        expect(time).to_have_accessible_description(re.compile("In the time zone UTC"))
    for number in form.locator("input[type=number]").filter(visible=True).all():
        value = number.input_value()
        number.focus()
        number.hover()
        form.page.mouse.wheel(0, 100)
        expect(number).not_to_be_focused()
        expect(number).to_have_value(value)


def upload_an_image(site: Site, form: Locator, upload: ImageUpload) -> None:
    """Upload an image with the form, after one that the server refuses."""
    file = form.get_by_label("Upload image")
    file.set_input_files(fake_file())
    expect_notice_text(form.page, upload.failure, is_failure=True)
    expect(form.get_by_text(NOT_AN_IMAGE).first).to_be_visible()
    file.set_input_files(image_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    url = form_field(form, upload.label).input_value()
    assert site.api.get(url).headers["content-type"].startswith("image/")


@for_each(WITH_FORMS)
def test_records_are_created_and_edited(
    open_page: OpenPage, site: Site, add: Add, image: str, problems: Problems, screen: PortalScreen
) -> None:
    create, edit = screen.create, screen.edit
    assert create
    assert edit
    problems.expect("415")
    record = add(screen, screen.record)
    page = open_screen(open_page, screen)
    form = open_form(page, create.title, create.title)
    expect(form_field(form, next(iter(create.values)))).to_be_focused()
    assert_accessible(page)
    expect_times_with_zones_and_steady_numbers(form)
    if screen.upload:
        upload_an_image(site, form, screen.upload)
    before = {each["id"] for each in screen.entity.records(site.api)}
    fill_in(form, create.values, image)
    form.get_by_role("button", name=create.submit, exact=True).click()
    name = str(create.stored[screen.entity.name])
    title, description = screen.success_notice("created")
    expect_notice_text(page, (title, description.replace(screen.name, name)))
    expect(form).to_be_hidden()
    expect(row_of(page, name)).to_be_visible()
    expect(page.get_by_role("group", name=re.compile("^Unsaved changes"))).to_have_count(0)
    [created] = [each for each in screen.entity.records(site.api) if each["id"] not in before]
    assert created.items() >= create.stored.items()

    form = open_form(page, f"Edit {screen.name}", edit.title)
    fill_in(form, {edit.label: edit.value})
    form.get_by_role("button", name="Save Changes").click()
    expect_notice_text(page, screen.success_notice("updated"))
    expect(form).to_be_hidden()
    assert find(site, screen, record["id"]).items() >= edit.stored.items()
    expect(page.get_by_role("button", name=f"Edit {screen.name}", exact=True)).to_be_focused()


def test_invalid_fields_show_their_errors_and_a_failure_keeps_the_input(
    open_page: OpenPage, site: Site
) -> None:
    create = NOMINEES.create
    assert create
    page = open_screen(open_page, NOMINEES)
    form = open_form(page, create.title, create.title)
    expect(form.locator("form")).to_have_attribute("novalidate", "")
    typed = {"Name": "Dalia", "Title": "x", "LinkedIn URL": "nowhere", "Website URL": "no"}
    errors = {
        "Title": "Title must be at least 2 characters",
        "Company": "Company must be at least 2 characters",
        "Bio": "Bio must be at least 10 characters",
        "Achievements": "Achievements must be at least 10 characters",
        "LinkedIn URL": "Please enter a valid LinkedIn URL",
        "Website URL": "Please enter a valid website URL",
    }
    fill_in(form, typed)
    submit = form.get_by_role("button", name=create.submit, exact=True)
    submit.click()
    for label, message in errors.items():
        invalid = form_field(form, label)
        expect(invalid).to_have_accessible_description(re.compile(re.escape(message)))
        expect(invalid).to_have_attribute("aria-invalid", "true")
    expect(form_field(form, "Title")).to_be_focused()
    expect(form_field(form, "Name")).to_have_attribute("aria-invalid", "false")
    for label, text in typed.items():
        expect(form_field(form, label)).to_have_value(text)
    assert_accessible(page)
    fill_in(form, {**create.values, "LinkedIn URL": "", "Website URL": ""})
    with unreadable(site, "nominees"):
        submit.click()
        notice = page.get_by_test_id("notice")
        # A server error is retried twice, a second apart.
        expect(notice).to_contain_text("Failed to create nominee: ")
        expect(notice).to_have_attribute("data-variant", "destructive")
    assert names(site, NOMINEES) == []
    submit.click()
    expect(form).to_be_hidden()
    assert names(site, NOMINEES) == [create.stored["name"]]


def test_an_upload_is_checked_shows_its_progress_and_can_be_cancelled(open_page: OpenPage) -> None:
    create = NOMINEES.create
    assert create
    page = open_screen(open_page, NOMINEES)
    form = open_form(page, create.title, create.title)
    file = form.get_by_label("Upload image")
    for chosen, title, description in (
        (large_file(5), "File too large", "Image must be less than 5MB"),
        (fake_file("a.txt", "text/plain"), "Invalid file type", "Please upload an image file"),
    ):
        file.set_input_files(chosen)
        expect_notice_text(page, (title, description), is_failure=True)
    waiting: list[Route] = []
    page.route("**/api/uploads/nominee-image", lambda route: waiting.append(route))
    file.set_input_files(image_file())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    assert_accessible(page)
    form.get_by_role("button", name=create.submit, exact=True).click()
    expect_notice_text(page, ("Upload in progress", "Wait for the upload to finish, or cancel it."))
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_role("progressbar")).to_have_count(0)
    expect(form_field(form, "Image URL")).to_have_value("")
