"""The dashboard: counts, quick access, the next event and the last changes."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.site import Site
from tests.browser.visits import assert_accessible

OpenPage = Callable[[str], Page]


def test_only_unread_messages_are_counted(open_page: OpenPage, site: Site) -> None:
    before = len(site.api.get("/api/admin/contact").json())
    site.create(
        "/api/contact",
        name="Ada",
        email="ada@example.org",
        inquiryType="media",
        message="A question from the press",
    )
    page = open_page("admin")
    page.goto("/admin")
    card = page.get_by_test_id("count-messages")
    expect(card).to_contain_text("Unread inquiries")
    expect(card).to_have_text(re.compile(rf"Contact Messages{before + 1}Unread inquiries"))


def test_the_dashboard_shows_the_date_and_the_next_event(open_page: OpenPage) -> None:
    page = open_page("user")
    page.goto("/admin")
    today = datetime.now(UTC)
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome, Test User")
    expect(page.get_by_text(f"{today:%A, %B} {today.day}, {today.year}")).to_be_visible()
    panel = page.get_by_role("region", name="Next Event")
    for name, days in {
        "Nominations Open": 30,
        "Finalists Announced": 60,
        "Award Ceremony": 90,
    }.items():
        day = today + timedelta(days=days)
        item = panel.get_by_role("listitem").filter(has_text=name)
        expect(item).to_contain_text(f"{day:%b} {day.day}, {day.year}")
        expect(item).to_contain_text(f"in {days} days")


def test_recent_changes_show_who_did_what_and_when(open_page: OpenPage, site: Site) -> None:
    record_id = publish_nominee(site, "Amara Okafor")["id"]
    site.api.patch(f"/api/nominees/{record_id}", json={"isPublished": False})
    site.api.delete(f"/api/nominees/{record_id}")
    page = open_page("editor")
    page.goto("/admin")
    changes = page.get_by_role("region", name="Recent changes").get_by_role("listitem")
    expect(changes.nth(0)).to_contain_text("Administrator deleted the nominee Amara Okafor")
    expect(changes.nth(1)).to_contain_text("Administrator unpublished the nominee Amara Okafor")
    expect(changes.nth(2)).to_contain_text("Administrator created the nominee Amara Okafor")
    changed_at = changes.nth(0).locator("time").get_attribute("datetime")
    assert changed_at is not None
    assert abs(datetime.now(UTC) - datetime.fromisoformat(changed_at)) < timedelta(minutes=5)
    expect(page.get_by_text("Times are in UTC.")).to_be_visible()
    activity = page.get_by_role("region", name="Website Activity")
    expect(activity.get_by_text("No activity data available yet.", exact=True)).to_be_visible()
    expect(activity.get_by_role("listitem")).to_have_count(0)
    assert_accessible(page)


def test_recent_changes_depend_on_the_role(open_page: OpenPage, site: Site) -> None:
    publish_nominee(site, "Bisi Laurent")
    page = open_page("user")
    page.goto("/admin")
    changes = page.get_by_role("region", name="Recent changes")
    expect(changes.get_by_text("No changes yet.", exact=True)).to_be_visible()
    expect(changes.get_by_role("listitem")).to_have_count(0)


def test_a_card_opens_its_screen(open_page: OpenPage) -> None:
    page = open_page("admin")
    page.goto("/admin")
    page.get_by_test_id("count-users").click()
    expect(page.get_by_role("heading", level=1, name="User Management")).to_be_visible()
