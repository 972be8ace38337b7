"""Twelve blog posts about the programme and its founders; two of them are drafts."""

from datetime import date, datetime, time, timedelta

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body, load_records, load_text
from awards_site.demo.content.time_zone import ZONE


def blog_posts(today: date) -> list[Body]:
    """Return the bodies for `POST /api/blog`, newest first, drafts last.

    `content` is the Markdown of posts/<slug>.md and `featuredImageUrl` a `MediaPath`. A post about
    a nominee has her name as `nomineeName`, which the loader replaces with `nomineeId`.
    """
    return [_body(record, today) for record in load_records("blog_posts.toml")]


def _body(body: Body, today: date) -> Body:
    slug = body["slug"]
    body["content"] = load_text(f"posts/{slug}.md")
    body["featuredImageUrl"] = MediaPath(f"blog/{slug}.webp")
    days_ago = body.pop("days_ago", None)
    body["isPublished"] = days_ago is not None
    if days_ago is not None:
        published = datetime.combine(today - timedelta(days=days_ago), time(9), tzinfo=ZONE)
        body["publishedDate"] = published.isoformat()
    return body
