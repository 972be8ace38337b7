"""Rows of a list are selected and changed together."""

import csv
import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.entities import NOMINEE
from tests.api.test_imports import file_of, import_rows
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
)
from tests.factories import nominee_body

SCREEN = "/admin/nominees"
NAMES = ("Ada", "Bisi", "Cleo", "Dara", "Efe")


@pytest.fixture(autouse=True)
def nominees(site: Site, start_empty: None) -> None:
    for name in NAMES:
        site.create("/api/nominees", **nominee_body(name=name, category="tech", year=2031))


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=f"Select {name}", exact=True)


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Selection")


def act(page: Page, action: str) -> None:
    bar(page).get_by_role("button", name=action, exact=True).click()


def expect_selected(page: Page, *names: str) -> None:
    checked = [f"Select {name}" for name in names]
    expect(page.get_by_test_id("record").locator("input:checked")).to_have_count(len(checked))
    for name in names:
        expect(box(page, name)).to_be_checked()
    if names:
        expect(bar(page)).to_contain_text(f"{len(names)} selected")
    else:
        expect(bar(page)).to_have_count(0)


def values(site: Site, key: str) -> list[object]:
    found = site.api.get("/api/nominees").json()
    return [each[key] for each in sorted(found, key=lambda each: str(each["name"]))]


def test_rows_are_selected_by_mouse_and_by_keyboard(page: Page) -> None:
    page.goto(f"{SCREEN}?sort=name")
    box(page, "Bisi").click()
    box(page, "Dara").click(modifiers=["Shift"])
    expect_selected(page, "Bisi", "Cleo", "Dara")
    whole = page.get_by_role("checkbox", name="Select all on this page")
    expect(whole).to_have_js_property("indeterminate", value=True)
    box(page, "Cleo").press("Space")
    expect_selected(page, "Bisi", "Dara")
    assert_accessible(page)
    whole.check()
    expect_selected(page, *NAMES)
    whole.uncheck()
    expect_selected(page)
    box(page, "Efe").press("Space")
    box(page, "Ada").press("Shift+Space")
    expect_selected(page, *NAMES)
    page.get_by_role("columnheader", name="Year").get_by_role("button").click()
    expect(page).to_have_url(re.compile("sort=year"))
    expect_selected(page, *NAMES)
    page.get_by_role("button", name="Clear selection").press("Enter")
    expect_selected(page)
    box(page, "Ada").check()
    page.get_by_role("searchbox").fill("Bisi")
    expect(page.get_by_test_id("record")).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_test_id("record")).to_have_count(5)
    expect_selected(page)


def test_selected_rows_are_unpublished_together_and_it_is_undone(page: Page) -> None:
    page.goto(f"{SCREEN}?sort=name")
    for name in ("Ada", "Cleo"):
        box(page, name).check()
    act(page, "Unpublish")
    expect_notice(page, "2 nominees unpublished", "Ada, Cleo")
    expect_selected(page)
    expect(page.get_by_test_id("record").get_by_text("Draft", exact=True)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect_notice(page, "Change undone", "2 nominees are as before.")
    expect(page.get_by_test_id("record").get_by_text("Draft", exact=True)).to_have_count(0)
    box(page, "Ada").check()
    act(page, "Publish")
    expect_notice(page, "Nothing to change", "The selected nominees are published already.")


def test_a_value_is_set_and_an_undo_leaves_what_someone_else_changed(
    page: Page, site: Site
) -> None:
    page.goto(f"{SCREEN}?sort=name")
    page.get_by_role("checkbox", name="Select all on this page").check()
    act(page, "Set year")
    form = page.get_by_role("dialog", name="Set Year")
    expect(form).to_contain_text("5 nominees (Ada, Bisi, Cleo and 2 others) are changed.")
    assert_accessible(page)
    form.get_by_label("Year").fill("1999")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_text("Year must be a whole number from 2000 to 2100")).to_be_visible()
    form.get_by_label("Year").fill("2040")
    form.get_by_label("Year").press("Enter")
    expect_notice(page, "5 nominees updated", "Ada, Bisi, Cleo and 2 others")
    assert values(site, "year") == [2040] * 5
    bisi = site.api.get("/api/nominees?search=bisi").json()["items"][0]
    site.api.patch(f"/api/nominees/{bisi['id']}", json={"year": 2050})
    page.get_by_role("button", name="Undo").click()
    expect_notice(
        page,
        "Partly undone",
        "4 nominees are as before. Unchanged: Bisi (Someone else has changed it in the meantime).",
    )
    assert values(site, "year") == [2031, 2050, 2031, 2031, 2031]


