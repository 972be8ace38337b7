"""Heads of record pages, and their structured data."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from awards_site.core.presentation.texts import summary
from awards_site.features.blog.entity import PostView
from awards_site.features.blog.record_page import post_head
from awards_site.features.events.entity import EventView
from awards_site.features.events.record_page import event_head
from awards_site.features.nominees.entity import NomineeView, social_card
from awards_site.features.nominees.record_page import nominee_head
from awards_site.settings import Settings
from awards_site.ui.pages import Head, absolute, as_json_ld, breadcrumbs


def structured_data(head: Head) -> dict[str, dict[str, Any]]:
    """Return the schema.org items of a head by type."""
    return {each["@type"]: each for each in json.loads(head.json_ld)["@graph"]}


def test_text_cannot_end_the_data_block() -> None:
    hostile = "</script><script>alert(1)</script><!-- & \u2028"
    text = as_json_ld({"@type": "Person", "name": hostile})
    assert "<" not in text
    assert ">" not in text
    assert json.loads(text)["@graph"][0]["name"] == hostile


def test_empty_values_are_left_out() -> None:
    text = as_json_ld({"name": "Ada", "image": "", "sameAs": [], "offers": None, "year": 0})
    assert json.loads(text)["@graph"] == [{"name": "Ada", "year": 0}]


def test_breadcrumb_positions_start_at_the_home_page() -> None:
    [home, nominees] = breadcrumbs(("Nominees", "/nominees"))["itemListElement"]
    assert (home["position"], home["name"], home["item"]) == (1, "Home", absolute("/"))
    assert (nominees["position"], nominees["item"]) == (2, absolute("/nominees"))
    assert absolute("/nominees").startswith("http")


def test_a_summary_is_one_line_cut_between_words() -> None:
    assert summary("two\n lines") == "two lines"
    cut = summary("word, " * 100)
    assert len(cut) <= 160
    assert cut.endswith("word\u2026")
    assert len(summary("x" * 500)) <= 160


NAME = "Ada </script> Lovelace"


def nominee(**changes: Any) -> NomineeView:
    return NomineeView.model_validate(
        {
            "id": 7,
            "created_at": datetime(2025, 1, 1, tzinfo=UTC),
            "name": NAME,
            "title": "Founder",
            "company": "Analytical Engines",
            "bio": "She saw what it could do.\n\nThen she wrote it down.",
            "achievements": "The first programme.",
            "category": "tech",
            "year": 2025,
            "image_url": "/uploads/ada.jpg",
            "linkedin_url": "https://linkedin.com/in/ada",
            "is_finalist": True,
            "revealed": [],
            "is_winner": True,
            **changes,
        }
    )


def test_the_head_of_a_nominee_page() -> None:
    head = nominee_head(nominee())
    assert head.name == NAME
    assert head.description.startswith("Ada </script> Lovelace, Founder of Analytical Engines:")
    assert "\n" not in head.description
    assert len(head.description) <= 160
    assert head.image.startswith("/share/nominees/7-")
    assert "Winner 2025, Technology" in head.image_alt
    assert head.og_type == "profile"


def test_a_nominee_has_person_structured_data() -> None:
    head = nominee_head(nominee())
    assert "</script>" not in head.json_ld
    person = structured_data(head)["Person"]
    assert person["name"] == NAME
    assert person["jobTitle"] == "Founder"
    assert person["worksFor"]["name"] == "Analytical Engines"
    assert person["image"] == absolute("/uploads/ada.jpg")
    assert person["url"] == absolute(nominee().path)
    assert person["award"].startswith("Winner 2025, Technology")
    assert person["sameAs"] == ["https://linkedin.com/in/ada"]
    steps = structured_data(head)["BreadcrumbList"]["itemListElement"]
    assert [step["name"] for step in steps] == ["Home", "Nominees", NAME]


def test_missing_links_and_images_are_left_out() -> None:
    bare = nominee(image_url=None, linkedin_url=None, is_winner=False, is_finalist=False)
    person = structured_data(nominee_head(bare))["Person"]
    assert "image" not in person
    assert "sameAs" not in person
    assert person["award"].startswith("Honoree 2025")


def test_what_is_under_embargo_leaves_no_gap() -> None:
    hidden = nominee(title="", company="", bio="", is_winner=False, is_finalist=False)
    head = nominee_head(hidden)
    assert head.description.startswith(f"{NAME}: Honoree 2025, Technology")
    assert head.description == head.description.rstrip()
    assert social_card(hidden).lines == ()
    person = structured_data(head)["Person"]
    assert person.keys().isdisjoint({"jobTitle", "worksFor", "description"})


def structured_event(**changes: Any) -> dict[str, Any]:
    """Return the schema.org Event of an event with these changes."""
    event = EventView.model_validate(
        {
            "id": 3,
            "created_at": datetime(2100, 1, 1, tzinfo=UTC),
            "title": "Supper",
            "description": "One long table.",
            "type": "networking",
            "start_date": datetime(2100, 7, 20, 18, 30, tzinfo=UTC),
            "end_date": datetime(2100, 7, 20, 22, tzinfo=UTC),
            "location": "The Orangery, Atlanta",
            "registration_url": "https://example.org/register",
            **changes,
        }
    )
    return structured_data(event_head(event))["Event"]


def test_an_event_has_its_times_with_their_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = Settings(AWARDS_TIMEZONE="America/New_York")
    monkeypatch.setattr("awards_site.features.events.record_page.settings", lambda: zone)
    event = structured_event()
    assert event["startDate"] == "2100-07-20T14:30:00-04:00"
    assert event["endDate"] == "2100-07-20T18:00:00-04:00"


def test_an_event_at_a_place_has_its_address() -> None:
    event = structured_event()
    assert event["location"] == {
        "@type": "Place",
        "name": "The Orangery, Atlanta",
        "address": "The Orangery, Atlanta",
    }
    assert event["eventStatus"] == "https://schema.org/EventScheduled"
    assert event["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert event["offers"]["url"] == "https://example.org/register"
    assert event["url"] == absolute("/events/3-supper")


def test_the_location_of_an_online_event_is_its_meeting_or_page() -> None:
    assert structured_event(is_virtual=True)["location"] == {
        "@type": "VirtualLocation",
        "url": absolute("/events/3-supper"),
    }
    meeting = "https://meet.example.org/a"
    with_link = structured_event(is_virtual=True, virtual_meeting_url=meeting)
    assert with_link["location"]["url"] == meeting
    assert with_link["eventAttendanceMode"] == "https://schema.org/OnlineEventAttendanceMode"


def test_a_past_event_has_no_offers() -> None:
    past = structured_event(
        start_date=datetime(2020, 1, 1, 10, tzinfo=UTC),
        end_date=datetime(2020, 1, 1, 11, tzinfo=UTC),
    )
    assert "offers" not in past


def posting(**changes: Any) -> dict[str, Any]:
    post = PostView.model_validate(
        {
            "id": 4,
            "created_at": datetime(2026, 2, 1, tzinfo=UTC),
            "title": "How the jury reads",
            "slug": "how-the-jury-reads",
            "content": "Five readers, and **one** rule.",
            "category": "case-study",
            "tags": ["Jury", "C++ & more"],
            "published_date": datetime(2026, 3, 1, 23, 30, tzinfo=UTC),
            "is_published": True,
            **changes,
        }
    )
    return structured_data(post_head(post))["BlogPosting"]


def test_a_post_has_blog_posting_structured_data() -> None:
    found = posting()
    assert found["headline"] == "How the jury reads"
    assert found["datePublished"] == "2026-03-01T23:30:00Z"
    assert found["image"].startswith(absolute("/share/blog/4-"))
    assert found["description"] == "Five readers, and one rule."
    assert found["articleSection"] == "Case Study"
    assert found["keywords"] == ["Jury", "C++ & more"]
    assert found["author"]["@type"] == "Organization"
    assert found["publisher"]["name"]
    assert found["mainEntityOfPage"] == absolute("/blog/how-the-jury-reads")


def test_a_post_without_a_date_has_no_date_published() -> None:
    assert "datePublished" not in posting(published_date=None)
