"""A session that ends while a screen is open: signing in again and continuing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocket, WebSocketRoute, expect

from tests.browser.content import empty, publish_nominee
from tests.browser.files import image_file
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import (
    assert_accessible,
    expect_notice,
    press_escape_on_focus,
    reload_after,
    sign_in_as,
    visit_and_load,
    wait_until,
)
from tests.factories import Body

SCREEN = "/admin/nominees"
PHONE: ViewportSize = {"width": 375, "height": 800}
TYPED = {
    "Name": "Chidi Rahman",
    "Title": "Chief Scientist",
    "Company": 'Blue "Delta"',
    "Bio": "She reads rivers.\n</script>",
    "Achievements": "Clean water for a million",
}


@pytest.fixture(autouse=True)
def start_empty(site: Site, problems: Problems) -> None:
    """Begin each test without nominees, and expect the console errors of refused calls."""
    problems.expect("401")
    empty(site, "/api/nominees", "/api/nominees")


@pytest.fixture
def editor_page(page: Page, sign_in: Callable[[Page, str], None]) -> Page:
    sign_in(page, "editor")
    visit_and_load(page, SCREEN)
    return page


def end_session(page: Page) -> None:
    """End the page's session, in the database and in the browser."""
    assert page.context.request.post("/api/auth/logout").ok


def type_nominee(page: Page) -> Locator:
    page.get_by_role("button", name="Add Nominee").click()
    form = page.get_by_role("dialog", name="Add Nominee")
    for label, text in TYPED.items():
        form.get_by_label(label, exact=True).fill(text)
    return form


def read_all(site: Site) -> list[Body]:
    nominees: list[Body] = site.api.get("/api/nominees").json()
    return nominees


def expect_typed(form: Locator) -> None:
    for label, text in TYPED.items():
        expect(form.get_by_label(label, exact=True)).to_have_value(text)


def gate(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Your session has ended")


def sign_in_there(page: Page, password: str = PASSWORD) -> None:
    gate(page).get_by_label("Password").fill(password)
    gate(page).get_by_role("button", name="Sign in").click()


def test_a_save_continues_after_signing_in_again(editor_page: Page, site: Site) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    save = form.get_by_role("button", name="Create Nominee")
    save.click()
    username = gate(editor_page).get_by_label("Username")
    password = gate(editor_page).get_by_label("Password")
    expect(username).to_have_value("editor")
    expect(username).not_to_be_editable()
    expect(password).to_be_focused()
    assert_accessible(editor_page)
    editor_page.keyboard.press("Escape")
    expect(gate(editor_page)).to_be_hidden()
    expect_typed(form)
    expect(save).to_be_focused()
    save.click()
    sign_in_there(editor_page, "")
    expect(password).to_have_accessible_description("Password is required")
    expect(password).to_be_focused()
    sign_in_there(editor_page, "wrong")
    expect_notice(editor_page, "Login failed", "Invalid username or password")
    expect(password).to_be_focused()
    editor_page.keyboard.type(PASSWORD)
    editor_page.keyboard.press("Enter")
    expect_notice(editor_page, "Success", "Nominee created successfully")
    expect(gate(editor_page)).to_be_hidden()
    expect(form).to_be_hidden()
    [nominee] = read_all(site)
    assert nominee["bio"] == TYPED["Bio"]
    assert nominee["company"] == TYPED["Company"]


def test_deleting_and_publishing_continue_after_signing_in_again(
    editor_page: Page, site: Site
) -> None:
    publish_nominee(site, "Amara Okafor")
    visit_and_load(editor_page, SCREEN)
    unpublish = editor_page.get_by_role("button", name="Unpublish Amara Okafor")
    expect(unpublish).to_be_visible()
    end_session(editor_page)
    unpublish.click()
    sign_in_there(editor_page)
    expect_notice(editor_page, "Success", "Nominee unpublished successfully")
    editor_page.get_by_role("button", name="Delete Amara Okafor").click()
    confirm = editor_page.get_by_role("alertdialog").get_by_role("button", name="Delete")
    expect(confirm).to_be_visible()
    end_session(editor_page)
    confirm.click()
    sign_in_there(editor_page)
    expect_notice(editor_page, "Success", "Nominee deleted successfully")
    assert read_all(site) == []


def test_an_upload_continues_after_signing_in_again(editor_page: Page) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    form.get_by_label("Upload").set_input_files(image_file())
    expect(gate(editor_page).get_by_label("Password")).to_be_focused()
    editor_page.keyboard.press("Escape")
    expect_notice(editor_page, "Upload Failed")
    expect(form.get_by_text("Please sign in")).to_be_visible()
    expect_typed(form)
    form.get_by_label("Upload").set_input_files(image_file())
    sign_in_there(editor_page)
    expect(form.get_by_label("Image", exact=False).first).to_have_value(re.compile("^/"))
    expect_typed(form)


def test_escape_works_as_soon_as_the_password_has_focus(editor_page: Page) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    press_escape_on_focus(editor_page, "session-dialog")
    form.get_by_label("Upload").set_input_files(image_file())
    expect(form.get_by_text("Please sign in")).to_be_visible()
    expect(gate(editor_page)).to_have_count(0)
    expect_typed(form)


def test_a_sign_in_in_another_tab_is_enough(editor_page: Page, site: Site) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    sign_in_as(editor_page.context, site.account("editor"))
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(editor_page, "Success", "Nominee created successfully")
    assert len(read_all(site)) == 1


def test_signing_in_as_another_user_elsewhere_reloads_the_page(
    editor_page: Page, site: Site
) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    sign_in_as(editor_page.context, ADMIN)
    editor_page.on("dialog", lambda dialog: dialog.accept())
    form.get_by_role("button", name="Create Nominee").click()
    expect(editor_page.get_by_test_id("account-menu-button")).to_contain_text(ADMIN.name)
    expect(form).to_be_hidden()
    assert read_all(site) == []


def test_a_network_interruption_closes_no_dialog(
    page: Page, sign_in: Callable[[Page, str], None], site: Site
) -> None:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("_event"), connect)
    sign_in(page, "editor")
    visit_and_load(page, SCREEN)
    form = type_nominee(page)
    reload_after(page, lambda: sockets[-1].close(code=4000))
    assert len(sockets) > 1
    expect_typed(form)
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(page, "Success", "Nominee created successfully")
    assert len(read_all(site)) == 1


