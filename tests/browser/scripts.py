"""Loads the site's request script into a page, for tests that call it."""

from playwright.sync_api import Page, Route

from tools.site_server import ROOT

_FOLDER = "/tested/"


def add_request_script(page: Page) -> None:
    """Put the functions of frontend/queries/request.js into `window.awards` of the open page."""
    page.route(f"**{_FOLDER}**", _send_script)
    page.evaluate(
        "async (address) => { window.awards = await import(address) }",
        f"{_FOLDER}queries/request.js",
    )


def _send_script(route: Route) -> None:
    name = route.request.url.partition(_FOLDER)[2]
    source = (ROOT / "awards_site" / "frontend" / name).read_text()
    route.fulfill(content_type="text/javascript", body=source)
