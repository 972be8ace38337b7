"""The demo edition: valid HTML, images that fit the screen, short tasks, and times in its zone."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from awards_site.core import paths
from awards_site.pages.public_pages import PUBLIC_PAGES
from bench import long_tasks
from tests.browser.content import publish_event, publish_nominee
from tests.browser.html_checker import html_problems
from tests.browser.problems import Problems
from tests.browser.scripts import add_request_script
from tests.browser.site import ADMIN, Site, serve
from tests.browser.visits import (
    MAX_LAYOUT_SHIFT,
    record_layout_shifts,
    sign_in_as,
    visit,
    wait_until,
)

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

PAGES = ("/", "/about", "/nominees", "/videos", "/gallery", "/partners")
"""The pages of the demo edition with images."""
WITH_IMAGE_ABOVE_THE_FOLD = ("/", "/nominees", "/videos", "/gallery", "a nominee")
"""The pages of the demo edition with an image above the fold."""
SCREENS_WITH_IMAGES = ("/admin/nominees", "/admin/cover-pages")

_IMAGES = r"""() => [...document.images]
.filter(({ src }) => !src.startsWith("data:"))
.map((image) => ({
    src: image.getAttribute("src"),
    width: Number(image.getAttribute("width")),
    height: Number(image.getAttribute("height")),
    loading: image.getAttribute("loading") ?? "eager",
    priority: image.getAttribute("fetchpriority"),
    chosen: image.currentSrc,
    shown: image.getBoundingClientRect().width,
    top: image.getBoundingClientRect().top + window.scrollY,
    kinds: [...image.parentElement.querySelectorAll(":scope > source"), image]
        .filter((source) => source.srcset && source.sizes)
        .map((source) => source.type || source.srcset.match(/[^.]+(?= \d+w$)/)?.[0]),
}))"""
_SCROLL = """async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        // Browsers begin to load images when they render the frame after the one that shows them.
        await frame();
        await frame();
    }
    // An image that is not shown, such as one of another page of a list, never comes.
    const comes = (image) => image.checkVisibility() && !(image.currentSrc && image.complete);
    for (let tries = 0; tries < 50 && [...document.images].some(comes); tries += 1) await pause();
}"""


@pytest.fixture(scope="module")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with the demo edition that generates image variants."""
    with serve(
        tmp_path_factory.mktemp("data"),
        AWARDS_DEMO="1",
        AWARDS_IMAGE_VARIANTS="1",
        AWARDS_TIMEZONE="America/New_York",
    ) as site:
        [portrait, *_] = (each["imageUrl"] for each in site.api.get("/api/nominees").json())
        site.create("/api/cover-pages", title="Gala", media_type="image", image_url=portrait)
        yield site


@pytest.fixture(params=[(375, 812), (1280, 800)], ids=["phone", "desk"])
def device_page(
    request: pytest.FixtureRequest, browser: Browser, site: Site, problems: Problems
) -> Iterator[Page]:
    """Return a page on a phone with a device pixel ratio of 2, and on a desktop."""
    width, height = request.param
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": width, "height": height},
        device_scale_factor=2 if width < 500 else 1,
    )
    page = context.new_page()
    problems.watch(page)
    yield page
    context.close()
    assert not problems.unexpected(), "\n".join(problems.unexpected())


def image_properties(page: Page) -> list[dict[str, Any]]:
    """Return the properties of each image after scrolling through the page."""
    page.evaluate(_SCROLL)
    found: list[dict[str, Any]] = page.evaluate(_IMAGES)
    return found


def has_pixels(image: dict[str, Any]) -> bool:
    return not image["src"].endswith(".svg")


def a_nominee(site: Site) -> str:
    path = re.search(r'href="(/nominees/\d+-[^"]+)"', httpx.get(f"{site.url}/nominees").text)
    assert path is not None
    return path[1]


def assert_fits(image: dict[str, Any], dots: float) -> None:
    """Assert that the chosen variant is not much larger than shown, at `dots` per pixel."""
    assert image["kinds"] == ["image/avif", "webp"], image
    chosen = re.search(r"\.(\d+)\.avif$", image["chosen"])
    assert chosen, image
    # The smallest variant has 320 pixels; small images have one in their own size.
    assert int(chosen[1]) <= max(320, 2.1 * image["shown"] * dots), image


