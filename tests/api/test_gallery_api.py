"""Photos, videos and nominees: found by category, public filter and year; nominees on photos."""

import pytest
from httpx import Client

from tests import image_files
from tests.api.entities import NOMINEE, PHOTO, VIDEO, Entity

FILTERS: dict[Entity, dict[str, set[str]]] = {
    PHOTO: {
        "all": {"general", "events", "winners", "ceremony", "conference", "workshop"},
        "ceremony": {"ceremony"},
        "winners": {"winners"},
        "sessions": {"conference", "workshop"},
        "networking": {"events"},
        "general": {"general"},
        "conference": {"conference"},
        "workshop": {"workshop"},
        "events": {"events"},
        "unknown": set(),
    },
    VIDEO: {
        "all": {"general", "interviews", "ceremony", "panel", "keynote", "testimonials"},
        "award-ceremony": {"ceremony"},
        "panel-discussion": {"panel", "keynote"},
        "interview": {"interviews"},
        "nominee-spotlight": {"testimonials"},
        "general": {"general"},
        "panel": {"panel"},
        "keynote": {"keynote"},
        "interviews": {"interviews"},
        "unknown": set(),
    },
    NOMINEE: {"tech": {"tech"}, "startup": {"startup"}, "unknown": set()},
}


@pytest.mark.parametrize("entity", FILTERS, ids=str)
def test_records_are_found_by_category_and_by_filter(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    for category in sorted(set().union(*FILTERS[entity].values())):
        entity.create(editor, category=category)
    for category, expected in FILTERS[entity].items():
        found = anonymous.get(f"{entity.created}/category/{category}").json()
        assert {each["category"] for each in found} == expected, category


@pytest.mark.parametrize("entity", FILTERS, ids=str)
def test_a_year_filter_returns_that_year_only(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    for year in (2023, 2024, 2024):
        entity.create(editor, year=year)
    found = anonymous.get(f"{entity.created}/year/2024").json()
    assert [each["year"] for each in found] == [2024, 2024]
    assert anonymous.get(f"{entity.created}/year/2022").json() == []
    for other in ("0", "10000", "x", "-1"):
        assert anonymous.get(f"{entity.created}/year/{other}").status_code == 422


def test_finalist_winner_and_published_are_independent(editor: Client) -> None:
    nominee = NOMINEE.create(editor)
    for key in ("isWinner", "isFinalist", "isPublished"):
        nominee[key] = not nominee[key]
        assert NOMINEE.change(editor, nominee, **{key: nominee[key]}) == nominee


def test_a_photo_copies_name_and_title_from_its_nominee(editor: Client) -> None:
    first, second = (NOMINEE.create(editor, title=title) for title in ("Founder", "Owner"))
    made_up = {"nomineeName": "Made up", "nomineeTitle": "None"}
    photo = PHOTO.create(editor, nomineeId=first["id"], **made_up)
    assert (photo["nomineeName"], photo["nomineeTitle"]) == (first["name"], "Founder")
    photo = PHOTO.change(editor, photo, nomineeId=second["id"])
    assert (photo["nomineeName"], photo["nomineeTitle"]) == (second["name"], "Owner")
    assert PHOTO.change(editor, photo, **made_up) == photo
    photo = PHOTO.change(editor, photo, nomineeId=None)
    assert (photo["nomineeName"], photo["nomineeTitle"]) == (None, None)


def test_a_video_has_all_fields_of_the_library(editor: Client, anonymous: Client) -> None:
    fields = {
        "description": "An evening",
        "embedCode": "<iframe></iframe>",
        "thumbnailUrl": "/uploads/thumbnail.jpg",
        "duration": "12:45",
        "date": "2024-05-01",
        "category": "ceremony",
        "tags": ["gala"],
        "displayOrder": 3,
    }
    video = VIDEO.create(editor, **fields)
    (shown,) = anonymous.get("/api/videos").json()
    assert shown | fields | video == shown


def test_a_photo_has_the_dimensions_of_its_image(editor: Client, anonymous: Client) -> None:
    upright = image_files.image_bytes("JPEG", size=(12, 20))
    files = {"image": ("upright.jpg", upright, "image/jpeg")}
    url = editor.post("/api/upload/image", files=files).json()["url"]
    elsewhere = "https://images.example.org/a.jpg"
    for image in (url, elsewhere, "/uploads/gone.png"):
        PHOTO.create(editor, imageUrl=image)
    sizes = {
        photo["imageUrl"]: (photo["imageWidth"], photo["imageHeight"])
        for photo in anonymous.get("/api/photos").json()
    }
    assert sizes == {url: (12, 20), elsewhere: (None, None), "/uploads/gone.png": (None, None)}
