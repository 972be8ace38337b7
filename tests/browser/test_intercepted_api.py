"""Browser tests that intercept the API: which calls a page makes, and what it shows."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Response, expect

from awards_site.pages.public_pages import PUBLIC_PAGES
from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.html_checker import html_problems
from tests.browser.problems import Problems
from tests.browser.site import NOT_RENDERED, Site
from tests.browser.visits import assert_accessible, hold_requests, visit, visit_and_load, wait_until
from tools.site_server import RunningSite, running_site

CALLS = {
    "/": [
        "/api/cover-pages/active",
        "/api/nominees/published",
        "/api/sponsors/published",
    ],
    "/nominees": ["/api/nominees/published"],
    "/videos": ["/api/videos"],
    "/gallery": ["/api/photos"],
    "/gallery?category=ceremony": ["/api/photos", "/api/photos/category/ceremony"],
    "/gallery?year=2024": ["/api/photos", "/api/photos/year/2024"],
    "/partners": ["/api/sponsors/published"],
    "/events?month=2100-06": [
        "/api/events",
        "/api/events/month/2100/6",
        "/api/events/range?start=2100-05-18T00%3A00%3A00.000Z&end=2100-07-16T00%3A00%3A00.000Z",
        "/api/events/upcoming?limit=20",
    ],
    "/blog": ["/api/blog/summaries"],
}
"""The calls that each public page makes."""

EVENT_DAY = "/events?month=2100-06&day=2100-06-01"

LISTS = [
    ("/nominees", "/api/nominees/published", "nominee-card", "nominees"),
    ("/videos", "/api/videos", "video-card", "videos"),
    ("/gallery", "/api/photos", "photo", "photos"),
    ("/partners", "/api/sponsors/published", "sponsor", "sponsors"),
    ("/blog", "/api/blog/summaries", "post-card", "posts"),
    (EVENT_DAY, "/api/events", "event", "events"),
    ("/", "/api/nominees/published", "honorees", "honorees"),
    ("/", "/api/sponsors/published", "sponsors", "partners"),
]
"""The lists of the pages: page, call, test id of an item, and its name in messages."""


SKELETONS = {"videos": 6, "photos": 12}
"""The number of items that are sketched while a list loads."""


def failure_title(label: str) -> str:
    return "Failed to load the blog." if label == "posts" else f"Failed to load {label}."


pytestmark = pytest.mark.usefixtures("content")


@pytest.fixture(scope="module")
def content(site: Site) -> Site:
    """The module's site with three of each kind published."""
    image = upload_image(site)
    for number in range(3):
        publish_nominee(site, f"Ada {number}", category="tech")
        site.create(
            "/api/photos",
            **factories.photo_body(title=f"Photo {number}", imageUrl=image, year=2024),
        )
        site.create("/api/videos", **factories.video_body(title=f"Film {number}"))
        site.create("/api/events", **factories.event_body(title=f"Gala {number}"))
        site.create("/api/sponsors", **factories.sponsor_body(name=f"Sum {number}", logo_url=image))
        site.create("/api/blog", **factories.blog_body(title=f"Post {number}", isPublished=True))
    return site


def is_call(path: str) -> re.Pattern[str]:
    """Return a pattern of the URL of a call with any query."""
    return re.compile(rf"^https?://[^/]+{re.escape(path)}(\?|$)")


def record_calls(page: Page) -> list[Request]:
    calls: list[Request] = []

    def record(request: Request) -> None:
        if "/api/" in request.url:
            calls.append(request)

    page.on("request", record)
    return calls


def paths_of(calls: list[Request]) -> list[str]:
    """Return the paths of calls, with their queries, in order."""
    paths = ["/api/" + call.url.partition("/api/")[2] for call in calls]
    return sorted(path for path in paths if not path.startswith("/api/content-blocks"))


@pytest.fixture(scope="module")
def bare_site(content: Site) -> Iterator[RunningSite]:
    """A second server of the site, without prerendering."""
    with running_site(content.running.data_dir, AWARDS_PRERENDER="0") as running:
        yield running


@pytest.fixture
def bare(browser: Browser, bare_site: RunningSite) -> Iterator[Page]:
    """A page of that server, whose scripts get all data by the API."""
    problems = Problems(bare_site.url)
    problems.expect("401|500")
    with browser.new_context(base_url=bare_site.url) as context:
        page = context.new_page()
        problems.watch(page)
        yield page
        page.unroute_all(behavior="ignoreErrors")
    assert not problems.unexpected(), "\n".join(problems.unexpected())


def test_a_built_page_is_valid_html(bare_site: RunningSite, tmp_path: Path) -> None:
    # The page of a record has no heading without its record.
    fixed = [page.route for page in PUBLIC_PAGES if page.records is None]
    pages = {path: httpx.get(f"{bare_site.url}{path}").text for path in fixed}
    assert [path for path, html in pages.items() if NOT_RENDERED not in html] == []
    assert html_problems(pages, tmp_path) == {}


@pytest.mark.parametrize("path", CALLS)
def test_a_page_without_its_data_calls_the_api(bare: Page, path: str) -> None:
    calls = record_calls(bare)
    visit_and_load(bare, path)
    wait_until(bare, lambda: len(paths_of(calls)) >= len(CALLS[path]))
    assert paths_of(calls) == CALLS[path]


@pytest.mark.parametrize("path", [path for path in CALLS if "?" not in path])
def test_a_prerendered_page_revalidates_its_data(page: Page, path: str) -> None:
    statuses: dict[str, int] = {}

    def record(response: Response) -> None:
        statuses["/api/" + response.url.partition("/api/")[2]] = response.status

    page.on("response", record)
    visit(page, path)
    wait_until(page, lambda: statuses.keys() >= set(CALLS[path]))
    statuses.clear()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    wait_until(page, lambda: statuses.keys() >= set(CALLS[path]))
    assert {statuses[call] for call in CALLS[path]} == {304}


