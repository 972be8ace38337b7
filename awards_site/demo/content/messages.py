"""Fourteen invented messages to the organisers, in every kind of inquiry."""

from datetime import date, datetime, time, timedelta
from typing import Any

from awards_site.demo.content.place import ZONE
from awards_site.demo.content.source import records

MAX_UNREAD_DAYS = 5
"""How old a message may be that nobody has read yet."""


def messages(today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/contact`, newest first.

    Each has `createdAt` (an aware datetime) and `isRead` besides the form's own fields; `subject`
    is missing where the message came from the home page, whose form has none.
    """
    return [_body(record, today) for record in records("messages.toml")]


def _body(body: dict[str, Any], today: date) -> dict[str, Any]:
    days_ago: int = body.pop("days_ago")
    body["isRead"] = days_ago > MAX_UNREAD_DAYS
    day = today - timedelta(days=days_ago)
    at: time = body.pop("at")
    body["createdAt"] = datetime.combine(day, at, tzinfo=ZONE)
    return body
