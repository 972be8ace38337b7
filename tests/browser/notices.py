"""How browser tests read the one notice that is shown."""

from playwright.sync_api import Page, expect


def expect_notice(page: Page, title: str, description: str = "") -> None:
    """Fail unless the notice with this title and description comes to be shown."""
    notice = page.get_by_test_id("notice")
    for text in filter(None, (title, description)):
        expect(notice.get_by_text(text, exact=True)).to_be_visible()
