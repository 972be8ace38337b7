"""What is typed in open forms is kept in the browser until it is saved or discarded."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.content import empty
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    wait_until,
)
from tests.factories import Body, nominee_body

SCREEN = "/admin/nominees"
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('awards:input:')).length"


@pytest.fixture(autouse=True)
def nominee(site: Site) -> Body:
    empty(site, "/api/nominees", "/api/nominees")
    return site.create("/api/nominees", **nominee_body(name="Ada Obi", company="Sahel Solar"))


@pytest.fixture(autouse=True)
def signed_in(page: Page, sign_in: Callable[[Page, str], None]) -> None:
    sign_in(page, "editor")


@pytest.fixture
def crash(page: Page, context: BrowserContext, problems: Problems) -> Iterator[Callable[[], Page]]:
    """Return a function that ends the page without warning, and opens the screen in a new one."""
    opened: list[Page] = []

    def reopen() -> Page:
        wait_until(page, lambda: page.evaluate(KEPT) == 1)
        page.close()
        again = context.new_page()
        problems.watch(again)
        opened.append(again)
        again.goto(SCREEN)
        expect(again.get_by_test_id("record")).to_have_count(1)
        return again

    yield reopen
    for each in opened:
        each.close()


def edit(page: Page) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name="Edit Ada Obi").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_be_visible()
    return form


def test_input_is_restored_after_a_crash_until_it_is_saved(
    page: Page, crash: Callable[[], Page]
) -> None:
    edit(page).get_by_label("Company").fill("Kite & Loom")
    page = crash()
    notice = page.get_by_role("group", name="Unsaved changes: Ada Obi")
    expect(notice).to_contain_text("Ada Obi")
    page.set_viewport_size({"width": 375, "height": 720})
    assert_no_horizontal_scroll(page)
    assert_accessible(page)
    notice.get_by_role("button", name="Continue").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_be_hidden()
    expect(page.get_by_test_id("record")).to_contain_text("Kite & Loom")
    expect(notice).to_have_count(0)
    assert page.evaluate(KEPT) == 0


def test_a_form_offers_what_was_typed_in_it_and_discards_it(
    page: Page, crash: Callable[[], Page]
) -> None:
    edit(page).get_by_label("Company").fill("Kite & Loom")
    page = crash()
    form = edit(page)
    expect(form.get_by_label("Company")).to_have_value("Sahel Solar")
    offer = form.get_by_role("group", name="Unsaved changes")
    expect(offer).to_contain_text("You have unsaved changes from")
    assert_accessible(page)
    offer.get_by_role("button", name="Restore").click()
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    expect(offer).to_have_count(0)
    restored = re.compile(r"^Restored your unsaved changes from \d+:\d\d [AP]M")
    expect(form.get_by_text(restored)).to_be_visible()
    assert_accessible(page)
    # Closing discards it; the notice still restores it.
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    assert page.evaluate(KEPT) == 0
    page.get_by_test_id("notice").get_by_role("button", name="Restore").click()
    expect(form.get_by_label("Company")).to_have_value("Kite & Loom")
    wait_until(page, lambda: page.evaluate(KEPT) == 1)


def test_restoring_shows_what_someone_else_has_changed_since(
    page: Page, crash: Callable[[], Page], site: Site, nominee: Body
) -> None:
    edit(page).get_by_label("Company").fill("Kite & Loom")
    site.api.patch(f"/api/nominees/{nominee['id']}", json={"title": "Chair"})
    page = crash()
    page.get_by_role("button", name="Continue").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_test_id("conflict")).to_contain_text("was changed by someone else")
    expect(form.get_by_test_id("differences")).to_contain_text("Chair")
    form.get_by_role("button", name="Save anyway").click()
    # Whether the input was meant for visitors is unknown, so that it becomes a draft.
    expect_notice(page, "Draft saved")
    expect(form).to_be_hidden()
    path = f"/api/nominees/{nominee['id']}"
    assert site.api.get(path).json()["company"] == nominee["company"]
    drafted = site.api.get(f"{path}/draft").json()["values"]
    assert (drafted["company"], drafted.get("title", "Chair")) == ("Kite & Loom", "Chair")


def test_a_new_record_is_restored_too_and_signing_out_forgets_everything(
    page: Page, crash: Callable[[], Page]
) -> None:
    page.goto(SCREEN)
    page.get_by_role("button", name="Add Nominee").click()
    page.get_by_role("dialog").get_by_label("Name", exact=True).fill("Bisi")
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


def test_passwords_are_not_kept(page: Page, sign_in: Callable[[Page, str], None]) -> None:
    sign_in(page, "admin")
    page.goto("/admin/users?new=1")
    form = page.get_by_role("dialog", name="Create User")
    form.get_by_label("Password", exact=True).fill("do-not-keep-this")
    form.get_by_label("Name", exact=True).fill("Cleo")
    wait_until(page, lambda: page.evaluate("JSON.stringify(localStorage)").count("Cleo") == 1)
    assert "do-not-keep-this" not in page.evaluate("JSON.stringify(localStorage)")


def test_texts_of_pages_are_kept(page: Page, site: Site) -> None:
    site.create("/api/admin/content", name="Note", identifier="a.note", content={"title": "Before"})
    page.goto("/admin/content?search=a.note")
    page.get_by_role("button", name="Edit Note").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("A better name")
    wait_until(page, lambda: page.evaluate(KEPT) == 1)
    assert "Before" in page.evaluate("JSON.stringify(localStorage)")
