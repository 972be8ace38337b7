"""Thirty videos of the programme: most ship with the site, five show the providers' players."""

from datetime import date

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body, load_records


def videos(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/videos`, in display order.

    `thumbnailUrl` is a `MediaPath`, and so is `videoUrl` where the film ships with the site. The
    years are those that the library's filter always offers.
    """
    return [
        _body(record, order) for order, record in enumerate(load_records("videos.toml"), start=1)
    ]


def _body(body: Body, order: int) -> Body:
    thumbnail = body.pop("thumbnail")
    body["thumbnailUrl"] = MediaPath(f"videos/{thumbnail}.webp")
    if "videoUrl" not in body:
        body["videoUrl"] = MediaPath(f"{body.pop('film', f'films/{thumbnail}')}.webm")
    body["displayOrder"] = order
    return body
