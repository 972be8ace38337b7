"""The Trash."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_nominee, publish_photo
from tests.browser.content_sections import add_section
from tests.browser.portal.steps import use_notice
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice
from tests.factories import blog_body

SCREEN = "/admin/trash"


@pytest.fixture(autouse=True)
def empty_trash(site: Site, start_empty: None) -> None:
    for entry in site.api.get("/api/admin/trash").json()["items"]:
        assert site.api.delete(f"/api/admin/trash/{entry['id']}").status_code == 204


def delete_nominee(site: Site, name: str) -> str:
    """Publish a nominee and delete her; return her path in the API."""
    path = f"/api/nominees/{publish_nominee(site, name)['id']}"
    assert site.api.delete(path).status_code == 204
    return path


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_test_id("record").filter(has_text=name)


def test_a_deleted_record_is_found_and_restored_as_a_draft(page: Page, site: Site) -> None:
    path = delete_nominee(site, "Ada Obi")
    site.api.delete(f"/api/photos/{publish_photo(site, 'Gala', imageUrl='/a.png')['id']}")
    page.goto("/admin/nominees")
    page.get_by_role("button", name="Recovery").click()
    page.get_by_role("link", name="Trash").click()
    expect(page.get_by_text("Deleted records stay here for 30 days.")).to_be_visible()
    expect(page.get_by_role("columnheader")).to_contain_text(
        ["Name", "Type", "Deleted by", "Deleted", "Days left", "Actions"]
    )
    row = row_of(page, "Ada Obi")
    for text in ("Nominee", "Administrator", "30"):
        expect(row.get_by_role("cell", name=text, exact=True)).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Type", exact=True).select_option("Nominee")
    expect(row_of(page, "Gala")).to_have_count(0)
    page.get_by_role("searchbox", name="Search deleted records").fill("obi")
    expect(page).to_have_url(re.compile(r"type=nominee&search=obi"))
    expect(page.get_by_test_id("records-count")).to_have_text(re.compile(r"^1 of \d+$"))
    expect(row.get_by_role("button", name="Delete permanently Ada Obi")).to_be_disabled()
    row.get_by_role("button", name="Restore Ada Obi").click()
    expect_notice(page, "Record restored", "Ada Obi")
    expect(page.get_by_text("It is a draft until you publish it.")).to_be_visible()
    expect(row).to_have_count(0)
    expect(page.get_by_text("No deleted records found.")).to_be_visible()
    assert site.api.get(path).json()["isPublished"] is False
    page.get_by_test_id("notice").get_by_role("button", name="Publish").click()
    expect_notice(page, "Record published", "Ada Obi")
    assert site.api.get(path).json()["isPublished"] is True


def test_what_was_deleted_together_is_one_row_that_is_restored_as_a_whole(
    admin_page: Page, site: Site
) -> None:
    names = ("Cora First", "Cora Second", "Cora Third")
    ids = [publish_nominee(site, name)["id"] for name in names]
    site.api.post("/api/nominees/bulk", json={"action": "delete", "ids": ids}).raise_for_status()
    page = admin_page
    page.goto("/admin")
    expect(page.get_by_text("deleted the 3 nominees")).to_be_visible()
    page.goto(SCREEN)
    row = row_of(page, "Cora")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Cora Third and 2 others")
    assert_accessible(page)
    page.get_by_role("checkbox", name="Select Cora Third and 2 others").check()
    page.get_by_role("button", name="Delete permanently", exact=True).click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("All records of 1 row (Cora Third and 2 others) are permanently")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="Show Cora Third and 2 others").click()
    expect(row).to_have_count(3)
    page.get_by_role("button", name="Restore Cora Second").click()
    expect_notice(page, "Record restored", "Cora Second")
    page.get_by_role("link", name="Show all deleted records").click()
    expect(row).to_contain_text("Cora Third and 1 other")
    page.get_by_role("button", name="Restore Cora Third and 1 other").click()
    expect_notice(page, "2 records restored", "Cora Third, Cora First")
    expect(row).to_have_count(0)
    page.goto("/admin/audit")
    page.get_by_role("button", name=re.compile("Details of Restored: 2 nominees")).click()
    records = page.get_by_role("dialog").get_by_role("list", name="Records")
    expect(records.get_by_role("listitem").first).to_contain_text("Cora Third")


def test_what_is_taken_meanwhile_is_named_when_records_are_restored(
    admin_page: Page, site: Site
) -> None:
    made = [
        site.create("/api/blog", **blog_body(title=title))
        for title in ("First light", "Last light")
    ]
    ids = [each["id"] for each in made]
    site.api.post("/api/blog/bulk", json={"action": "delete", "ids": ids}).raise_for_status()
    site.create("/api/blog", **blog_body(title="First light"))
    assert site.api.delete(add_section(site, "Hero", "home.hero")).status_code == 204
    add_section(site, "Another hero", "home.hero")
    admin_page.goto(SCREEN)
    admin_page.get_by_role("button", name="Restore Last light and 1 other").click()
    expect_notice(
        admin_page,
        "2 records restored",
        "Last light, First light. First light has the slug “first-light-2”, because its own is"
        " taken",
    )
    admin_page.get_by_role("button", name="Restore Hero").click()
    expect_notice(
        admin_page, "The record could not be restored", "This identifier is already in use"
    )
    expect(row_of(admin_page, "Hero")).to_be_visible()


def test_selected_records_are_restored_together_and_one_undo_moves_them_back(
    page: Page, site: Site
) -> None:
    names = ("Cleo Diallo", "Dara Diallo", "Efe Diallo")
    for name in names:
        delete_nominee(site, name)
    section = add_section(site, "Diallo terms", "page.diallo")
    assert site.api.delete(section).status_code == 204
    page.goto(f"{SCREEN}?search=diallo")
    expect(page.get_by_test_id("record")).to_have_count(4)
    row_of(page, "Diallo terms").get_by_role("checkbox").check()
    row_of(page, "Dara Diallo").get_by_role("checkbox").click(modifiers=["Shift"])
    bar = page.get_by_role("region", name="Selection")
    expect(bar).to_contain_text("3 selected")
    expect(bar.get_by_role("button", name="Delete permanently")).to_have_count(0)
    expect(page.get_by_role("button", name="Restore Diallo terms")).to_be_disabled()
    assert_accessible(page)
    bar.get_by_role("button", name="Restore").click()
    expect_notice(
        page,
        "2 records restored",
        "Efe Diallo, Dara Diallo. Not restored: Diallo terms (Your role does not permit this)",
    )
    expect(page.get_by_test_id("record")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect_notice(page, "Change undone", "2 records are as before.")
    expect(page.get_by_test_id("record")).to_have_count(4)
    page.get_by_label("Type", exact=True).select_option("Nominee")
    expect(page.get_by_test_id("record")).to_have_count(3)
    page.get_by_role("checkbox", name="Select all on this page").check()
    bar.get_by_role("button", name="Restore").click()
    expect_notice(page, "3 records restored", "Efe Diallo, Dara Diallo, Cleo Diallo")


def test_records_are_deleted_permanently_after_confirmation(admin_page: Page, site: Site) -> None:
    names = ("Bisi Laurent", "Fola Mensah", "Gugu Mensah")
    paths = [delete_nominee(site, name) for name in names]
    page = admin_page
    page.goto(SCREEN)
    button = page.get_by_role("button", name="Delete permanently Bisi Laurent")
    button.click()
    dialog = page.get_by_role("alertdialog", name="Are you sure?")
    expect(dialog).to_contain_text(
        "Bisi Laurent and its history are permanently deleted from the database."
        " This action cannot be undone."
    )
    assert_accessible(page)
    dialog.get_by_role("button", name="Cancel").click()
    expect(button).to_be_focused()
    button.click()
    dialog.get_by_role("button", name="Delete permanently").click()
    expect_notice(page, "Deleted permanently", "Bisi Laurent")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(row_of(page, "Bisi Laurent")).to_have_count(0)

    page.get_by_role("searchbox").fill("mensah")
    expect(page).to_have_url(re.compile("search=mensah"))
    page.get_by_role("checkbox", name="Select all on this page").check()
    bar = page.get_by_role("region", name="Selection")
    bar.get_by_role("button", name="Delete permanently").click()
    expect(dialog).to_contain_text(
        "2 records (Gugu Mensah, Fola Mensah) are permanently deleted from the database, with their"
        " history. This action cannot be undone."
    )
    dialog.get_by_role("button", name="Delete permanently").click()
    expect_notice(page, "2 records deleted permanently", "Gugu Mensah, Fola Mensah")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.get_by_text("No deleted records found.")).to_be_visible()
    page.goto(SCREEN)
    expect(page.get_by_text("The Trash is empty.")).to_be_visible()
    for path in paths:
        assert site.api.post(f"{path}/restore").status_code == 404


def test_an_undo_that_comes_too_late_is_reported(page: Page, site: Site) -> None:
    path = f"/api/nominees/{publish_nominee(site, 'Amara Okafor')['id']}"
    page.goto("/admin/nominees")
    page.get_by_role("button", name="Delete Amara Okafor").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(page, "Success", "Nominee deleted successfully")
    site.api.post(f"{path}/restore")
    use_notice(page, "Undo")
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("Failed to restore nominee")
    expect(notice).to_have_attribute("data-variant", "destructive")
