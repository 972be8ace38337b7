"""A dialog shows and changes the record that it was opened for, however often dialogs open."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.portal.portal_screen import PortalScreen
from tests.browser.portal.screens import CONTENT, COVER_PAGES, MESSAGES, NOMINEES, SPONSORS, USERS
from tests.browser.portal.steps import (
    Add,
    OpenPage,
    choose,
    find,
    for_each,
    more_of,
    open_screen,
    row_of,
)
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import expect_notice, wait_until
from tests.factories import Body

LEFT_OVER = "Left over from the first record"
WITHOUT_DIALOG = (
    *("Publish", "Unpublish", "Set as active", "Show now", "Send a", "Sign out"),
    *("More actions", "More about", "View {name} on the site"),
)
"""The beginnings of the names of a row's buttons and entries that open no dialog."""
IN_HELP_TEXTS = ("identifier", "duration", "media_type")
"""The fields whose values every form has as an example."""
IN_BROWSER = ("View logo", "View image")
"""Those whose dialogs open without the server, which are modal at once."""

_SHOWN = """(dialog) => [
    dialog.innerText,
    ...[...dialog.querySelectorAll("input:not([type=hidden]), textarea")].map(({ value }) => value),
    ...[...dialog.querySelectorAll("select")].map((each) => each.selectedOptions[0]?.text ?? ""),
    ...[...dialog.querySelectorAll("iframe")].map(({ title }) => title),
    ...[...dialog.querySelectorAll("img, [role=img]")].map((each) => each.alt ?? each.ariaLabel),
    dialog.ariaLabel,
].join("\\n")"""


pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture
def records(add: Add, screen: PortalScreen) -> tuple[Body, Body]:
    return add(screen, screen.record), add(screen, screen.second_record)


def open_dialog(page: Page) -> Locator:
    return page.locator("[role=dialog], [role=alertdialog]")


def texts_of(record: Body, other: Body) -> set[str]:
    """Return the texts of a record that the other one does not have."""
    texts = {
        value
        for key, value in record.items()
        if isinstance(value, str) and len(value) > 3 and key not in IN_HELP_TEXTS
    }
    return {each for each in texts if each not in str(other)}


def actions(page: Page, name: str) -> list[str]:
    """Return the names of a row's buttons and entries that open a dialog, without its name."""
    row_of(page, name).hover()
    buttons = row_of(page, name).get_by_role("button").all()
    labels = [each.get_attribute("aria-label") or "" for each in buttons]
    if more_of(page, name).count():
        more_of(page, name).click()
        entries = page.get_by_role("menuitem")
        expect(entries.first).to_be_visible()
        labels += [each.get_attribute("aria-label") or "" for each in entries.all()]
        page.keyboard.press("Escape")
        expect(entries).to_have_count(0)
    found = [label.replace(name, "{name}") for label in labels if name in label]
    return [each for each in found if not each.startswith(WITHOUT_DIALOG)]


def press_action(page: Page, action: str, name: str) -> bool:
    """Press the button of an action, or choose its entry; return whether it has a button."""
    button = page.get_by_role("button", name=action.format(name=name), exact=True)
    if has_button := button.count() > 0:
        button.click()
    else:
        choose(page, action.format(name=name), name)
    return has_button


def click_all(page: Page, *labels: str, submits: bool = False) -> None:
    """Click buttons, and submit the open form, before the server can answer any of it."""
    page.evaluate(
        """([labels, submits]) => {
            const buttons = [...document.querySelectorAll("button[aria-label]")];
            const find = (label) => buttons.find((each) => each.ariaLabel === label);
            labels.forEach((label) => find(label).click());
            if (submits) document.querySelector("[role=dialog] form").requestSubmit();
        }""",
        [labels, submits],
    )


def expect_only(page: Page, screen: PortalScreen, record: Body, other: Body) -> None:
    """Assert that the open dialog is about a record, and has nothing of the other one."""
    name = str(record[screen.entity.name])
    wait_until(page, lambda: name in str(open_dialog(page).evaluate(_SHOWN)))
    shown = str(open_dialog(page).evaluate(_SHOWN))
    assert not [each for each in (*texts_of(other, record), LEFT_OVER) if each in shown]


@for_each([CONTENT, NOMINEES, SPONSORS, COVER_PAGES, MESSAGES, USERS])
def test_each_dialog_shows_only_the_record_that_it_was_opened_for(
    open_page: OpenPage, problems: Problems, screen: PortalScreen, records: tuple[Body, Body]
) -> None:
    problems.expect(r"/uploads/film\.mp4")
    first, second = records
    first_name, second_name = (str(each[screen.entity.name]) for each in records)
    page = open_screen(open_page, screen, "admin")
    expect(row_of(page, second_name)).to_be_visible()
    found = [each for each in actions(page, first_name) if each in actions(page, second_name)]
    if screen.deletion_warning:
        # Its specified text names no record; test_row_actions deletes the one that was chosen.
        found.remove("Delete {name}")
    assert found, "No button of a row opens a dialog"
    for action in found:
        press_action(page, action, first_name)
        expect_only(page, screen, first, second)
        text = open_dialog(page).get_by_role("textbox").and_(page.locator(":enabled")).first
        if not action.startswith("Preview") and text.count():
            text.fill(LEFT_OVER)
        page.keyboard.press("Escape")
        expect(open_dialog(page)).to_have_count(0)
        has_button = press_action(page, action, second_name)
        expect_only(page, screen, second, first)
        page.keyboard.press("Escape")
        expect(open_dialog(page)).to_have_count(0)
        if action.startswith(IN_BROWSER) or not has_button:
            continue
        # The last one wins that is pressed before the first has opened.
        click_all(page, action.format(name=first_name), action.format(name=second_name))
        expect_only(page, screen, second, first)
        page.keyboard.press("Escape")
        expect(open_dialog(page)).to_have_count(0)


@for_each([NOMINEES, USERS])
def test_a_form_changes_the_record_that_it_shows_although_another_one_opens(
    open_page: OpenPage,
    site: Site,
    problems: Problems,
    screen: PortalScreen,
    records: tuple[Body, Body],
) -> None:
    problems.expect(r"/uploads/film\.mp4")
    assert screen.edit
    first, second = records
    page = open_screen(open_page, screen, "admin")
    row_of(page, screen.name).get_by_text(screen.name, exact=True).click()
    for shown, other in ((first, second), (second, first)):
        expect_only(page, screen, shown, other)
        page.keyboard.press("Escape")
        expect(open_dialog(page)).to_have_count(0)
        press_action(page, "Edit {name}", str(other[screen.entity.name]))
        expect_only(page, screen, other, shown)
        # The server has answered how the dialog before was closed: nothing was discarded.
        assert page.get_by_test_id("notice").count() == 0
    form = page.get_by_role("dialog", name=screen.edit.title)
    name = str(second[screen.entity.name])
    before = find(site, screen, second["id"])
    # The browser sends both before the server has answered.
    click_all(page, f"Edit {name}", submits=True)
    expect_notice(page, "Nothing was changed")
    expect_only(page, screen, second, first)
    assert find(site, screen, second["id"]) == before
    # A link to a record is followed while another one is open.
    page.evaluate(
        "(path) => window.__reactRouterDataRouter.navigate(path)",
        f"{screen.path}?edit={first['id']}",
    )
    expect_only(page, screen, first, second)
    expect(form).to_be_visible()
