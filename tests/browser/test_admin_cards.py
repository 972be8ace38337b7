"""The rows of management screens: cells, images and, on a phone, collapsible cards."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee, publish_sponsor, upload_image
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    WIDTHS,
    assert_accessible,
    assert_no_horizontal_scroll,
    visit_and_load,
)
from tests.factories import (
    nominee_body,
)

NAME = "The Society of Founders Who Began With Very Little and Went Very Far"


@pytest.fixture(scope="module", autouse=True)
def nominee(site: Site) -> None:
    image = upload_image(site)
    site.create("/api/nominees", **nominee_body(name=NAME, imageUrl=image, isWinner=True))


def test_a_card_unfolds_its_details_on_a_phone(admin_page: Page) -> None:
    admin_page.set_viewport_size({"width": PHONE, "height": 800})
    admin_page.goto("/admin/nominees")
    card = admin_page.get_by_test_id("record")
    more = card.get_by_role("button", name="More about The Society")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(card.get_by_text("Winner", exact=True)).to_be_visible()
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    for detail in ("Leadership", "2024"):
        expect(card.get_by_text(detail, exact=True)).to_be_visible()
    assert_accessible(admin_page)
    assert_no_horizontal_scroll(admin_page)
    more.press("Enter")
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    admin_page.set_viewport_size({"width": 1280, "height": 800})
    expect(card.get_by_text("Leadership", exact=True)).to_be_visible()
    expect(more).to_be_hidden()


_BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode()) {
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) broken.push(word);
        }
    }
    return broken;
})"""


def test_no_word_of_usual_length_is_broken(admin_page: Page, site: Site) -> None:
    name = "Priya Raghunathan-Benhaddou"
    publish_nominee(site, name, title="Co-founder and Chief Executive", isWinner=True)
    publish_sponsor(site, "Meridian Cloudworks", logo_url="/hero.svg")
    for path, shown in (("nominees", name), ("sponsors", "Meridian Cloudworks"), ("media", "")):
        visit_and_load(admin_page, f"/admin/{path}")
        expect(admin_page.get_by_text(shown).first).to_be_visible()
        for width in (*WIDTHS, 1024):
            admin_page.set_viewport_size({"width": width, "height": 900})
            found = admin_page.evaluate(
                _BROKEN_WORDS, "[role=tab], th, button, [data-testid=record]"
            )
            assert found == [], (path, width)
            assert_no_horizontal_scroll(admin_page)
