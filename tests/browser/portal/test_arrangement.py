"""Records are put in order: by keyboard, by their buttons and by dragging."""

from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.portal.steps import use_tool
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
)
from tests.factories import nominee_body, sponsor_body

SCREEN = "/admin/sponsors"
NAMES = ("Acme", "Brightly", "Corvo", "Dune")


@pytest.fixture(autouse=True)
def sponsors(site: Site, start_empty: None, image: str) -> list[object]:
    """Create sponsors of one tier, and one of another."""
    return [
        site.create("/api/sponsors", **sponsor_body(name=name, tier=tier, logo_url=image))["id"]
        for name, tier in (*((name, "gold") for name in NAMES), ("Elm", "silver"))
    ]


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Arrange")


def opened(page: Page, path: str = SCREEN) -> Locator:
    page.goto(path)
    use_tool(page, "Arrange")
    expect(dialog(page).get_by_role("listitem").first).to_be_visible()
    return dialog(page)


def expect_order(page: Page, *names: str) -> None:
    expect(dialog(page).get_by_role("listitem")).to_contain_text(list(names))


def saved(site: Site) -> list[str]:
    found = site.api.get("/api/sponsors/published").json()
    return [each["name"] for each in found if each["tier"] == "gold"]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def press_until(page: Page, key: str, text: str) -> None:
    """Press a key until it has an effect; a row that was just picked up may not be ready."""
    told = page.get_by_text(text)
    for _ in range(5):
        page.keyboard.press(key)
        with suppress(AssertionError):
            expect(told).to_be_attached(timeout=3000)
            return
    raise AssertionError(f"{key} does not have the effect that '{text}'")


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control with this name has the focus."""
    control = page.get_by_role("button", name=name, exact=True)
    for _ in range(60):
        if control.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


def test_an_editor_arranges_sponsors_with_the_keyboard_alone(page: Page, site: Site) -> None:
    page.goto(SCREEN)
    expect(page.get_by_test_id("record").first).to_be_visible()
    tab_to(page, "Arrange")
    press(page, "Enter")
    expect_order(page, *NAMES)
    tab_to(page, "Drag Dune")
    press(page, "Space")
    expect(page.get_by_text("Picked up. Dune is number 4 of 4.")).to_be_attached()
    for place in (3, 2):
        press_until(page, "ArrowUp", f"Dune is number {place} of 4.")
    press(page, "Space")
    expect_order(page, "Acme", "Dune", "Brightly", "Corvo")
    press(page, "Space")
    expect(page.get_by_text("Picked up. Dune is number 2 of 4.")).to_be_attached()
    press_until(page, "ArrowDown", "Dune is number 3 of 4.")
    press(page, "Escape")
    expect(page.get_by_text("Cancelled. Dune is number 2 of 4.")).to_be_attached()
    expect_order(page, "Acme", "Dune", "Brightly", "Corvo")
    tab_to(page, "Move Brightly up")
    press(page, "Enter", "Enter")
    expect_order(page, "Brightly", "Acme", "Dune", "Corvo")
    expect(page.get_by_role("button", name="Move Brightly up")).to_be_focused()
    expect(page.get_by_text("Brightly is number 1 of 4.")).to_be_attached()
    tab_to(page, "Save Order")
    press(page, "Enter")
    expect_notice(page, "Order saved", "Sponsors, Gold")
    assert saved(site) == ["Brightly", "Acme", "Dune", "Corvo"]
    expect(page.get_by_test_id("record")).to_contain_text(
        ["Brightly", "Acme", "Dune", "Corvo", "Elm"]
    )
    page.get_by_role("button", name="Undo").click()
    expect_notice(page, "Change undone")
    assert saved(site) == list(NAMES)


def test_a_row_is_dragged_with_the_mouse(page: Page, site: Site) -> None:
    opened(page)
    assert_accessible(page)
    start, end = (
        page.get_by_role("button", name=name).bounding_box() for name in ("Drag Acme", "Drag Corvo")
    )
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, start["y"] + 30, steps=5)
    page.mouse.move(end["x"] + 10, end["y"] + 12, steps=10)
    expect(page.get_by_text("Acme is number 3 of 4.")).to_be_attached()
    page.mouse.up()
    expect_order(page, "Brightly", "Corvo", "Acme", "Dune")
    page.get_by_role("button", name="Save Order").click()
    expect_notice(page, "Order saved", "Sponsors, Gold")
    assert saved(site) == ["Brightly", "Corvo", "Acme", "Dune"]


def test_a_group_is_chosen_and_an_unsaved_order_is_not_lost(
    page: Page, site: Site, sponsors: list[object]
) -> None:
    form = opened(page, f"{SCREEN}?tier=silver")
    expect_order(page, "Elm")
    tier = form.get_by_label("Tier")
    for key, label in (
        ("ArrowUp", "Gold (4)"),
        ("ArrowDown", "Silver (1)"),
        ("ArrowUp", "Gold (4)"),
    ):
        tier.press(key)
        expect(tier.locator("option:checked")).to_have_text(label)
        expect_order(page, *(NAMES if label.startswith("Gold") else ["Elm"]))
        expect(tier).to_be_focused()
    form.get_by_role("button", name="Move Acme down").click()
    expect_order(page, "Brightly", "Acme", "Corvo", "Dune")
    expect(tier).to_be_disabled()
    form.get_by_role("button", name="Reset").click()
    expect_order(page, *NAMES)
    form.get_by_role("button", name="Move Dune up").click()
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    page.get_by_role("button", name="Restore").click()
    expect_order(page, "Acme", "Brightly", "Dune", "Corvo")
    # Someone else changes the order meanwhile.
    acme, brightly, corvo, dune = sponsors[:4]
    body = {
        "group": "gold",
        "ids": [brightly, acme, corvo, dune],
        "seen": [acme, brightly, corvo, dune],
    }
    assert site.api.post("/api/sponsors/order", json=body).is_success
    form.get_by_role("button", name="Save Order").click()
    alert = form.get_by_role("alert")
    expect(alert).to_contain_text("Someone else has changed this list in the meantime.")
    expect_order(page, "Acme", "Brightly", "Dune", "Corvo")
    assert saved(site) == ["Brightly", "Acme", "Corvo", "Dune"]
    form.get_by_role("button", name="Save Order").click()
    expect_notice(page, "Order saved")
    assert saved(site) == ["Acme", "Brightly", "Dune", "Corvo"]


def test_nominees_are_arranged_on_a_phone(page: Page, site: Site) -> None:
    for name in ("Ada", "Bisi"):
        site.create("/api/nominees", **nominee_body(name=name, year=2031))
    page.set_viewport_size({"width": PHONE, "height": 700})
    form = opened(page, "/admin/nominees")
    form.get_by_role("button", name="Move Bisi up").click()
    expect_order(page, "Bisi", "Ada")
    assert_accessible(page)
    assert_no_horizontal_scroll(page)
    form.get_by_role("button", name="Save Order").click()
    expect_notice(page, "Order saved", "Nominees, 2031")
    names = [each["name"] for each in site.api.get("/api/nominees/published").json()]
    assert names == ["Bisi", "Ada"]
