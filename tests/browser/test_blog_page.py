"""Tests of the blog: its list in pages, its filters, and the page of a post."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import empty, publish_nominee, upload_image
from tests.browser.heads import assert_complete, meta, structured_data
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit, wait_until

TEXT = """## Where it began

She has **no** doubts, and [a site](https://engines.example.org).

<script>alert("never")</script>

| a | b |
|---|---|
| 1 | 2 |
"""


def publish(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    defaults = {"content": TEXT, "isPublished": True}
    return site.create("/api/blog", title=title, **(defaults | fields))


@pytest.fixture(scope="module")
def posts(site: Site) -> Site:
    ada = publish_nominee(site, "Ada Lovelace")
    for day in range(1, 11):
        publish(site, f"News of day {day:02}", publishedDate=f"2025-03-{day:02}T12:00:00Z")
    publish(
        site,
        "A visit to Ada",
        category="interview",
        tags=["Engines", "C++ & more"],
        excerpt="We went to see the engine.",
        nomineeId=ada["id"],
        content=f"{TEXT}\n![The engine at work]({upload_image(site, size=(900, 600))})",
        featuredImageUrl=upload_image(site, size=(90, 60)),
        publishedDate="2025-03-20T23:30:00Z",
    )
    publish(
        site,
        "W" * 90,
        category="profile",
        tags=["engines", "T" * 50],
        featuredImageUrl="/uploads/missing.png",
        publishedDate="2025-03-15T12:00:00Z",
    )
    publish(site, "Embargoed news", isPublished=False)
    return site


@pytest.fixture(autouse=True)
def expect_missing_files(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\)")


def titles(page: Page) -> Locator:
    return page.get_by_test_id("post-card").get_by_role("heading")


def test_the_first_page_has_the_newest_ten_posts(page: Page, posts: Site) -> None:
    visit(page, "/blog")
    expect(page.get_by_role("heading", level=1, name="Blog")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="12 posts, page 1 of 2")).to_be_visible()
    news = [f"News of day {day:02}" for day in range(10, 2, -1)]
    expect(titles(page)).to_have_text(["A visit to Ada", "W" * 90, *news])
    expect(page.get_by_text("Embargoed")).to_have_count(0)
    first, second, *_ = page.get_by_test_id("post-card").all()
    expect(first).to_contain_text("Interview | March 20, 2025")
    expect(first).to_contain_text("We went to see the engine.")
    expect(first.get_by_role("link", name="A visit to Ada")).to_have_attribute(
        "href", "/blog/a-visit-to-ada"
    )
    expect(second.get_by_test_id("post-placeholder")).to_be_visible()
    # Without an excerpt, the card shows the beginning of the text.
    expect(second).to_contain_text("She has no doubts, and a site.")
    page.get_by_role("navigation", name="Pagination").get_by_role("button", name="2").click()
    expect(page.get_by_role("status").filter(has_text="page 2 of 2")).to_be_focused()
    expect(titles(page)).to_have_text(["News of day 02", "News of day 01"])
    expect(page).to_have_url(f"{posts.url}/blog?page=2")
    page.go_back()
    expect(page.get_by_test_id("post-card").first).to_contain_text("A visit to Ada")


def test_categories_and_tags_filter(page: Page, posts: Site) -> None:
    visit(page, "/blog")
    page.get_by_label("Category").select_option(label="Interview")
    expect(page.get_by_test_id("post-card")).to_have_count(1)
    expect(page).to_have_url(f"{posts.url}/blog?category=interview")
    page.get_by_label("Category").select_option(label="All Categories")
    page.get_by_label("Tag", exact=True).select_option(value="engines")
    expect(page.get_by_test_id("post-card")).to_have_count(2)
    page.get_by_label("Category").select_option(label="Profile")
    expect(titles(page)).to_have_text(["W" * 90])
    page.get_by_label("Tag", exact=True).select_option(value="c++ & more")
    expect(page.get_by_text("No posts found")).to_be_visible()


def test_the_page_of_a_post(page: Page, posts: Site) -> None:
    visit(page, "/blog/a-visit-to-ada")
    expect(page.get_by_role("heading", level=1)).to_have_text("A visit to Ada")
    post = page.get_by_test_id("post")
    expect(post).to_contain_text("Interview | March 20, 2025")
    expect(post).to_contain_text("By Women Entrepreneur Awards · 1 min read")
    text = page.get_by_test_id("post-text")
    expect(text.get_by_role("heading", level=2)).to_have_text("Where it began")
    expect(text.locator("strong")).to_have_text("no")
    expect(text.get_by_role("table")).to_be_visible()
    expect(text.locator("script")).to_have_count(0)
    picture = text.get_by_role("img", name="The engine at work")
    picture.scroll_into_view_if_needed()
    wait_until(page, lambda: picture.evaluate("each => each.naturalWidth > 0"))
    expect(text).to_contain_text('alert("never")')
    expect(post.get_by_role("link", name="Ada Lovelace")).to_be_visible()
    expect(post.locator("header img")).to_be_visible()
    expect(page).to_have_title("A visit to Ada | Women Entrepreneur Awards")
    assert_complete(page, posts, "/blog/a-visit-to-ada")
    assert meta(page, "description") == "We went to see the engine."
    assert structured_data(page)["BlogPosting"]["headline"] == "A visit to Ada"
    page.get_by_test_id("post-tags").get_by_role("link", name="C++ & more").click()
    expect(page.get_by_label("Tag", exact=True)).to_have_value("c++ & more")
    expect(titles(page)).to_have_text(["A visit to Ada"])


def test_lines_have_a_readable_length(page: Page, posts: Site) -> None:
    visit(page, "/blog/a-visit-to-ada")
    per_line = """text => {
        const range = document.createRange();
        const probe = text.appendChild(document.createElement("span"));
        probe.textContent = "a quiet line of words ".repeat(10);
        range.selectNodeContents(probe);
        const width = range.getBoundingClientRect().width;
        const letter = probe.getClientRects();
        const all = [...letter].reduce((sum, line) => sum + line.width, 0);
        probe.remove();
        return width / (all / 220);
    }"""
    letters = page.get_by_test_id("post-text").evaluate(per_line)
    assert 60 <= letters <= 75


def test_a_post_links_to_other_posts(page: Page, posts: Site) -> None:
    visit(page, "/blog/a-visit-to-ada")
    beside = page.get_by_role("navigation", name="Other posts")
    expect(beside.get_by_role("link", name="Newer post")).to_have_count(0)
    expect(page.get_by_test_id("related-posts").get_by_role("link")).to_have_text(["W" * 90])
    beside.get_by_role("link", name="Older post").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("W" * 90)
    expect(
        page.get_by_role("navigation", name="Other posts").get_by_role("link", name="Newer post")
    ).to_have_attribute("href", "/blog/a-visit-to-ada")


def test_an_empty_list_is_reported(page: Page, posts: Site) -> None:
    empty(posts, "/api/admin/blog", "/api/blog")
    visit(page, "/blog")
    expect(page.get_by_text("No posts yet.")).to_be_visible()
    assert_accessible(page)
