"""The HTML of all pages is valid, with and without their data."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from awards_site.core import paths
from awards_site.pages.public_pages import PUBLIC_PAGES
from tests.browser.html_checker import html_problems
from tests.browser.site import NOT_RENDERED, Site, serve
from tools.site_server import RunningSite

FIXED = {page.route for page in PUBLIC_PAGES if page.records is None}
"""The paths of the pages that do not depend on records."""

IMAGE = 'src="/a.webp" alt=""'
WRONG = {
    f"<img {IMAGE} sizes='50vw'>": "image-sizes",
    f"<img {IMAGE} srcset='/a.webp 9w' sizes='auto'>": "image-sizes",
    f"<img {IMAGE} srcset='/a.webp 9w' sizes='(width > 9em) auto, 9em' loading='lazy'>": (
        "image-sizes"
    ),
    f"<picture><source srcset='/a.avif 9w' sizes='auto'><img {IMAGE}></picture>": "image-sizes",
    "<link href='/a.css'>": "element-required-attributes",
    "<p id='a'>One</p><p id='a'>Two</p>": "no-dup-id",
    "<p aria-describedby='b'>One</p>": "no-missing-references",
    "<a href='/'><button type='button'>Two</button></a>": "element-permitted-content",
    "<button type='button'><a href='/'>Two</a></button>": "element-permitted-content",
    "<ul><div>One</div></ul>": "element-permitted-content",
    "<div href='/'>One</div>": "no-unknown-attributes",
    "<h1>One</h1><h3>Two</h3>": "heading-level",
    "<input type='text'>": "input-missing-label",
}
"""Invalid HTML by the rule that it breaks."""


@pytest.fixture(scope="module")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with the demo edition."""
    with serve(tmp_path_factory.mktemp("data"), AWARDS_DEMO="1") as site:
        yield site


@pytest.fixture
def visitor(site: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url, timeout=30) as client:
        yield client


def addresses(visitor: httpx.Client) -> set[str]:
    """Return the paths of all public pages, including those that are not in the sitemap."""
    sitemap = visitor.get(paths.SITEMAP).text
    return FIXED | set(re.findall(r"<loc>https?://[^/<]+([^<]+)</loc>", sitemap))


def page_with(content: str) -> str:
    head = "<meta charset='utf-8'><title>A page</title>"
    return f"<!DOCTYPE html><html lang='en'><head>{head}</head><body>{content}</body></html>"


def test_every_page_is_valid_html_with_its_data(
    site: Site, visitor: httpx.Client, tmp_path: Path
) -> None:
    pages = {path: site.read_rendered(path) for path in addresses(visitor)}
    refused = visitor.post(paths.POST_MESSAGE, data={"name": "A"})
    assert refused.status_code == 422
    pages[paths.POST_MESSAGE] = refused.text
    pages[paths.ADMIN] = site.api.get(paths.ADMIN).raise_for_status().text
    assert html_problems(pages, tmp_path) == {}


def test_every_page_is_valid_html_without_its_data(
    client_rendered_site: RunningSite, tmp_path: Path
) -> None:
    # The page of a record has no heading without its record.
    with httpx.Client(base_url=client_rendered_site.url) as visitor:
        pages = {path: visitor.get(path).text for path in FIXED}
    assert [path for path, html in pages.items() if NOT_RENDERED not in html] == []
    assert html_problems(pages, tmp_path) == {}


def test_invalid_html_is_reported(tmp_path: Path) -> None:
    problems = html_problems({piece: page_with(piece) for piece in WRONG}, tmp_path)
    found = {(problem.partition(":")[0], page) for problem, on in problems.items() for page in on}
    assert {(rule, piece) for piece, rule in WRONG.items()} <= found