def test_all_matches_on_all_pages_are_deleted_and_restored(page: Page, site: Site) -> None:
    rows = [{"Name": f"Many {number:03}", "Year": 2020} for number in range(100)]
    import_rows(site.api, NOMINEE, file_of(NOMINEE, *rows), matches=100)
    page.goto(f"{SCREEN}?sort=name")
    expect(page.get_by_text("105 in total", exact=True)).to_be_visible()
    box(page, "Ada").check()
    page.get_by_role("button", name="2", exact=True).click()
    box(page, "Many 099").check()
    expect(bar(page)).to_contain_text("2 selected")
    act(page, "Select all 105 matches")
    expect(bar(page)).to_contain_text("105 selected")
    act(page, "Delete")
    dialog = page.get_by_role("alertdialog", name="Are you sure?")
    expect(dialog).to_contain_text("105 nominees (Many 095, Many 096, Many 097 and 102 others) are")
    dialog.get_by_role("button", name="Delete").click()
    expect_notice(page, "105 nominees deleted", "Ada, Bisi, Cleo and 102 others")
    expect(page.get_by_text("No nominees found", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect_notice(page, "Change undone", "105 nominees are as before.")
    expect(page.get_by_text("105 in total", exact=True)).to_be_visible()


def test_a_progress_bar_says_what_is_being_done_and_moves_nothing(page: Page, site: Site) -> None:
    page.goto(f"{SCREEN}?sort=name")
    page.get_by_role("checkbox", name="Select all on this page").check()
    progress = page.get_by_role("progressbar")

    def places() -> list[object]:
        buttons = [bar(page), *bar(page).get_by_role("button").all()]
        return [each.bounding_box() for each in buttons]

    before = places()
    with closing(site.open_database()) as other:
        other.execute("BEGIN IMMEDIATE")
        act(page, "Unpublish")
        expect(progress).to_have_accessible_name("Unpublishing 5 nominees")
        expect(progress).not_to_have_attribute("value", re.compile(""))
        expect(bar(page).get_by_role("button", name="Delete")).to_be_disabled()
        assert places() == before
        page.emulate_media(reduced_motion="reduce")
        expect(progress).to_have_css("animation-name", "none")
        assert_accessible(page)
    expect_notice(page, "5 nominees unpublished")
    expect(progress).to_have_count(0)
    box(page, "Ada").check()
    act(page, "Delete")
    dialog = page.get_by_role("alertdialog", name="Are you sure?")
    with closing(site.open_database()) as other:
        other.execute("BEGIN IMMEDIATE")
        dialog.get_by_role("button", name="Delete").click()
        expect(dialog.get_by_role("progressbar")).to_have_accessible_name("Deleting 1 nominee")
    expect_notice(page, "1 nominee deleted", "Ada")


def test_selected_records_are_exported_in_the_lists_order(page: Page) -> None:
    page.goto(f"{SCREEN}?sort=name&category=tech")

    def exported(file_format: str) -> Path:
        act(page, "Export")
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=file_format).click()
        return Path(download.value.path())

    for name in ("Efe", "Bisi"):
        box(page, name).check()
    rows = list(csv.DictReader(exported("CSV").read_text(encoding="utf-8-sig").splitlines()))
    assert [row["Name"] for row in rows] == ["Bisi", "Efe"]
    assert [each["name"] for each in json.loads(exported("JSON").read_text())] == ["Bisi", "Efe"]
    expect_selected(page, "Bisi", "Efe")
    act(page, "Select all 5 matches")
    assert [each["name"] for each in json.loads(exported("JSON").read_text())] == list(NAMES)


def test_cards_are_selected_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(f"{SCREEN}?sort=name")
    card = page.get_by_test_id("record").filter(has_text="Ada")
    box(page, "Ada").check()
    expect_selected(page, "Ada")
    target = card.locator("label").bounding_box()
    assert target is not None
    assert (target["width"], target["height"]) == (44, 44)
    height = card.bounding_box()
    assert height is not None
    assert height["height"] <= 160
    page.get_by_role("checkbox", name="Select all on this page").check()
    expect_selected(page, *NAMES)
    expect(bar(page)).to_be_in_viewport()
    # So high that the bar, which sticks to the lower edge, covers no card.
    page.set_viewport_size({"width": PHONE, "height": 1600})
    assert_accessible(page)
    assert_no_horizontal_scroll(page)
