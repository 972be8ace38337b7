"""Measures the transfer size of first visits: all requests of Chromium, with gzip."""

from collections import defaultdict
from dataclasses import dataclass, field

import httpx
from playwright.sync_api import Browser, Request

KILOBYTE = 1000

HOME = "/"
PAGES = (
    HOME,
    "/about",
    "/categories",
    "/nominees",
    "/timeline",
    "/videos",
    "/gallery",
    "/partners",
    "/contact",
    "/events",
    "/auth",
)

MAX_BYTES = {"script": 120 * KILOBYTE, "document": 60 * KILOBYTE}
"""The maximum transfer size of the home page by resource type."""

KINDS = ("document", "script", "stylesheet", "font", "image")


@dataclass
class PageWeight:
    """The requests of a page's first load, and the bytes by resource type."""

    path: str
    requests: int = 0
    bytes: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def measure(browser: Browser, site_url: str, path: str) -> PageWeight | None:
    """Return the weight of the page at `path`; None if its status is an error."""
    requests: list[Request] = []
    context = browser.new_context(base_url=site_url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.on("request", lambda request: requests.append(request))
    response = page.goto(path, wait_until="networkidle")
    context.close()
    if response is None or not response.ok:
        return None
    weight = PageWeight(path, requests=len(requests))
    with httpx.Client(headers={"Accept-Encoding": "gzip"}, follow_redirects=True) as client:
        for request in requests:
            if request.url.startswith(site_url):
                weight.bytes[request.resource_type] += transferred(client, request.url)
    return weight


def transferred(client: httpx.Client, url: str) -> int:
    """Return the transferred bytes of the body at `url`."""
    with client.stream("GET", url) as response:
        for _ in response.iter_raw():
            pass
        return response.num_bytes_downloaded


def violations(weight: PageWeight) -> list[str]:
    """Return descriptions of the exceeded limits."""
    return [
        f"{weight.path}: {weight.bytes[kind] / KILOBYTE:.1f} KB of {kind},"
        f" at most {limit / KILOBYTE:.0f} KB"
        for kind, limit in MAX_BYTES.items()
        if weight.bytes[kind] > limit
    ]


def report(weights: list[PageWeight]) -> str:
    """Return a table of weights, in KB."""
    lines = [f"{'page':<14}{'requests':>9}" + "".join(f"{kind:>12}" for kind in KINDS)]
    for weight in weights:
        cells = "".join(f"{weight.bytes[kind] / KILOBYTE:>12.1f}" for kind in KINDS)
        lines.append(f"{weight.path:<14}{weight.requests:>9}{cells}")
    return "\n".join(lines)
