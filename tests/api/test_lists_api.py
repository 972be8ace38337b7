"""Lists for staff are searched, sorted, filtered and read a page at a time by the API."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from awards_site.core.listing import LARGEST_PAGE, PAGE_SIZE, read_list_query
from tests.api.entities import ENTITIES, RECEIVED, USERS, Entity, key_of
from tests.api.routes import endpoints
from tests.api.test_errors import assert_problem

LISTED = [*ENTITIES, *RECEIVED, USERS]


def make(client: httpx.Client, entity: Entity, **fields: Any) -> dict[str, Any]:
    """Create a record and return it."""
    answer = client.post(entity.created, json=entity.body(**fields))
    assert answer.status_code == 201, answer.text
    record: dict[str, Any] = answer.json()
    return record


def asks(route: Any) -> bool:
    """Tell whether a route reads what is asked of a list."""
    return any(each.call is read_list_query for each in route.dependant.dependencies)


def test_every_list_for_staff_can_be_asked_for_a_page(app: FastAPI) -> None:
    paged = {name for name, route in endpoints(app) if asks(route)}
    assert paged == {f"GET {entity.listed}" for entity in LISTED}


@pytest.mark.parametrize("entity", LISTED, ids=key_of)
def test_a_list_that_is_asked_for_nothing_is_plain(entity: Entity, admin: httpx.Client) -> None:
    made = make(admin, entity)
    for address in (entity.listed, f"{entity.listed}?_=123"):
        plain = admin.get(address).json()
        assert isinstance(plain, list)
        assert made["id"] in [each["id"] for each in plain]


@pytest.mark.parametrize("entity", LISTED, ids=key_of)
def test_a_page_says_how_many_match_and_how_many_there_are(
    entity: Entity, admin: httpx.Client
) -> None:
    made = [make(admin, entity) for _ in range(3)]
    plain = admin.get(entity.listed).json()
    page = admin.get(entity.listed, params={"page": 2, "pageSize": 2}).json()
    assert page["items"] == plain[2:4]
    assert (page["page"], page["pageSize"]) == (2, 2)
    assert page["total"] == page["overall"] == len(plain)
    found = admin.get(entity.listed, params={"search": made[1][entity.name]}).json()
    assert [each["id"] for each in found["items"]] == [made[1]["id"]]
    assert (found["total"], found["overall"], found["pageSize"]) == (1, len(plain), PAGE_SIZE)


@pytest.mark.parametrize("entity", LISTED, ids=key_of)
def test_a_list_is_sorted_by_a_key_in_both_directions(entity: Entity, admin: httpx.Client) -> None:
    for _ in range(3):
        make(admin, entity)
    ids = [each["id"] for each in admin.get(entity.listed, params={"sort": "id"}).json()["items"]]
    assert ids == sorted(ids)
    back = admin.get(entity.listed, params={"sort": "-id"}).json()["items"]
    assert [each["id"] for each in back] == ids[::-1]


@pytest.mark.parametrize("entity", LISTED, ids=key_of)
@pytest.mark.parametrize("sort", ["nonsense", "-", "search_text", "password_hash", "tags", "id;--"])
def test_a_list_cannot_be_sorted_by_what_the_answer_does_not_show(
    entity: Entity, sort: str, admin: httpx.Client
) -> None:
    problem = assert_problem(admin.get(entity.listed, params={"sort": sort}), 422)
    assert problem["errors"][0]["field"] == "sort"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"page": 0}, "page"),
        ({"page": "x"}, "page"),
        ({"pageSize": 0}, "pageSize"),
        ({"pageSize": LARGEST_PAGE + 1}, "pageSize"),
        ({"isPublished": "perhaps"}, "isPublished"),
    ],
)
def test_what_cannot_be_asked_is_422(
    asked: dict[str, Any], field: str, editor: httpx.Client
) -> None:
    problem = assert_problem(editor.get("/api/admin/events", params=asked), 422)
    assert problem["errors"][0]["field"] == field


def test_a_page_beyond_the_last_is_empty_and_tells_the_total(editor: httpx.Client) -> None:
    make(editor, ENTITIES[0])
    for page in (7, 2**31 - 1):
        answer = editor.get("/api/admin/events", params={"page": page}).json()
        assert (answer["items"], answer["total"]) == ([], 1)


def names(client: httpx.Client, path: str, **asked: str) -> list[str]:
    """Return the names of what a list answers."""
    items = client.get(path, params=asked).json()["items"]
    return [each.get("name") or each.get("title") for each in items]


@pytest.mark.parametrize(
    "search",
    ["zoe", "ZOÉ", "lefevre zoé", "Café", "CAFE", "technology", "tech", "2031", "founder 2031"],
)
def test_a_search_finds_words_in_any_order_ignoring_case_and_accents(
    search: str, editor: httpx.Client
) -> None:
    nominees = ENTITIES[1]
    make(editor, nominees, name="Zoé Lefèvre", company="Café Ōra", category="tech", year=2031)
    make(editor, nominees, name="Amina Diallo", company="Sahel Weaving", category="creative")
    assert names(editor, "/api/nominees", search=search) == ["Zoé Lefèvre"]


@pytest.mark.parametrize("search", ["%", "_", "\\", "zoe%", "nobody", "zoe nobody"])
def test_a_search_takes_its_words_as_they_are(search: str, editor: httpx.Client) -> None:
    make(editor, ENTITIES[1], name="Zoé Lefèvre")
    assert names(editor, "/api/nominees", search=search) == []


def test_a_changed_record_is_found_by_its_new_words_only(editor: httpx.Client) -> None:
    made = make(editor, ENTITIES[1], name="Zoé Lefèvre")
    editor.patch(f"/api/nominees/{made['id']}", json={"name": "Ines Haddad"})
    assert names(editor, "/api/nominees", search="zoe") == []
    assert names(editor, "/api/nominees", search="ines") == ["Ines Haddad"]


def test_events_are_found_by_title_description_location_and_type(editor: httpx.Client) -> None:
    body = {"title": "Aaa", "description": "Bbb", "location": "Ccc", "type": "Ddd"}
    make(editor, ENTITIES[0], **body)
    make(editor, ENTITIES[0])
    for word in body.values():
        assert names(editor, "/api/admin/events", search=word.lower()) == ["Aaa"]


def test_videos_and_posts_are_found_by_their_tags(editor: httpx.Client) -> None:
    make(editor, ENTITIES[3], title="With a tag", tags=["Scaling Up"])
    make(editor, ENTITIES[4], title="With a tag", tags=["Scaling Up"])
    for path in ("/api/admin/videos", "/api/admin/blog"):
        assert names(editor, path, search="scaling") == ["With a tag"]


def test_texts_are_sorted_ignoring_case_and_what_is_missing_comes_last(
    editor: httpx.Client,
) -> None:
    for title, year in (("beta", 2024), ("Alpha", None), ("Gamma", 2030)):
        make(editor, ENTITIES[2], title=title, year=year)
    path = "/api/admin/photos"
    assert names(editor, path, sort="title") == ["Alpha", "beta", "Gamma"]
    assert names(editor, path, sort="year") == ["beta", "Gamma", "Alpha"]
    assert names(editor, path, sort="-year") == ["Gamma", "beta", "Alpha"]


def test_tiers_are_sorted_by_rank(editor: httpx.Client) -> None:
    for tier in ("bronze", "platinum", "gold"):
        make(editor, ENTITIES[5], name=f"The {tier}", tier=tier)
    path = "/api/sponsors/admin"
    assert names(editor, path, sort="tier") == ["The platinum", "The gold", "The bronze"]


@pytest.mark.parametrize(
    ("entity", "key"),
    [
        *((entity, "isPublished") for entity in ENTITIES[:5]),
        (ENTITIES[5], "is_published"),
        (ENTITIES[6], "is_active"),
    ],
    ids=str,
)
def test_a_list_is_filtered_by_a_yes_or_no_key(
    entity: Entity, key: str, admin: httpx.Client
) -> None:
    yes = make(admin, entity, **{key: True})
    no = make(admin, entity, **{key: False})
    for value, made in (("true", yes), ("false", no)):
        answer = admin.get(entity.listed, params={key: value}).json()
        assert [each["id"] for each in answer["items"]] == [made["id"]]
        assert (answer["total"], answer["overall"]) == (1, 2)


def test_unread_messages_are_counted_without_reading_them_all(editor: httpx.Client) -> None:
    read, _ = (make(editor, RECEIVED[0]) for _ in range(2))
    editor.patch(f"/api/admin/contact/{read['id']}", json={"isRead": True})
    answer = editor.get("/api/admin/contact?isRead=false&pageSize=1").json()
    assert answer["total"] == 1


def test_visitors_are_shown_pages_of_the_published_nominees_only(
    nobody: httpx.Client, editor: httpx.Client
) -> None:
    make(editor, ENTITIES[1], name="Secret Winner", isPublished=False)
    make(editor, ENTITIES[1], name="Public Nominee")
    for asked in ({"page": 1}, {"search": "secret"}, {"isPublished": "false"}, {"sort": "name"}):
        answer = nobody.get("/api/nominees", params=asked).json()
        assert "Secret" not in str(answer)
        assert answer["overall"] == 1
