"""The head of a nominee's page, and its structured data."""

from datetime import UTC, datetime
from typing import Any

from awards_site.features.nominees.entity import NomineeView, social_card
from awards_site.features.nominees.nominee_page import nominee_head
from awards_site.ui.pages import absolute
from tests.ui.test_structured_data import structured_data

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
