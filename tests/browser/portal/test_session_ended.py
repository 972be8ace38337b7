"""A session that ends, or is too old for an action: signing in again, and continuing."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, WebSocket, WebSocketRoute, expect

from tests.browser.files import image_file
from tests.browser.portal.steps import SignIn
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, PASSWORD, Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    expect_notice,
    open_form,
    press_escape_on_focus,
    reload_after,
    sign_in_as,
    visit_and_load,
    wait_until,
)
from tests.factories import Body

SCREEN = "/admin/nominees"
TYPED = {
    "Name": "Chidi Rahman",
    "Title": "Chief Scientist",
    "Company": 'Blue "Delta"',
    "Bio": "She reads rivers.\n</script>",
    "Achievements": "Clean water for a million",
}

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture(autouse=True)
def refusals(problems: Problems) -> None:
    """Expect the console errors of refused calls."""
    problems.expect("401|403|422")


@pytest.fixture
def page(fresh_page: Page, sign_in: SignIn) -> Page:
    """Return the screen of nominees in the browser of an editor, who has a session of her own."""
    sign_in(fresh_page, "editor")
    visit_and_load(fresh_page, SCREEN)
    return fresh_page


def end_session(page: Page) -> None:
    """End the page's session, in the database and in the browser."""
    assert page.context.request.post("/api/auth/logout").ok


def type_nominee(page: Page) -> Locator:
    form = open_form(page, "Add Nominee", "Add Nominee")
    for label, text in TYPED.items():
        form.get_by_label(label, exact=True).fill(text)
    return form


def save(form: Locator) -> Locator:
    button = form.get_by_role("button", name="Create Nominee")
    button.click()
    return button


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


def test_a_save_continues_after_signing_in_again(page: Page, site: Site) -> None:
    form = type_nominee(page)
    end_session(page)
    button = save(form)
    username = gate(page).get_by_label("Username")
    password = gate(page).get_by_label("Password")
    expect(username).to_have_value("editor")
    expect(username).not_to_be_editable()
    expect(password).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(gate(page)).to_be_hidden()
    expect_typed(form)
    expect(button).to_be_focused()
    button.click()
    sign_in_there(page, "")
    expect(password).to_have_accessible_description("Password is required")
    expect(password).to_be_focused()
    sign_in_there(page, "wrong")
    expect_notice(page, "Login failed", "Invalid username or password")
    expect(password).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect_notice(page, "Success", "Nominee created successfully")
    expect(gate(page)).to_be_hidden()
    expect(form).to_be_hidden()
    [nominee] = read_all(site)
    assert (nominee["bio"], nominee["company"]) == (TYPED["Bio"], TYPED["Company"])


def test_an_upload_continues_after_signing_in_again(page: Page) -> None:
    form = type_nominee(page)
    upload = form.get_by_label("Upload")
    end_session(page)
    upload.set_input_files(image_file())
    sign_in_there(page)
    expect(form.get_by_label("Image", exact=False).first).to_have_value(re.compile("^/"))
    end_session(page)
    # Escape works as soon as the password has the focus.
    press_escape_on_focus(page, "session-dialog")
    upload.set_input_files(image_file())
    expect_notice(page, "Upload Failed")
    expect(form.get_by_text("Please sign in")).to_be_visible()
    expect(gate(page)).to_have_count(0)
    expect_typed(form)


def test_a_sign_in_in_another_tab_is_enough(page: Page, site: Site) -> None:
    form = type_nominee(page)
    end_session(page)
    sign_in_as(page.context, site.account("editor"))
    save(form)
    expect_notice(page, "Success", "Nominee created successfully")
    # As another user, it reloads the page.
    form = type_nominee(page)
    end_session(page)
    sign_in_as(page.context, ADMIN)
    page.on("dialog", lambda dialog: dialog.accept())
    save(form)
    expect(page.get_by_test_id("account-menu-button")).to_contain_text(ADMIN.name)
    expect(form).to_be_hidden()
    assert len(read_all(site)) == 1


def test_a_network_interruption_closes_no_dialog(
    fresh_page: Page, sign_in: SignIn, site: Site
) -> None:
    page = fresh_page
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
    save(form)
    expect_notice(page, "Success", "Nominee created successfully")
    assert len(read_all(site)) == 1


def test_an_idle_page_keeps_its_state(fresh_page: Page, sign_in: SignIn) -> None:
    # The clock of a shared profile would stay moved for other tests.
    page = fresh_page
    sign_in(page, "editor")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    page.clock.install()
    visit_and_load(page, SCREEN)
    form = type_nominee(page)
    page.clock.fast_forward("20:01")
    expect_typed(form)
    wait_until(page, lambda: any("account.keep_alive" in text for text in sent))


