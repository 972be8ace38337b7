"""Subscribers."""

import csv
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit

SCREEN = "/admin/subscribers"
API = "/api/admin/subscriptions"


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    """Begin each test without subscribers."""
    empty(site, API, API)


def subscribe(site: Site, *addresses: str) -> None:
    """Subscribe email addresses through the API."""
    for address in addresses:
        site.create("/api/newsletter", email=address)


def stored(site: Site) -> list[str]:
    """Return the subscribed addresses, newest first."""
    subscribers: list[dict[str, Any]] = site.api.get(API).json()
    return [each["email"] for each in subscribers]


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


def test_a_new_subscriber_is_listed(editor_page: Page) -> None:
    visit(editor_page, "/contact")
    signup = editor_page.get_by_test_id("contact-newsletter")
    signup.get_by_role("textbox").fill("reader@example.org")
    signup.get_by_role("button").click()
    expect(editor_page.get_by_test_id("newsletter-thanks")).to_be_visible()
    editor_page.goto(SCREEN)
    table = editor_page.get_by_role("table", name="Subscribers")
    expect(table.get_by_role("columnheader")).to_have_text(
        [re.compile(text) for text in ("Email", "Date Subscribed", "Actions")]
    )
    row = table.get_by_test_id("record")
    expect(row.get_by_text("reader@example.org", exact=True)).to_be_visible()
    expect(row.get_by_text(re.compile(r"^[A-Z][a-z]{2} \d{1,2}, \d{4}$"))).to_be_visible()
    assert_accessible(editor_page)


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
    addresses = [f"reader-{number:03}@example.org" for number in range(130)]
    subscribe(site, *addresses)
    editor_page.goto(SCREEN)
    expect(editor_page.get_by_text("Showing 130 of 130 subscribers", exact=True)).to_be_visible()
    file = exported(editor_page)
    assert file.startswith(b"\xef\xbb\xbfEmail,Date Subscribed\r\n")
    assert file.endswith(b"\r\n")
    heading, *rows = read_rows(file)
    assert heading == ["Email", "Date Subscribed"]
    assert [email for email, _ in rows] == addresses[::-1]
    assert {day for _, day in rows} == {datetime.now(UTC).date().isoformat()}


def test_the_export_has_every_row_that_matches_the_search(editor_page: Page, site: Site) -> None:
    wanted = [f"wanted-{number:03}@example.org" for number in range(110)]
    subscribe(site, *wanted, "other@example.org")
    editor_page.goto(f"{SCREEN}?search=wanted&sort=email&page=2")
    expect(editor_page.get_by_text("Showing 110 of 111 subscribers", exact=True)).to_be_visible()
    assert [email for email, _ in read_rows(exported(editor_page))[1:]] == wanted


def test_the_export_as_json_has_the_subscribers_as_the_api_returns_them(
    editor_page: Page, site: Site
) -> None:
    subscribe(site, "ada@example.org", "bisi@example.org")
    editor_page.goto(f"{SCREEN}?search=bisi")
    expect(editor_page.get_by_test_id("record")).to_have_count(1)
    assert json.loads(exported(editor_page, "json")) == site.api.get(API).json()[:1]


def test_selected_subscribers_are_exported(editor_page: Page, site: Site) -> None:
    subscribe(site, "ada@example.org", "bisi@example.org", "cleo@example.org")
    editor_page.goto(SCREEN)
    for email in ("ada@example.org", "cleo@example.org"):
        editor_page.get_by_role("checkbox", name=f"Select {email}").check()
    file = exported(editor_page.get_by_role("region", name="Selection"))
    assert [email for email, _ in read_rows(file)[1:]] == ["cleo@example.org", "ada@example.org"]


def test_no_cell_of_the_export_is_a_formula(editor_page: Page, site: Site) -> None:
    subscribe(site, "=sum@example.org", "+plus@example.org", "-minus@example.org")
    database = site.open_database()
    with database:
        # No valid email address begins like this or needs quotes, but older rows may.
        for number, email in enumerate(
            ['@a,"b"@example.org', "two\nlines@example.org", '"a;=1"@example.org']
        ):
            database.execute(
                "INSERT INTO subscribers (email, email_folded, created_at, search_text)"
                " SELECT ?, ?, created_at, ? FROM subscribers WHERE email_folded LIKE '=sum%'",
                (email, str(number), email),
            )
    database.close()
    editor_page.goto(SCREEN)
    text = exported(editor_page).decode("utf-8-sig")
    for cell in (
        "'=sum@example.org",
        "'+plus@example.org",
        "'-minus@example.org",
        '"\'@a,""b""\'@example.org"',
        '"two\nlines@example.org"',
        '"""a;\'=1""\'@example.org"',
    ):
        assert f"\r\n{cell}," in text


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
