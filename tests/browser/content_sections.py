"""Steps of browser tests of content sections."""

from typing import Any

from playwright.sync_api import Locator, Page

from awards_site.pages import content_blocks
from tests.browser.site import Site

SCREEN = "/admin/content"
API = "/api/admin/content"

assert content_blocks.__all__, "the registry is filled by importing the texts of every page"


def add_section(site: Site, name: str, identifier: str, /, **content: Any) -> str:
    section = site.create(API, name=name, identifier=identifier, content=content)
    return f"{API}/{section['id']}"


def stored(site: Site) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = site.api.get("/api/content").json()
    return sections


def open_dialog(page: Page, button: str, title: str) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=button).click()
    return page.get_by_role("dialog", name=f"{title} Content Section")


def open_create(page: Page) -> Locator:
    return open_dialog(page, "Create Content Section", "Create")


def open_default(page: Page, name: str) -> Locator:
    """Open the form of a content block without a section and return its dialog."""
    return open_dialog(page, f"Change texts of {name}", "Create")


def open_edit(page: Page, name: str) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=f"Edit {name}").click()
    is_edition = name == "Edition"
    return page.get_by_role("dialog", name=name if is_edition else "Edit Content Section")
