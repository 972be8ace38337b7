"""The head of a page: meta tags and structured data."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.site import Site


def meta(page: Page, name: str) -> str:
    """Return the content of a `meta` element by its name or property."""
    return (
        page.locator(f"meta[name='{name}'], meta[property='{name}']").get_attribute("content") or ""
    )


def structured_data(page: Page) -> dict[str, Any]:
    """Return the page's JSON-LD by type."""
    block = page.locator("script[type='application/ld+json']")
    expect(block).to_have_count(1)
    return {each["@type"]: each for each in json.loads(block.text_content() or "")["@graph"]}


def assert_complete(page: Page, site: Site, path: str) -> None:
    """Assert that the head has a canonical URL and all tags of a shared link."""
    canonical = page.locator("link[rel=canonical]")
    # Without prerendering, the site's URL comes with the State.
    expect(canonical).to_have_attribute("href", f"{site.url}{path}")
    assert meta(page, "description")
    assert meta(page, "og:url") == f"{site.url}{path}"
    assert page.title().startswith(meta(page, "og:title"))
    assert meta(page, "og:description") == meta(page, "description")
    assert meta(page, "og:type") in {"website", "article", "profile"}
    assert meta(page, "og:site_name")
    assert meta(page, "og:image:alt")
    assert (meta(page, "og:image:width"), meta(page, "og:image:height")) == ("1200", "630")
    assert meta(page, "twitter:card") == "summary_large_image"
    image = page.request.get(meta(page, "og:image"))
    assert image.ok
    assert image.headers["content-type"] == "image/jpeg"
    is_sign = meta(page, "og:image").endswith("/share.jpg")
    assert meta(page, "og:image:alt").startswith("A door before the rising sun") == is_sign
    icon = page.locator("link[rel=apple-touch-icon]").get_attribute("href") or ""
    assert page.request.get(icon).headers["content-type"] == "image/png"
    expect(page.locator("meta[name=robots]")).to_have_count(0)
