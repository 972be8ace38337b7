"""Forty invented honorees: eight in each of the last five years."""

from datetime import date
from typing import Any

from awards_site.demo.content.picture import Picture
from awards_site.demo.content.source import records

# The award states that a record may name; the API keeps them as two independent marks.
_AWARDS: dict[str, dict[str, bool]] = {
    "winner": {"isWinner": True, "isFinalist": True},
    "finalist": {"isFinalist": True},
}


def nominees(today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/nominees`, the current year's first.

    `imageUrl` is a `Picture`. Two of the forty are unpublished, and only past years have winners.
    """
    return [_body(record, today) for record in records("nominees.toml")]


def _body(record: dict[str, Any], today: date) -> dict[str, Any]:
    body = dict(record)
    body["year"] = today.year - body.pop("years_ago")
    body["imageUrl"] = Picture(f"portraits/{body.pop('portrait')}.webp")
    return body | _AWARDS.get(body.pop("award", ""), {})
