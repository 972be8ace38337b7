"""The content of the demo edition: its categories, people, links and relative dates.

tests/demo/test_demo_commands.py loads it, which validates it against the API's schemas.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from awards_site.core.validation import LabeledEnum
from awards_site.features.blog.entity import BlogCategory
from awards_site.features.cover_pages.entity import MediaType
from awards_site.features.messages.entity import InquiryType
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.features.photos.entity import PhotoCategory
from awards_site.features.sponsors.entity import SponsorTier
from awards_site.features.videos.entity import VideoCategory
from awards_site.operations.demo.content import (
    Body,
    blog_posts,
    content_sections,
    cover_pages,
    events,
    messages,
    nominees,
    photos,
    sponsors,
    subscribers,
    videos,
)

Bodies = Callable[[date], list[Body]]

TODAY = date(2031, 3, 14)

COUNTS: dict[Bodies, int] = {
    nominees: 40,
    sponsors: 12,
    events: 24,
    videos: 30,
    photos: 60,
    blog_posts: 12,
    cover_pages: 9,
    content_sections: 3,
    messages: 14,
    subscribers: 25,
}

CHOICES: dict[Bodies, tuple[str, type[LabeledEnum]]] = {
    nominees: ("category", NomineeCategory),
    sponsors: ("tier", SponsorTier),
    photos: ("category", PhotoCategory),
    videos: ("category", VideoCategory),
    blog_posts: ("category", BlogCategory),
    cover_pages: ("media_type", MediaType),
    messages: ("inquiryType", InquiryType),
}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


@pytest.mark.parametrize(("bodies", "choices"), CHOICES.items())
def test_the_demo_uses_exactly_the_defined_choices(
    bodies: Bodies, choices: tuple[str, type[LabeledEnum]]
) -> None:
    key, terms = choices
    assert {body[key] for body in bodies(TODAY)} == set(terms)


def test_events_are_around_the_given_day() -> None:
    noon = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
    spans = [
        (datetime.fromisoformat(body["startDate"]), datetime.fromisoformat(body["endDate"]))
        for body in events(TODAY)
    ]
    assert all(start.tzinfo and end.tzinfo and start < end for start, end in spans)
    assert sum(end < noon for _, end in spans) >= 5
    assert sum(start <= noon <= end for start, end in spans) >= 2
    assert sum(noon < start < noon + timedelta(days=7) for start, _ in spans) >= 2
    assert sum(start > noon + timedelta(days=30) for start, _ in spans) >= 2
    assert sum(start.date() != end.date() for start, end in spans) >= 3
    assert max(Counter(start.date() for start, _ in spans).values()) >= 2
    assert sum(not body.get("isPublished", True) for body in events(TODAY)) == 1


def test_email_addresses_are_fictitious_and_unique() -> None:
    emails = [body["email"] for body in subscribers(TODAY)]
    assert len(set(emails)) == 25
    emails += [body["email"] for body in messages(TODAY)]
    assert [email for email in emails if not email.endswith("@example.com")] == []
    assert 0 < sum(not body["isRead"] for body in messages(TODAY)) < 14


def test_links_lead_only_to_reserved_or_chosen_hosts() -> None:
    host = re.compile(
        r"https://(?:(?:[a-z-]+\.)?example\.(?:com|org)|www\.linkedin\.com|www\.youtube\.com"
        r"|www\.facebook\.com|www\.instagram\.com|x\.com)(?:/|$)"
    )
    texts = " ".join(text for bodies in COUNTS for text in strings(bodies(TODAY)))
    found = re.findall(r"https?://[^\s)\"]+", texts)
    assert found
    assert [address for address in found if not host.match(address)] == []
