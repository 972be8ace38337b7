"""Tests of content sections that override the pages' content blocks."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.pages import content_blocks
from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, record_layout_shifts, visit, visit_and_load

assert content_blocks.__all__, "the registry is filled by importing the texts of every page"


@pytest.fixture(autouse=True)
def no_sections(site: Site) -> None:
    empty(site, "/api/content", "/api/admin/content")


def override(site: Site, identifier: str, content: dict[str, Any]) -> dict[str, Any]:
    return site.create("/api/admin/content", name="Texts", identifier=identifier, content=content)


def heading(page: Page, text: str) -> Locator:
    return page.get_by_role("main").get_by_role("heading", name=text, exact=True)


def test_an_invalid_shape_shows_the_default(page: Page, site: Site) -> None:
    saved = override(site, "page.about", {"title": "A title of ours", "tite": ""})
    assert saved["problem"] == "tite: Unknown key."
    visit_and_load(page, "/about")
    expect(heading(page, CONTENT_BLOCKS["page.about"].default.title).first).to_be_visible()
    expect(heading(page, "A title of ours")).to_have_count(0)


def test_staff_can_announce_the_next_edition(page: Page, site: Site) -> None:
    target = datetime.now(UTC) + timedelta(days=40)
    override(
        site,
        "edition",
        {"number": "6.0", "galaAt": target.isoformat(), "countdownLead": "Doors open in"},
    )
    override(
        site,
        "home.editions",
        {
            "coming": {
                "number": "6.0",
                "year": 2027,
                "title": "The Open House",
                "text": "Everyone is invited.",
                "highlights": ["A street party"],
            }
        },
    )
    visit(page, "/")
    expect(page.get_by_role("timer")).to_have_text(
        re.compile(r"^WEA 6\.0 Doors open in (39|40)d \d+h \d+m \d+s$")
    )
    editions = page.get_by_role("region", name="Five editions, one homecoming")
    expect(editions.get_by_role("heading", name="The Open House")).to_be_visible()
    expect(editions).to_contain_text("A street party")
    expect(editions).to_contain_text("pioneers")


def test_lists_of_other_lengths_keep_the_layout(page: Page, site: Site) -> None:
    override(
        site,
        "page.categories",
        {
            "categories": [
                {
                    "id": "one",
                    "title": "A single award",
                    "description": "There is no other.",
                    "criteria": ["It is deserved"],
                }
            ]
        },
    )
    override(site, "page.about", {"team": []})
    visit(page, "/categories")
    expect(page.get_by_test_id("award-category")).to_have_count(1)
    assert_accessible(page)
    visit(page, "/about")
    expect(page.get_by_role("region", name="The team").get_by_role("listitem")).to_have_count(0)
    assert_accessible(page)


def test_texts_are_shown_as_text(page: Page, site: Site) -> None:
    override(site, "page.about", {"lead": "<img src=x onerror='window.harm=1'> and **stars**"})
    visit(page, "/about")
    expect(page.get_by_text("<img src=x onerror='window.harm=1'> and **stars**")).to_be_visible()
    assert page.evaluate("window.harm") is None


@pytest.mark.parametrize("path", ["/", "/about", "/categories", "/timeline", "/privacy"])
def test_the_defaults_do_not_flicker(page: Page, site: Site, path: str) -> None:
    # A page that is not prerendered yet is drawn by the browser, in two steps.
    site.read_rendered(path)
    page.add_init_script(
        """window.changes = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver((records) => {
            for (const record of records) {
                const { nodeType, parentNode, data } = record.target;
                const within = nodeType === Node.TEXT_NODE && parentNode?.closest("main");
                if (within && !parentNode.closest("[role=timer]")) window.changes.push(data);
            }
        }).observe(document, { subtree: true, characterData: true }));"""
    )
    shifted = record_layout_shifts(page)
    visit_and_load(page, path)
    assert page.evaluate("window.changes") == []
    assert shifted() <= 0.02


UNSAFE_MARKDOWN = """
# A heading of the first level

<script>window.harm = 1</script>
<img src="x" onerror="window.harm = 2">

[a script](javascript:window.harm=3) and [data](data:text/html,harm)

![a picture](https://example.org/tracking.png)

**Plain text** with [a link](/contact).

| Kind | Kept for |
|---|---|
| Messages | two years |
"""


def test_scripts_in_markdown_are_inert(page: Page, site: Site) -> None:
    site.create(
        "/api/admin/content",
        name="Terms",
        identifier="legal.terms",
        content={"title": "Our <b>terms</b>", "markdown": UNSAFE_MARKDOWN},
    )
    visit(page, "/terms")
    text = page.get_by_test_id("legal-text")
    expect(text.get_by_text("Plain text")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Our <b>terms</b>")
    expect(text.locator("script, img, [onerror]")).to_have_count(0)
    # The other one is what was a picture of another site.
    expect(text.get_by_role("link")).to_have_count(2)
    expect(text.get_by_role("link", name="a link")).to_have_attribute("href", "/contact")
    expect(text.get_by_role("cell", name="two years")).to_be_visible()
    assert page.evaluate("window.harm") is None
    assert_accessible(page)
