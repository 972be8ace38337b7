"""A reveal is on every open page within seconds, and its Undo, too."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.api.entities import SECTION
from tests.browser.content import publish_nominee
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice, visit_and_load

pytestmark = pytest.mark.usefixtures("start_empty")

SOON_MS = 3_000
YEAR = 2031


@pytest.fixture
def phones(browser: Browser, site: Site) -> Iterator[list[Page]]:
    """Three pages of visitors."""
    size: ViewportSize = {"width": PHONE, "height": 800}
    contexts = [browser.new_context(base_url=site.url, viewport=size) for _ in range(3)]
    yield [each.new_page() for each in contexts]
    for each in contexts:
        each.close()


def test_a_reveal_and_its_undo_are_on_three_open_phones_at_once(
    page: Page, phones: list[Page], site: Site
) -> None:
    gala = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    SECTION.create(site.api, identifier="edition", content={"year": YEAR, "galaAt": gala})
    ada = publish_nominee(site, "Ada Example", year=YEAR, isWinner=False)
    site.create("/api/admin/embargoes", year=YEAR, revealAt=gala)
    for path, phone in zip(("/", "/nominees", str(ada["path"])), phones, strict=True):
        visit_and_load(phone, path)
    assert site.api.patch(f"/api/nominees/{ada['id']}", json={"isWinner": True}).is_success
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto("/admin/reveal")
    card = page.get_by_test_id("hidden-category").filter(has_text="Technology")
    expect(card).to_contain_text("Winner")
    assert_accessible(page)
    card.get_by_role("button", name="Reveal Ada Example").click()
    question = page.get_by_role("alertdialog", name="Reveal Ada Example now?")
    expect(question).to_contain_text("Ada Example (Winner)")
    assert_accessible(page)
    question.get_by_role("button", name="Reveal now").click()
    expect_notice(page, "Results revealed", "Ada Example")
    for phone in phones:
        expect(phone.get_by_test_id("winner-badge")).to_be_visible(timeout=SOON_MS)
    seen = page.get_by_test_id("revealed").get_by_role("status")
    expect(seen).to_have_text(re.compile(r"Seen by visitors since \d+:\d\d:\d\d [AP]M"))
    assert_accessible(page)
    page.get_by_test_id("notice").get_by_role("button", name="Undo").click()
    expect_notice(page, "Results hidden again")
    for phone in phones:
        expect(phone.get_by_test_id("winner-badge")).to_have_count(0, timeout=SOON_MS)
    expect(card).to_be_visible()