def test_an_idle_page_keeps_its_state(page: Page, sign_in: Callable[[Page, str], None]) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    page.clock.install()
    sign_in(page, "editor")
    visit_and_load(page, SCREEN)
    form = type_nominee(page)
    page.clock.fast_forward("20:01")
    expect_typed(form)
    wait_until(page, lambda: any("account.keep_alive" in text for text in sent))


def test_a_reloaded_page_redirects_to_sign_in(editor_page: Page) -> None:
    end_session(editor_page)
    editor_page.reload()
    expect(editor_page).to_have_url(re.compile(r"/auth/?$"))


def test_the_next_screen_redirects_to_sign_in(editor_page: Page) -> None:
    end_session(editor_page)
    editor_page.get_by_role("navigation", name="Admin").get_by_role(
        "link", name="Dashboard"
    ).click()
    expect(editor_page).to_have_url(re.compile(r"/auth/?$"))


def test_another_account_can_be_used(editor_page: Page) -> None:
    form = type_nominee(editor_page)
    end_session(editor_page)
    form.get_by_role("button", name="Create Nominee").click()
    editor_page.on("dialog", lambda dialog: dialog.accept())
    gate(editor_page).get_by_role("link", name="Use another account").click()
    expect(editor_page).to_have_url(re.compile(r"/auth/?$"))


def test_the_dialog_fits_a_phone(editor_page: Page) -> None:
    editor_page.set_viewport_size(PHONE)
    form = type_nominee(editor_page)
    end_session(editor_page)
    form.get_by_role("button", name="Create Nominee").click()
    expect(gate(editor_page).get_by_role("button", name="Sign in")).to_be_in_viewport()
    assert_accessible(editor_page)


def test_a_closed_dialog_opens_again_only_when_the_user_does_something(
    page: Page, sign_in: Callable[[Page, str], None], problems: Problems
) -> None:
    problems.expect("403")
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    sign_in(page, "editor")
    visit_and_load(page, SCREEN)
    form = type_nominee(page)
    end_session(page)
    wait_until(page, lambda: all(socket.is_closed() for socket in sockets))
    # As when the tab is seen again: the page tries to connect, and is refused.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(gate(page).get_by_label("Password")).to_be_focused()
    with page.expect_event("websocket"):
        page.keyboard.press("Escape")
    expect(gate(page)).to_be_hidden()
    expect_typed(form)
    form.get_by_role("button", name="Create Nominee").click()
    sign_in_there(page)
    expect_notice(page, "Success", "Nominee created successfully")


def test_a_preview_is_saved_and_linked_after_signing_in_again(
    editor_page: Page, site: Site
) -> None:
    made = publish_nominee(site, "Ada Obi")
    editor_page.goto(SCREEN)
    editor_page.get_by_role("button", name="Edit Ada Obi").click()
    form = editor_page.get_by_role("dialog", name="Edit Nominee")
    form.get_by_label("Company").fill("Typed & Co")
    form.get_by_role("button", name="Preview").click()
    preview = editor_page.get_by_role("dialog", name="Preview", exact=True)
    # The frame reads its page with the session.
    frame = preview.locator("iframe").content_frame
    expect(frame.get_by_text("Typed & Co").first).to_be_visible()
    end_session(editor_page)
    preview.get_by_role("button", name="Save draft and copy link").click()
    sign_in_there(editor_page)
    expect(preview.get_by_label("Preview link", exact=True)).to_have_value(re.compile("/preview/"))
    draft = site.api.get(f"/api/nominees/{made['id']}/draft").json()
    assert draft["values"] == {"company": "Typed & Co"}
