"""Takes the screenshots in docs/screenshots/ of the demo edition: `make screenshots`."""

import io
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from bench.pages import open_page
from tools.chromium import launch
from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, ROOT, build, running_site

FOLDER = ROOT / "docs" / "screenshots"

PUBLIC = {
    "home": "/",
    "about": "/about",
    "categories": "/categories",
    "nominees": "/nominees",
    "timeline": "/timeline",
    "videos": "/videos",
    "gallery": "/gallery",
    "partners": "/partners",
    "contact": "/contact",
    "events": "/events",
    "blog": "/blog",
    # Ids and slugs of the demo edition; the site redirects ids to full paths.
    "nominee": "/nominees/1",
    "event": "/events/12",
    "post": "/blog/coming-home",
}
STAFF = {
    "dashboard": "/admin",
    "nominees-admin": "/admin/nominees",
    "users-admin": "/admin/users",
    "running-order": "/admin/running-order",
    "speaker": "/admin/running-order/speaker?item=3",
    "to-do": "/admin/to-do",
    "reveal": "/admin/reveal",
}

SIZES = {"": (1280, 800), "-phone": (375, 812)}
"""Width and height in px, by file name suffix."""


def main() -> None:
    """Take all screenshots."""
    build()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder), AWARDS_DEMO="1") as site,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for suffix, size in SIZES.items():
            take_all(browser, site.url, suffix, size)
        browser.close()


def take_all(browser: Browser, url: str, suffix: str, size: tuple[int, int]) -> None:
    """Take the screenshots of one size: public pages, then staff pages."""
    context = browser.new_context(
        base_url=url, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    page = context.new_page()
    for name, path in PUBLIC.items():
        take(page, path, f"{name}{suffix}")
    sign_in = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
    assert context.request.post("/api/auth/login", data=sign_in).ok
    hidden = {"year": 2025, "revealAt": (datetime.now(UTC) + timedelta(days=30)).isoformat()}
    embargo = context.request.post("/api/admin/embargoes", data=hidden).json()
    for name, path in STAFF.items():
        take(page, path, f"{name}{suffix}")
    assert context.request.delete(f"/api/admin/embargoes/{embargo['id']}?reveals=true").ok
    context.close()


def take(page: Page, path: str, name: str) -> None:
    """Take the screenshot of a page once its content and its images are loaded."""
    open_page(page, path)
    screenshot = Image.open(io.BytesIO(page.screenshot()))
    screenshot.save(FOLDER / f"{name}.webp", quality=80)


if __name__ == "__main__":
    main()
