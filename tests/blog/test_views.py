"""The view models of the blog's pages."""

from typing import Any

from awards_site.features.blog.post_page import POST as POST_QUERY
from tests.javascript import call

POST = {
    "id": 4,
    "path": "/blog/how-the-jury-reads",
    "title": "How the jury reads",
    "excerpt": None,
    "summary": "Five readers, and one rule.",
    "category": "case-study",
    "tags": ["Jury", "C++ & more"],
    "publishedDate": "2026-03-01T23:30:00+00:00",
}


def details(zone: str = "UTC", **fields: Any) -> dict[str, Any] | None:
    """Return the view model of a post's page."""
    context, options = {"site": {"timeZone": zone}}, POST_QUERY.view.options
    found: dict[str, Any] | None = call(
        "frontend/blog/views.js", "postDetails", POST | fields, context, options
    )
    return found


def test_a_summary_replaces_a_missing_excerpt() -> None:
    assert (details() or {})["excerpt"] == "Five readers, and one rule."
    assert (details(excerpt="Read on.") or {})["excerpt"] == "Read on."


def test_a_post_is_dated_in_the_programme_time_zone() -> None:
    shown = details("Asia/Kolkata") or {}
    assert (shown["date"], shown["day"]) == ("March 2, 2026", "2026-03-02")


def test_a_post_without_a_date_shows_none() -> None:
    shown = details(publishedDate=None) or {}
    assert (shown["date"], shown["day"]) == ("", "")


def test_tags_link_to_their_posts() -> None:
    assert [each["path"] for each in (details() or {})["tag_links"]] == [
        "/blog?tag=jury",
        "/blog?tag=c%2B%2B+%26+more",
    ]


def test_a_draft_returned_to_staff_is_not_shown() -> None:
    assert details(isPublished=False) is None
