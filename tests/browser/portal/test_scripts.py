"""The scripts of the portal: what a screen loads, and the dialogs that it loads when it is used."""

import gzip

from playwright.sync_api import Page, Request, Response, expect

from awards_site import app  # noqa: F401 # It fills the menu.
from awards_site.portal.navigation import ACCOUNT, nav_items
from tests.browser.problems import Problems
from tests.browser.visits import expect_notice, open_form, visit_and_load, wait_until

LIMIT_BYTES = 221_000
"""The maximum size of a screen's scripts, gzipped, before anybody uses it."""


def test_the_scripts_of_each_screen_stay_within_their_limit(admin_page: Page) -> None:
    sizes: dict[str, int] = {}
    loaded: set[str] = set()
    pending: set[Request] = set()

    def record(response: Response) -> None:
        url = response.url
        if response.request.resource_type == "script" or url.endswith(".js"):
            loaded.add(url)
            if url not in sizes:
                sizes[url] = len(gzip.compress(response.body()))

    admin_page.on("response", record)
    admin_page.on("request", lambda request: pending.add(request))
    for ended in ("requestfinished", "requestfailed"):
        admin_page.on(ended, lambda request: pending.discard(request))
    too_large = {}
    # A link that opens a form at once also loads that.
    items = (each.path for each in nav_items() if "?" not in each.path)
    for path in (*items, ACCOUNT.path):
        loaded.clear()
        visit_and_load(admin_page, path)
        # A request can have ended before its body is read.
        wait_until(admin_page, lambda: not pending and loaded <= sizes.keys())
        assert loaded, path
        total = sum(sizes[url] for url in loaded)
        if total > LIMIT_BYTES:
            listing = "\n".join(f"{sizes[url]:>7} {url}" for url in sorted(loaded))
            too_large[path] = f"{total} bytes:\n{listing}"
    assert too_large == {}


def test_a_pointer_on_a_link_loads_the_scripts_of_its_screen(admin_page: Page) -> None:
    visit_and_load(admin_page, "/admin")
    link = admin_page.get_by_test_id("admin-sidebar").get_by_role("link", name="Events")
    loaded = admin_page.locator("link[rel=modulepreload][href^='/assets/_admin_._events_']")
    expect(loaded).to_have_count(0)
    link.hover()
    expect(loaded).to_have_count(1)


def test_dialogs_that_cannot_be_loaded_can_be_opened_again(
    admin_page: Page, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    admin_page.route("**/admin_dialogs*.js", lambda route: route.abort())
    admin_page.goto("/admin/events")
    admin_page.get_by_role("button", name="Create Event", exact=True).click()
    expect_notice(admin_page, "The dialog cannot be opened now")
    expect(admin_page.get_by_role("dialog")).to_have_count(0)
    admin_page.unroute("**/admin_dialogs*.js")
    open_form(admin_page, "Create Event", "Create Event")
