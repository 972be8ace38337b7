"""What the head of a post's page tells people and search engines."""

from awards_site.blog.head import post_head
from awards_site.ui.pages.structured_data import absolute
from tests.structured_data import things

POST = {
    "id": 4,
    "title": "How the jury reads",
    "path": "/blog/how-the-jury-reads",
    "image": {"src": ""},
    "excerpt": None,
    "summary": "Five readers, and one rule.",
    "category": "case-study",
    "tags": ["Jury", "C++ & more"],
    "nomineeId": None,
    "featuredImageUrl": None,
    "publishedDate": "2026-03-01T23:30:00+00:00",
    "isPublished": True,
}


def test_a_post_is_a_posting_to_search_engines() -> None:
    told = things(post_head(POST))["BlogPosting"]
    assert told["headline"] == "How the jury reads"
    assert told["datePublished"] == "2026-03-01T23:30:00+00:00"
    assert told["image"].startswith(absolute("/share/blog/4-"))
    assert told["description"] == "Five readers, and one rule."
    assert told["articleSection"] == "Case Study"
    assert told["keywords"] == ["Jury", "C++ & more"]
    assert told["author"]["@type"] == "Organization"
    assert told["publisher"]["name"]
    assert told["mainEntityOfPage"] == absolute("/blog/how-the-jury-reads")


def test_a_post_without_a_date_says_none() -> None:
    told = things(post_head(POST | {"publishedDate": None}))["BlogPosting"]
    assert "datePublished" not in told
