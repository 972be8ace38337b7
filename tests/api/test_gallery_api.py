"""Photos, videos and nominees: found by category, public filter and year; nominees on photos."""

from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from tests import factories, pictures

PHOTO_FILTERS = {
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
}
VIDEO_FILTERS = {
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
}


def create_all(client: httpx.Client, path: str, bodies: Iterable[dict[str, Any]]) -> None:
    """Create a record of each body."""
    for body in bodies:
        assert client.post(path, json=body).status_code == 201


def test_photos_are_found_by_category_and_by_filter(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    categories = ("general", "events", "winners", "ceremony", "conference", "workshop")
    create_all(editor, "/api/photos", (factories.photo_body(category=each) for each in categories))
    for asked, expected in PHOTO_FILTERS.items():
        found = nobody.get(f"/api/photos/category/{asked}").json()
        assert {each["category"] for each in found} == expected, asked


def test_videos_are_found_by_category_and_by_filter(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    categories = ("general", "interviews", "ceremony", "panel", "keynote", "testimonials")
    create_all(editor, "/api/videos", (factories.video_body(category=each) for each in categories))
    for asked, expected in VIDEO_FILTERS.items():
        found = nobody.get(f"/api/videos/category/{asked}").json()
        assert {each["category"] for each in found} == expected, asked


@pytest.mark.parametrize("kind", ["photos", "videos", "nominees"])
def test_a_year_shows_that_year_only(kind: str, editor: httpx.Client, nobody: httpx.Client) -> None:
    body = {
        "photos": factories.photo_body,
        "videos": factories.video_body,
        "nominees": factories.nominee_body,
    }[kind]
    create_all(editor, f"/api/{kind}", (body(year=year) for year in (2023, 2024, 2024)))
    found = nobody.get(f"/api/{kind}/year/2024").json()
    assert [each["year"] for each in found] == [2024, 2024]
    assert nobody.get(f"/api/{kind}/year/2022").json() == []
    for year in ("0", "10000", "x", "-1"):
        assert nobody.get(f"/api/{kind}/year/{year}").status_code == 422


def test_nominees_are_found_by_category(editor: httpx.Client, nobody: httpx.Client) -> None:
    bodies = (factories.nominee_body(category=each) for each in ("tech", "startup"))
    create_all(editor, "/api/nominees", bodies)
    found = nobody.get("/api/nominees/category/tech").json()
    assert [each["category"] for each in found] == ["tech"]
    assert nobody.get("/api/nominees/category/unknown").json() == []


def test_finalist_winner_and_published_do_not_depend_on_each_other(editor: httpx.Client) -> None:
    nominee = editor.post("/api/nominees", json=factories.nominee_body()).json()
    for key in ("isWinner", "isFinalist", "isPublished"):
        changed = editor.patch(f"/api/nominees/{nominee['id']}", json={key: not nominee[key]})
        nominee[key] = not nominee[key]
        assert changed.json() == nominee


def test_a_photo_copies_name_and_title_from_its_nominee(editor: httpx.Client) -> None:
    first, second = (
        editor.post("/api/nominees", json=factories.nominee_body()).json() for _ in range(2)
    )
    body = factories.photo_body(nomineeId=first["id"], nomineeName="Made up", nomineeTitle="None")
    photo = editor.post("/api/photos", json=body).json()
    assert (photo["nomineeName"], photo["nomineeTitle"]) == (first["name"], first["title"])
    address = f"/api/photos/{photo['id']}"
    changed = editor.put(address, json={"nomineeId": second["id"]}).json()
    assert (changed["nomineeName"], changed["nomineeTitle"]) == (second["name"], second["title"])
    unchanged = editor.put(address, json={"nomineeName": "Made up"}).json()
    assert unchanged["nomineeName"] == second["name"]
    emptied = editor.put(address, json={"nomineeId": None}).json()
    assert (emptied["nomineeName"], emptied["nomineeTitle"]) == (None, None)
    refused = editor.put(address, json={"nomineeId": 999_999})
    assert refused.json()["errors"][0]["field"] == "nomineeId"


def test_a_video_comes_with_all_that_the_library_shows(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    body = factories.video_body(
        description="An evening",
        embedCode="<iframe></iframe>",
        thumbnailUrl="/uploads/thumbnail.jpg",
        duration="12:45",
        date="2024-05-01",
        category="ceremony",
        tags=["gala"],
        displayOrder=3,
    )
    assert editor.post("/api/videos", json=body).status_code == 201
    (shown,) = nobody.get("/api/videos").json()
    assert shown | body == shown


def test_a_photo_comes_with_the_size_of_its_picture(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    upright = pictures.picture("JPEG", size=(12, 20))
    files = {"image": ("upright.jpg", upright, "image/jpeg")}
    address = editor.post("/api/upload/image", files=files).json()["url"]
    elsewhere = "https://pictures.example.org/a.jpg"
    create_all(
        editor,
        "/api/photos",
        (factories.photo_body(imageUrl=each) for each in (address, elsewhere, "/uploads/gone.png")),
    )
    sizes = {
        photo["imageUrl"]: (photo["imageWidth"], photo["imageHeight"])
        for photo in nobody.get("/api/photos").json()
    }
    assert sizes == {
        address: (12, 20),
        elsewhere: (None, None),
        "/uploads/gone.png": (None, None),
    }
