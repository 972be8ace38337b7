"""Images on pages and in staff lists: variants that fit the screen, without layout shift."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.content import publish_nominee
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
    settings = {"AWARDS_DEMO": "1", "AWARDS_IMAGE_VARIANTS": "1"}
    with serve(tmp_path_factory.mktemp("data"), **settings) as site:
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


def path_of(name: str, site: Site) -> str:
    return a_nominee(site) if name == "a nominee" else name


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
    visit(device_page, path_of(path, site))
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


def test_an_image_is_fetched_once(device_page: Page) -> None:
    requested: list[str] = []
    device_page.on("request", lambda request: requested.append(request.url))
    visit(device_page, "/nominees")
    image_properties(device_page)
    uploads = [url for url in requested if "/uploads/" in url]
    assert uploads
    assert sorted(uploads) == sorted(set(uploads))


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


def test_staff_see_a_status_until_an_upload_has_its_variants(page: Page, site: Site) -> None:
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
    assert shares == sorted(shares)
    assert shares[-1] == 1
    expect(status).to_have_text("Resizing 1 image for all screens")
    expect(status).to_be_empty(timeout=120_000)
    assert site.api.get("/api/admin/image-variants").json() == {"pending": 0}
    stem = Path(url).stem
    for name, kind in ((f"{stem}.480.avif", "image/avif"), (f"{stem}.1200.webp", "image/webp")):
        response = site.api.get(f"/uploads/sizes/{name}")
        assert response.headers["content-type"] == kind
        assert "immutable" in response.headers["cache-control"]


def test_a_page_is_rendered_again_once_the_variants_exist(page: Page, site: Site) -> None:
    response = site.api.post("/api/upload/image", files={"file": ("a.jpg", photo(), "image/jpeg")})
    publish_nominee(site, "Ada Newcomer", imageUrl=response.json()["url"], year=2050)
    name = Path(response.json()["url"]).stem

    def is_named() -> bool:
        markup = httpx.get(f"{site.url}/nominees", timeout=30).text
        return f"/uploads/sizes/{name}.480.avif" in markup

    wait_until(page, is_named)
    visit(page, "/nominees")
    expect(page.get_by_role("img", name="Ada Newcomer")).to_have_js_property("complete", True)
    portrait = page.get_by_role("img", name="Ada Newcomer")
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
