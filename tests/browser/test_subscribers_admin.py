"""Subscribers."""

import csv
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import expect_notice

SCREEN = "/admin/subscribers"
API = "/api/admin/subscriptions"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, API, API)


def subscribe(site: Site, *addresses: str) -> None:
    for address in addresses:
        site.create("/api/newsletter", email=address)


def exported(page: Page | Locator, ending: str = "csv") -> bytes:
    """Export what is listed or selected, check the file name, and return its content."""
    shown = page.page if isinstance(page, Locator) else page
    with shown.expect_download() as download:
        page.get_by_role("button", name=f"Export {ending.upper()}").click()
    today = datetime.now(UTC).date().isoformat()
    assert download.value.suggested_filename == f"subscribers_{today}.{ending}"
    return Path(download.value.path()).read_bytes()


def read_rows(file: bytes) -> list[list[str]]:
    """Return the rows of a CSV file, its heading among them."""
    return list(csv.reader(file.decode("utf-8-sig").splitlines()))


def test_the_search_counts_its_matches(editor_page: Page, site: Site) -> None:
    subscribe(site, "ada@example.org", "bisi@example.org", "ada@example.com")
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_text("Showing 3 of 3 subscribers", exact=True)).to_be_visible()
    search = editor_page.get_by_role("searchbox", name="Search subscribers")
    search.fill("ADA")
    expect(editor_page.get_by_text("Showing 2 of 3 subscribers", exact=True)).to_be_visible()
    expect(editor_page.get_by_test_id("record")).to_have_count(2)
    search.fill("nothing like it")
    expect(editor_page.get_by_text("Showing 0 of 3 subscribers", exact=True)).to_be_visible()


def test_the_export_is_a_csv_file_of_all_rows(editor_page: Page, site: Site) -> None:
    addresses = [f"reader-{number}@example.org" for number in range(3)]
    subscribe(site, *addresses)
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_text("Showing 3 of 3 subscribers", exact=True)).to_be_visible()
    file = exported(editor_page)
    assert file.startswith(b"\xef\xbb\xbfEmail,Date Subscribed\r\n")
    assert file.endswith(b"\r\n")
    heading, *rows = read_rows(file)
    assert heading == ["Email", "Date Subscribed"]
    assert [email for email, _ in rows] == addresses[::-1]
    assert {day for _, day in rows} == {datetime.now(UTC).date().isoformat()}


def test_selected_subscribers_are_exported(editor_page: Page, site: Site) -> None:
    subscribe(site, "ada@example.org", "bisi@example.org", "cleo@example.org")
    editor_page.goto(SCREEN)
    for email in ("ada@example.org", "cleo@example.org"):
        editor_page.get_by_role("checkbox", name=f"Select {email}").check()
    file = exported(editor_page.get_by_role("region", name="Selection"))
    assert [email for email, _ in read_rows(file)[1:]] == ["cleo@example.org", "ada@example.org"]


def test_a_failed_export_is_reported(editor_page: Page, site: Site, problems: Problems) -> None:
    problems.expect("403")
    subscribe(site, "ada@example.org")
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_test_id("record")).to_have_count(1)
    editor_page.route(
        f"**{API}/export*",
        lambda route: route.fulfill(status=403, json={"message": "Your role has changed"}),
    )
    button = editor_page.get_by_role("button", name="Export CSV")
    button.click()
    expect_notice(editor_page, "Export failed", "Your role has changed")
    expect(button).to_have_attribute("aria-disabled", "false")
