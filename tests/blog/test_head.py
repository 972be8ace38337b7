"""The structured data of a post's page."""

from datetime import UTC, datetime
from typing import Any

from awards_site.features.blog.entity import PostView
from awards_site.features.blog.post_page import post_head
from awards_site.ui.pages import absolute
from tests.ui.test_structured_data import structured_data


def posting(**changes: Any) -> dict[str, Any]:
    """Return the BlogPosting of a post with these fields."""
    post = PostView.model_validate(
        {
            "id": 4,
            "created_at": datetime(2026, 2, 1, tzinfo=UTC),
            "title": "How the jury reads",
            "slug": "how-the-jury-reads",
            "content": "Five readers, and **one** rule.",
            "category": "case-study",
            "tags": ["Jury", "C++ & more"],
            "published_date": datetime(2026, 3, 1, 23, 30, tzinfo=UTC),
            "is_published": True,
            **changes,
        }
    )
    return structured_data(post_head(post))["BlogPosting"]


def test_a_post_has_blog_posting_structured_data() -> None:
    found = posting()
    assert found["headline"] == "How the jury reads"
    assert found["datePublished"] == "2026-03-01T23:30:00Z"
    assert found["image"].startswith(absolute("/share/blog/4-"))
    assert found["description"] == "Five readers, and one rule."
    assert found["articleSection"] == "Case Study"
    assert found["keywords"] == ["Jury", "C++ & more"]
    assert found["author"]["@type"] == "Organization"
    assert found["publisher"]["name"]
    assert found["mainEntityOfPage"] == absolute("/blog/how-the-jury-reads")


def test_a_post_without_a_date_has_no_date_published() -> None:
    assert "datePublished" not in posting(published_date=None)
