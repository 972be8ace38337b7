"""What the head of a nominee's page tells people and search engines."""

from awards_site.nominees.head import nominee_head
from awards_site.ui.pages.structured_data import absolute
from tests.structured_data import things

NOMINEE = {
    "id": 7,
    "name": "Ada </script> Lovelace",
    "title": "Founder",
    "company": "Analytical Engines",
    "bio": "She saw what it could do.\n\nThen she wrote it down.",
    "achievements": "The first programme.",
    "category": "tech",
    "year": 2025,
    "path": "/nominees/7-ada-script-lovelace",
    "image": {"src": "/uploads/ada.jpg"},
    "imageUrl": "/uploads/ada.jpg",
    "linkedinLink": "https://linkedin.com/in/ada",
    "websiteLink": "",
    "isFinalist": True,
    "isWinner": True,
    "isPublished": True,
}


def test_the_head_of_a_nominee_s_page() -> None:
    head = nominee_head(NOMINEE)
    assert head.name == NOMINEE["name"]
    assert head.description.startswith("Ada </script> Lovelace, Founder of Analytical Engines:")
    assert "\n" not in head.description
    assert len(head.description) <= 160
    assert head.image.startswith("/share/nominees/7-")
    assert "Winner 2025, Technology" in head.image_alt
    assert head.kind == "profile"


def test_a_nominee_is_a_person_to_search_engines() -> None:
    head = nominee_head(NOMINEE)
    assert "</script>" not in head.structured
    person = things(head)["Person"]
    assert person["name"] == NOMINEE["name"]
    assert person["jobTitle"] == "Founder"
    assert person["worksFor"]["name"] == "Analytical Engines"
    assert person["image"] == absolute("/uploads/ada.jpg")
    assert person["url"] == absolute(str(NOMINEE["path"]))
    assert person["award"].startswith("Winner 2025, Technology")
    assert person["sameAs"] == ["https://linkedin.com/in/ada"]
    steps = things(head)["BreadcrumbList"]["itemListElement"]
    assert [step["name"] for step in steps] == ["Home", "Nominees", NOMINEE["name"]]


def test_a_nominee_without_links_and_picture_has_none_there() -> None:
    nothing = {"image": {"src": ""}, "imageUrl": None, "linkedinLink": ""}
    bare = NOMINEE | nothing | {"isWinner": False, "isFinalist": False}
    person = things(nominee_head(bare))["Person"]
    assert "image" not in person
    assert "sameAs" not in person
    assert person["award"].startswith("Honoree 2025")
