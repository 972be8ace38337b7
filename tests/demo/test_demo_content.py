"""The content of the demo edition: its categories, people, links and relative dates.

tests/demo/test_demo_commands.py loads it, which validates it against the API's schemas.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

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
    MediaPath,
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
from awards_site.pages.home_content import EDITIONS

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


def test_photos_have_alternative_text() -> None:
    bodies = photos(TODAY)
    assert bodies
    assert [body for body in bodies if len(body["altText"].strip()) < 10] == []


def test_each_of_the_last_five_years_has_eight_nominees_and_winners() -> None:
    bodies = nominees(TODAY)
    newest = EDITIONS.default.coming.year
    assert Counter(body["year"] for body in bodies) == {newest - ago: 8 for ago in range(5)}
    for year in range(newest - 4, newest + 1):
        edition = [body for body in bodies if body["year"] == year]
        winners = [body for body in edition if body.get("isWinner")]
        finalists = [
            body for body in edition if body.get("isFinalist") and not body.get("isWinner")
        ]
        assert 1 <= len(winners) <= 2
        assert 2 <= len(finalists) <= 3
    assert sum(not body.get("isPublished", True) for body in bodies) == 2
    assert len({body["name"] for body in bodies}) == 40


def test_each_tier_has_its_number_of_sponsors() -> None:
    bodies = sponsors(TODAY)
    assert Counter(body["tier"] for body in bodies) == {
        "platinum": 1,
        "gold": 2,
        "silver": 3,
        "bronze": 2,
        "partner": 2,
        "regular": 2,
    }
    assert sum(not body["is_published"] for body in bodies) == 1


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


def test_all_videos_are_uploads_except_one_per_provider() -> None:
    bodies = videos(TODAY)
    elsewhere = [body for body in bodies if not isinstance(body["videoUrl"], MediaPath)]
    assert {body["videoUrl"] for body in elsewhere} == {
        "https://www.youtube.com/watch?v=M7lc1UVf-VE",
        "https://www.facebook.com/facebook/videos/10153231379946729/",
        "https://x.com/jack/status/20",
        "https://www.instagram.com/p/fA9uwTtkSN/",
        "https://example.com/",
    }
    for body in elsewhere:
        assert "In this demo, its link leads to" in body["description"]


def test_videos_are_within_the_fixed_years_of_the_library() -> None:
    bodies = videos(TODAY)
    assert {body["year"] for body in bodies} == {2024, 2023, 2022, 2021, 2020}
    for body in bodies:
        assert re.fullmatch(r"\d{1,2}:\d{2}", body["duration"])
        assert body["tags"] == list(dict.fromkeys(body["tags"]))


def test_blog_posts_have_headings_quotations_and_a_date_once_published() -> None:
    bodies = blog_posts(TODAY)
    assert sum(not body["isPublished"] for body in bodies) == 2
    for body in bodies:
        assert 300 <= len(body["content"].split()) <= 600
        assert re.search("^## ", body["content"], re.M)
        assert "\n> " in body["content"]
        assert body["isPublished"] is ("publishedDate" in body)


def test_posts_messages_and_subscriptions_are_within_the_last_year() -> None:
    published = [body["publishedDate"] for body in blog_posts(TODAY) if body["isPublished"]]
    times = [datetime.fromisoformat(date) for date in published]
    times += [body["createdAt"] for body in (*messages(TODAY), *subscribers(TODAY))]
    assert len(times) > len(published) > 0
    assert [time for time in times if not time.tzinfo] == []
    assert TODAY - timedelta(days=366) <= min(times).date() <= max(times).date() < TODAY


def test_one_cover_page_is_active_and_it_is_the_edition() -> None:
    bodies = cover_pages(TODAY)
    assert Counter(body["media_type"] for body in bodies) == {"image": 3, "video": 3, "carousel": 3}
    (active,) = [body for body in bodies if body["is_active"]]
    assert active["media_type"] == "image"
    assert active["title"] == "The Homecoming Edition"
    assert active["description"] == "Power. Progress. Purpose."
    assert all(0 <= body["transparency"] <= 100 for body in bodies)
    assert all(body["media_urls"] for body in bodies if body["media_type"] == "carousel")


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


LATER = date(TODAY.year + 2, TODAY.month, TODAY.day)


@pytest.mark.parametrize("bodies", [events, blog_posts, messages, subscribers])
def test_dates_follow_the_given_day(bodies: Bodies) -> None:
    assert bodies(TODAY) != bodies(LATER)


@pytest.mark.parametrize("bodies", [nominees, videos, photos])
def test_the_years_of_editions_do_not_follow_the_given_day(bodies: Bodies) -> None:
    assert bodies(TODAY) == bodies(LATER)


def test_events_are_at_reasonable_times_and_virtual_ones_have_a_link() -> None:
    bodies = events(TODAY)
    assert bodies
    for body in bodies:
        assert body["isVirtual"] is ("virtualMeetingUrl" in body)
        start = datetime.fromisoformat(body["startDate"])
        assert start.astimezone(ZoneInfo("America/New_York")).utcoffset() == start.utcoffset()
        assert 7 <= start.hour <= 20, body["title"]


@pytest.mark.parametrize(
    "bodies", [nominees, events, videos, photos, blog_posts, messages, sponsors, cover_pages]
)
def test_texts_contain_no_fixed_year(bodies: Bodies) -> None:
    texts = [
        text
        for body in bodies(TODAY)
        for key, value in body.items()
        if "Date" not in key
        for text in strings(value)
    ]
    assert texts
    assert [text for text in texts if re.search(r"\b20[0-9]{2}\b", text)] == []
