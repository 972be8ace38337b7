"""Thirty films of the programme, hosted with every provider that the player knows."""

from datetime import date
from typing import Any

from awards_site.demo.content.picture import Picture
from awards_site.demo.content.source import records


def videos(today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/videos`, in display order.

    `thumbnailUrl` is a `Picture`, and so is `videoUrl` where the film ships with the site. The
    years are the seven up to that of `today`.
    """
    return [
        _body(record, today, order) for order, record in enumerate(records("videos.toml"), start=1)
    ]


def _body(record: dict[str, Any], today: date, order: int) -> dict[str, Any]:
    body = dict(record)
    body["year"] = today.year - body.pop("years_ago")
    body["thumbnailUrl"] = Picture(f"videos/{body.pop('thumbnail')}.webp")
    if "film" in body:
        body["videoUrl"] = Picture(f"heroes/{body.pop('film')}")
    body["displayOrder"] = order
    return body
