"""The videos' screen (docs/rules/admin-videos.md)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.admin_screens import (
    assert_guarded,
    assert_works_on_a_phone,
    expect_failure,
    open_form,
    picture,
)
from tests.browser.content import empty, publish_video, unreadable, upload_picture
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit_and_load

SCREEN = "/admin/videos"
LINK = "https://www.youtube.com/watch?v=aqz-KE-bpKQ"
EMBED = re.compile(r"^https://www\.youtube-nocookie\.com/embed/aqz-KE-bpKQ\b")


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without videos."""
    empty(site, "/api/admin/videos", "/api/videos")


@pytest.fixture
def screen(screen: Page) -> Page:
    """Return an editor's page on which YouTube has a player."""
    screen.route(
        "https://www.youtube-nocookie.com/**",
        lambda route: route.fulfill(body="<p>A player</p>", content_type="text/html"),
    )
    return screen


def read_all(site: Site) -> list[dict[str, Any]]:
    """Return all videos, as the API gives them to staff."""
    videos: list[dict[str, Any]] = site.api.get("/api/admin/videos").json()
    return videos


def open_create(screen: Page) -> Locator:
    """Open the screen and its form for a new video."""
    screen.goto(SCREEN)
    return open_form(screen, "Add Video", "Add Video")


def test_the_screen_is_for_admin_and_editor(
    page: Page, site: Site, sign_in: Callable[[Page, str], None]
) -> None:
    assert_guarded(page, sign_in, site, SCREEN, empty="No videos found")


def test_the_table_shows_thumbnail_duration_and_status(screen: Page, site: Site) -> None:
    publish_video(
        site,
        "The panel",
        category="panel",
        duration="12:45",
        thumbnailUrl=upload_picture(site),
        year=2023,
    )
    publish_video(site, "The rushes", isPublished=False)
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Video Gallery")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Thumbnail", "Title", "Category", "Year", "Duration", "Status", "Actions"]
    )
    panel = table.get_by_role("row").filter(has=screen.get_by_text("The panel", exact=True))
    expect(panel.get_by_role("img", name="The panel")).to_be_visible()
    for text in ("Panel Discussion", "2023", "12:45", "Published"):
        expect(panel.get_by_text(text, exact=True)).to_be_visible()
    rushes = table.get_by_role("row").filter(has=screen.get_by_text("The rushes", exact=True))
    expect(rushes.get_by_text("Draft", exact=True)).to_be_visible()
    expect(rushes.get_by_test_id("image-placeholder")).to_be_visible()
    assert_accessible(screen)


def test_a_video_is_created_and_shown_in_the_library(screen: Page, site: Site) -> None:
    form = open_create(screen)
    expect(form.get_by_label("Category")).to_have_value("general")
    expect(form.get_by_label("Year")).to_have_value(re.compile(r"20\d\d"))
    expect(form.get_by_role("switch", name="Published")).to_be_checked()
    assert_accessible(screen)
    form.get_by_label("Title", exact=True).fill("Opening night")
    form.get_by_label("Video URL").fill(LINK)
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    form.get_by_label("Category").select_option("Award Ceremony")
    form.get_by_label("Duration").fill("3:06")
    form.get_by_label("Tags").fill("gala")
    screen.keyboard.press("Enter")
    form.get_by_role("button", name="Create Video").click()
    expect_notice(screen, "Success", "Video created successfully")
    expect(form).to_be_hidden()
    [video] = read_all(site)
    assert (video["videoUrl"], video["category"], video["tags"]) == (LINK, "ceremony", ["gala"])
    visit_and_load(screen, "/videos")
    card = screen.get_by_test_id("video-card")
    expect(card.get_by_role("heading", name="Opening night")).to_be_visible()


def test_what_is_refused_stands_beside_its_field(
    screen: Page, site: Site, problems: Problems
) -> None:
    problems.expect("404")
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("ab")
    form.get_by_label("Video URL").fill("nowhere")
    form.get_by_label("Thumbnail URL").fill("neither")
    form.get_by_label("Year").fill("2101")
    form.get_by_label("Display order").fill("-1")
    form.get_by_role("button", name="Create Video").click()
    for message in (
        "Title must be at least 3 characters",
        "Year must be a whole number from 2000 to 2100",
        "Display order must be a whole number of at least 0",
    ):
        expect(form.get_by_text(message, exact=True)).to_be_visible()
    for label in ("Video URL", "Thumbnail URL"):
        expect(form.get_by_label(label)).to_have_accessible_description(
            re.compile("Please enter a valid URL")
        )
    assert_accessible(screen)
    assert read_all(site) == []