@pytest.mark.parametrize("path", [*PAGES, "a nominee"])
def test_every_image_fits_the_screen(path: str, device_page: Page, site: Site) -> None:
    layout_shift = record_layout_shifts(device_page)
    requested: list[str] = []
    device_page.on("request", lambda request: requested.append(request.url))
    visit(device_page, a_nominee(site) if path == "a nominee" else path)
    # Layout shifts by fonts are covered by the tests of each page.
    device_page.evaluate("document.fonts.ready.then(() => { window.shifted = 0; })")
    dots = device_page.evaluate("window.devicePixelRatio")
    tall = device_page.evaluate("window.innerHeight")
    shown = image_properties(device_page)
    assert shown
    for image in shown:
        assert image["width"] > 0 < image["height"], image
        if image["top"] > 2 * tall:
            assert image["loading"] == "lazy", image
        if not has_pixels(image):
            continue
        assert_fits(image, dots)
    assert layout_shift() <= MAX_LAYOUT_SHIFT
    uploads = [url for url in requested if "/uploads/" in url]
    assert sorted(uploads) == sorted(set(uploads)), "an image was fetched twice"
    if path in WITH_IMAGE_ABOVE_THE_FOLD:
        assert_largest_first(shown, device_page, site)


def assert_largest_first(shown: list[dict[str, Any]], page: Page, site: Site) -> None:
    """Assert that exactly one image, above the fold, is loaded with high priority."""
    [first] = [each for each in shown if each["priority"] == "high"]
    assert first["loading"] == "eager"
    assert first["top"] < page.evaluate("window.innerHeight")
    preload = page.locator("link[rel=preload][as=image]")
    expect(preload).to_have_attribute("fetchpriority", "high")
    expect(preload).to_have_attribute("type", "image/avif")
    assert first["chosen"].removeprefix(site.url) in (preload.get_attribute("imagesrcset") or "")


@pytest.mark.parametrize("path", SCREENS_WITH_IMAGES)
def test_a_staff_list_shows_small_variants(path: str, device_page: Page, site: Site) -> None:
    sign_in_as(device_page.context, ADMIN)
    visit(device_page, path)
    # The first rows are drawn before the others.
    total = device_page.get_by_test_id("records-count")
    expect(total).to_have_text(re.compile("^[0-9]+ in total$"))
    count = int(total.inner_text().partition(" ")[0])
    expect(device_page.get_by_test_id("record")).to_have_count(count)
    shown = [each for each in image_properties(device_page) if has_pixels(each)]
    assert shown
    for image in shown:
        assert_fits(image, device_page.evaluate("window.devicePixelRatio"))


def test_the_lightbox_shows_a_variant_that_fills_the_screen(device_page: Page) -> None:
    visit(device_page, "/gallery")
    device_page.get_by_test_id("photo").nth(1).get_by_role("button").click()
    shown = device_page.get_by_test_id("lightbox").locator(".yarl__slide_current img")
    expect(shown).to_have_js_property("complete", True)
    width = device_page.evaluate("window.innerWidth * window.devicePixelRatio")
    chosen = re.search(r"\.(\d+)\.avif$", shown.evaluate("(image) => image.currentSrc"))
    assert chosen is not None
    assert width * 0.75 <= int(chosen[1]) <= width * 2.1


def photo(size: tuple[int, int] = (1600, 1200)) -> bytes:
    file = io.BytesIO()
    Image.effect_mandelbrot(size, (-2.2, -1.2, 1.0, 1.2), 60).convert("RGB").save(file, "JPEG")
    return file.getvalue()


def test_the_variants_of_an_upload_are_announced_to_staff_and_reach_the_page(
    page: Page, site: Site
) -> None:
    sign_in_as(page.context, site.account("editor"))
    visit(page, "/admin/nominees")
    status = page.get_by_test_id("image-processing-status")
    expect(status).to_be_empty()
    add_request_script(page)
    url, shares = page.evaluate(
        """async (bytes) => {
            const file = new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" });
            const shares = [];
            const told = (share) => shares.push(share);
            const { url } = await window.awards.upload("/api/upload/image", "file", file, told);
            return [url, shares];
        }""",
        list(photo()),
    )
    publish_nominee(site, "Ada Newcomer", imageUrl=url, year=2050)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    expect(status).to_have_text("Resizing 1 image for all screens")
    expect(status).to_be_empty(timeout=120_000)
    assert site.api.get("/api/admin/image-variants").json() == {"pending": 0}
    stem = Path(url).stem
    wait_until(page, lambda: f"/sizes/{stem}.480.avif" in site.read_rendered("/nominees"))
    for name, kind in ((f"{stem}.480.avif", "image/avif"), (f"{stem}.1200.webp", "image/webp")):
        response = site.api.get(f"/uploads/sizes/{name}")
        assert response.headers["content-type"] == kind
        assert "immutable" in response.headers["cache-control"]
    visit(page, "/nominees")
    portrait = page.get_by_role("img", name="Ada Newcomer")
    expect(portrait).to_have_js_property("complete", True)
    assert re.search(r"\.(480|768)\.avif$", portrait.evaluate("(image) => image.currentSrc"))


