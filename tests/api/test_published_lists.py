"""What public pages read of a long list: its editions, their numbers, and its beginning."""

import pytest
from httpx import Client

from tests.api.entities import NOMINEE, PHOTO, VIDEO, Entity
from tests.api.test_errors import assert_problem


@pytest.mark.parametrize(
    ("entity", "categories"),
    [
        (NOMINEE, ("creative", "tech")),
        (PHOTO, ("ceremony", "winners")),
        (VIDEO, ("ceremony", "panel")),
    ],
    ids=str,
)
def test_editions_count_the_published_records(
    entity: Entity, categories: tuple[str, str], editor: Client, anonymous: Client
) -> None:
    one, two = categories
    for year, category in ((2024, two), (2025, two), (2025, one), (2025, two)):
        entity.create(editor, year=year, category=category)
    draft = entity.create(editor, year=2023, category=one, isPublished=False)
    editions = [
        {"year": 2025, "category": one, "count": 1},
        {"year": 2025, "category": two, "count": 2},
        {"year": 2024, "category": two, "count": 1},
    ]
    path = f"{entity.created}/editions"
    assert anonymous.get(path).json() == editions
    entity.change(editor, draft, isPublished=True)
    published = {"year": 2023, "category": one, "count": 1}
    assert anonymous.get(path).json() == [*editions, published]
    entity.change(editor, draft, year=2024)
    assert anonymous.get(path).json() == [*editions[:2], {**published, "year": 2024}, editions[2]]


def test_photos_without_a_year_follow_the_editions(editor: Client, anonymous: Client) -> None:
    PHOTO.create(editor, year=2024, category="winners")
    general = [PHOTO.create(editor, year=None)["id"] for _ in range(2)]
    PHOTO.create(editor, year=None, isPublished=False)
    assert anonymous.get("/api/photos/editions").json() == [
        {"year": 2024, "category": "winners", "count": 1},
        {"year": None, "category": "general", "count": 2},
    ]
    found = anonymous.get("/api/photos/year/none").json()
    assert [photo["id"] for photo in found] == general[::-1]
    assert_problem(anonymous.get("/api/videos/year/none"), 422)


def test_links_lead_to_the_published_nominees(editor: Client, anonymous: Client) -> None:
    NOMINEE.create(editor, name="Zo\u00e9 Obi", year=2024)
    ada = NOMINEE.create(editor, name="Ada Obi", year=2024)
    NOMINEE.create(editor, name="Erna Hidden", isPublished=False)
    published = anonymous.get("/api/nominees/published").json()
    links = anonymous.get("/api/nominees/links").json()
    assert links == [{"name": each["name"], "path": each["path"]} for each in published]
    NOMINEE.change(editor, ada, name="Ada Lovelace")
    assert anonymous.get("/api/nominees/links").json()[0]["name"] == "Ada Lovelace"


def test_a_published_list_is_limited_to_its_first_records(
    editor: Client, anonymous: Client
) -> None:
    for number in range(3):
        NOMINEE.create(editor, name=f"Nominee {number}")
    path = "/api/nominees/published"
    everything = anonymous.get(path).json()
    assert len(everything) == 3
    assert anonymous.get(path, params={"limit": "2"}).json() == everything[:2]
    NOMINEE.create(editor, name="Aaa First")
    assert anonymous.get(path, params={"limit": "2"}).json()[0]["name"] == "Aaa First"
    NOMINEE.change(editor, everything[2], name="Aaa Before")
    names = [each["name"] for each in anonymous.get(path, params={"limit": "2"}).json()]
    assert names == ["Aaa Before", "Aaa First"]
    assert_problem(anonymous.get(path, params={"limit": "0"}), 422)
