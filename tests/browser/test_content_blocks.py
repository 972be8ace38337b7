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
ON_PAGES = [name for name in CONTENT_BLOCKS if not name.startswith("mail.")]
TITLED = [name for name, block in CONTENT_BLOCKS.items() if "title" in block.shape.model_fields]


@pytest.fixture(autouse=True)
def no_sections(site: Site) -> None:
    """Begin each test without content sections."""
    empty(site, "/api/content", "/api/admin/content")


def override(site: Site, identifier: str, content: dict[str, Any]) -> dict[str, Any]:
    """Save a content section and return the API's response."""
    return site.create("/api/admin/content", name="Texts", identifier=identifier, content=content)


def path_of(identifier: str) -> str:
    """Return the path of the page with this content block."""
    family, _, name = identifier.partition(".")
    return "/" if family == "home" else f"/{name}"


def heading(page: Page, text: str) -> Locator:
    """Return the heading of a text in the page's content."""
    return page.get_by_role("main").get_by_role("heading", name=text, exact=True)


def test_every_content_block_is_tested() -> None:
    assert ON_PAGES == TITLED


@pytest.mark.parametrize("identifier", TITLED)
def test_a_section_overrides_its_texts(shared_page: Page, site: Site, identifier: str) -> None:
    page = shared_page
    assert override(site, identifier, {"title": "A title of ours"})["problem"] is None
    visit(page, path_of(identifier))
    expect(heading(page, "A title of ours")).to_be_visible()
    default = CONTENT_BLOCKS[identifier].default.title
    expect(page.get_by_role("main").get_by_text(default, exact=True)).to_have_count(
        # The hero's title is also the coming edition's.
        1 if identifier == "home.hero" else 0
    )


@pytest.mark.parametrize("identifier", TITLED)
def test_an_invalid_shape_shows_the_default_and_warns_the_editor(
    shared_page: Page, site: Site, identifier: str
) -> None:
    wrong_type = override(site, identifier, {"title": 7})
    assert wrong_type["problem"] == "title: Title must be text."
    unknown_key = {"content": {"title": "A title of ours", "tite": ""}}
    saved = site.api.put(f"/api/admin/content/{wrong_type['id']}", json=unknown_key).json()
    assert saved["problem"] == "tite: Unknown key."
    assert site.api.get("/api/content").json()[0]["problem"] == saved["problem"]
    assert "problem" not in site.api.get(f"/api/content/{identifier}").json()
    visit_and_load(shared_page, path_of(identifier))
    title = CONTENT_BLOCKS[identifier].default.title
    expect(heading(shared_page, title).first).to_be_visible()
    expect(heading(shared_page, "A title of ours")).to_have_count(0)


def test_a_warning_names_the_place(site: Site) -> None:
    milestone = {
        "id": "gala",
        "title": "Gala",
        "date": "",
        "description": "It is evening.",
        "status": "upcoming",
        "location": "The hall",
    }
    saved = override(site, "page.timeline", {"milestones": [milestone]})
    assert saved["problem"] == "milestones.0.date: Date is required."
    url = f"/api/admin/content/{saved['id']}"
    fixed = site.api.put(url, json={"content": {"milestones": [milestone | {"date": "May"}]}})
    assert fixed.json()["problem"] is None


def test_staff_can_announce_the_next_edition(page: Page, site: Site) -> None:
    target = datetime.now(UTC) + timedelta(days=40)
    override(
        site,
        "home.hero",
        {"countdownTarget": target.isoformat(), "countdownLead": "Doors open in"},
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
        re.compile(r"^WEA 5\.0 Doors open in (39|40)d \d+h \d+m \d+s$")
    )
    editions = page.get_by_role("region", name="Five editions, one homecoming")
    expect(editions.get_by_role("heading", name="The Open House")).to_be_visible()
    expect(editions).to_contain_text("A street party")
    expect(editions).to_contain_text("pioneers")


def test_the_number_of_testimonials_can_change(page: Page, site: Site) -> None:
    quotes = [
        {"quote": f"Quote {number}", "name": f"Speaker {number}", "role": "Honoree"}
        for number in range(5)
    ]
    override(site, "home.testimonials", {"testimonials": quotes})
    visit(page, "/")
    slider = page.get_by_test_id("testimonials")
    expect(slider.get_by_role("listitem")).to_have_count(5)
    slider.scroll_into_view_if_needed()
    expect(slider.get_by_role("button", name="Next testimonials")).to_be_enabled()


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
