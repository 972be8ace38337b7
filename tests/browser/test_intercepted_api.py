"""Browser tests that intercept the API: which calls a page makes, and what it shows."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Response, expect

from tests import factories
from tests.browser.content import publish_nominee, upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    hold_requests,
    visit,
    visit_and_load,
    wait_until,
)

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


@pytest.fixture
def online(client_rendered_page: Page) -> Iterator[Page]:
    """A page without prerendering, with a clock that the test controls."""
    client_rendered_page.clock.install()
    yield client_rendered_page
    client_rendered_page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("path", CALLS)
def test_a_page_without_its_data_calls_the_api(client_rendered_page: Page, path: str) -> None:
    calls = record_calls(client_rendered_page)
    visit_and_load(client_rendered_page, path)
    wait_until(client_rendered_page, lambda: len(paths_of(calls)) >= len(CALLS[path]))
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
    online: Page, problems: Problems, path: str, call: str, item: str, label: str
) -> None:
    problems.expect("500")
    calls = record_calls(online)
    online.route(is_call(call), lambda route: route.fulfill(status=500, body="down"))
    visit(online, path)
    loading = online.get_by_role("status").filter(has_text=f"Loading {label}...")
    expect(loading.first).to_be_attached()
    failure = online.get_by_role("alert").filter(has_text=failure_title(label))
    fast_forward_until(online, lambda: count(calls, call) == 3)
    expect(failure).to_be_visible()
    assert count(calls, call) == 3
    assert_accessible(online)
    online.unroute_all()
    failure.get_by_role("button", name="Try Again").click()
    expect(online.get_by_test_id(item).first).to_be_visible()
    expect(failure).to_have_count(0)


def test_a_401_for_nominees_shows_an_error_at_once(
    client_rendered_page: Page, problems: Problems
) -> None:
    problems.expect("401")
    calls = record_calls(client_rendered_page)
    refuse(client_rendered_page, "/api/nominees/published")
    visit(client_rendered_page, "/nominees")
    expect(client_rendered_page.get_by_role("alert")).to_contain_text("Failed to load nominees.")
    assert count(calls, "/api/nominees/published") == 1


def test_a_401_for_videos_shows_an_empty_list(
    client_rendered_page: Page, problems: Problems
) -> None:
    problems.expect("401")
    refuse(client_rendered_page, "/api/videos")
    visit_and_load(client_rendered_page, "/videos")
    expect(
        client_rendered_page.get_by_text("No videos found for the selected filter.")
    ).to_be_visible()
    expect(client_rendered_page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "call", "message"),
    [
        (
            "category=ceremony",
            "/api/photos/category/ceremony",
            "Failed to fetch photos for category",
        ),
        ("year=2019", "/api/photos/year/2019", "Failed to fetch photos for year"),
    ],
)
def test_a_failed_photo_filter_is_named_in_the_error(
    client_rendered_page: Page, problems: Problems, query: str, call: str, message: str
) -> None:
    problems.expect("401")
    refuse(client_rendered_page, call)
    visit(client_rendered_page, f"/gallery?{query}")
    expect(client_rendered_page.get_by_role("alert")).to_contain_text(message)
    expect(client_rendered_page.get_by_role("button", name="Try Again")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "call", "waiting", "sketched"),
    [
        ("/videos", "/api/videos", "videos-loading", 6),
        ("/gallery", "/api/photos", "gallery-loading", 12),
    ],
)
def test_skeletons_are_shown_while_data_loads(
    client_rendered_page: Page, path: str, call: str, waiting: str, sketched: int
) -> None:
    release = hold_requests(client_rendered_page, is_call(call))
    visit(client_rendered_page, path)
    tiles = client_rendered_page.get_by_test_id(waiting).locator(":scope > :last-child > *")
    expect(tiles).to_have_count(sketched)
    expect(client_rendered_page.get_by_role("status").filter(has_text="Loading")).to_be_visible()
    release()
    expect(client_rendered_page.get_by_test_id(waiting)).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "call", "item", "title"),
    [
        *[(path, call, item, failure_title(label)) for path, call, item, label in LISTS],
        ("/gallery?year=2024", "/api/photos/year/2024", "photo", "Failed to fetch photos for year"),
        (EVENT_DAY, "/api/events/month/2100/6", "event", "Failed to load events."),
        ("/events?view=list", "/api/events/upcoming", "event", "Failed to load events."),
        ("/nominees/1", "/api/nominees/1", "nominee", "Failed to load the nominee."),
        ("/events/1", "/api/events/1", "event-page", "Failed to load the event."),
        ("/blog/post-0", "/api/blog/slug/post-0", "post", "Failed to load the post."),
    ],
)
def test_a_page_keeps_its_content_below_a_bar_if_revalidating_fails(
    page: Page, problems: Problems, path: str, call: str, item: str, title: str
) -> None:
    problems.expect("500")
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
