"""The account page: one's sessions."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site
from tests.browser.visits import expect_notice, visit_and_load

SCREEN = "/admin/account"
SignIn = Callable[[], httpx.Client]

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def sign_in_elsewhere(site: Site) -> Iterator[SignIn]:
    """Return a function that signs the editor in with another browser, and returns its client."""
    with ExitStack() as stack:

        def sign_in() -> httpx.Client:
            account = site.account("editor")
            client = httpx.Client(base_url=site.url, headers={"User-Agent": FIREFOX}, timeout=30)
            stack.enter_context(client)
            body = {"username": account.username, "password": account.password}
            assert client.post("/api/auth/login", json=body).is_success
            return client

        yield sign_in


def is_signed_in(client: httpx.Client) -> bool:
    return client.get("/api/auth/me").is_success


def sessions(page: Page) -> Locator:
    return page.get_by_test_id("session")


@pytest.fixture
def editor_page(page: Page, sign_in: Callable[[Page, str], None]) -> Page:
    """Return the page of an editor who has no other session."""
    sign_in(page, "editor")
    page.context.request.delete("/api/auth/sessions")
    return page


def test_a_session_is_listed_and_signed_out(editor_page: Page, sign_in_elsewhere: SignIn) -> None:
    other = sign_in_elsewhere()
    visit_and_load(editor_page, SCREEN)
    expect(sessions(editor_page)).to_have_count(2)
    expect(sessions(editor_page).first).to_contain_text("This session")
    expect(sessions(editor_page).first.get_by_role("button")).to_have_count(0)
    expect(sessions(editor_page).last).to_contain_text("Firefox on Windows")
    for term in ("IP address:", "Signed in:", "Last use:"):
        expect(sessions(editor_page).last).to_contain_text(term)
    editor_page.get_by_role("button", name="Sign out Firefox on Windows").click()
    expect_notice(editor_page, "Signed out", "Firefox on Windows is signed out.")
    expect(sessions(editor_page)).to_have_count(1)
    assert not is_signed_in(other)
    assert editor_page.context.request.get("/api/auth/me").ok


def test_all_other_sessions_are_signed_out(editor_page: Page, sign_in_elsewhere: SignIn) -> None:
    others = [sign_in_elsewhere() for _ in range(2)]
    visit_and_load(editor_page, SCREEN)
    everywhere = editor_page.get_by_role("button", name="Sign out everywhere else")
    everywhere.click()
    expect_notice(editor_page, "Signed out", "Your other sessions have ended.")
    expect(sessions(editor_page)).to_have_count(1)
    expect(everywhere).to_be_hidden()
    assert not any(is_signed_in(other) for other in others)


def test_settings_lead_to_the_page(editor_page: Page) -> None:
    visit_and_load(editor_page, "/admin")
    editor_page.get_by_test_id("account-menu-button").click()
    editor_page.get_by_role("menuitem", name="Settings").click()
    settings = editor_page.get_by_role("dialog", name="Settings")
    settings.get_by_role("link", name="Manage your sessions").click()
    expect(editor_page).to_have_url(re.compile(rf"{SCREEN}/?$"))
    expect(settings).to_be_hidden()
    expect(editor_page.get_by_role("heading", name="Your Account")).to_be_visible()
    editor_page.get_by_role("button", name="Change password").click()
    expect(settings.get_by_label("Current password")).to_be_focused()
