"""The filters, exports, keyboard shortcuts and cards of management screens' lists."""

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee, publish_sponsor
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    WIDTHS,
    assert_accessible,
    assert_no_horizontal_scroll,
    visit_and_load,
)
from tests.factories import event_body, nominee_body

SCREEN = "/admin/nominees"

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture
def few(site: Site, start_empty: None) -> None:
    for name, category, year in (
        ("Ada", "tech", 2031),
        ("Bisi", "tech", 2030),
        ("Cleo", "creative", 2031),
    ):
        body = nominee_body(name=name, category=category, year=year, isPublished=name != "Cleo")
        site.create("/api/nominees", **body)


def expect_names(page: Page, *names: str) -> None:
    rows = page.get_by_test_id("record")
    expect(rows).to_have_text([re.compile(name) for name in names])


@pytest.mark.usefixtures("few")
def test_filters_are_kept_in_the_url_and_cleared_together(page: Page) -> None:
    page.goto(SCREEN)
    expect_names(page, "Ada", "Cleo", "Bisi")
    expect(page.get_by_label("Category")).to_have_count(0)
    page.get_by_role("button", name="Filters", exact=True).click()
    filters = page.get_by_role("group", name="Filters")
    filters.get_by_label("Category").select_option("Technology")
    expect_names(page, "Ada", "Bisi")
    year = filters.get_by_label("Year")
    year.fill("2031")
    expect_names(page, "Ada")
    expect(page).to_have_url(re.compile(r"\?category=tech&year=2031$"))
    expect(page.get_by_test_id("records-count")).to_have_text("1 of 3")
    assert_accessible(page)
    for wrong in ("1850", "2025.5"):
        year.fill(wrong)
        expect(filters.get_by_role("alert")).to_have_text("Enter a year from 2000 to 2100.")
    # A number from 2000 to 2100, but not a year.
    year.fill("2e3")
    expect(filters.get_by_role("alert")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?category=tech&year=2031$"))
    expect_names(page, "Ada")
    page.reload()
    expect(filters.get_by_label("Year")).to_have_value("2031")
    expect(page.get_by_role("button", name="Filters 2")).to_be_visible()
    page.go_back()
    expect_names(page, "Ada", "Bisi")
    expect(filters.get_by_label("Year")).to_have_value("")
    page.get_by_role("button", name="Clear filters").click()
    expect_names(page, "Ada", "Cleo", "Bisi")
    expect(page.get_by_role("button", name="Filters", exact=True)).to_be_focused()
    expect(page).to_have_url(re.compile(rf"{SCREEN}$"))
    page.goto(f"{SCREEN}?year=soon")
    expect(page.get_by_text("year must be a whole number from 2000 to 2100")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect_names(page, "Ada", "Cleo", "Bisi")


def test_events_are_filtered_by_status_and_year_on_a_phone(page: Page, site: Site) -> None:
    for title, year in (("Gala", 2031), ("Supper", 2032)):
        body = event_body(
            title=title,
            startDate=f"{year}-05-01T10:00:00Z",
            endDate=f"{year}-05-01T12:00:00Z",
            isPublished=title == "Gala",
        )
        site.create("/api/events", **body)
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto("/admin/events?filter=&isPublished=false")
    expect_names(page, "Supper")
    filters = page.get_by_role("group", name="Filters")
    filters.get_by_label("Status").select_option("")
    filters.get_by_label("Year").fill("2031")
    expect_names(page, "Gala")
    filters.get_by_label("Image").select_option("With image")
    expect(page.get_by_text("No events match your search.")).to_be_visible()
    assert_accessible(page)
    assert_no_horizontal_scroll(page)


def exported(page: Page, file_format: str) -> str:
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=file_format).click()
    assert download.value.suggested_filename.endswith(f".{file_format.lower()}")
    return Path(download.value.path()).read_text(encoding="utf-8-sig")


@pytest.mark.usefixtures("few")
def test_a_list_is_exported_with_its_tab_its_search_and_its_filters(
    page: Page, site: Site, image: str
) -> None:
    page.goto(f"{SCREEN}?year=2031&sort=name")
    expect_names(page, "Ada", "Cleo")
    rows = list(csv.DictReader(exported(page, "CSV").splitlines()))
    assert [(row["Name"], row["Is published"]) for row in rows] == [("Ada", "yes"), ("Cleo", "no")]
    for name in ("Shown", "Hidden"):
        publish_sponsor(site, name, is_published=name == "Shown", logo_url=image)
    page.goto("/admin/sponsors")
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_text(["All", "Published", "Unpublished"])
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("record")).to_have_count(2)
    tabs.nth(1).click()
    expect_names(page, "Shown")
    tabs.nth(2).click()
    expect_names(page, "Hidden")
    page.reload()
    expect_names(page, "Hidden")
    expect(tabs.nth(2)).to_have_attribute("aria-selected", "true")
    assert [each["name"] for each in json.loads(exported(page, "JSON"))] == ["Hidden"]
    publish_sponsor(site, "Also hidden", is_published=False, logo_url=image)
    page.get_by_role("button", name="Refresh").click()
    expect_names(page, "Also hidden", "Hidden")


