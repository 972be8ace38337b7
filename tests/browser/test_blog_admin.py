"""The blog's screen (docs/rules/admin-blog.md)."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.admin_screens import (
    PHONE,
    assert_guarded,
    assert_works_on_a_phone,
    expect_failure,
    open_form,
    picture,
)
from tests.browser.content import empty, publish_nominee, unreadable
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible

SCREEN = "/admin/blog"
TEXT = "## A heading\n\nSome **strong** words and <b>no HTML</b>."


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without posts and nominees."""
    empty(site, "/api/admin/blog", "/api/blog")
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[dict[str, Any]]:
    """Return all posts, as the API gives them to staff."""
    posts: list[dict[str, Any]] = site.api.get("/api/admin/blog").json()
    return posts


def add_post(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    """Create a post, a draft, and return it."""
    return site.create("/api/blog", **({"title": title, "content": TEXT} | fields))


def open_create(screen: Page) -> Locator:
    """Open the screen and its form for a new post."""
    screen.goto(SCREEN)
    return open_form(screen, "Add Blog Post", "Add Blog Post")


def test_the_screen_is_for_admin_and_editor(
    page: Page, site: Site, sign_in: Callable[[Page, str], None]
) -> None:
    assert_guarded(
        page,
        sign_in,
        site,
        SCREEN,
        empty="No blog posts found",
    )


def test_the_table_shows_slug_status_and_date(screen: Page, site: Site) -> None:
    add_post(
        site,
        "The first post",
        category="case-study",
        isPublished=True,
        publishedDate="2026-03-04T12:00:00Z",
    )
    add_post(site, "The second post")
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Blog")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Title", "Status", "Category", "Published Date", "Actions"]
    )
    first = table.get_by_role("row").filter(has_text="The first post")
    for text in ("the-first-post", "Published", "Case Study", "Mar 4, 2026"):
        expect(first.get_by_text(text, exact=True)).to_be_visible()
    second = table.get_by_role("row").filter(has_text="The second post")
    for text in ("the-second-post", "Draft", "News", "Unpublished"):
        expect(second.get_by_text(text, exact=True)).to_be_visible()
    assert_accessible(screen)


def test_a_post_is_created_published_and_read(screen: Page, site: Site) -> None:
    nominee = publish_nominee(site, "Amara Okafor")
    form = open_create(screen)
    expect(form.get_by_label("Category")).to_have_value("news")
    expect(form.get_by_role("switch", name="Published")).not_to_be_checked()
    assert_accessible(screen)
    form.get_by_label("Title", exact=True).fill("Voices: of the South!")
    expect(form.get_by_label("Slug")).to_have_value("voices-of-the-south")
    form.get_by_label("Content", exact=True).fill(TEXT)
    form.get_by_label("Excerpt").fill("What they said.")
    form.get_by_label("Tags").fill("voices,  south , ,")
    form.get_by_role("combobox", name="Nominee").fill("amara")
    form.get_by_role("option", name=re.compile("Amara Okafor")).click()
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(screen, "Success", "Blog post created successfully")
    [post] = read_all(site)
    assert (post["slug"], post["tags"]) == ("voices-of-the-south", ["voices", "south"])
    assert (post["content"], post["excerpt"]) == (TEXT, "What they said.")
    assert (post["nomineeId"], post["publishedDate"]) == (nominee["id"], None)
    assert site.api.get(str(post["featuredImageUrl"])).headers["content-type"].startswith("image/")
    assert site.api.get("/api/blog").json() == []
    screen.get_by_role("button", name="Publish Voices: of the South!", exact=True).click()
    expect_notice(screen, "Success", "Blog post published successfully")
    [published] = site.api.get("/api/blog").json()
    assert published["slug"] == "voices-of-the-south"
    assert published["publishedDate"] is not None


