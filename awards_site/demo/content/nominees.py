"""Forty invented honorees: eight in each year from 2021 to 2025, that of edition 5.0."""

from datetime import date

from awards_site.core.slugs import slugify
from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body, load_records

# The values of a record's `award`. The API has two independent flags.
_AWARDS: dict[str, dict[str, bool]] = {
    "winner": {"isWinner": True, "isFinalist": True},
    "finalist": {"isFinalist": True},
}


def nominees(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/nominees`, the newest year's first.

    `imageUrl` is a `MediaPath`. Two of the forty are unpublished; every year has winners.
    """
    return [_body(record) for record in load_records("nominees.toml")]


def _body(body: Body) -> Body:
    body["imageUrl"] = MediaPath(f"portraits/{slugify(body['name'])}.webp")
    return body | _AWARDS.get(body.pop("award", ""), {})
