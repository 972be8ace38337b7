"""What a post's page tells people and search engines."""

import json
from typing import Any

from awards_site.blog.article import article, post_head, related
from awards_site.ui.structured_data import absolute

POST = {
    "id": 4,
    "title": "How the jury reads",
    "slug": "how-the-jury-reads",
    "content": "# Title\n\nFive **readers**, and [one rule](/about).\n\n<script>alert(1)</script>",
    "excerpt": None,
    "category": "case-study",
    "tags": ["Jury", "C++ & more"],
    "nomineeId": None,
    "featuredImageUrl": None,
    "publishedDate": "2026-03-01T23:30:00+00:00",
    "isPublished": True,
}


def another(number: int, **fields: Any) -> dict[str, Any]:
    """Return another post."""
    return POST | {"id": number, "slug": f"post-{number}", "tags": [], "category": "news"} | fields


def test_a_text_is_safe_and_its_beginning_stands_for_a_missing_excerpt() -> None:
    shown = article(POST)
    assert "<script" not in shown["html"]
    assert "<strong>readers</strong>" in shown["html"]
    assert shown["excerpt"].startswith("Five readers, and one rule.")
    assert shown["minutes"] == 1
    assert (shown["date"], shown["day"]) == ("March 1, 2026", "2026-03-01")


def test_tags_lead_to_the_posts_that_have_them() -> None:
    assert [each["path"] for each in article(POST)["tag_links"]] == [
        "/blog?tag=jury",
        "/blog?tag=c%2B%2B+%26+more",
    ]


def test_a_post_without_a_date_says_none() -> None:
    shown = article(POST | {"publishedDate": None})
    assert (shown["date"], shown["day"]) == ("", "")
    assert "datePublished" not in posting(POST | {"publishedDate": None})


def posting(post: dict[str, Any]) -> dict[str, Any]:
    """Return the BlogPosting that search engines are told."""
    graph = json.loads(post_head(post, article(post), "/share/blog/4-x.jpg")["structured"])[
        "@graph"
    ]
    found: dict[str, Any] = next(each for each in graph if each["@type"] == "BlogPosting")
    return found


def test_a_post_is_a_posting_to_search_engines() -> None:
    told = posting(POST)
    assert told["headline"] == "How the jury reads"
    assert told["datePublished"] == "2026-03-01T23:30:00+00:00"
    assert told["image"] == absolute("/share/blog/4-x.jpg")
    assert told["articleSection"] == "Case Study"
    assert told["keywords"] == ["Jury", "C++ & more"]
    assert told["author"]["@type"] == "Organization"
    assert told["publisher"]["name"]
    assert told["mainEntityOfPage"] == absolute("/blog/how-the-jury-reads")


def test_related_posts_share_tags_above_all() -> None:
    shown = article(POST)
    others = [
        POST,
        another(1),
        another(2, category="case-study"),
        another(3, tags=["JURY"]),
        another(5, tags=["Jury", "C++ & more"]),
    ]
    assert [card["id"] for card in related(others, shown)] == [5, 3, 2]
