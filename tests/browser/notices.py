"""How browser tests read the one notice that is shown."""

from playwright.sync_api import Page, expect


def expect_notice(page: Page, title: str, description: str = "") -> None:
    """Fail unless the notice with this title and description comes to be shown."""
    notice = page.get_by_test_id("notice")
    expect(notice.get_by_text(title, exact=True)).to_be_visible()
    if description:
        expect(notice.get_by_text(description, exact=True)).to_be_visible()
