"""Twelve blog posts about the programme and its founders; two of them are drafts."""

from datetime import date, datetime, time, timedelta
from typing import Any

from awards_site.demo.content.picture import Picture
from awards_site.demo.content.place import ZONE
from awards_site.demo.content.source import records, text


def blog_posts(today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/blog`, newest first, drafts last.

    `content` is the Markdown of posts/<slug>.md and `featuredImageUrl` a `Picture`. A post about
    an honoree carries her name as `nomineeName`, which the loader turns into `nomineeId`.
    """
    return [_body(record, today) for record in records("blog_posts.toml")]


def _body(body: dict[str, Any], today: date) -> dict[str, Any]:
    slug = body["slug"]
    body["content"] = text(f"posts/{slug}.md")
    body["featuredImageUrl"] = Picture(f"blog/{slug}.webp")
    days_ago = body.pop("days_ago", None)
    body["isPublished"] = days_ago is not None
    if days_ago is not None:
        published = datetime.combine(today - timedelta(days=days_ago), time(9), tzinfo=ZONE)
        body["publishedDate"] = published.isoformat()
    return body
