"""The view models of public pages."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from awards_site.features.blog.record_page import POST as POST_QUERY
from awards_site.features.events.entity import format_dates
from awards_site.features.events.page import EVENTS
from awards_site.features.sponsors.entity import SponsorTier
from awards_site.features.sponsors.showcase import GROUPS, SPONSOR_GROUPS
from awards_site.features.videos.entity import VideoCategory, VideoFilter
from awards_site.features.videos.page import VIDEOS
from tests.javascript import call, call_each

POST = {
    "id": 4,
    "path": "/blog/how-the-jury-reads",
    "title": "How the jury reads",
    "excerpt": None,
    "summary": "Five readers, and one rule.",
    "category": "case-study",
    "tags": ["Jury", "C++ & more"],
    "publishedDate": "2026-03-01T23:30:00+00:00",
}


def details(zone: str = "UTC", **fields: Any) -> dict[str, Any] | None:
    context, options = {"site": {"timeZone": zone}}, POST_QUERY.view.options
    found: dict[str, Any] | None = call(
        "frontend/blog/views.js", "postDetails", POST | fields, context, options
    )
    return found


def test_a_summary_replaces_a_missing_excerpt() -> None:
    assert (details() or {})["excerpt"] == "Five readers, and one rule."
    assert (details(excerpt="Read on.") or {})["excerpt"] == "Read on."


def test_a_post_is_dated_in_the_programme_time_zone() -> None:
    shown = details("Asia/Kolkata") or {}
    assert (shown["date"], shown["day"]) == ("March 2, 2026", "2026-03-02")


def test_a_post_without_a_date_shows_none() -> None:
    shown = details(publishedDate=None) or {}
    assert (shown["date"], shown["day"]) == ("", "")


def test_tags_link_to_their_posts() -> None:
    assert [each["path"] for each in (details() or {})["tag_links"]] == [
        "/blog?tag=jury",
        "/blog?tag=c%2B%2B+%26+more",
    ]


def test_a_draft_returned_to_staff_is_not_shown() -> None:
    assert details(isPublished=False) is None


CASES: list[dict[str, str]] = json.loads(Path(__file__).with_name("date_cases.json").read_text())


def event(**fields: Any) -> dict[str, Any]:
    times = {"startDate": "2026-11-20T18:30:00+00:00", "endDate": "2026-11-20T22:00:00+00:00"}
    return {"id": 1, "title": "Supper", "type": "networking", **times, **fields}


def view_models(events: list[dict[str, Any]], zone: str = "UTC") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call(
        "frontend/events/views.js",
        "calendarEvents",
        events,
        {"site": {"timeZone": zone}},
        EVENTS.view.options,
    )
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['zone']} {case['start']}")
def test_server_and_browser_format_dates_alike(case: dict[str, str]) -> None:
    start, end = (datetime.fromisoformat(case[key]) for key in ("start", "end"))
    assert format_dates(start, end, ZoneInfo(case["zone"])) == case["dates"]
    [entry] = view_models([event(startDate=case["start"], endDate=case["end"])], case["zone"])
    assert entry["dates"] == case["dates"]


def test_an_event_of_one_day_is_in_the_calendar_on_that_day() -> None:
    [entry] = view_models([event()])
    assert entry["hours"] == ""
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-20", "2026-11-20")
    assert (entry["day"], entry["month"]) == ("20", "Nov 2026")


def test_an_end_at_midnight_belongs_to_the_day_before() -> None:
    times = {"startDate": "2026-12-10T23:00:00Z", "endDate": "2026-12-11T05:00:00Z"}
    [entry] = view_models([event(**times)], "America/New_York")
    assert (entry["first_day"], entry["last_day"]) == ("2026-12-10", "2026-12-10")


def test_an_event_of_several_days_shows_start_and_end() -> None:
    [entry] = view_models([event(endDate="2026-12-02T09:00:00+00:00")])
    assert entry["hours"] == "Begins at 6:30 PM, ends at 9:00 AM"
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-20", "2026-12-02")


def test_the_day_is_that_of_the_programme_time_zone() -> None:
    [entry] = view_models([event()], "Asia/Kolkata")
    assert (entry["first_day"], entry["last_day"]) == ("2026-11-21", "2026-11-21")


def test_only_a_virtual_event_has_a_join_link() -> None:
    link = {"virtualMeetingUrl": "https://meet.example.org/room"}
    entries = view_models([event(**link, isVirtual=True), event(**link, isVirtual=False), event()])
    assert [each["join_link"] for each in entries] == [link["virtualMeetingUrl"], "", ""]


def groups(*tiers: str | None) -> dict[str, list[int]]:
    """Return the ids by group of sponsors with these tiers, whose ids count from 0."""
    sponsors = [
        {"id": number, "name": f"Sponsor {number}", "tier": tier}
        for number, tier in enumerate(tiers)
    ]
    options = SPONSOR_GROUPS.view.options
    found: list[dict[str, Any]] = call(
        "frontend/sponsors/views.js", "sponsorGroups", sponsors, {}, options
    )
    return {group["name"]: [each["id"] for each in group["sponsors"]] for group in found}


def test_every_tier_is_in_one_group() -> None:
    assert [tier for tiers in GROUPS.values() for tier in tiers] == list(SponsorTier)


def test_groups_keep_the_order_of_the_response() -> None:
    assert groups("platinum", "gold", "gold", "bronze", "partner", "regular", None) == {
        "Premium": [0, 1, 2],
        "Supporting": [3],
        "Partners": [4, 5, 6],
    }


def test_empty_groups_are_left_out() -> None:
    assert groups("silver") == {"Supporting": [0]}
    assert groups() == {}


SPECIFIED = [2024, 2023, 2022, 2021, 2020]


def card(**fields: Any) -> dict[str, Any]:
    video = {"id": 1, "title": "A film", "videoUrl": "/a.mp4", "year": 2024, "tags": []}
    videos = [{"category": "general", **video, **fields}]
    [found] = call("frontend/videos/views.js", "videoCards", videos, {}, VIDEOS.view.options)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("present", "offered"),
    [
        ([], ["2024", "2023", "2022", "2021", "2020"]),
        ([2022, 2019], ["2024", "2023", "2022", "2021", "2020"]),
        ([2027, 2025, 2027], ["2027", "2025", "2024", "2023", "2022", "2021", "2020"]),
    ],
)
def test_fixed_years_and_later_ones_are_offered(present: list[int], offered: list[str]) -> None:
    videos = [{"year": year} for year in present]
    assert call("frontend/videos/views.js", "videoYears", videos, SPECIFIED) == offered


@pytest.mark.parametrize("category", VideoCategory)
def test_a_card_is_labelled_by_the_filter_that_shows_it(category: VideoCategory) -> None:
    shown = card(category=category.value)
    assert shown["filter"][0] == "2024"
    if category is VideoCategory.GENERAL:
        assert (shown["category_label"], shown["filter"][1:]) == ("General", [])
    else:
        (key,) = shown["filter"][1:]
        assert shown["category_label"] == VideoFilter(key).label
        # The key is the label in lower case with hyphens.
        assert key == shown["category_label"].lower().replace(" ", "-")


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2024-11-05", "November 5, 2024"),
        ("2024-02-30", "2024-02-30"),
        ("Spring 2024", "Spring 2024"),
        (None, ""),
        ("", ""),
    ],
)
def test_an_iso_date_is_written_out(stored: str | None, shown: str) -> None:
    assert card(date=stored)["date"] == shown


SITE = "https://awards.example.org"
FACEBOOK = "https://www.facebook.com/plugins"
PLAYER = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0"

YOUTUBE_LINKS = [
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
    "https://m.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ",
    "https://youtu.be/aqz-KE-bpKQ?t=later",
    "https://www.youtube.com/embed/aqz-KE-bpKQ",
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ",
    "https://www.youtube.com/shorts/aqz-KE-bpKQ",
    "https://www.youtube.com/live/aqz-KE-bpKQ?feature=share",
]
FACEBOOK_VIDEOS = [
    "https://www.facebook.com/watch/?v=1",
    "https://www.facebook.com/wea/videos/1",
    "https://m.facebook.com/wea/videos/a-title/1/",
    "https://www.facebook.com/reel/1",
    "https://www.facebook.com/video.php?v=1",
    "https://fb.watch/abc/",
]
FACEBOOK_POSTS = [
    "https://www.facebook.com/wea/posts/1",
    "https://www.facebook.com/permalink.php?story_fbid=1&id=2",
    "https://www.facebook.com/story.php?story_fbid=1&id=2",
]
TWEETS = [
    "https://twitter.com/wea/status/17",
    "https://x.com/wea/status/17?s=20",
    "https://mobile.twitter.com/wea/statuses/17",
    "https://x.com/i/web/status/17",
]
KINDS = {
    "https://www.youtube.com/@wea": "link",
    "https://youtu.be/": "link",
    "https://www.facebook.com/": "fallback",
    "https://x.com/wea": "fallback",
    "https://www.instagram.com/p/abc/": "fallback",
    "https://notyoutube.com/watch?v=aqz-KE-bpKQ": "link",
    "https://youtube.com.example.org/watch?v=aqz-KE-bpKQ": "link",
    "https://example.com/film.webm?from=here": "file",
    "/uploads/film.MP4": "file",
    "/uploads/image.png": "link",
    "javascript:alert(1)//x.mp4": "link",
    "http://": "link",
}


STARTS = ["?t=90", "?t=1m30s", "?t=0H1M30.5S", "?start=90", "?time_continue=90", "?t=x&start=90"]
STARTS += ["#t=90", "#t=1m30s", "?feature=share#start=90"]


def test_a_video_starts_where_its_address_says() -> None:
    calls = [(f"https://youtu.be/aqz-KE-bpKQ{each}", SITE) for each in [*STARTS, "#t=later"]]
    found = call_each("frontend/videos/embed.js", "embedOf", calls)
    assert [each["src"] for each in found] == [*(len(STARTS) * [f"{PLAYER}&start=90"]), PLAYER]


def test_every_form_of_provider_links_is_recognised() -> None:
    links = [*YOUTUBE_LINKS, *FACEBOOK_VIDEOS, *FACEBOOK_POSTS, *TWEETS, *KINDS]
    found = call_each("frontend/videos/embed.js", "embedOf", [(link, SITE) for link in links])
    embeds: dict[str, dict[str, Any]] = dict(zip(links, found, strict=True))
    for link in YOUTUBE_LINKS:
        assert embeds[link]["src"] == PLAYER, link
    for link in FACEBOOK_VIDEOS:
        assert embeds[link]["src"].startswith(f"{FACEBOOK}/video.php?href=https%3A%2F%2F"), link
    for link in FACEBOOK_POSTS:
        assert embeds[link]["src"].startswith(f"{FACEBOOK}/post.php?href=https%3A%2F%2F"), link
    for link in TWEETS:
        expected = "https://platform.twitter.com/embed/Tweet.html?id=17&dnt=true"
        assert embeds[link]["src"] == expected, link
    for link, kind in KINDS.items():
        assert embeds[link]["kind"] == kind, link
