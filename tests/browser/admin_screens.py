"""What the tests of several management screens do alike."""

import re
from collections.abc import Callable
from io import BytesIO

from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_no_sideways_scroll

PHONE = 375
"""The width of a phone, in px."""


def picture(name: str = "picture.png", colour: str = "plum") -> FilePayload:
    """Return a small PNG in one colour."""
    data = BytesIO()
    Image.new("RGB", (40, 50), colour).save(data, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": data.getvalue()}


def open_form(page: Page, button: str, title: str) -> Locator:
    """Press a button of the screen and return the dialog that it opens."""
    page.get_by_role("button", name=button, exact=True).click()
    form = page.get_by_role("dialog", name=title)
    expect(form).to_be_visible()
    return form


def expect_failure(page: Page, start: str) -> None:
    """Fail unless a destructive notice comes to be shown whose words begin with `start`."""
    notice = page.get_by_test_id("notice")
    # A server's own failure is tried three times, a second apart.
    expect(notice.get_by_text(re.compile(f"^{re.escape(start)}"))).to_be_visible(timeout=15_000)
    expect(notice).to_have_attribute("data-variant", "destructive")


def assert_guarded(
    page: Page,
    sign_in: Callable[[Page, str], None],
    site: Site,
    path: str,
    *,
    empty: str,
) -> None:
    """Fail unless admin and editor see the list, and who is signed out has to sign in.

    The screen at `path` has no records.
    """
    page.goto(path)
    expect(page).to_have_url(f"{site.url}/auth")
    for role in ("admin", "editor"):
        page.context.clear_cookies()
        sign_in(page, role)
        page.goto(path)
        expect(page.get_by_text(empty, exact=True)).to_be_visible()


def assert_works_on_a_phone(page: Page, path: str, edit: str, title: str, submit: str) -> None:
    """Fail unless a record's card and its form are usable and accessible at a phone's width."""
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(path)
    card = page.get_by_test_id("record").first
    expect(card).to_be_visible()
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    card.get_by_role("button", name=edit, exact=True).click()
    form = page.get_by_role("dialog", name=title)
    form.get_by_role("switch", name="Published").scroll_into_view_if_needed()
    expect(form.get_by_role("button", name=submit)).to_be_in_viewport()
    assert_accessible(page)
    assert_no_sideways_scroll(page)
