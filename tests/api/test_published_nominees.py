"""What public pages read of a long list of nominees."""

from httpx import Client

from tests.api.entities import NOMINEE
from tests.api.test_errors import assert_problem


def test_editions_count_the_published_nominees(editor: Client, anonymous: Client) -> None:
    for year, category in ((2024, "tech"), (2025, "tech"), (2025, "creative"), (2025, "tech")):
        NOMINEE.create(editor, year=year, category=category)
    draft = NOMINEE.create(editor, year=2023, isPublished=False)
    editions = [
        {"year": 2025, "category": "creative", "count": 1},
        {"year": 2025, "category": "tech", "count": 2},
        {"year": 2024, "category": "tech", "count": 1},
    ]
    assert anonymous.get("/api/nominees/editions").json() == editions
    NOMINEE.change(editor, draft, isPublished=True)
    published = {"year": 2023, "category": draft["category"], "count": 1}
    assert anonymous.get("/api/nominees/editions").json() == [*editions, published]


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
