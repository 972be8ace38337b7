"""The videos screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    expect_notice,
    open_form,
)

SCREEN = "/admin/videos"
LINK = "https://www.youtube.com/watch?v=aqz-KE-bpKQ"
EMBED = re.compile(r"^https://www\.youtube-nocookie\.com/embed/aqz-KE-bpKQ\b")


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/admin/videos", "/api/videos")


@pytest.fixture
def editor_page(editor_page: Page) -> Page:
    editor_page.route(
        "https://www.youtube-nocookie.com/**",
        lambda route: route.fulfill(body="<p>A player</p>", content_type="text/html"),
    )
    return editor_page


def read_all(site: Site) -> list[dict[str, Any]]:
    videos: list[dict[str, Any]] = site.api.get("/api/admin/videos").json()
    return videos


def open_create(editor_page: Page) -> Locator:
    editor_page.goto(SCREEN)
    return open_form(editor_page, "Add Video", "Add Video")


def test_the_preview_follows_the_link(editor_page: Page, problems: Problems) -> None:
    problems.expect("404")
    form = open_create(editor_page)
    link = form.get_by_label("Video URL")
    preview = form.get_by_test_id("video-preview")
    player = preview.get_by_title("Video preview")
    expect(preview).to_contain_text("The preview appears here once there is a link.")
    link.fill(LINK)
    expect(player).to_have_attribute("src", EMBED)
    expect(preview.frame_locator("iframe").get_by_text("A player")).to_be_visible()
    expect(player).to_have_attribute("src", re.compile("autoplay=0"))
    assert_accessible(editor_page)
    link.fill("https://youtu.be/dQw4w9WgXcQ")
    expect(player).to_have_attribute("src", re.compile("embed/dQw4w9WgXcQ"))
    link.fill("https://example.org/film")
    expect(preview).to_contain_text(
        "There is no player for this link: visitors are shown the link."
    )
    link.fill("https://www.instagram.com/p/abc/")
    expect(preview.get_by_role("link", name="View on Instagram")).to_be_visible()
    link.fill("/uploads/film.mp4")
    expect(player).to_have_js_property("tagName", "VIDEO")
    expect(player).to_have_js_property("autoplay", False)


def test_tags_are_added_and_removed(editor_page: Page, site: Site) -> None:
    form = open_create(editor_page)
    form.get_by_label("Title", exact=True).fill("Tagged")
    form.get_by_label("Video URL").fill(LINK)
    field = form.get_by_role("textbox", name="Tags")
    tags = form.get_by_role("list", name="Tags").get_by_role("listitem")
    field.fill("  gala ")
    field.press("Enter")
    expect(tags).to_have_text(["gala"])
    field.fill("winners")
    form.get_by_role("button", name="Add tag").click()
    expect(tags).to_have_text(["gala", "winners"])
    expect(field).to_be_focused()
    for ignored in ("", "   ", "gala", "Gala"):
        field.fill(ignored)
        field.press("Enter")
    expect(tags).to_have_text(["gala", "winners"])
    expect(form).to_be_visible()
    form.get_by_role("button", name="Remove gala").focus()
    editor_page.keyboard.press("Enter")
    expect(tags).to_have_text(["winners"])
    assert_accessible(editor_page)
    field.fill("typed, not added yet")
    form.get_by_role("button", name="Create Video").click()
    expect_notice(editor_page, "Success", "Video created successfully")
    assert read_all(site)[0]["tags"] == ["winners", "typed, not added yet"]
    form = open_form(editor_page, "Edit Tagged", "Edit Video")
    form.get_by_role("button", name="Remove winners").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(editor_page, "Success", "Video updated successfully")
    assert read_all(site)[0]["tags"] == ["typed, not added yet"]
