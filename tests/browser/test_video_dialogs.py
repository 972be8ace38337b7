"""Tests of a video's dialogs: the details, and the player by provider."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import publish_video, upload_video
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    assert_no_horizontal_scroll,
    press_escape_on_focus,
    visit,
)

FACEBOOK = "https://www.facebook.com/plugins"

LINKS = {
    "youtube": "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
    "facebook": "https://www.facebook.com/watch/?v=1000000000000001",
    "tweet": "https://x.com/wea_example/status/1700000000000000001",
    "instagram": "https://www.instagram.com/reel/C0exampleWEA3/",
}
FRAMES = {
    "youtube": "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0",
    "facebook": (
        f"{FACEBOOK}/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D"
        "1000000000000001&show_text=false&autoplay=true"
    ),
    "tweet": "https://platform.twitter.com/embed/Tweet.html?id=1700000000000000001&dnt=true",
}
OTHERS = {
    "unknown facebook": "https://www.facebook.com/wea.example",
    "unknown tweet": "https://twitter.com/wea_example",
    "elsewhere": "https://example.com/films/letter",
}


@pytest.fixture(scope="module", autouse=True)
def library(site: Site) -> None:
    for order, (title, link) in enumerate((LINKS | OTHERS).items(), start=2):
        filters = {"category": "ceremony" if title in LINKS else "panel"}
        publish_video(site, title, videoUrl=link, displayOrder=order, **filters)
    publish_video(
        site,
        "Everything told",
        description="First line\nSecond line",
        category="ceremony",
        year=2023,
        date="2023-05-01",
        duration="12:45",
        tags=["gala", "speech"],
    )


def library_of(page: Page, title: str) -> None:
    visit(page, f"/videos?filter={'panel-discussion' if title in OTHERS else 'award-ceremony'}")


def play(page: Page, title: str) -> Locator:
    library_of(page, title)
    page.get_by_role("button", name=f"Play {title}").click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog


def intercept_providers(page: Page) -> list[str]:
    """Respond to requests to the providers with a small page; return a list of their URLs."""
    requested: list[str] = []

    def respond(route: Route) -> None:
        requested.append(route.request.url)
        route.fulfill(content_type="text/html", body="<p>The player of the provider</p>")

    hosts = r"^https://(www\.youtube-nocookie|www\.facebook|platform\.twitter)\.com/"
    page.route(re.compile(hosts), respond)
    return requested


# The player


def test_a_player_loads_when_the_visitor_plays_the_video(page: Page) -> None:
    requested = intercept_providers(page)
    for title, url in FRAMES.items():
        requested.clear()
        library_of(page, title)
        expect(page.get_by_test_id("video-card")).not_to_have_count(0)
        assert requested == []
        page.get_by_role("button", name=f"Play {title}").click()
        dialog = page.get_by_role("dialog", name=title)
        frame = dialog.locator(f"iframe[title='{title}']")
        expect(frame).to_have_attribute("src", url)
        # The content security policy allows the frame.
        expect(frame.content_frame.get_by_text("The player of the provider")).to_be_visible()
        assert requested == [url]
        expect(page.locator("body")).to_have_css("overflow", "hidden")
        expect(dialog.get_by_role("link", name="Open on")).to_have_attribute("href", LINKS[title])
    assert_accessible(page)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("iframe")).to_have_count(0)
    expect(page.locator("body")).not_to_have_css("overflow", "hidden")
    expect(page.get_by_role("button", name=f"Play {title}")).to_be_focused()


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("instagram", "View on Instagram"),
        ("unknown facebook", "View on Facebook"),
        ("unknown tweet", "View on Twitter"),
        ("elsewhere", OTHERS["elsewhere"]),
    ],
)
def test_what_is_not_embedded_is_linked(page: Page, title: str, label: str) -> None:
    dialog = play(page, title)
    link = dialog.get_by_role("link", name=label, exact=label.startswith("http"))
    expect(link).to_have_attribute("href", (LINKS | OTHERS)[title])
    expect(link).to_have_attribute("target", "_blank")
    expect(page.locator("iframe, video")).to_have_count(0)
    if title.startswith("unknown"):
        expect(dialog.get_by_test_id("video-fallback")).to_contain_text("cannot be shown here")
    assert_accessible(page)


def test_an_uploaded_video_plays_and_is_linked(page: Page, site: Site) -> None:
    uploaded = upload_video(site)
    video = publish_video(site, "A short film", videoUrl=uploaded, category="ceremony")
    dialog = play(page, "A short film")
    url = f"{site.url}{uploaded}"
    element = dialog.get_by_test_id("video-element")
    expect(element).to_have_attribute("src", url)
    expect(element).to_have_js_property("videoWidth", 1280)
    page.wait_for_function(
        "() => document.querySelector('[data-testid=video-element]').currentTime > 0"
    )
    expect(dialog.get_by_role("link", name=url)).to_be_visible()
    site.api.delete(f"/api/videos/{video['id']}")


# The details


def details(page: Page, title: str) -> Locator:
    library_of(page, title)
    page.get_by_role("button", name=f"Details of {title}").click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    return dialog


def test_the_details_show_all_fields_and_fit_narrow_screens(page: Page) -> None:
    intercept_providers(page)
    page.set_viewport_size({"width": 320, "height": 640})
    dialog = details(page, "youtube")
    expect(dialog.get_by_role("term")).to_have_text(["Category", "Year"])
    expect(dialog.get_by_role("list")).to_have_count(0)
    page.keyboard.press("Escape")
    dialog = details(page, "Everything told")
    expect(dialog.get_by_role("heading", name="Everything told")).to_be_visible()
    expect(dialog.get_by_text("First line")).to_contain_text("Second line")
    for term, value in {
        "Category": "Award Ceremony",
        "Year": "2023",
        "Date": "May 1, 2023",
        "Duration": "12:45",
    }.items():
        fact = dialog.locator("dl > div").filter(has=page.get_by_text(term, exact=True))
        expect(fact.get_by_role("definition")).to_have_text(value)
    expect(dialog.get_by_role("list", name="Tags").get_by_role("listitem")).to_have_text(
        ["gala", "speech"]
    )
    for width in (768, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert_no_horizontal_scroll(page)
    assert_accessible(page)
    dialog.get_by_role("button", name="Watch Video").click()
    box = page.get_by_test_id("video-player").bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 320 - box["width"]


def test_watch_video_closes_the_details_and_opens_the_player(page: Page) -> None:
    intercept_providers(page)
    dialog = details(page, "youtube")
    dialog.get_by_role("button", name="Watch Video").click()
    expect(page.get_by_test_id("video-details")).to_have_count(0)
    player = page.get_by_test_id("video-player")
    expect(player.locator("iframe")).to_be_visible()
    expect(player).to_be_focused()
    page.keyboard.press("Escape")
    expect(player).to_have_count(0)
    expect(page.get_by_role("button", name="Details of youtube")).to_be_focused()


def test_escape_works_as_soon_as_a_dialog_has_focus(page: Page) -> None:
    library_of(page, "youtube")
    press_escape_on_focus(page, "video-details")
    page.get_by_role("button", name="Details of youtube").click()
    expect(page.get_by_role("button", name="Details of youtube")).to_be_focused()
    expect(page.get_by_test_id("video-details")).to_have_count(0)