def test_the_next_screen_redirects_to_sign_in(page: Page) -> None:
    end_session(page)
    page.get_by_role("navigation", name="Admin").get_by_role("link", name="Dashboard").click()
    expect(page).to_have_url(re.compile(r"/auth/?$"))


def test_another_account_can_be_used_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    form = type_nominee(page)
    end_session(page)
    save(form)
    expect(gate(page).get_by_role("button", name="Sign in")).to_be_in_viewport()
    assert_accessible(page)
    page.on("dialog", lambda dialog: dialog.accept())
    gate(page).get_by_role("link", name="Use another account").click()
    expect(page).to_have_url(re.compile(r"/auth/?$"))


def test_a_closed_dialog_opens_again_only_when_the_user_does_something(
    fresh_page: Page, sign_in: SignIn
) -> None:
    page = fresh_page
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
    save(form)
    sign_in_there(page)
    expect_notice(page, "Success", "Nominee created successfully")


# Sensitive actions ask for the password again.


@pytest.fixture
def admin_page(fresh_page: Page, site: Site) -> Page:
    """Return User Management, opened by an administrator who has signed in an hour ago."""
    sign_in_as(fresh_page.context, ADMIN)
    visit_and_load(fresh_page, "/admin/users")
    age_sessions(site)
    return fresh_page


def age_sessions(site: Site) -> None:
    """Let all sessions have begun long ago, except the first, which is that of `site.api`."""
    with closing(site.open_database()) as database:
        database.execute(
            "UPDATE user_sessions SET authenticated_at = '2020-01-01 00:00:00.000000'"
            " WHERE id > (SELECT min(id) FROM user_sessions)"
        )
        database.commit()


def question(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Confirm your identity")


def confirm(page: Page, password: str = ADMIN.password) -> None:
    question(page).get_by_label("Password").fill(password)
    question(page).get_by_role("button", name="Confirm").click()


def type_user(page: Page) -> Locator:
    form = open_form(page, "Create User", "Create User")
    form.get_by_label("Name", exact=True).fill("Nadia Silva")
    form.get_by_label("Username").fill("nadia")
    form.get_by_label("Email").fill("nadia@example.org")
    form.get_by_label("Password").fill(PASSWORD)
    return form


def usernames(site: Site) -> list[str]:
    return [user["username"] for user in site.api.get("/api/users").json()]


def test_creating_a_user_continues_after_the_password(admin_page: Page, site: Site) -> None:
    admin_page.set_viewport_size({"width": PHONE, "height": 800})
    form = type_user(admin_page)
    submit = form.get_by_role("button", name="Create User")
    submit.click()
    password = question(admin_page).get_by_label("Password")
    expect(password).to_be_focused()
    expect(question(admin_page).get_by_role("button", name="Confirm")).to_be_in_viewport()
    assert_accessible(admin_page)
    admin_page.keyboard.press("Escape")
    expect(question(admin_page)).to_be_hidden()
    expect(form.get_by_label("Email")).to_have_value("nadia@example.org")
    assert "nadia" not in usernames(site)
    submit.click()
    confirm(admin_page, "wrong")
    expect_notice(admin_page, "Confirmation failed", "The password is incorrect")
    expect(password).to_be_focused()
    confirm(admin_page)
    expect_notice(admin_page, "User created", "Nadia Silva can sign in now.")
    expect(form).to_be_hidden()
    assert "nadia" in usernames(site)


def test_an_export_continues_after_the_password(admin_page: Page, site: Site) -> None:
    site.create("/api/newsletter", email="reader@example.org")
    visit_and_load(admin_page, "/admin/subscribers")
    admin_page.get_by_role("button", name="Export CSV").click()
    expect(question(admin_page).get_by_label("Password")).to_be_focused()
    admin_page.keyboard.press("Escape")
    expect(question(admin_page)).to_be_hidden()
    expect_notice(admin_page, "Export failed", "Please confirm your password to continue")
    admin_page.get_by_role("button", name="Export CSV").click()
    with admin_page.expect_download() as download:
        confirm(admin_page)
    wait_until(admin_page, lambda: "reader@example.org" in download.value.path().read_text())


def test_a_session_that_has_ended_meanwhile_asks_to_sign_in(admin_page: Page, site: Site) -> None:
    type_user(admin_page).get_by_role("button", name="Create User").click()
    expect(question(admin_page)).to_be_visible()
    end_session(admin_page)
    confirm(admin_page)
    sign_in_there(admin_page, ADMIN.password)
    expect_notice(admin_page, "User created")
    assert "nadia" in usernames(site)
