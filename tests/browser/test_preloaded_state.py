"""A screen of the portal shows its records before its websocket opens."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.admin_screens import PHONE
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, wait_until
from tests.factories import nominee_body

SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def nominee(site: Site) -> Iterator[str]:
    """Create a nominee, and return their path in the API."""
    created = site.create("/api/nominees", **nominee_body(name="Ada First"))
    yield f"/api/nominees/{created['id']}"
    site.api.delete(f"/api/nominees/{created['id']}")


@pytest.fixture
def connect(admin_page: Page) -> Callable[[], None]:
    """Return a function that connects the page's websocket, which is held until then."""
    held: list[WebSocketRoute] = []
    admin_page.route_web_socket(re.compile("_event"), lambda socket: held.append(socket))

    def release() -> None:
        wait_until(admin_page, lambda: bool(held))
        held[-1].connect_to_server()

    return release


@pytest.mark.usefixtures("connect")
@pytest.mark.parametrize("width", [PHONE, 1280])
def test_a_screen_shows_its_records_without_a_websocket(admin_page: Page, width: int) -> None:
    admin_page.set_viewport_size({"width": width, "height": 800})
    admin_page.goto(SCREEN)
    record = admin_page.get_by_test_id("record").filter(has_text="Ada First")
    expect(record.get_by_role("button", name="Edit")).to_be_visible()
    assert_accessible(admin_page)


@pytest.mark.usefixtures("connect")
def test_a_screen_shows_what_its_url_searches_for_without_a_websocket(admin_page: Page) -> None:
    admin_page.goto(f"{SCREEN}?search=nobody+has+this+name")
    expect(admin_page.get_by_text("Try adjusting your search query.")).to_be_visible()


def test_what_is_clicked_before_the_websocket_opens_happens_then(
    admin_page: Page, site: Site, nominee: str, connect: Callable[[], None]
) -> None:
    admin_page.goto(SCREEN)
    record = admin_page.get_by_test_id("record").filter(has_text="Ada First")
    record.get_by_role("button", name="Edit").click()
    assert site.api.patch(nominee, json={"name": "Ada Second"}).is_success
    connect()
    form = admin_page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ada Second")


def test_the_list_stays_as_it_was_when_its_websocket_opens(
    admin_page: Page, site: Site, nominee: str, connect: Callable[[], None]
) -> None:
    admin_page.goto(SCREEN)
    record = admin_page.get_by_test_id("record").filter(has_text="Ada First")
    expect(record).to_be_visible()
    assert site.api.patch(nominee, json={"name": "Ada Second"}).is_success
    connect()
    record.get_by_role("button", name="Edit").click()
    expect(admin_page.get_by_role("dialog", name="Edit Nominee")).to_be_visible()
    admin_page.keyboard.press("Escape")
    expect(record).to_be_visible()


def test_a_spinner_is_shown_if_the_document_has_no_state(
    admin_page: Page, connect: Callable[[], None]
) -> None:
    admin_page.add_init_script(
        """new MutationObserver(() => document.getElementById("preloaded-state")?.remove())
            .observe(document, { childList: true, subtree: true })"""
    )
    admin_page.goto(SCREEN)
    expect(admin_page.get_by_text("Loading...")).to_be_visible()
    expect(admin_page.get_by_test_id("admin")).to_have_count(0)
    connect()
    expect(admin_page.get_by_test_id("record").filter(has_text="Ada First")).to_be_visible()
