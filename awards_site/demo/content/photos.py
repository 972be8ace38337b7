"""Sixty photos of the programme's evenings, workshops and winners."""

from datetime import date

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body, load_records


def photos(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/photos`, in display order.

    `imageUrl` is a `MediaPath`. A photo of a nominee has her name as `nomineeName`, which the
    loader replaces with `nomineeId`. A few photos have no year (`None`).
    """
    return [
        _body(record, order) for order, record in enumerate(load_records("photos.toml"), start=1)
    ]


def _body(body: Body, order: int) -> Body:
    body.setdefault("year", None)
    body["imageUrl"] = MediaPath(f"photos/{body.pop('image')}.webp")
    body["displayOrder"] = order
    return body
