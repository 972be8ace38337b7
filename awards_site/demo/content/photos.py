"""Sixty pictures of the programme's evenings, workshops and winners."""

from datetime import date
from typing import Any

from awards_site.demo.content.picture import Picture
from awards_site.demo.content.source import records


def photos(_today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/photos`, in display order.

    `imageUrl` is a `Picture`. A photo of an honoree carries her name as `nomineeName`, which the
    loader turns into `nomineeId`. A few photos have no year (`None`).
    """
    return [_body(record, order) for order, record in enumerate(records("photos.toml"), start=1)]


def _body(body: dict[str, Any], order: int) -> dict[str, Any]:
    body.setdefault("year", None)
    body["imageUrl"] = Picture(f"photos/{body.pop('image')}.webp")
    body["displayOrder"] = order
    return body
