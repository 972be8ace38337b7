"""Helpers of browser tests of content sections."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.site import Site

SCREEN = "/admin/content"
API = "/api/admin/content"


def add_section(site: Site, name: str, identifier: str, **content: Any) -> str:
    section = site.create(API, name=name, identifier=identifier, content=content)
    return f"{API}/{section['id']}"


def stored(site: Site) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = site.api.get("/api/content").json()
    return sections


def open_history(page: Page, name: str) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=f"History of {name}").click()
    return page.get_by_role("dialog", name="Edit History")
