"""Tests of /privacy, /terms and /cookies: their texts, and that unsafe Markdown is sanitized."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit, visit_and_load

TITLES = {
    "/privacy": "Privacy Policy",
    "/terms": "Terms of Use",
    "/cookies": "Cookie Policy",
}

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


@pytest.fixture(autouse=True)
def no_sections(site: Site) -> None:
    """Begin each test without content sections."""
    empty(site, "/api/content", "/api/admin/content")


@pytest.mark.parametrize(("path", "title"), TITLES.items())
def test_the_default_text_is_in_the_html(site: Site, path: str, title: str) -> None:
    html = httpx.get(f"{site.url}{path}", follow_redirects=True).text
    assert f">{title}</h1>" in html
    assert html.count("<h2>") >= 3
    assert f"<title>{title} | Women Entrepreneur Awards</title>" in html


def test_the_default_texts_describe_what_the_site_does(page: Page) -> None:
    visit(page, "/cookies")
    text = page.get_by_test_id("legal-text")
    expect(text).to_contain_text("Films on Instagram are never shown here")
    assert page.context.cookies() == []
    visit(page, "/privacy")
    expect(text).to_contain_text("kept until our staff delete them")


@pytest.mark.parametrize(("path", "title"), TITLES.items())
def test_each_page_links_to_the_others(page: Page, path: str, title: str) -> None:
    visit(page, path)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    links = page.get_by_role("navigation", name="Policies").get_by_role("link")
    expect(links).to_have_text(["Privacy", "Terms", "Cookies"])
    current = page.get_by_role("navigation", name="Policies").locator("[aria-current=page]")
    expect(current).to_have_attribute("href", path)


@pytest.mark.parametrize("path", TITLES)
def test_a_content_section_replaces_the_text_of_one_page(page: Page, site: Site, path: str) -> None:
    site.create(
        "/api/admin/content",
        name="A legal text",
        identifier=f"legal.{path.strip('/')}",
        content={"markdown": "## Ours\n\nWe keep *nothing*."},
    )
    visit(page, path)
    text = page.get_by_test_id("legal-text")
    expect(text.get_by_role("heading", name="Ours", level=2)).to_be_visible()
    expect(text.locator("em")).to_have_text("nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[path])
    other = next(each for each in TITLES if each != path)
    visit_and_load(page, other)
    expect(page.get_by_test_id("legal-text")).not_to_contain_text("We keep nothing")


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
    expect(text.get_by_role("link")).to_have_count(1)
    expect(text.get_by_role("link", name="a link")).to_have_attribute("href", "/contact")
    expect(text.get_by_role("cell", name="two years")).to_be_visible()
    assert page.evaluate("window.harm") is None
    assert_accessible(page)
