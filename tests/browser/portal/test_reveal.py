"""A reveal is on every open page within seconds, and its Undo, too."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.api.entities import SECTION
from tests.browser.content import publish_nominee
from tests.browser.portal.steps import OpenPage, expect_to_fit, use_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice, visit_and_load

pytestmark = pytest.mark.usefixtures("start_empty")

SOON_MS = 3_000
YEAR = 2031
SCREEN = "/admin/reveal"
NAMES = (
    "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtin " * 2,
    "\u0641\u0627\u0637\u0645\u0629 \u0627\u0644\u0641\u0647\u0631\u064a",
    "\u738b\u79c0\u82f1",
)


@pytest.fixture
def night(start_empty: None, site: Site) -> None:
    """Begin the night of the gala, with an embargo of the edition."""
    gala = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    SECTION.create(site.api, identifier="edition", content={"year": YEAR, "galaAt": gala})
    site.create("/api/admin/embargoes", year=YEAR, revealAt=gala)


@pytest.fixture
def phones(browser: Browser, site: Site) -> Iterator[list[Page]]:
    """Three pages of visitors."""
    size: ViewportSize = {"width": PHONE, "height": 800}
    contexts = [browser.new_context(base_url=site.url, viewport=size) for _ in range(3)]
    yield [each.new_page() for each in contexts]
    for each in contexts:
        each.close()


@pytest.mark.usefixtures("night")
def test_a_reveal_and_its_undo_are_on_three_open_phones_at_once(
    page: Page, phones: list[Page], site: Site
) -> None:
    ada = publish_nominee(site, "Ada Example", year=YEAR)
    paths = ("/", "/nominees", str(ada["path"]))
    for path, phone in zip(paths, phones, strict=True):
        visit_and_load(phone, path)
    assert site.api.patch(f"/api/nominees/{ada['id']}", json={"isWinner": True}).is_success
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(SCREEN)
    card = page.get_by_test_id("hidden-category").filter(has_text="Technology")
    expect(card).to_contain_text("Winner")
    card.get_by_role("button", name="Reveal Ada Example").press("Enter")
    question = page.get_by_role("alertdialog", name="Reveal Ada Example now?")
    expect(question).to_contain_text("Ada Example (Winner)")
    assert_accessible(page)
    question.get_by_role("button", name="Reveal now").dblclick()
    expect_notice(page, "Results revealed", "Ada Example")
    for phone in phones:
        expect(phone.get_by_test_id("winner-badge")).to_be_visible(timeout=SOON_MS)
    seen = page.get_by_test_id("revealed").get_by_role("status")
    expect(seen).to_be_focused()
    following = r"\. Pages that are open follow within 3 seconds\.$"
    since = re.compile(r"^Seen by visitors since \d+:\d\d:\d\d [AP]M" + following)
    expect(seen).to_have_text(since)
    expect(
        phones[1].get_by_role("status").get_by_text("This page has been updated.")
    ).to_be_attached()
    assert_accessible(page)
    use_notice(page, "Undo")
    expect_notice(page, "Results hidden again")
    # What is withdrawn is served to nobody after the response.
    for path in paths:
        assert "winner-badge" not in httpx.get(f"{site.url}{path}").text
    for phone in phones:
        expect(phone.get_by_test_id("winner-badge")).to_have_count(0, timeout=SOON_MS)
    # After the notice is gone, it is hidden again from the card.
    card.get_by_role("button", name="Reveal Ada Example").click()
    question.get_by_role("button", name="Reveal now").click()
    expect(phones[0].get_by_test_id("winner-badge")).to_be_visible(timeout=SOON_MS)
    expect(card).to_contain_text("Winner, revealed ")
    card.get_by_role("button", name="Hide again: Ada Example").click()
    again = page.get_by_role("alertdialog", name="Hide Ada Example again?")
    assert_accessible(page)
    again.get_by_role("button", name="Hide again").click()
    for phone in phones:
        expect(phone.get_by_test_id("winner-badge")).to_have_count(0, timeout=SOON_MS)


@pytest.mark.usefixtures("night")
def test_two_consoles_show_the_same_and_fit_any_width(
    open_page: OpenPage, site: Site, problems: Problems
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    for name, category in zip(NAMES, ("tech", "tech", "leadership"), strict=True):
        publish_nominee(site, name.strip(), year=YEAR, category=category, isWinner=True)
    page, other = open_page("editor"), open_page("admin")
    for each in (page, other):
        each.goto(SCREEN)
        expect(each.get_by_role("button", name=re.compile("^Reveal "))).to_have_count(5)
    page.context.set_offline(True)
    warning = page.get_by_role("alert").get_by_text("No connection. Nothing is revealed")
    expect(warning).to_be_visible()
    expect_to_fit(page, warning)
    page.context.set_offline(False)
    expect(warning).to_be_hidden()
    other.get_by_role("button", name=f"Reveal {NAMES[2]}").click()
    other.get_by_role("alertdialog").get_by_role("button", name="Reveal now").click()
    expect_notice(other, "Results revealed", NAMES[2])
    cards = page.get_by_test_id("hidden-category")
    expect(cards.filter(has_text="Leadership")).to_contain_text("Revealed")
    expect(cards).to_have_count(2)
    page.get_by_role("button", name="Reveal all").click()
    question = page.get_by_role("alertdialog")
    expect_to_fit(page, question)
    question.get_by_role("button", name="Reveal now").click()
    for each in (page, other):
        expect(each.get_by_role("button", name=re.compile("^Hide again: "))).to_have_count(3)
        expect(each.get_by_role("button", name=re.compile("^Reveal "))).to_have_count(0)
    expect_to_fit(page)


@pytest.mark.usefixtures("night")
def test_an_earlier_of_two_reveals_is_undone_alone(open_page: OpenPage, site: Site) -> None:
    consoles = {"Ada Example": open_page("editor"), "Bisi Example": open_page("admin")}
    for name in consoles:
        publish_nominee(site, name, year=YEAR, isWinner=True)
    for each in consoles.values():
        each.goto(SCREEN)
        expect(each.get_by_role("button", name=re.compile("^Reveal "))).to_have_count(4)
    for name, each in consoles.items():
        each.get_by_role("button", name=f"Reveal {name}").click()
        each.get_by_role("alertdialog").get_by_role("button", name="Reveal now").click()
        expect_notice(each, "Results revealed", name)
    page, other = consoles.values()
    use_notice(page, "Undo")
    expect_notice(page, "Results hidden again")
    for each in (page, other):
        expect(each.get_by_role("button", name="Hide again: Bisi Example")).to_be_visible()
        expect(each.get_by_role("button", name="Reveal Ada Example")).to_be_visible()
    expect(other.get_by_test_id("revealed")).to_contain_text("Bisi Example")


def test_an_empty_console_leads_to_an_embargo(page: Page) -> None:
    page.goto(SCREEN)
    expect(page.get_by_text(re.compile("^No results of this edition are hidden"))).to_be_visible()
    page.get_by_role("link", name="Add embargo").click()
    expect(page.get_by_role("dialog", name="Add Embargo")).to_be_visible()
