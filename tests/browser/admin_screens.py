"""Helpers of the tests of several management screens."""

import re

from playwright.sync_api import Locator, Page, expect

PHONE = 375
"""The width of a phone, in px."""

_BY_STAFF = [
    "Content Editor",
    "Events",
    "Nominees",
    "Embargoes",
    "Sponsors",
    "Cover Pages",
    "Blog",
    "Photo Gallery",
    "Video Gallery",
    "Media",
    "Trash",
    "Contact Messages",
    "Subscribers",
]
MANAGED = {
    "admin": [*_BY_STAFF, "User Management", "Audit Log", "Personal Data"],
    "editor": _BY_STAFF,
    "user": ["Content Editor"],
}
"""The names of the screens of each role in the order of the menu, after the dashboard."""


def open_form(page: Page, button: str, title: str) -> Locator:
    """Press a button of the screen and return the dialog that it opens."""
    page.get_by_role("button", name=button, exact=True).click()
    form = page.get_by_role("dialog", name=title)
    expect(form).to_be_visible()
    return form


def form_field(form: Locator, label: str) -> Locator:
    """Return the field with this label, optional or not."""
    return form.get_by_label(re.compile(rf"^{re.escape(label)}( \(optional\))?$"))