def test_the_preview_is_live(screen: Page) -> None:
    form = open_create(screen)
    preview = form.get_by_test_id("video-preview")
    expect(preview).to_contain_text("The preview appears here once there is a link.")
    form.get_by_label("Video URL").fill(LINK)
    player = preview.get_by_title("Video preview")
    expect(player).to_have_attribute("src", EMBED)
    expect(preview.frame_locator("iframe").get_by_text("A player")).to_be_visible()
    # It starts when somebody presses Play in it.
    expect(player).to_have_attribute("src", re.compile("autoplay=0"))
    assert_accessible(screen)
    form.get_by_label("Video URL").fill("https://youtu.be/dQw4w9WgXcQ")
    expect(player).to_have_attribute("src", re.compile("embed/dQw4w9WgXcQ"))


def test_a_link_without_a_player_says_so(screen: Page) -> None:
    form = open_create(screen)
    preview = form.get_by_test_id("video-preview")
    form.get_by_label("Video URL").fill("https://example.org/film")
    expect(preview).to_contain_text(
        "There is no player for this link: visitors are shown the link."
    )
    form.get_by_label("Video URL").fill("https://www.instagram.com/p/abc/")
    expect(preview.get_by_role("link", name="View on Instagram")).to_be_visible()


def test_a_file_is_previewed_in_a_player(screen: Page, problems: Problems) -> None:
    problems.expect("404")
    form = open_create(screen)
    form.get_by_label("Video URL").fill("/uploads/film.mp4")
    film = form.get_by_test_id("video-preview").get_by_title("Video preview")
    expect(film).to_be_visible()
    expect(film).to_have_js_property("tagName", "VIDEO")
    expect(film).to_have_js_property("autoplay", False)


def test_tags_are_added_and_removed(screen: Page, site: Site) -> None:
    form = open_create(screen)
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
    screen.keyboard.press("Enter")
    expect(tags).to_have_text(["winners"])
    assert_accessible(screen)
    field.fill("typed, not added yet")
    form.get_by_role("button", name="Create Video").click()
    expect_notice(screen, "Success", "Video created successfully")
    [video] = read_all(site)
    assert video["tags"] == ["winners", "typed, not added yet"]


def test_a_video_is_edited(screen: Page, site: Site) -> None:
    publish_video(site, "First cut", tags=["one", "two"])
    screen.goto(SCREEN)
    form = open_form(screen, "Edit First cut", "Edit Video")
    form.get_by_role("button", name="Remove one").click()
    form.get_by_label("Title", exact=True).fill("Final cut")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Video updated successfully")
    [video] = read_all(site)
    assert (video["title"], video["tags"]) == ("Final cut", ["two"])


def test_publishing_shows_the_video_in_the_library(screen: Page, site: Site) -> None:
    publish_video(site, "The draft", isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish The draft", exact=True).click()
    expect_notice(screen, "Success", "Video published successfully")
    assert [each["title"] for each in site.api.get("/api/videos").json()] == ["The draft"]
    screen.get_by_role("button", name="Unpublish The draft").click()
    expect_notice(screen, "Success", "Video unpublished successfully")
    assert site.api.get("/api/videos").json() == []


def test_deleting_asks_first(screen: Page, site: Site) -> None:
    publish_video(site, "Out of focus")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Out of focus").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Out of focus")
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Success", "Video deleted successfully")
    expect(screen.get_by_text("No videos found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_failed_write_shows_the_servers_message(screen: Page, site: Site) -> None:
    video = publish_video(site, "Gone already")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Unpublish Gone already").wait_for()
    site.api.delete(f"/api/videos/{video['id']}")
    screen.get_by_role("button", name="Unpublish Gone already").click()
    expect_notice(screen, "Error", "Failed to update video: Video not found")
    video = publish_video(site, "Gone as well")
    screen.reload()
    screen.get_by_role("button", name="Delete Gone as well").click()
    site.api.delete(f"/api/videos/{video['id']}")
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Error", "Failed to delete video: Video not found")


def test_a_failed_creation_keeps_what_was_typed(screen: Page, site: Site) -> None:
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Not lost")
    form.get_by_label("Video URL").fill(LINK)
    with unreadable(site, "videos"):
        form.get_by_role("button", name="Create Video").click()
        expect_failure(screen, "Failed to create video: ")
    form.get_by_role("button", name="Create Video").click()
    expect_notice(screen, "Success", "Video created successfully")


def test_a_phone_shows_cards(screen: Page, site: Site) -> None:
    publish_video(site, "In the hand")
    assert_works_on_a_phone(
        screen, SCREEN, edit="Edit In the hand", title="Edit Video", submit="Save Changes"
    )