def test_a_missing_variant_is_replaced_by_the_original(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404|Failed to load resource")
    page.route(re.compile(r"/uploads/sizes/"), lambda route: route.fulfill(status=404))
    visit(page, "/nominees")
    portrait = page.get_by_test_id("nominee-card").first.get_by_role("img")
    page.wait_for_function(
        "() => /uploads\\/[^/]+$/.test(document.querySelector('main img').currentSrc)"
    )
    expect(portrait).to_have_js_property("complete", True)
    assert portrait.evaluate("(image) => image.naturalWidth") >= 800


# Scripts


@pytest.mark.parametrize("path", [each.route for each in PUBLIC_PAGES if each.records is None])
def test_the_scripts_of_a_page_do_not_block_a_phone(
    browser: Browser, site: Site, path: str
) -> None:
    site.read_rendered(path)
    assert not long_tasks.violations([long_tasks.measure(browser, site.url, path)])


# Times


def test_times_and_days_are_in_the_programme_time_zone(browser: Browser, site: Site) -> None:
    publish_event(site, "Late Supper", "2031-11-21T01:00:00Z", "2031-11-21T03:30:00Z")
    with browser.new_context(base_url=site.url, timezone_id="Asia/Tokyo") as context:
        page = context.new_page()
        page.clock.set_fixed_time("2031-11-21T02:00:00Z")
        visit(page, "/events")
        today = page.get_by_role("grid").get_by_role(
            "button", name=re.compile("^Thursday, November 20, 2031")
        )
        expect(today).to_have_attribute("aria-current", "date")
        expect(page.get_by_test_id("day-events").get_by_test_id("event")).to_contain_text(
            "November 20, 2031 · 8:00 PM - 10:30 PM"
        )
        expect(page.get_by_text("Times are in the time zone America/New_York.")).to_be_visible()


# HTML


def page_with(content: str) -> str:
    head = "<meta charset='utf-8'><title>A page</title>"
    return f"<!DOCTYPE html><html lang='en'><head>{head}</head><body>{content}</body></html>"


def test_every_page_is_valid_html(site: Site, tmp_path: Path) -> None:
    with httpx.Client(base_url=site.url, timeout=30) as visitor:
        listed = re.findall(r"<loc>https?://[^/<]+([^<]+)</loc>", visitor.get(paths.SITEMAP).text)
        fixed = [page.route for page in PUBLIC_PAGES if page.records is None]
        pages = {path: site.read_rendered(path) for path in dict.fromkeys([*fixed, *listed])}
        refused = visitor.post(paths.POST_MESSAGE, data={"name": "A"})
    assert refused.status_code == 422
    pages[paths.POST_MESSAGE] = refused.text
    pages[paths.ADMIN] = site.api.get(paths.ADMIN).raise_for_status().text
    problems = html_problems(pages | {each: page_with(each) for each in WRONG}, tmp_path)
    found = {(problem.partition(":")[0], page) for problem, on in problems.items() for page in on}
    assert {(rule, piece) for piece, rule in WRONG.items()} <= found
    assert {problem: on for problem, on in problems.items() if not WRONG.keys() >= set(on)} == {}


@pytest.mark.parametrize("margin", ["0", "10mm"])
def test_the_home_page_is_printed_on_fewer_than_eight_pages(page: Page, margin: str) -> None:
    visit(page, "/")
    sides = dict.fromkeys(("top", "right", "bottom", "left"), margin)
    pdf = page.pdf(format="A4", margin=sides)  # type: ignore[arg-type]
    assert len(re.findall(rb"/Type /Page\b", pdf)) < 8
