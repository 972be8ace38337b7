"""Tests of every management screen: list, search, forms, publishing, deleting, widths."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from awards_site.admin.navigation import entries
from tests.browser.admin_screens import PHONE, form_field, open_form
from tests.browser.content import unreadable, upload_image
from tests.browser.files import fake_file, image_file, large_file
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.screens import (
    NOT_AN_IMAGE,
    SCREENS,
    SEARCH_HINT,
    EditForm,
    NoticeText,
    PortalScreen,
    Values,
)
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_no_horizontal_scroll, visit
from tests.factories import Body

OpenPage = Callable[[str], Page]
Add = Callable[[PortalScreen, Body], Body]

NOTHING = "nothing like it"
LONG = "The Society of Founders Who Began With Very Little and Went Very Far " * 3
LONG_EMAIL = f"{'a' * 60}@{'b' * 60}.example.org"
MAX_CARD_HEIGHT = 160
MIN_TARGET = 44
"""In px, as is the height."""

OTHER_SCREENS = {"", "audit", "personal-data"}
"""The slugs of the screens that have a test file of their own, because they manage no records."""
LISTED = [screen for screen in SCREENS if screen.slug != "users"]
"""The screens that can be empty."""
CREATING = [screen for screen in SCREENS if screen.create]
EDITING = [screen for screen in SCREENS if screen.edit]
PUBLISHING = [screen for screen in SCREENS if screen.publishes]
UPLOADING = [screen for screen in SCREENS if screen.upload]
FAILING = [screen for screen in CREATING if screen.create and screen.create.table]
UNREADABLE = [screen for screen in SCREENS if screen.unreadable[0]]
LOCKED = [screen for screen in SCREENS if screen.is_locked_for_users]


def for_each(screens: tuple[PortalScreen, ...] | list[PortalScreen]) -> pytest.MarkDecorator:
    """Run a test for each of the screens."""
    assert screens
    return pytest.mark.parametrize("screen", screens, ids=str)


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without records except the accounts that sign in."""
    accounts = {site.account(role).username for role in ("admin", "editor", "user")}
    for screen in SCREENS:
        for record in screen.entity.records(site.api):
            if record.get("username") in accounts:
                continue
            if record.get("role") == "admin":
                change_role(site, record, "user")
            screen.entity.delete(site.api, record)


@pytest.fixture
def image(site: Site) -> str:
    """Return the URL of an uploaded image."""
    return upload_image(site)


@pytest.fixture
def add(site: Site, image: str) -> Add:
    """Return `add(screen, fields)`, which creates a record through the API, with an image."""

    def create(screen: PortalScreen, fields: Body) -> Body:
        key = screen.image_key
        has_image = key in screen.entity.body() or (key and fields is not screen.other)
        body: Body = ({key: image} if has_image else {}) | fields
        if "media_urls" in body:
            body["media_urls"] = [image, image]
        return screen.entity.create(site.api, **body)

    return create


def fill_in(form: Locator, values: Values, image: str = "") -> None:
    """Type, choose or switch each value in the field with its label."""
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
    """Assert that the form shows the values."""
    assert values
    for label, value in values.items():
        if isinstance(value, bool):
            switch = form.get_by_role("switch", name=label, exact=True)
            expect(switch).to_be_checked(checked=value)
        else:
            year = str(datetime.now(UTC).year)
            expect(form_field(form, label)).to_have_value(value.replace("{year}", year))


