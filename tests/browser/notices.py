"""Assertions on the visible notice."""

from playwright.sync_api import Page, expect


def expect_notice(page: Page, title: str, description: str = "") -> None:
    """Assert that the notice with this title and description is shown."""
    notice = page.get_by_test_id("notice")
    for text in filter(None, (title, description)):
        expect(notice.get_by_text(text, exact=True)).to_be_visible()
