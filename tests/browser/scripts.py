"""Loads the site's request script into a page, for tests that call it."""

from playwright.sync_api import Page

from tools.site_server import ROOT

_SOURCE = ROOT / "awards_site" / "frontend" / "queries" / "request.js"
_ADDRESS = "/tested/request.js"


def add_request_script(page: Page) -> None:
    """Put the functions of frontend/queries/request.js into `window.awards` of the open page."""
    page.route(
        f"**{_ADDRESS}",
        lambda route: route.fulfill(content_type="text/javascript", body=_SOURCE.read_text()),
    )
    page.evaluate("async (address) => { window.awards = await import(address) }", _ADDRESS)
