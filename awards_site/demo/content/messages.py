"""Fourteen invented messages to the organisers, in every kind of inquiry."""

from datetime import date, datetime, time, timedelta

from awards_site.demo.content.source import Body, load_records
from awards_site.demo.content.time_zone import ZONE

MAX_UNREAD_DAYS = 5
"""The maximum age of an unread message, in days."""


def messages(today: date) -> list[Body]:
    """Return the bodies for `POST /api/contact`, newest first.

    Besides the form's fields, each has `createdAt` (an aware datetime) and `isRead`. Messages from
    the home page have no `subject`, because its form has none.
    """
    return [_body(record, today) for record in load_records("messages.toml")]


def _body(body: Body, today: date) -> Body:
    days_ago: int = body.pop("days_ago")
    body["isRead"] = days_ago > MAX_UNREAD_DAYS
    day = today - timedelta(days=days_ago)
    at: time = body.pop("at")
    body["createdAt"] = datetime.combine(day, at, tzinfo=ZONE)
    return body
