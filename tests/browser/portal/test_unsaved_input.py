"""Input of a form is not lost: closed, left, changed by someone else, or after a crash."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.portal.steps import SignIn, use_notice
from tests.browser.problems import Problems
from tests.browser.site import Site, serve
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    open_form,
    sign_in_as,
    wait_until,
)
from tests.factories import Body, nominee_body
from tools.site_server import free_port

SCREEN = "/admin/nominees"
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('awards:input:')).length"

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture
def nominee(site: Site, start_empty: None) -> Body:
    return site.create(
        "/api/nominees", **nominee_body(name="Ada Obi", company="Sahel Solar", bio="In the sun")
    )


def read(site: Site, nominee: Body) -> Body:
    found: Body = site.api.get(f"/api/nominees/{nominee['id']}").json()
    return found


def change(site: Site, nominee: Body, **fields: object) -> None:
    assert site.api.patch(f"/api/nominees/{nominee['id']}", json=fields).is_success


def open_create(page: Page) -> Locator:
    page.goto(SCREEN)
    return open_form(page, "Add Nominee", "Add Nominee")


def edit(page: Page) -> Locator:
    """Open the nominee's form, coming from the dashboard."""
    page.goto("/admin")
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Nominees").click()
    form = open_form(page, "Edit Ada Obi", "Edit Nominee")
    expect(form.get_by_label("Company")).to_have_value("Sahel Solar")
    return form


def press(form: Locator, button: str) -> None:
    form.get_by_role("button", name=button, exact=True).click()