@pytest.mark.usefixtures("few")
def test_shortcuts_search_create_edit_and_move_between_rows(page: Page) -> None:
    page.goto(f"{SCREEN}?sort=name&category=tech")
    ada, bisi = (page.get_by_test_id("record").filter(has_text=name) for name in ("Ada", "Bisi"))
    expect(bisi).to_be_visible()
    for key, row in (("j", ada), ("j", bisi), ("j", bisi), ("k", ada), ("j", bisi)):
        page.keyboard.press(key)
        expect(row).to_be_focused()
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Bisi")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.keyboard.press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    page.keyboard.type("jane?")
    expect(search).to_have_value("jane?")
    expect(ada).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_count(0)
    search.fill("")
    expect(ada).to_be_visible()
    search.blur()
    page.keyboard.press("j")
    expect(ada).to_be_focused()
    page.keyboard.press("n")
    # Ignored, because a dialog is opening.
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Add Nominee")
    expect(form).to_be_visible()
    form.get_by_role("button", name="Create Nominee").click()
    expect(form.get_by_role("alert").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()


@pytest.mark.usefixtures("few")
def test_the_list_of_shortcuts_switches_them_off(page: Page) -> None:
    page.goto(SCREEN)
    expect(page.get_by_test_id("record")).to_have_count(3)
    page.keyboard.press("?")
    shortcuts = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(shortcuts).to_contain_text("Add a nominee")
    assert_accessible(page)
    shortcuts.get_by_role("switch", name="Use keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(shortcuts).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("record")).to_have_count(3)
    page.keyboard.press("n")
    page.keyboard.press("?")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(shortcuts.get_by_role("switch")).not_to_be_checked()
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_a_card_unfolds_its_details_on_a_phone(page: Page, site: Site, image: str) -> None:
    publish_nominee(site, "The Society", category="leadership", imageUrl=image, isWinner=True)
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(SCREEN)
    card = page.get_by_test_id("record")
    more = card.get_by_role("button", name="More about The Society")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(card.get_by_text("Winner", exact=True)).to_be_visible()
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    for detail in ("Leadership", "2025"):
        expect(card.get_by_text(detail, exact=True)).to_be_visible()
    assert_accessible(page)
    assert_no_horizontal_scroll(page)
    more.press("Enter")
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(card.get_by_text("Leadership", exact=True)).to_be_visible()
    expect(more).to_be_hidden()


_BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode()) {
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) broken.push(word);
        }
    }
    return broken;
})"""


def test_no_word_of_usual_length_is_broken(admin_page: Page, site: Site, image: str) -> None:
    name = "Priya Raghunathan-Benhaddou"
    publish_nominee(
        site, name, title="Co-founder and Chief Executive", imageUrl=image, isWinner=True
    )
    publish_sponsor(site, "Meridian Cloudworks", logo_url="/hero.svg")
    for path, shown in (("nominees", name), ("sponsors", "Meridian Cloudworks"), ("media", "")):
        visit_and_load(admin_page, f"/admin/{path}")
        expect(admin_page.get_by_text(shown).first).to_be_visible()
        for width in (*WIDTHS, 1024):
            admin_page.set_viewport_size({"width": width, "height": 900})
            found = admin_page.evaluate(
                _BROKEN_WORDS, "[role=tab], th, button, [data-testid=record]"
            )
            assert found == [], (path, width)
            assert_no_horizontal_scroll(admin_page)
