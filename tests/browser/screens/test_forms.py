"""Every management screen's forms create and change records, and keep the input on errors."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import unreadable
from tests.browser.files import fake_file, image_file, large_file
from tests.browser.problems import Problems
from tests.browser.screens import SCREENS, photos
from tests.browser.screens.portal_screen import (
    NOT_AN_IMAGE,
    CreateForm,
    EditForm,
    PortalScreen,
    Values,
)
from tests.browser.screens.steps import (
    Add,
    OpenPage,
    change_role,
    expect_notice_text,
    find,
    for_each,
    names,
    open_screen,
    row_of,
)
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, form_field, open_form, visit

CREATING = [screen for screen in SCREENS if screen.create]
EDITING = [screen for screen in SCREENS if screen.edit]
UPLOADING = [screen for screen in SCREENS if screen.upload]


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


def expect_values(form: Locator, values: Values) -> None:
    assert values
    for label, value in values.items():
        if isinstance(value, bool):
            switch = form.get_by_role("switch", name=label, exact=True)
            expect(switch).to_be_checked(checked=value)
        else:
            year = str(datetime.now(UTC).year)
            expect(form_field(form, label)).to_have_value(value.replace("{year}", year))


def open_create_form(open_page: OpenPage, screen: PortalScreen) -> tuple[CreateForm, Page, Locator]:
    create = screen.create
    assert create
    page = open_screen(open_page, screen)
    return create, page, open_form(page, create.title, create.title)


def open_edited_form(open_page: OpenPage, screen: PortalScreen) -> tuple[EditForm, Locator]:
    """Open the form of the screen's record and change it, without saving."""
    edit = screen.edit
    assert edit
    form = open_form(open_screen(open_page, screen), f"Edit {screen.name}", edit.title)
    fill_in(form, {edit.label: edit.value})
    return edit, form


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


@for_each(CREATING)
def test_a_record_is_created(
    open_page: OpenPage, site: Site, image: str, screen: PortalScreen
) -> None:
    create, page, form = open_create_form(open_page, screen)
    expect(form_field(form, next(iter(create.values)))).to_be_focused()
    expect_values(form, create.defaults)
    assert_accessible(page)
    expect_times_with_zones_and_steady_numbers(form)
    before = {record["id"] for record in screen.entity.records(site.api)}
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
    if create.public_path:
        visit(page, create.public_path)
        shown = page.get_by_text(name).or_(page.get_by_alt_text(name))
        expect(shown.locator("visible=true").first).to_be_visible()


@for_each(CREATING)
def test_invalid_fields_show_their_errors(
    open_page: OpenPage, site: Site, problems: Problems, image: str, screen: PortalScreen
) -> None:
    # The preview requests the invalid URL.
    problems.expect("404")
    before = names(site, screen)
    create, page, form = open_create_form(open_page, screen)
    expect(form.locator("form")).to_have_attribute("novalidate", "")
    fill_in(form, create.invalid, image)
    form.get_by_role("button", name=create.submit, exact=True).click()
    assert create.errors
    for label, message in create.errors.items():
        invalid = form_field(form, label)
        expect(invalid).to_have_accessible_description(re.compile(re.escape(message)))
        expect(invalid).to_have_attribute("aria-invalid", "true")
    expect(form_field(form, next(iter(create.errors)))).to_be_focused()
    if any(create.errors_notice):
        expect_notice_text(page, create.errors_notice)
    for label in create.invalid.keys() - create.errors.keys():
        expect(form_field(form, label)).to_have_attribute("aria-invalid", "false")
    first = next(iter(create.invalid))
    expect_values(form, {first: create.invalid[first]})
    assert_accessible(page)
    assert names(site, screen) == before


def test_a_failed_creation_keeps_the_input(open_page: OpenPage, site: Site, image: str) -> None:
    screen = photos.SCREEN
    create, page, form = open_create_form(open_page, screen)
    fill_in(form, create.values, image)
    submit = form.get_by_role("button", name=create.submit, exact=True)
    with unreadable(site, "photos"):
        submit.click()
        notice = page.get_by_test_id("notice")
        # A server error is retried twice, a second apart.
        expect(notice).to_contain_text(f"Failed to create {screen.entity.key}: ")
        expect(notice).to_have_attribute("data-variant", "destructive")
    submit.click()
    expect(form).to_be_hidden()
    assert names(site, screen) == [create.stored[screen.entity.name]]


@for_each(EDITING)
def test_a_record_is_edited(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    record = add(screen, screen.record)
    edit, form = open_edited_form(open_page, screen)
    page = form.page
    form.get_by_role("button", name="Save Changes").click()
    expect_notice_text(page, screen.success_notice("updated"))
    expect(form).to_be_hidden()
    edited = find(site, screen, record["id"])
    assert edited.items() >= edit.stored.items()
    expect(page.get_by_role("button", name=f"Edit {screen.name}", exact=True)).to_be_focused()


@for_each(EDITING)
def test_a_form_shows_that_someone_else_changed_or_deleted_the_record(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    record = add(screen, screen.record)
    edit, form = open_edited_form(open_page, screen)
    page = form.page
    if "role" in edit.theirs:
        change_role(site, record, edit.theirs["role"])
    else:
        screen.entity.change(site.api, record, **edit.theirs)
    form.get_by_role("button", name="Save Changes").click()
    changed = f"This {screen.label} was changed by someone else while you were editing it."
    expect(form.get_by_role("alert").filter(has_text=changed)).to_be_visible()
    expect(form.get_by_test_id("differences")).to_contain_text(edit.their_text)
    assert find(site, screen, record["id"]).items() >= edit.theirs.items()
    screen.entity.delete(site.api, record)
    form.get_by_role("button", name="Save anyway").click()
    expect_notice_text(page, screen.failure_notice("update"), is_failure=True)
    deleted = f"This {screen.label} was deleted by someone else while you were editing it."
    expect(form.get_by_role("alert").filter(has_text=deleted)).to_be_visible()
    assert_accessible(page)


@for_each(UPLOADING)
def test_an_image_is_uploaded_or_refused_with_a_reason(
    open_page: OpenPage, site: Site, problems: Problems, screen: PortalScreen
) -> None:
    upload = screen.upload
    assert upload
    problems.expect("415")
    create, page, form = open_create_form(open_page, screen)
    url = form_field(form, upload.label)
    file = form.get_by_label("Upload image")
    for chosen, title, description in (
        (large_file(5), "File too large", "Image must be less than 5MB"),
        (fake_file("a.txt", "text/plain"), "Invalid file type", "Please upload an image file"),
        (fake_file(), *upload.failure),
    ):
        file.set_input_files(chosen)
        expect_notice_text(page, (title, description), is_failure=True)
    expect(form.get_by_text(NOT_AN_IMAGE).first).to_be_visible()

    waiting: list[Route] = []
    page.route(f"**{upload.path}", lambda route: waiting.append(route))
    file.set_input_files(image_file())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    assert_accessible(page)
    form.get_by_role("button", name=create.submit, exact=True).click()
    expect_notice_text(page, ("Upload in progress", "Wait for the upload to finish, or cancel it."))
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_role("progressbar")).to_have_count(0)
    expect(url).to_have_value("")

    page.unroute(f"**{upload.path}")
    file.set_input_files(image_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    response = site.api.get(url.input_value())
    assert response.headers["content-type"].startswith("image/")
