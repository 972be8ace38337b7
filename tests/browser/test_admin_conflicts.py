"""Input is not lost, conflicts are shown, and a deletion can be undone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice

CHANGED = "This nominee was changed by someone else while you were editing it."
DELETED = "This nominee was deleted by someone else while you were editing it."


@pytest.fixture
def nominee(site: Site) -> dict[str, Any]:
    empty(site, "/api/nominees", "/api/nominees")
    return site.create(
        "/api/nominees",
        name="Amara Okafor",
        title="Founder",
        company="Sahel Solar",
        bio="A life in the sun",
        achievements="Lights in 12 countries",
        year=2025,
    )


@pytest.fixture
def page(open_page: Callable[[str], Page]) -> Page:
    return open_page("editor")


@pytest.fixture
def form(page: Page, nominee: dict[str, Any]) -> Locator:
    """Return the dialog in which an editor who came from the dashboard edits the nominee."""
    page.goto("/admin")
    page.get_by_test_id("admin-sidebar").get_by_role("link", name="Nominees").click()
    page.get_by_role("button", name="Edit Amara Okafor").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_have_value("Sahel Solar")
    return form


def read_nominee(site: Site, nominee: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = site.api.get(f"/api/nominees/{nominee['id']}").json()
    return response


def change(site: Site, nominee: dict[str, Any], **fields: object) -> None:
    response = site.api.patch(f"/api/nominees/{nominee['id']}", json=fields)
    assert response.status_code == 200


def press(form: Locator, button: str) -> None:
    form.get_by_role("button", name=button).click()


def test_a_conflict_shows_what_changed_until_it_is_saved_anyway(
    page: Page, site: Site, nominee: dict[str, Any], form: Locator
) -> None:
    form.get_by_label("Company").fill("Mine")
    form.get_by_label("Bio").fill("A life in the shade")
    change(site, nominee, company="Theirs", category="tech", isWinner=True)
    press(form, "Save Changes")
    conflict = form.get_by_role("alert").filter(has_text=CHANGED)
    expect(conflict).to_be_in_viewport()
    changes = conflict.get_by_role("listitem")
    expect(changes).to_have_count(3)
    expect(changes.nth(0)).to_have_text(re.compile(r"Company: Sahel Solar.*Theirs.*yours: Mine"))
    expect(changes.nth(1)).to_have_text(re.compile(r"Category: Leadership.*Technology$"))
    expect(changes.nth(2)).to_have_text(re.compile(r"Winner: No.*Yes$"))
    expect(form.get_by_label("Company")).to_have_value("Mine")
    expect(form.get_by_label("Bio")).to_have_value("A life in the shade")
    assert read_nominee(site, nominee)["company"] == "Theirs"
    assert_accessible(page)
    change(site, nominee, company="A third one")
    press(form, "Save anyway")
    expect(form.get_by_test_id("differences")).to_contain_text("A third one")
    assert read_nominee(site, nominee)["company"] == "A third one"
    press(form, "Save anyway")
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(form).to_be_hidden()
    saved = read_nominee(site, nominee)
    assert (saved["company"], saved["bio"], saved["category"], saved["isWinner"]) == (
        "Mine",
        "A life in the shade",
        "tech",
        True,
    )


def test_a_reverted_change_is_not_a_conflict(
    page: Page, site: Site, nominee: dict[str, Any], form: Locator
) -> None:
    form.get_by_label("Company").fill("Mine")
    change(site, nominee, title="Chair")
    change(site, nominee, title="Founder")
    press(form, "Save Changes")
    expect_notice(page, "Success", "Nominee updated successfully")
    assert read_nominee(site, nominee)["company"] == "Mine"


def test_a_record_deleted_by_someone_else_can_be_created_as_new(
    page: Page, site: Site, nominee: dict[str, Any], form: Locator
) -> None:
    form.get_by_label("Company").fill("Mine")
    site.api.delete(f"/api/nominees/{nominee['id']}")
    press(form, "Save Changes")
    expect(form.get_by_role("alert").filter(has_text=DELETED)).to_be_visible()
    expect(form.get_by_label("Company")).to_have_value("Mine")
    assert_accessible(page)
    press(form, "Create as new")
    expect_notice(page, "Success", "Nominee created successfully")
    [created] = site.api.get("/api/nominees").json()
    assert (created["name"], created["company"]) == ("Amara Okafor", "Mine")


def restore(page: Page) -> None:
    """Press Restore in the notice of a dialog that was closed unsaved."""
    page.get_by_test_id("notice").get_by_role("button", name="Restore").click()


def test_the_back_button_closes_a_form_with_unsaved_input_first(page: Page, form: Locator) -> None:
    form.get_by_label("Company").fill("Mine")
    page.go_back()
    expect(form).to_be_hidden()
    expect_notice(page, "Changes discarded", "Amara Okafor")
    restore(page)
    expect(form.get_by_label("Company")).to_have_value("Mine")
    page.go_back()
    expect(form).to_be_hidden()
    page.go_back()
    expect(page.get_by_test_id("dashboard")).to_be_visible()


def test_the_back_button_leaves_a_form_without_input(page: Page, form: Locator) -> None:
    page.go_back()
    expect(page.get_by_test_id("dashboard")).to_be_visible()
    expect(form).to_be_hidden()


def test_an_expired_undo_is_reported(
    page: Page, site: Site, nominee: dict[str, Any], form: Locator
) -> None:
    press(form, "Cancel")
    page.get_by_role("button", name="Delete Amara Okafor").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(page, "Success", "Nominee deleted successfully")
    site.api.post(f"/api/nominees/{nominee['id']}/restore")
    page.get_by_role("button", name="Undo").click()
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("Failed to restore nominee")
    expect(notice).to_have_attribute("data-variant", "destructive")
