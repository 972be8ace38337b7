"""Records are imported from CSV files in a dialog."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.import_files import FAULTY, HEADINGS, nominees_file
from tests.browser.portal.steps import use_tool
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
)
from tests.factories import sponsor_body

pytestmark = pytest.mark.usefixtures("start_empty")

LEFT_OUT = "1 row with errors was left out. Later, you can undo it under Import."
CORRECT = [
    "Ada Obi",
    "Technology",
    "2031",
    "She weaves.",
    "https://a.org",
    "She won it.",
    "Obi",
]
"""The texts that replace those of `FAULTY`."""


def sponsors_file(image: str, *names: str) -> bytes:
    return "".join(["Name,Logo URL\n", *(f"{name},{image}\n" for name in names)]).encode()


def open_import(page: Page, screen: str) -> Locator:
    page.goto(f"/admin/{screen}")
    use_tool(page, "Import")
    dialog = page.get_by_role("dialog", name=f"Import {screen}")
    expect(dialog.get_by_role("heading", name="Choose a file")).to_be_visible()
    return dialog


def choose(dialog: Locator, content: bytes, name: str = "list.csv") -> None:
    payload = {"name": name, "mimeType": "text/csv", "buffer": content}
    dialog.get_by_label("Choose a CSV file").set_input_files(payload)  # type: ignore[arg-type]
    expect(dialog.get_by_role("heading", name="What the columns are")).to_be_focused()


def summary(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("import-summary")


def test_an_editor_imports_200_nominees_and_corrects_7_faulty_rows(page: Page, site: Site) -> None:
    dialog = open_import(page, "nominees")
    choose(dialog, nominees_file(), "nominees-2031.csv")
    expect(dialog.get_by_label("Company")).to_have_value("company")
    expect(dialog.get_by_text("was read as Windows-1252")).to_be_visible()
    expect(summary(dialog)).to_have_text("Choose a column for Title.")
    expect(dialog.get_by_role("button", name="Choose 1 more column")).to_be_disabled()
    expect(dialog.get_by_test_id("import-row")).to_have_count(0)
    dialog.get_by_label("Their task").select_option("Title (required)")
    expect(summary(dialog)).to_have_text("193 rows are ready, 7 have errors.")
    rows = dialog.get_by_test_id("import-row")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("Name must be at least 2 characters")
    assert_accessible(page)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download 7 rows with errors").click()
    assert download.value.suggested_filename == "nominees-2031-errors.csv"
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    saved = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))
    *headings, errors = saved[0]
    assert (headings, errors[:14]) == (HEADINGS, "Error (import ")
    assert [row["Name"] for row in saved[1:]] == [f"Zoé Okafor {each}" for each in list(FAULTY)[1:]]
    assert saved[5][errors] == "Achievements must be at least 10 characters"
    first = dialog.get_by_label("Name, row 14", exact=True)
    first.fill("B")
    expect(first).to_have_accessible_description("Name must be at least 2 characters")
    # A column is chosen again, and the dialog is closed and opened.
    for choice in ("Do not import", "Company (required)"):
        dialog.get_by_label("Company", exact=True).select_option(choice)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(first).to_have_value("B")
    dialog.get_by_role("link", name="7 rows need a correction").press("Enter")
    for number, text in zip(FAULTY, CORRECT, strict=True):
        cell = dialog.get_by_label(f"{FAULTY[number][0]}, row {number}", exact=True)
        expect(cell).to_be_focused()
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type(text)
        expect(cell).to_have_attribute("aria-invalid", "false")
        page.keyboard.press("Tab")
    expect(summary(dialog)).to_have_text("200 rows are ready.")
    assert site.api.get("/api/nominees").json() == []
    dialog.get_by_role("button", name="Import 200 nominees as drafts").click()
    expect_notice(page, "200 nominees imported as drafts.")
    expect(dialog).to_have_count(0)
    nominees = site.api.get("/api/nominees").json()
    assert (len(nominees), nominees[0]["year"]) == (200, 2031)
    assert not any(each["isPublished"] for each in nominees)
    page.get_by_test_id("notice").get_by_role("button", name="Undo").click()
    expect_notice(page, "Import undone", "200 nominees were moved to the Trash.")
    assert site.api.get("/api/nominees").json() == []


def test_an_import_is_undone_later_from_the_dialog(page: Page, site: Site, image: str) -> None:
    dialog = open_import(page, "events")
    choose(
        dialog,
        b"Title,Description,Location,Start date,End date\n"
        b"Gala,An evening,Lagos,05/06/2100 18:00,05/06/2100 22:00\n",
    )
    # The order of dates is asked once if both are possible.
    expect(summary(dialog)).to_have_text("0 rows are ready, 1 has errors.")
    expect(dialog.get_by_role("button", name="Choose the order of dates")).to_be_disabled()
    dialog.get_by_label("Dates such as 05/06/2100 18:00 have").select_option("Day first")
    expect(dialog.get_by_role("button", name="Import 1 event as a draft")).to_be_visible()
    dialog = open_import(page, "sponsors")
    choose(dialog, sponsors_file(image, "Bank", "Shop"), "partners.csv")
    dialog.get_by_role("button", name="Import 2 sponsors as drafts").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("record")).to_have_count(2)
    bank = next(
        each for each in site.api.get("/api/sponsors/admin").json() if each["name"] == "Bank"
    )
    site.api.patch(f"/api/sponsors/{bank['id']}", json={"is_published": True})
    dialog = open_import(page, "sponsors")
    expect(dialog.get_by_text("2 sponsors from partners.csv")).to_be_visible()
    dialog.get_by_role("button", name="Undo the import of partners.csv").click()
    kept = "1 sponsor was moved to the Trash. Kept, because they have been changed since: Bank."
    expect_notice(page, "Import undone", kept)
    expect(page.get_by_test_id("record")).to_have_count(1)


def test_duplicates_are_imported_if_they_are_wanted_on_a_phone(
    page: Page, site: Site, image: str
) -> None:
    page.set_viewport_size({"width": PHONE, "height": 740})
    site.create("/api/sponsors", **sponsor_body(name="Bank", logo_url=image))
    dialog = open_import(page, "sponsors")
    assert_no_horizontal_scroll(page)
    file = f"Name,Logo URL,Website URL\nbank,{image},\nShop,{image},no\n"
    choose(dialog, file.encode())
    assert_no_horizontal_scroll(page)
    found = "0 rows are ready, 1 has errors, 1 is a duplicate and left out."
    expect(summary(dialog)).to_have_text(found)
    first, second = dialog.get_by_test_id("import-row").all()
    expect(first).to_contain_text("The site has this sponsor already")
    expect(second.get_by_text("Please enter a valid URL")).to_be_visible()
    expect(second.get_by_label("Website URL, row 3")).to_have_value("no")
    expect(second.get_by_text(image)).to_be_hidden()
    expect(dialog.get_by_role("button", name="Correct a row to import it")).to_be_disabled()
    assert_no_horizontal_scroll(page)
    assert_accessible(page)
    dialog.get_by_label("Import duplicates, too").check()
    expect(summary(dialog)).to_have_text("1 row is ready, 1 has errors, 1 is a duplicate.")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download 1 row with errors").click()
    dialog.get_by_role("button", name="Import 1 sponsor as a draft").click()
    expect_notice(page, "1 sponsor imported as a draft.", LEFT_OUT)
    page.get_by_role("button", name="Import", exact=True).click()
    choose(dialog, Path(download.value.path()).read_bytes())
    expect(dialog.get_by_text("These rows join the import of 1 sponsor")).to_be_visible()
    dialog.get_by_label("Website URL, row 2").fill("https://shop.example.org")
    dialog.get_by_role("button", name="Import 1 sponsor as a draft").click()
    page.get_by_test_id("notice").get_by_role("button", name="Undo").click()
    expect_notice(page, "Import undone", "2 sponsors were moved to the Trash.")


def test_the_dialog_is_used_by_keyboard_and_keeps_its_input(page: Page, image: str) -> None:
    dialog = open_import(page, "sponsors")
    choose(dialog, f"Name;Picture\nBank;{image}\n".encode())
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Name")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Picture")).to_be_focused()
    page.keyboard.type("Logo")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    button = page.get_by_role("button", name="Import", exact=True)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("Picture")).to_have_value("logo_url")
    dialog.get_by_role("button", name="Cancel").click()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    choose(dialog, sponsors_file(image, "Bank"))
    dialog.get_by_role("button", name="Import 1 sponsor as a draft").focus()
    page.keyboard.press("Enter")
    expect_notice(page, "1 sponsor imported as a draft.")
    expect(button).to_be_focused()


def test_the_rows_are_checked_again_if_the_site_has_changed(
    page: Page, site: Site, image: str, problems: Problems
) -> None:
    problems.expect("409")
    dialog = open_import(page, "sponsors")
    choose(dialog, sponsors_file(image, "Bank", "Shop"))
    expect(summary(dialog)).to_have_text("2 rows are ready.")
    site.create("/api/sponsors", **sponsor_body(name="Shop", logo_url=image))
    dialog.get_by_role("button", name="Import 2 sponsors as drafts").click()
    changed = "The site has changed: 1 instead of 2 rows are ready now. Nothing was imported."
    expect(dialog.get_by_role("alert")).to_contain_text(changed)
    expect(summary(dialog)).to_have_text("1 row is ready, 1 is a duplicate and left out.")
    dialog.get_by_role("button", name="Import 1 sponsor as a draft").click()
    expect_notice(page, "1 sponsor imported as a draft.")