def test_closing_the_dialog_resets_its_form(page: Page) -> None:
    form = open_create(page)
    name = form.get_by_label("Name", exact=True)
    page.evaluate(
        """() => {
            window.titles = [];
            new MutationObserver(() => {
                const title = document.querySelector("[role=dialog] h2");
                if (title) window.titles.push(title.textContent);
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    for button in ("Cancel", "Close", ""):
        name.fill("Ines")
        if button:
            press(form, button)
        else:
            page.keyboard.press("Escape")
        expect(page.locator("[role=dialog], [role=alertdialog]")).to_have_count(0)
        expect_notice(page, "Changes discarded")
        open_form(page, "Add Nominee", "Add Nominee")
        expect(name).to_have_value("")
    # It does not change while it closes.
    assert set(page.evaluate("window.titles")) == {"Add Nominee"}


def test_unsaved_input_can_be_restored_on_its_own_screen(page: Page, site: Site) -> None:
    form = open_create(page)
    name = form.get_by_label("Name", exact=True)
    name.fill("Ines")
    for label, text in {"Title": "Founder", "Company": "Sol", "Bio": "A life in the sun"}.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_label("Year").fill("20")
    form.get_by_label("Category").select_option("Technology")
    form.get_by_role("switch", name="Winner").check()
    form.get_by_role("switch", name="Published").uncheck()
    # Closing it again without new input offers the same again.
    for _ in range(2):
        page.keyboard.press("Escape")
        expect(form).to_be_hidden()
        use_notice(page, "Restore")
        expect(name).to_have_value("Ines")
    page.keyboard.press("Escape")
    expect_notice(page, "Changes discarded")
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Events").click()
    expect(page.get_by_test_id("events-screen")).to_be_visible()
    use_notice(page, "Restore")
    expect(page.get_by_test_id("nominees-screen")).to_be_visible()
    expect(name).to_have_value("Ines")
    expect(form.get_by_label("Year")).to_have_value("20")
    expect(form.get_by_role("switch", name="Winner")).to_be_checked()
    expect(form.get_by_role("switch", name="Published")).not_to_be_checked()
    form.get_by_label("Achievements").fill("Lights in 12 countries")
    form.get_by_label("Year").fill("2025")
    press(form, "Create Nominee")
    expect_notice(page, "Success", "Nominee created successfully")
    [created] = site.api.get("/api/nominees").json()
    assert (created["name"], created["category"], created["isPublished"]) == ("Ines", "tech", False)


def test_leaving_the_page_with_unsaved_input_shows_a_warning(page: Page) -> None:
    form = open_create(page)
    form.get_by_label("Name", exact=True).press_sequentially("Ines")
    with page.expect_event("dialog") as warning:
        page.evaluate("setTimeout(() => location.reload())")
    assert warning.value.type == "beforeunload"
    warning.value.dismiss()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    # A dialog would make Playwright fail here.
    page.reload()
    expect(page.get_by_role("button", name="Add Nominee")).to_be_visible()


@pytest.mark.usefixtures("nominee")
def test_the_back_button_closes_a_form_with_unsaved_input_first(page: Page) -> None:
    form = edit(page)
    form.get_by_label("Company").fill("Mine")
    page.go_back()
    expect(form).to_be_hidden()
    expect_notice(page, "Changes discarded", "Ada Obi")
    use_notice(page, "Restore")
    expect(form.get_by_label("Company")).to_have_value("Mine")
    page.go_back()
    expect(form).to_be_hidden()
    page.go_back()
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    # Without input, it leaves the form at once.
    form = edit(page)
    page.go_back()
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    expect(form).to_be_hidden()


def test_a_conflict_shows_what_changed_until_it_is_saved_anyway(
    page: Page, site: Site, nominee: Body
) -> None:
    form = edit(page)
    company, bio = form.get_by_label("Company"), form.get_by_label("Bio")
    company.fill("Mine")
    bio.fill("A life in the shade")
    change(site, nominee, company="Theirs", category="tech", isWinner=True)
    press(form, "Save Changes")
    changed = "This nominee was changed by someone else while you were editing it."
    conflict = form.get_by_role("alert").filter(has_text=changed)
    expect(conflict).to_be_in_viewport()
    expect(conflict.get_by_role("listitem")).to_have_text(
        [
            re.compile(r"Company: Sahel Solar.*Theirs.*yours: Mine"),
            re.compile(r"Category: Leadership.*Technology$"),
            re.compile(r"Winner: No.*Yes$"),
        ]
    )
    expect(company).to_have_value("Mine")
    expect(bio).to_have_value("A life in the shade")
    assert read(site, nominee)["company"] == "Theirs"
    assert_accessible(page)
    change(site, nominee, company="A third one")
    press(form, "Save anyway")
    expect(form.get_by_test_id("differences")).to_contain_text("A third one")
    assert read(site, nominee)["company"] == "A third one"
    press(form, "Save anyway")
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(form).to_be_hidden()
    saved = read(site, nominee)
    assert (saved["company"], saved["bio"], saved["category"], saved["isWinner"]) == (
        "Mine",
        "A life in the shade",
        "tech",
        True,
    )


def test_a_reverted_change_is_no_conflict_and_a_deleted_record_can_be_created_as_new(
    page: Page, site: Site, nominee: Body
) -> None:
    form = edit(page)
    form.get_by_label("Company").fill("Mine")
    change(site, nominee, title="Chair")
    change(site, nominee, title=nominee["title"])
    press(form, "Save Changes")
    expect_notice(page, "Success", "Nominee updated successfully")
    open_form(page, "Edit Ada Obi", "Edit Nominee")
    form.get_by_label("Company").fill("Mine again")
    site.api.delete(f"/api/nominees/{nominee['id']}")
    press(form, "Save Changes")
    deleted = "This nominee was deleted by someone else while you were editing it."
    expect(form.get_by_role("alert").filter(has_text=deleted)).to_be_visible()
    press(form, "Create as new")
    expect_notice(page, "Success", "Nominee created successfully")
    [created] = site.api.get("/api/nominees").json()
    assert (created["name"], created["company"]) == ("Ada Obi", "Mine again")


def test_a_nominee_that_cannot_be_read_for_the_form_is_reported(
    page: Page, site: Site, nominee: Body
) -> None:
    page.goto(SCREEN)
    button = page.get_by_role("button", name="Edit Ada Obi")
    button.wait_for()
    site.api.delete(f"/api/nominees/{nominee['id']}")
    button.click()
    expect_notice(page, "Error", "Failed to fetch nominee: Nominee not found")
    expect(page.get_by_text("No nominees found", exact=True)).to_be_visible()


@pytest.fixture
def desk(fresh_page: Page, sign_in: SignIn) -> Page:
    """Return a page whose storage outlives it."""
    sign_in(fresh_page, "editor")
    return fresh_page


@pytest.fixture
def crash(desk: Page, context: BrowserContext, problems: Problems) -> Iterator[Callable[[], Page]]:
    """Return a function that ends the page without warning, and opens the screen in a new one."""
    opened: list[Page] = []

    def reopen() -> Page:
        wait_until(desk, lambda: desk.evaluate(KEPT) == 1)
        desk.close()
        again = context.new_page()
        problems.watch(again)
        opened.append(again)
        again.goto(SCREEN)
        expect(again.get_by_test_id("record")).to_have_count(1)
        return again

    yield reopen
    for each in opened:
        each.close()


@pytest.mark.usefixtures("nominee")
def test_input_is_restored_after_a_crash_until_it_is_saved(
    desk: Page, crash: Callable[[], Page]
) -> None:
    edit(desk).get_by_label("Company").fill("Kite & Loom")
    page = crash()
    notice = page.get_by_role("group", name="Unsaved changes: Ada Obi")
    expect(notice).to_contain_text("Ada Obi")
    page.set_viewport_size({"width": 375, "height": 720})
    assert_no_horizontal_scroll(page)
    assert_accessible(page)
    notice.get_by_role("button", name="Continue").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    press(form, "Save Changes")
    expect(form).to_be_hidden()
    expect(page.get_by_test_id("record")).to_contain_text("Kite & Loom")
    expect(notice).to_have_count(0)
    assert page.evaluate(KEPT) == 0


@pytest.mark.usefixtures("nominee")
def test_a_form_offers_what_was_typed_in_it_and_discards_it(
    desk: Page, crash: Callable[[], Page]
) -> None:
    edit(desk).get_by_label("Company").fill("Kite & Loom")
    page = crash()
    form = edit(page)
    offer = form.get_by_role("group", name="Unsaved changes")
    expect(offer).to_contain_text("You have unsaved changes from")
    assert_accessible(page)
    press(offer, "Restore")
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    expect(offer).to_have_count(0)
    restored = re.compile(r"^Restored your unsaved changes from \d+:\d\d [AP]M")
    expect(form.get_by_text(restored)).to_be_visible()
    # Closing discards it; the notice still restores it.
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    assert page.evaluate(KEPT) == 0
    use_notice(page, "Restore")
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    wait_until(page, lambda: page.evaluate(KEPT) == 1)


def test_restoring_shows_what_someone_else_has_changed_since(
    desk: Page, crash: Callable[[], Page], site: Site, nominee: Body
) -> None:
    edit(desk).get_by_label("Company").fill("Kite & Loom")
    change(site, nominee, title="Chair")
    page = crash()
    page.get_by_role("button", name="Continue").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_test_id("conflict")).to_contain_text("was changed by someone else")
    expect(form.get_by_test_id("differences")).to_contain_text("Chair")
    press(form, "Save anyway")
    # Whether the input was meant for visitors is unknown, so that it becomes a draft.
    expect_notice(page, "Draft saved")
    expect(form).to_be_hidden()
    assert read(site, nominee)["company"] == "Sahel Solar"
    drafted = site.api.get(f"/api/nominees/{nominee['id']}/draft").json()["values"]
    assert (drafted["company"], drafted.get("title", "Chair")) == ("Kite & Loom", "Chair")


@pytest.mark.usefixtures("nominee")
def test_a_new_record_is_restored_too_and_signing_out_forgets_everything(
    desk: Page, crash: Callable[[], Page]
) -> None:
    open_create(desk).get_by_label("Name", exact=True).fill("Bisi")
    page = crash()
    page.get_by_role("button", name="Continue").click()
    form = page.get_by_role("dialog", name="Add Nominee")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Bisi")
    again = page.context.new_page()
    again.goto(SCREEN)
    again.get_by_test_id("admin-sidebar").get_by_test_id("account-menu-button").click()
    again.get_by_role("menuitem", name="Logout").click()
    expect(again.get_by_label("Username")).to_be_visible()
    assert again.evaluate(KEPT) == 0
    again.close()


def test_passwords_are_not_kept(admin_page: Page) -> None:
    admin_page.goto("/admin/users?new=1")
    form = admin_page.get_by_role("dialog", name="Create User")
    form.get_by_label("Password", exact=True).fill("do-not-keep-this")
    form.get_by_label("Name", exact=True).fill("Cleo")
    stored = "JSON.stringify(localStorage)"
    wait_until(admin_page, lambda: admin_page.evaluate(stored).count("Cleo") == 1)
    assert "do-not-keep-this" not in admin_page.evaluate(stored)


def test_texts_of_pages_are_kept(page: Page, site: Site) -> None:
    site.create("/api/admin/content", name="Note", identifier="a.note", content={"title": "Before"})
    page.goto("/admin/content?search=a.note")
    form = open_form(page, "Edit Note", "Edit Content Section")
    form.get_by_role("textbox").first.fill("Before and after")
    wait_until(page, lambda: page.evaluate(KEPT) == 1)
    assert "Before" in page.evaluate("JSON.stringify(localStorage)")


def test_a_restart_closes_no_form_and_times_are_in_the_programmes_zone(
    browser: Browser, built: None, tmp_path: Path
) -> None:
    options = {"PORT": str(free_port()), "AWARDS_TIMEZONE": "Asia/Kolkata"}
    url = f"http://localhost:{options['PORT']}"
    with browser.new_context(base_url=url, timezone_id="Pacific/Kiritimati") as context:
        page = context.new_page()
        with serve(tmp_path, **options) as site:
            body = nominee_body(name="Ada Obi", company="Sahel Solar")
            path = f"/api/nominees/{site.create('/api/nominees', **body)['id']}"
            sign_in_as(context, site.account("admin"))
            form = edit(page)
            company = form.get_by_label("Company")
            company.fill("Kite & Loom")
        with serve(tmp_path, **options) as site:
            expect(company).to_be_focused()
            press(form, "Save Changes")
            expect(form).to_be_hidden()
            assert site.api.get(path).json()["company"] == "Kite & Loom"
            page.get_by_role("button", name="Edit Ada Obi").click()
            company.fill("Kite & Co")
            wait_until(page, lambda: page.evaluate(KEPT) == 1)
            page.reload()
            hour = f"{datetime.now(ZoneInfo('Asia/Kolkata')):%I}".lstrip("0")
            notice = page.get_by_role("group", name="Unsaved changes: Ada Obi")
            expect(notice).to_contain_text(re.compile(rf"from {hour}:\d\d [AP]M UTC\+5:30: Ada"))
