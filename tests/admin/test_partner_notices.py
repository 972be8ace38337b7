"""The notices of failed writes on the screens of sponsors and cover pages."""

import pytest

from awards_site.core.request_client import ConnectionFailed, RequestFailed
from awards_site.features.cover_pages.admin import COVER_PAGES
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.portal.gateway import Notice

WORDS = (
    (SPONSORS.notices.create_failed, "Failed to create sponsor. Please try again."),
    (SPONSORS.notices.update_failed, "Failed to update sponsor. Please try again."),
    (SPONSORS.notices.delete_failed, "Failed to delete sponsor"),
    (COVER_PAGES.notices.create_failed, "Failed to create cover page"),
    (COVER_PAGES.notices.update_failed, "Failed to update cover page"),
    (COVER_PAGES.notices.delete_failed, "Failed to delete cover page"),
    (COVER_PAGES.row_actions["activate"].error_toast, "Failed to activate cover page"),
)


@pytest.mark.parametrize(("notice", "words"), WORDS)
def test_a_failure_without_a_message_shows_the_default_message(notice: Notice, words: str) -> None:
    for error in (
        ConnectionFailed("POST", "/api/sponsors"),
        RequestFailed(502, "<h1>Bad Gateway</h1>"),
    ):
        assert notice.format_error(error) == ("Error", words)


@pytest.mark.parametrize(("notice", "_words"), WORDS)
def test_the_server_message_is_displayed(notice: Notice, _words: str) -> None:
    error = RequestFailed(404, '{"message": "Sponsor not found"}')
    assert notice.format_error(error) == ("Error", "Sponsor not found")
