"""The filters and the exports of management screens' lists."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import upload_image
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, assert_no_horizontal_scroll
from tests.factories import event_body, nominee_body, sponsor_body

SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def nominees(site: Site) -> Iterator[None]:
    made = [
        site.create(
            "/api/nominees",
            **nominee_body(name=name, category=category, year=year, isPublished=name != "Cleo"),
        )
        for name, category, year in (
            ("Ada", "tech", 2031),
            ("Bisi", "tech", 2030),
            ("Cleo", "creative", 2031),
        )
    ]
    yield
    for each in made:
        site.api.delete(f"/api/nominees/{each['id']}")


def expect_names(page: Page, *names: str) -> None:
    rows = page.get_by_test_id("record")
    expect(rows).to_have_text([re.compile(name) for name in names])


def exported(page: Page, file_format: str) -> Path:
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=file_format).click()
    assert download.value.suggested_filename.endswith(f".{file_format.lower()}")
    return Path(download.value.path())


def test_filters_are_kept_in_the_url_and_cleared_together(editor_page: Page) -> None:
    page = editor_page
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
    year.fill("1850")
    expect(filters.get_by_role("alert")).to_have_text("Enter a year from 2000 to 2100.")
    year.fill("2025.5")
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


def test_a_wrong_filter_in_the_url_says_what_is_wrong(editor_page: Page) -> None:
    editor_page.goto(f"{SCREEN}?year=soon")
    expect(editor_page.get_by_text("year must be a whole number from 2000 to 2100")).to_be_visible()
    editor_page.get_by_role("button", name="Clear filters").click()
    expect_names(editor_page, "Ada", "Cleo", "Bisi")


def test_events_are_filtered_by_status_and_year_on_a_phone(editor_page: Page, site: Site) -> None:
    for title, year in (("Gala", 2031), ("Supper", 2032)):
        body = event_body(
            title=title,
            startDate=f"{year}-05-01T10:00:00Z",
            endDate=f"{year}-05-01T12:00:00Z",
            isPublished=title == "Gala",
        )
        site.create("/api/events", **body)
    editor_page.set_viewport_size({"width": PHONE, "height": 800})
    editor_page.goto("/admin/events?filter=&isPublished=false")
    expect_names(editor_page, "Supper")
    filters = editor_page.get_by_role("group", name="Filters")
    filters.get_by_label("Status").select_option("")
    filters.get_by_label("Year").fill("2031")
    expect_names(editor_page, "Gala")
    filters.get_by_label("Image").select_option("With image")
    expect(editor_page.get_by_text("No events match your search.")).to_be_visible()
    assert_accessible(editor_page)
    assert_no_horizontal_scroll(editor_page)


def test_a_list_is_exported_as_csv_and_json_with_its_search_and_filters(
    editor_page: Page, site: Site
) -> None:
    image = upload_image(site)
    editor_page.goto(f"{SCREEN}?year=2031&sort=name")
    expect_names(editor_page, "Ada", "Cleo")
    file = exported(editor_page, "CSV").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(file.splitlines()))
    assert [(row["Name"], row["Is published"]) for row in rows] == [("Ada", "yes"), ("Cleo", "no")]
    records = json.loads(exported(editor_page, "JSON").read_text())
    assert [each["name"] for each in records] == ["Ada", "Cleo"]
    for name, is_published in (("Shown", True), ("Hidden", False)):
        site.create(
            "/api/sponsors", **sponsor_body(name=name, is_published=is_published, logo_url=image)
        )
    editor_page.goto("/admin/sponsors?filter=unpublished")
    expect_names(editor_page, "Hidden")
    records = json.loads(exported(editor_page, "JSON").read_text())
    assert [each["name"] for each in records] == ["Hidden"]
