"""The blog screen."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice, open_form

SCREEN = "/admin/blog"
TEXT = "## A heading\n\nSome **strong** words and <b>no HTML</b>."


@pytest.fixture(autouse=True)
def no_posts(site: Site) -> None:
    empty(site, "/api/admin/blog", "/api/blog")
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[dict[str, Any]]:
    posts: list[dict[str, Any]] = site.api.get("/api/admin/blog").json()
    return posts


def add_post(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    return site.create("/api/blog", **({"title": title, "content": TEXT} | fields))


def open_create(editor_page: Page) -> Locator:
    editor_page.goto(SCREEN)
    return open_form(editor_page, "Add Blog Post", "Add Blog Post")


def wait_for_preview(form: Locator) -> None:
    """Write a text and return once the server has sent its preview."""
    form.get_by_label("Content", exact=True).fill(TEXT)
    expect(form.get_by_role("heading", level=2, name="A heading")).to_be_visible()


def test_a_slug_follows_the_title_until_it_is_edited(editor_page: Page, site: Site) -> None:
    add_post(site, "A title in use")
    form = open_create(editor_page)
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    expect(slug).to_have_value("")
    expect(form.get_by_role("textbox", name="Slug", exact=True)).to_have_accessible_description(
        "Used in the post's URL; generated from the title if left blank."
    )
    title.fill("Élan -- vital & more")
    expect(slug).to_have_value("elan-vital-more")
    slug.fill("my-own")
    title.fill("Something else")
    wait_for_preview(form)
    expect(slug).to_have_value("my-own")
    slug.fill("")
    title.fill("A title in use")
    expect(slug).to_have_value("a-title-in-use")
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(editor_page, "Success", "Blog post created successfully")
    # The server makes the generated slug unique.
    assert {post["slug"] for post in read_all(site)} == {"a-title-in-use", "a-title-in-use-2"}


def test_an_edited_post_keeps_its_slug_unless_it_is_cleared(editor_page: Page, site: Site) -> None:
    add_post(site, "The old title", content="A text of twenty characters.")
    editor_page.goto(SCREEN)
    form = open_form(editor_page, "Edit The old title", "Edit Blog Post")
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    title.fill("The new title")
    wait_for_preview(form)
    expect(slug).to_have_value("the-old-title")
    slug.fill("")
    slug.blur()
    expect(slug).to_have_value("the-new-title")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(editor_page, "Success", "Blog post updated successfully")
    [post] = read_all(site)
    assert (post["title"], post["slug"]) == ("The new title", "the-new-title")


def test_the_preview_and_the_toolbar_show_markdown(editor_page: Page) -> None:
    form = open_create(editor_page)
    preview = form.get_by_role("region", name="Preview of the text")
    expect(preview).to_contain_text("The preview appears here as you write.")
    form.get_by_label("Content", exact=True).fill(TEXT)
    expect(preview.get_by_role("heading", level=2, name="A heading")).to_be_visible()
    expect(preview.locator("strong")).to_have_text("strong")
    # HTML is shown as text, as by markdown.safe_html.
    expect(preview).to_contain_text("<b>no HTML</b>")
    assert_accessible(editor_page)
    form.get_by_label("Content", exact=True).fill("[A link](javascript:alert(1)) and text")
    expect(preview).to_contain_text("[A link](javascript:alert(1)) and text")
    expect(preview.locator("a")).to_have_count(0)
    content = form.get_by_label("Content", exact=True)
    content.fill("Very important")
    content.select_text()
    toolbar = form.get_by_role("toolbar", name="Formatting")
    toolbar.get_by_role("button", name="Bold").click()
    expect(content).to_have_value("**Very important**")
    expect(preview.locator("strong")).to_have_text("Very important")
    toolbar.focus()
    editor_page.keyboard.press("ArrowRight")
    expect(toolbar.get_by_role("button", name="Subheading")).to_be_focused()


def test_a_phone_shows_text_and_preview_as_tabs(editor_page: Page) -> None:
    editor_page.set_viewport_size({"width": PHONE, "height": 800})
    form = open_create(editor_page)
    content = form.get_by_label("Content", exact=True)
    preview = form.get_by_test_id("markdown-preview")
    content.fill(TEXT)
    expect(preview).to_be_hidden()
    form.get_by_role("tab", name="Write").focus()
    editor_page.keyboard.press("ArrowRight")
    expect(preview.get_by_role("heading", name="A heading")).to_be_visible()
    expect(content).to_be_hidden()
    assert_accessible(editor_page)
    form.get_by_role("tab", name="Write").click()
    expect(content).to_have_value(TEXT)


def test_the_excerpt_has_a_character_count(editor_page: Page) -> None:
    form = open_create(editor_page)
    excerpt = form.get_by_label("Excerpt")
    expect(form.get_by_text("0 / 300")).to_be_visible()
    excerpt.fill(" çà 🙂 ")
    expect(form.get_by_text("4 / 300")).to_be_visible()
    excerpt.fill("x" * 301)
    expect(form.get_by_text("301 / 300")).to_be_visible()
    expect(form.get_by_text("The text is too long")).to_be_attached()


def test_publishing_in_the_form_fills_an_empty_date(editor_page: Page, site: Site) -> None:
    form = open_create(editor_page)
    date, switch = form.get_by_label("Published date"), form.get_by_role("switch", name="Published")
    expect(date).to_have_value("")
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
    expect_notice(editor_page, "Success", "Blog post created successfully")
    [post] = read_all(site)
    assert datetime.fromisoformat(post["publishedDate"]) == datetime(2026, 2, 3, 10, 30, tzinfo=UTC)
