"""Twenty-four events around the day of loading: past, in progress and to come."""

from datetime import date, datetime, time, timedelta

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body, load_records
from awards_site.demo.content.time_zone import ZONE


def events(today: date) -> list[Body]:
    """Return the bodies for `POST /api/events`, earliest first, with ISO 8601 times.

    `imageUrl` is a `MediaPath`. Some events overlap `today`, some last several days, several share
    a day, and one is unpublished.
    """
    return sorted(
        (_body(record, today) for record in load_records("events.toml")),
        key=lambda body: str(body["startDate"]),
    )


def _body(body: Body, today: date) -> Body:
    first_day = today + timedelta(days=body.pop("day"))
    if "weekday" in body:
        first_day += timedelta(days=(body.pop("weekday") - first_day.weekday()) % 7)
    last_day = first_day + timedelta(days=body.pop("days", 1) - 1)
    body["startDate"] = _to_iso(first_day, body.pop("start"))
    body["endDate"] = _to_iso(last_day, body.pop("end"))
    body["imageUrl"] = MediaPath(f"events/{body.pop('image', body['type'])}.webp")
    body["isVirtual"] = "virtualMeetingUrl" in body
    return body


def _to_iso(day: date, at: time) -> str:
    return datetime.combine(day, at, tzinfo=ZONE).isoformat()
