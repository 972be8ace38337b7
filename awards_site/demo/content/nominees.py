"""Forty invented honorees: eight in each year from 2021 to 2025, that of edition 5.0."""

from datetime import date
from typing import Any

from awards_site.core.slugs import slugify
from awards_site.demo.content.picture import Picture
from awards_site.demo.content.source import records

# The award states that a record may name; the API keeps them as two independent marks.
_AWARDS: dict[str, dict[str, bool]] = {
    "winner": {"isWinner": True, "isFinalist": True},
    "finalist": {"isFinalist": True},
}


def nominees(_today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/nominees`, the newest year's first.

    `imageUrl` is a `Picture`. Two of the forty are unpublished; every year has winners.
    """
    return [_body(record) for record in records("nominees.toml")]


def _body(body: dict[str, Any]) -> dict[str, Any]:
    body["imageUrl"] = Picture(f"portraits/{slugify(body['name'])}.webp")
    return body | _AWARDS.get(body.pop("award", ""), {})