def expect_notice_text(page: Page, notice: NoticeText, *, is_failure: bool = False) -> None:
    """Assert that the notice is shown."""
    expect_notice(page, *notice)
    if is_failure:
        expect(page.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")


def row_of(page: Page, name: str) -> Locator:
    """Return the row of the record with this name."""
    return page.get_by_test_id("record").filter(has=page.get_by_text(name, exact=True))


def expect_row(page: Page, screen: PortalScreen, fields: Body, texts: tuple[str, ...]) -> Locator:
    """Assert that the record's row shows the texts; return the row."""
    row = row_of(page, str(fields[screen.entity.name]))
    now = datetime.now(UTC)
    for text in texts:
        cell = text.replace("{today}", f"{now:%b} {now.day}, {now.year}")
        expect(row.get_by_text(cell, exact=True).first).to_be_visible()
    return row


def change_role(site: Site, user: Body, role: str) -> None:
    """Change a user's role through the API."""
    assert site.api.patch(f"/api/users/{user['id']}/role", json={"role": role}).is_success


def find(site: Site, screen: PortalScreen, record_id: object) -> Body:
    """Return a record from the staff list."""
    [record] = [each for each in screen.entity.records(site.api) if each["id"] == record_id]
    return record


def names(site: Site, screen: PortalScreen) -> list[str]:
    """Return the names of all records."""
    return [str(record[screen.entity.name]) for record in screen.entity.records(site.api)]


def test_every_screen_of_the_portal_is_tested() -> None:
    described = [(screen.slug, screen.heading) for screen in SCREENS]
    assert described == [
        (entry.slug, entry.label) for entry in entries() if entry.slug not in OTHER_SCREENS
    ]


def test_without_a_session_every_screen_redirects_to_sign_in(page: Page) -> None:
    for path in ("/admin", *(screen.path for screen in SCREENS)):
        page.goto(path)
        expect(page).to_have_url(re.compile(r"/auth/?$"))
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_role_without_access_sees_a_locked_screen(open_page: OpenPage, add: Add) -> None:
    page = open_page("user")
    for screen in LOCKED:
        add(screen, screen.record)
        page.goto(screen.path)
        expect(page.get_by_role("heading", level=1, name=screen.heading)).to_be_visible()
        sentence = "This list is shown to administrators and editors only."
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()
        expect(page.get_by_text(screen.name, exact=True)).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    assert_accessible(page)


def open_screen(open_page: OpenPage, screen: PortalScreen, role: str = "") -> Page:
    """Open a screen as the role that uses it, or another one."""
    page = open_page(role or screen.role)
    page.goto(screen.path)
    return page


def open_edited_form(open_page: OpenPage, screen: PortalScreen) -> tuple[EditForm, Locator]:
    """Open the form of the screen's record and change it, without saving."""
    edit = screen.edit
    assert edit
    form = open_form(open_screen(open_page, screen), f"Edit {screen.name}", edit.title)
    fill_in(form, {edit.label: edit.value})
    return edit, form


def press(page: Page, action: str, screen: PortalScreen) -> None:
    """Press a button of the record's row."""
    page.get_by_role("button", name=f"{action} {screen.name}", exact=True).click()


@for_each(LISTED)
def test_an_empty_list_shows_its_message(open_page: OpenPage, screen: PortalScreen) -> None:
    page = open_screen(open_page, screen)
    expect(page.get_by_role("heading", level=1, name=screen.heading)).to_be_visible()
    expect(page.get_by_text(screen.empty, exact=True)).to_be_visible()
    expect(page.get_by_text(SEARCH_HINT)).to_have_count(0)
    assert_accessible(page)


@for_each(SCREENS)
def test_the_table_shows_and_searches_the_records(
    open_page: OpenPage, add: Add, screen: PortalScreen
) -> None:
    for fields in (screen.record, screen.other):
        add(screen, fields)
    page = open_screen(open_page, screen)
    table = page.get_by_role("table", name=screen.heading)
    headings = table.get_by_role("columnheader")
    expect(headings).to_have_text([re.compile(f"^{column}") for column in screen.columns])
    row = expect_row(page, screen, screen.record, screen.row)
    expect_row(page, screen, screen.other, screen.other_row)
    # A name is an ordinary cell, not a row header.
    expect(table.get_by_role("rowheader")).to_have_count(0)
    expect(row.get_by_role("cell")).to_have_count(len(screen.columns))
    if screen.image_key:
        expect(row.locator("img")).to_have_attribute("alt", screen.name)
    assert_accessible(page)

    rows = page.get_by_test_id("record")
    total = rows.count()
    search = page.get_by_role("searchbox")
    for query in screen.searches:
        search.fill(query)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(screen.name)
    search.fill(NOTHING)
    expect(page.get_by_text(screen.nothing_found or screen.empty, exact=True)).to_be_visible()
    expect(page.get_by_text(SEARCH_HINT, exact=True)).to_be_visible()
    search.fill("")
    expect(rows).to_have_count(total)


@for_each(SCREENS)
def test_an_administrator_can_delete_everything(
    open_page: OpenPage, add: Add, screen: PortalScreen
) -> None:
    add(screen, screen.record)
    page = open_screen(open_page, screen, "admin")
    delete = page.get_by_role("button", name=f"Delete {screen.name}", exact=True)
    expect(delete).to_be_enabled()


@for_each(CREATING)
def test_a_record_is_created(
    open_page: OpenPage, site: Site, image: str, screen: PortalScreen
) -> None:
    create = screen.create
    assert create
    page = open_screen(open_page, screen)
    form = open_form(page, create.title, create.title)
    expect(form_field(form, next(iter(create.values)))).to_be_focused()
    expect_values(form, create.defaults)
    assert_accessible(page)
    before = {record["id"] for record in screen.entity.records(site.api)}
    fill_in(form, create.values, image)
    form.get_by_role("button", name=create.submit, exact=True).click()
    name = str(create.stored[screen.entity.name])
    title, description = screen.done_notice("created")
    expect_notice_text(page, (title, description.replace(screen.name, name)))
    expect(form).to_be_hidden()
    expect(row_of(page, name)).to_be_visible()
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
    create = screen.create
    assert create
    before = names(site, screen)
    page = open_screen(open_page, screen)
    form = open_form(page, create.title, create.title)
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


@for_each(FAILING)
def test_a_failed_creation_keeps_the_input(
    open_page: OpenPage, site: Site, image: str, screen: PortalScreen
) -> None:
    create = screen.create
    assert create
    page = open_screen(open_page, screen)
    form = open_form(page, create.title, create.title)
    fill_in(form, create.values, image)
    submit = form.get_by_role("button", name=create.submit, exact=True)
    with unreadable(site, create.table):
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
    expect_notice_text(page, screen.done_notice("updated"))
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
    expect_notice_text(page, screen.failed_notice("update"), is_failure=True)
    deleted = f"This {screen.label} was deleted by someone else while you were editing it."
    expect(form.get_by_role("alert").filter(has_text=deleted)).to_be_visible()
    assert_accessible(page)


@for_each(PUBLISHING)
def test_visitors_see_published_records_only(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    entity = screen.entity
    record = add(screen, screen.record | {entity.flag: False})
    page = open_screen(open_page, screen)
    press(page, "Publish", screen)
    expect_notice_text(page, screen.done_notice("published"))
    published = site.api.get(entity.shown).json()
    assert [each[entity.name] for each in published] == [screen.name]
    press(page, "Unpublish", screen)
    expect_notice_text(page, screen.done_notice("unpublished"))
    assert site.api.get(entity.shown).json() == []
    entity.delete(site.api, record)
    press(page, "Publish", screen)
    expect_notice_text(page, screen.failed_notice("update"), is_failure=True)


@for_each(SCREENS)
def test_deleting_needs_confirmation_and_can_be_undone(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    before = names(site, screen)
    record = add(screen, screen.record)
    page = open_screen(open_page, screen, screen.delete_role)
    question = page.get_by_role("alertdialog", name="Are you sure?")
    press(page, "Delete", screen)
    expect(question).to_contain_text(screen.deletion_warning or screen.name)
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    opener = page.get_by_role("button", name=f"Delete {screen.name}", exact=True)
    expect(opener).to_be_focused()
    assert find(site, screen, record["id"])

    opener.click()
    question.get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.done_notice("deleted"))
    expect(row_of(page, screen.name)).to_have_count(0)
    if not before:
        expect(page.get_by_text(screen.empty, exact=True)).to_be_visible()
    assert names(site, screen) == before
    assert_accessible(page)
    page.get_by_test_id("notice").get_by_role("button", name="Undo").press("Enter")
    expect_notice_text(page, screen.done_notice("restored"))
    expect(row_of(page, screen.name)).to_be_visible()
    restored = find(site, screen, record["id"])
    assert restored[screen.entity.name] == screen.name

    opener.click()
    screen.entity.delete(site.api, record)
    question.get_by_role("button", name="Delete").click()
    expect_notice_text(page, screen.failed_notice("delete"), is_failure=True)


@for_each(UNREADABLE)
def test_a_list_that_cannot_be_read_shows_an_error(
    open_page: OpenPage, site: Site, add: Add, screen: PortalScreen
) -> None:
    table, message = screen.unreadable
    add(screen, screen.record)
    with unreadable(site, table):
        page = open_screen(open_page, screen)
        expect(page.get_by_text(message, exact=True)).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_test_id("record")).to_have_count(1)


@for_each(UPLOADING)
def test_an_image_is_uploaded_or_refused_with_a_reason(
    open_page: OpenPage, site: Site, problems: Problems, screen: PortalScreen
) -> None:
    create, upload = screen.create, screen.upload
    assert create
    assert upload
    problems.expect("415")
    page = open_screen(open_page, screen)
    form = open_form(page, create.title, create.title)
    url = form_field(form, upload.label)
    file = form.get_by_label("Upload image")
    for chosen, title, description in (
        (large_file(5), "File too large", "Image must be less than 5MB"),
        (fake_file("a.txt", "text/plain"), "Invalid file type", "Please upload an image file"),
        (fake_file(), *upload.failed),
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
    expect_notice_text(
        page, ("Upload in progress", "Please wait for the file, or cancel its upload.")
    )
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_role("progressbar")).to_have_count(0)
    expect(url).to_have_value("")

    page.unroute(f"**{upload.path}")
    file.set_input_files(image_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    response = site.api.get(url.input_value())
    assert response.headers["content-type"].startswith("image/")


@for_each(SCREENS)
def test_the_screen_and_its_form_fit_any_width(
    open_page: OpenPage, add: Add, screen: PortalScreen
) -> None:
    key = screen.entity.name
    name = LONG_EMAIL if key == "email" else LONG[: screen.max_name].strip()
    add(screen, screen.record | {key: name} | dict.fromkeys(screen.long_keys, LONG))
    page = open_screen(open_page, screen, screen.delete_role)
    card = row_of(page, name)
    expect(card).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_horizontal_scroll(page)
        assert_accessible(page)
        if width == PHONE:
            assert_card_is_compact(card)
    if screen.edit:
        form = open_form(page, f"Edit {name}", screen.edit.title)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert_form_fits(page, form)


def assert_card_is_compact(card: Locator) -> None:
    """Assert that a record's card is short and its buttons are large."""
    assert size(card)[1] <= MAX_CARD_HEIGHT
    buttons = card.get_by_role("button").or_(card.get_by_role("link")).all()
    assert buttons
    assert min(min(size(button)) for button in buttons) >= MIN_TARGET


def assert_form_fits(page: Page, form: Locator) -> None:
    """Assert that the form's end can be reached and nothing is cut off at its sides."""
    form.locator("[data-field]").last.scroll_into_view_if_needed()
    expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
    cut_off = """form => {
        const body = form.querySelector(".overflow-y-auto") ?? form;
        return body.scrollWidth - body.clientWidth;
    }"""
    assert form.locator("form").evaluate(cut_off) <= 0
    assert_no_horizontal_scroll(page)
    assert_accessible(page)


def size(locator: Locator) -> tuple[float, float]:
    """Return the width and the height of the element."""
    box = locator.bounding_box()
    assert box is not None
    return box["width"], box["height"]