def test_what_is_refused_stands_beside_its_field(
    screen: Page, site: Site, problems: Problems
) -> None:
    problems.expect("404")
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Four")
    form.get_by_label("Slug").fill("Not a slug")
    form.get_by_label("Content", exact=True).fill("Too short")
    form.get_by_label("Excerpt").fill("x" * 301)
    form.get_by_label("Featured image URL").fill("nowhere")
    form.get_by_role("button", name="Create Blog Post").click()
    for message in (
        "Title must be at least 5 characters",
        "Slug can only contain lowercase letters, numbers, and hyphens",
        "Content must be at least 20 characters",
        "Excerpt must be at most 300 characters",
        "Please enter a valid URL",
    ):
        expect(form.get_by_text(message, exact=True)).to_be_visible()
    expect(form.get_by_label("Title", exact=True)).to_be_focused()
    assert_accessible(screen)
    form.get_by_label("Slug").fill("ab")
    form.get_by_role("button", name="Create Blog Post").click()
    expect(form.get_by_text("Slug must be at least 3 characters", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_slug_follows_the_title_until_it_is_typed(screen: Page, site: Site) -> None:
    add_post(site, "A title in use")
    form = open_create(screen)
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    expect(slug).to_have_value("")
    title.fill("Élan -- vital & more")
    expect(slug).to_have_value("elan-vital-more")
    slug.fill("my-own")
    title.fill("Something else")
    screen.wait_for_timeout(600)
    expect(slug).to_have_value("my-own")
    slug.fill("")
    title.fill("A title in use")
    expect(slug).to_have_value("a-title-in-use")
    form.get_by_label("Content", exact=True).fill(TEXT)
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(screen, "Success", "Blog post created successfully")
    # Of what follows the title the server makes a slug that is free.
    assert {post["slug"] for post in read_all(site)} == {"a-title-in-use", "a-title-in-use-2"}


def test_a_slug_in_use_is_refused(screen: Page, site: Site) -> None:
    add_post(site, "A title in use")
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Another title")
    form.get_by_label("Slug").fill("a-title-in-use")
    form.get_by_label("Content", exact=True).fill(TEXT)
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(screen, "Error", "Failed to create blog post: This slug is already in use")
    expect(form.get_by_label("Title", exact=True)).to_have_value("Another title")


def test_an_edited_post_keeps_its_slug_unless_that_is_emptied(screen: Page, site: Site) -> None:
    add_post(site, "The old title")
    screen.goto(SCREEN)
    form = open_form(screen, "Edit The old title", "Edit Blog Post")
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    title.fill("The new title")
    screen.wait_for_timeout(600)
    expect(slug).to_have_value("the-old-title")
    slug.fill("")
    slug.blur()
    expect(slug).to_have_value("the-new-title")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Blog post updated successfully")
    [post] = read_all(site)
    assert (post["title"], post["slug"]) == ("The new title", "the-new-title")


def test_the_preview_shows_what_visitors_will_see(screen: Page) -> None:
    form = open_create(screen)
    preview = form.get_by_role("region", name="Preview of the text")
    expect(preview).to_contain_text("The preview appears here as you write.")
    form.get_by_label("Content", exact=True).fill(TEXT)
    expect(preview.get_by_role("heading", level=2, name="A heading")).to_be_visible()
    expect(preview.locator("strong")).to_have_text("strong")
    # HTML of one's own is text, as in markdown.safe_html.
    expect(preview).to_contain_text("<b>no HTML</b>")
    assert_accessible(screen)
    form.get_by_label("Content", exact=True).fill("[A link](javascript:alert(1)) and text")
    expect(preview).to_contain_text("[A link](javascript:alert(1)) and text")
    expect(preview.locator("a")).to_have_count(0)


def test_buttons_set_the_marks_of_markdown(screen: Page) -> None:
    form = open_create(screen)
    content = form.get_by_label("Content", exact=True)
    content.fill("Very important")
    content.select_text()
    toolbar = form.get_by_role("toolbar", name="Formatting")
    toolbar.get_by_role("button", name="Bold").click()
    expect(content).to_have_value("**Very important**")
    expect(form.get_by_test_id("markdown-preview").locator("strong")).to_be_visible()
    toolbar.focus()
    screen.keyboard.press("ArrowRight")
    expect(toolbar.get_by_role("button", name="Subheading")).to_be_focused()
    assert_accessible(screen)


def test_a_phone_shows_text_and_preview_as_tabs(screen: Page) -> None:
    screen.set_viewport_size({"width": PHONE, "height": 800})
    form = open_create(screen)
    content, preview = (
        form.get_by_label("Content", exact=True),
        form.get_by_test_id("markdown-preview"),
    )
    content.fill(TEXT)
    expect(preview).to_be_hidden()
    form.get_by_role("tab", name="Write").focus()
    screen.keyboard.press("ArrowRight")
    expect(preview.get_by_role("heading", name="A heading")).to_be_visible()
    expect(content).to_be_hidden()
    assert_accessible(screen)
    form.get_by_role("tab", name="Write").click()
    expect(content).to_have_value(TEXT)


def test_the_excerpt_is_counted(screen: Page) -> None:
    form = open_create(screen)
    excerpt = form.get_by_label("Excerpt")
    expect(form.get_by_text("0 / 300")).to_be_visible()
    excerpt.fill(" çà 🙂 ")
    expect(form.get_by_text("4 / 300")).to_be_visible()
    excerpt.fill("x" * 301)
    expect(form.get_by_text("301 / 300")).to_be_visible()
    expect(form.get_by_text("The text has become too long")).to_be_attached()


def test_publishing_in_the_form_fills_an_empty_date(screen: Page, site: Site) -> None:
    form = open_create(screen)
    date, switch = form.get_by_label("Published date"), form.get_by_role("switch", name="Published")
    expect(date).to_have_value("")
    expect(form.get_by_text("In the time zone UTC")).to_be_visible()
    switch.check()
    filled = datetime.fromisoformat(date.input_value()).replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - filled) < timedelta(minutes=2)
    form.get_by_role("button", name="Clear date").click()
    expect(date).to_have_value("")
    expect(date).to_be_focused()
    date.fill("2026-02-03T10:30")
    switch.uncheck()
    switch.check()
    expect(date).to_have_value("2026-02-03T10:30")
    form.get_by_label("Title", exact=True).fill("Dated by hand")
    form.get_by_label("Content", exact=True).fill(TEXT)
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(screen, "Success", "Blog post created successfully")
    [post] = read_all(site)
    assert datetime.fromisoformat(post["publishedDate"]) == datetime(2026, 2, 3, 10, 30, tzinfo=UTC)


def test_clearing_the_date_empties_it(screen: Page, site: Site) -> None:
    add_post(site, "Once dated", publishedDate="2026-03-04T12:00:00Z")
    screen.goto(SCREEN)
    form = open_form(screen, "Edit Once dated", "Edit Blog Post")
    form.get_by_role("button", name="Clear date").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Blog post updated successfully")
    [post] = read_all(site)
    assert post["publishedDate"] is None


def test_the_toggle_keeps_a_date_that_is_there(screen: Page, site: Site) -> None:
    add_post(site, "Dated before", publishedDate="2026-03-04T12:00:00Z")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Dated before", exact=True).click()
    expect_notice(screen, "Success", "Blog post published successfully")
    [post] = site.api.get("/api/blog").json()
    assert datetime.fromisoformat(post["publishedDate"]) == datetime(2026, 3, 4, 12, tzinfo=UTC)
    screen.get_by_role("button", name="Unpublish Dated before").click()
    expect_notice(screen, "Success", "Blog post unpublished successfully")
    assert site.api.get("/api/blog").json() == []


def test_a_failed_upload_tells_the_servers_message(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    form = open_create(screen)
    form.get_by_label("Upload image").set_input_files({**picture(), "buffer": b"words"})
    expect_notice(
        screen,
        "Failed to upload image",
        "Please upload an image file (JPG, PNG, GIF or WEBP)",
    )


def test_deleting_asks_first(screen: Page, site: Site) -> None:
    add_post(site, "Better not")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Better not").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Better not")
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Success", "Blog post deleted successfully")
    expect(screen.get_by_text("No blog posts found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_failed_write_shows_the_servers_message(screen: Page, site: Site) -> None:
    post = add_post(site, "Gone already")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Gone already", exact=True).wait_for()
    site.api.delete(f"/api/blog/{post['id']}")
    screen.get_by_role("button", name="Publish Gone already", exact=True).click()
    expect_notice(screen, "Error", "Failed to update blog post: Blog post not found")
    post = add_post(site, "Gone as well")
    screen.reload()
    screen.get_by_role("button", name="Delete Gone as well").click()
    site.api.delete(f"/api/blog/{post['id']}")
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Error", "Failed to delete blog post: Blog post not found")


def test_a_failed_creation_keeps_what_was_typed(screen: Page, site: Site) -> None:
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Not lost")
    form.get_by_label("Content", exact=True).fill(TEXT)
    with unreadable(site, "blog_posts"):
        form.get_by_role("button", name="Create Blog Post").click()
        expect_failure(screen, "Failed to create blog post: ")
    expect(form.get_by_label("Content", exact=True)).to_have_value(TEXT)
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(screen, "Success", "Blog post created successfully")


def test_a_closed_post_is_restored(screen: Page) -> None:
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Half a thought")
    form.get_by_label("Content", exact=True).fill("*Half* a thought")
    form.get_by_label("Tags").fill("one, two")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    screen.get_by_role("button", name="Restore").click()
    expect(form.get_by_label("Content", exact=True)).to_have_value("*Half* a thought")
    expect(form.get_by_label("Tags")).to_have_value("one, two")
    expect(form.get_by_label("Slug")).to_have_value("half-a-thought")
    expect(form.get_by_test_id("markdown-preview").locator("em")).to_have_text("Half")


def test_the_slug_is_generated_if_left_blank_and_not_called_optional(screen: Page) -> None:
    form = open_create(screen)
    slug = form.get_by_role("textbox", name="Slug", exact=True)
    expect(slug).to_have_accessible_description(
        "Used in the post's URL; generated from the title if left blank."
    )


def test_a_phone_shows_cards(screen: Page, site: Site) -> None:
    add_post(site, "In the hand")
    assert_works_on_a_phone(
        screen, SCREEN, edit="Edit In the hand", title="Edit Blog Post", submit="Save Changes"
    )
