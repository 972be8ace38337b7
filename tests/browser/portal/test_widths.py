"""Every management screen and its form fit any width, however long its texts are."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import publish_nominee
from tests.browser.looks import faults_of_looks
from tests.browser.portal.portal_screen import PortalScreen
from tests.browser.portal.screens import OTHER_SCREENS, SCREENS
from tests.browser.portal.steps import Add, OpenPage, expect_to_fit, for_each, open_screen, row_of
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    WIDTHS,
    assert_accessible,
    assert_no_horizontal_scroll,
    open_form,
)

WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter "
LONG = WORD + "The Society of Founders Who Began With Very Little and Went Very Far " * 3
LONG_EMAIL = f"{'a' * 60}@{'b' * 60}.example.org"
TABLET_ACROSS = 1024
"""The width of a tablet on its side, in px: the table has the least room beside the sidebar."""
MAX_CARD_HEIGHT = 160
MIN_TARGET = 44
"""In px, as is the height."""


@pytest.mark.usefixtures("start_empty")
@for_each(SCREENS)
def test_the_screen_and_its_form_fit_any_width(
    open_page: OpenPage, add: Add, screen: PortalScreen
) -> None:
    key = screen.entity.name
    name = LONG_EMAIL if key == "email" else LONG[: screen.max_name].strip()
    add(screen, screen.record | {key: name} | dict.fromkeys(screen.long_keys, LONG))
    page = open_screen(open_page, screen, screen.delete_role)
    card = row_of(page, name)
    expect(card).to_be_visible()
    for width in (*WIDTHS, TABLET_ACROSS):
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_horizontal_scroll(page)
        assert_list_fits(page)
        if width == PHONE:
            assert_accessible(page)
            assert_card_is_compact(card)
    assert_accessible(page)
    assert faults_of_looks(page) == {}
    if screen.edit:
        form = open_form(page, f"Edit {name}", screen.edit.title)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert_form_fits(page, form)
        assert_accessible(page)
        assert faults_of_looks(page) == {}


def test_every_other_screen_fits_any_width(open_page: OpenPage, site: Site, image: str) -> None:
    deleted = publish_nominee(site, LONG[:200].strip())
    assert site.api.delete(f"/api/nominees/{deleted['id']}").is_success
    publish_nominee(site, "Ada Obi", imageUrl=image)
    reveal = {"year": 2031, "category": "tech", "revealAt": "2099-01-01T00:00:00Z"}
    site.create("/api/admin/embargoes", **reveal)
    site.create("/api/admin/running-order", title="Welcome")
    juror = {"name": LONG[:200].strip(), "email": LONG_EMAIL, "categories": ["tech", "startup"]}
    site.create("/api/admin/jurors", **juror)
    site.create("/api/newsletter", email=LONG_EMAIL)
    page = open_page("admin")
    faults: dict[tuple[str, str], object] = {}
    for slug, shown in {**OTHER_SCREENS, "account": "[data-testid=session]"}.items():
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"/admin/{slug}".rstrip("/"))
        if slug == "personal-data":
            page.get_by_role("textbox", name="Email address").fill(LONG_EMAIL)
            page.get_by_role("button", name="Find").click()
        expect(page.locator(shown).first).to_be_visible()
        assert_accessible(page)
        expect_to_fit(page)
        faults |= {(slug, fault): each for fault, each in faults_of_looks(page).items()}
    assert faults == {}


def assert_list_fits(page: Page) -> None:
    """Assert that the table is not wider than its panel."""
    overflow = "list => list.scrollWidth - list.clientWidth"
    assert page.locator("#records-list").evaluate(overflow) <= 0, page.viewport_size


def assert_card_is_compact(card: Locator) -> None:
    """Assert that a record's card is short and its buttons are large."""
    assert size(card)[1] <= MAX_CARD_HEIGHT
    buttons = card.get_by_role("button").or_(card.get_by_role("link")).all()
    assert buttons
    assert min(min(size(button)) for button in buttons) >= MIN_TARGET


def assert_form_fits(page: Page, form: Locator) -> None:
    """Assert that the form's end can be reached and nothing is cut off at its sides."""
    form.locator("[data-field]").filter(visible=True).last.scroll_into_view_if_needed()
    expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
    cut_off = """form => {
        const body = form.querySelector(".overflow-y-auto") ?? form;
        return body.scrollWidth - body.clientWidth;
    }"""
    assert form.locator("form").evaluate(cut_off) <= 0
    assert_no_horizontal_scroll(page)


def size(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["width"], box["height"]