@pytest.mark.parametrize(("path", "call", "item", "label"), LISTS)
def test_three_server_errors_show_a_try_again_button(
    bare: Page, path: str, call: str, item: str, label: str
) -> None:
    bare.clock.install()
    calls = record_calls(bare)
    bare.route(is_call(call), lambda route: route.fulfill(status=500, body="down"))
    visit(bare, path)
    loading = bare.get_by_role("status").filter(has_text=f"Loading {label}...")
    expect(loading.first).to_be_attached()
    if label in SKELETONS:
        tiles = bare.get_by_test_id(f"{path[1:]}-loading").locator(":scope > :last-child > *")
        expect(tiles).to_have_count(SKELETONS[label])
    failure = bare.get_by_role("alert").filter(has_text=failure_title(label))
    fast_forward_until(bare, lambda: count(calls, call) == 3)
    expect(failure).to_be_visible()
    assert count(calls, call) == 3
    assert_accessible(bare)
    bare.unroute_all()
    failure.get_by_role("button", name="Try Again").click()
    expect(bare.get_by_test_id(item).first).to_be_visible()
    expect(failure).to_have_count(0)


def test_a_spinner_is_shown_while_the_cover_page_loads(bare: Page) -> None:
    release = hold_requests(bare, is_call("/api/cover-pages/active"))
    visit(bare, "/")
    spinner = bare.get_by_test_id("hero").get_by_role("status")
    expect(spinner).to_have_text("Loading the cover page")
    release()
    expect(spinner).to_have_count(0)


def test_a_401_for_videos_shows_an_empty_list(bare: Page) -> None:
    refuse(bare, "/api/videos")
    visit_and_load(bare, "/videos")
    expect(bare.get_by_text("No videos found for the selected filter.")).to_be_visible()
    expect(bare.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "call", "message"),
    [
        ("/nominees", "/api/nominees/published", "Failed to load nominees."),
        (
            "/gallery?category=ceremony",
            "/api/photos/category/ceremony",
            "Failed to fetch photos for category",
        ),
        ("/gallery?year=2019", "/api/photos/year/2019", "Failed to fetch photos for year"),
    ],
)
def test_another_401_shows_an_error_at_once(bare: Page, path: str, call: str, message: str) -> None:
    calls = record_calls(bare)
    refuse(bare, call)
    visit(bare, path)
    expect(bare.get_by_role("alert")).to_contain_text(message)
    expect(bare.get_by_role("button", name="Try Again")).to_be_visible()
    assert count(calls, call) == 1


@pytest.mark.parametrize(
    ("path", "call", "item", "title"),
    [
        *[(path, call, item, failure_title(label)) for path, call, item, label in LISTS],
        ("/gallery?year=2024", "/api/photos/year/2024", "photo", "Failed to fetch photos for year"),
        (EVENT_DAY, "/api/events/month/2100/6", "event", "Failed to load events."),
        ("/events?view=list", "/api/events/upcoming", "event", "Failed to load events."),
        ("/nominees/1-ada-0", "/api/nominees/1", "nominee", "Failed to load the nominee."),
        ("/events/1-gala-0", "/api/events/1", "event-page", "Failed to load the event."),
        ("/blog/post-0", "/api/blog/slug/post-0", "post", "Failed to load the post."),
    ],
)
def test_a_page_keeps_its_content_below_a_bar_if_revalidating_fails(
    page: Page, site: Site, problems: Problems, path: str, call: str, item: str, title: str
) -> None:
    problems.expect("500")
    site.read_rendered(path)
    page.clock.install()
    calls = record_calls(page)
    page.route(is_call(call), lambda route: route.fulfill(status=500))
    visit(page, path)
    fast_forward_until(page, lambda: count(calls, call) == 3)
    bar = page.get_by_role("alert").filter(has_text=title)
    expect(bar).to_have_count(1)
    shown = page.get_by_test_id(item).first
    expect(shown).to_be_visible()
    assert is_before(bar, shown)
    page.unroute_all()
    bar.get_by_role("button", name="Try Again").click()
    expect(bar).to_have_count(0)
    expect(shown).to_be_visible()


def test_an_open_page_shows_changes_within_30_seconds(page: Page, site: Site) -> None:
    page.clock.install()
    with page.expect_response(is_call("/api/nominees/published")):
        visit(page, "/nominees")
        page.clock.run_for(3_000)
    winner = publish_nominee(site, "Wilma Winner")
    with page.expect_response(is_call("/api/nominees/published")):
        page.clock.fast_forward(31_000)
    expect(page.get_by_role("heading", name="Wilma Winner")).to_be_visible()
    site.api.delete(f"/api/nominees/{winner['id']}").raise_for_status()
    with page.expect_response(is_call("/api/nominees/published")):
        page.clock.fast_forward(31_000)
    expect(page.get_by_role("heading", name="Wilma Winner")).to_have_count(0)


def is_before(first: Locator, second: Locator) -> bool:
    position = "(first, second) => first.compareDocumentPosition(second)"
    return bool(first.evaluate(position, second.element_handle()) & 4)


def refuse(page: Page, call: str) -> None:
    body: dict[str, Any] = {"message": "Unauthorized"}
    page.route(is_call(call), lambda route: route.fulfill(status=401, json=body))


def count(calls: list[Request], path: str) -> int:
    return sum(bool(is_call(path).match(call.url)) for call in calls)


def fast_forward_until(page: Page, condition: Callable[[], bool]) -> None:
    """Advance the page's clock until a condition holds."""

    def is_met() -> bool:
        page.clock.run_for(500)
        return condition()

    wait_until(page, is_met)
