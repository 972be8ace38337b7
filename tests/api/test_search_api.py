"""The search of the portal finds records of all kinds."""

import pytest
from httpx import Client

from awards_site.features.search import MAX_HITS
from tests.api.audit_log import entries
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    EVERYTHING,
    MESSAGE,
    NOMINEE,
    POST,
    SECTION,
    SUBSCRIBER,
    USER,
    Entity,
)
from tests.api.test_errors import assert_problem

SEARCH = "/api/admin/search"


def groups(client: Client, words: str) -> dict[str, list[dict[str, str]]]:
    """Return what is found, by the label of its kind."""
    response = client.get(SEARCH, params={"q": words})
    assert response.status_code == 200, response.text
    return {each["label"]: each["hits"] for each in response.json()}


def paths(client: Client, words: str) -> list[str]:
    return [hit["path"] for hits in groups(client, words).values() for hit in hits]


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_records_of_every_kind_are_found_by_their_name(entity: Entity, admin: Client) -> None:
    record = entity.create(admin)
    entity.create(admin)
    found = [hit for hits in groups(admin, str(record[entity.name])).values() for hit in hits]
    [hit] = [each for each in found if each["id"] == record["id"]]
    assert hit["title"] == record[entity.name]


TYPED, TYPOGRAPHIC = 'Founders\' "Gala" - 2026', "Founders\u2019 \u201cGala\u201d \u2013\u00a02026"


@pytest.mark.parametrize("entity", [EVENT, NOMINEE, MESSAGE], ids=str)
@pytest.mark.parametrize("name", [TYPED, TYPOGRAPHIC], ids=["typed", "typographic"])
def test_typographic_punctuation_is_found_as_it_is_typed_and_the_other_way_round(
    entity: Entity, name: str, admin: Client
) -> None:
    record = entity.create(admin, **{entity.name: name})
    for words in (TYPED, TYPOGRAPHIC):
        hits = [hit["id"] for found in groups(admin, words).values() for hit in found]
        assert record["id"] in hits
        listed = admin.get(entity.listed, params={"search": words}).json()["items"]
        assert record["id"] in [each["id"] for each in listed]


def test_a_hit_leads_to_its_record_a_list_or_the_account(
    editor: Client, admin: Client, user: Client
) -> None:
    nominee = NOMINEE.create(editor, name="Zora Quist")
    event = EVENT.create(editor, title="Zora's gala", location="Lagos")
    assert paths(editor, "zora") == [
        f"/admin/events?edit={event['id']}",
        f"/admin/nominees?edit={nominee['id']}",
    ]
    assert "Lagos" in groups(editor, "zora")["Events"][0]["detail"]
    SUBSCRIBER.create(editor, email="zora@example.org")
    assert paths(editor, "zora@ex") == ["/admin/subscribers?search=zora%40example.org"]
    section = SECTION.create(admin, name="Xylophone")
    assert paths(admin, "xylophone") == [f"/admin/content?edit={section['id']}"]
    assert paths(user, "xylophone") == ["/admin/content?search=Xylophone"]
    own = admin.get("/api/auth/me").json()["name"]
    assert "/admin/account" in paths(admin, own)


def test_the_best_hits_come_first_with_a_link_to_all(editor: Client) -> None:
    for name in ("Ada Mazi", "Mazi Obi"):
        NOMINEE.create(editor, name=name, year=2024)
    titles = [each["title"] for each in groups(editor, "mazi")["Nominees"]]
    assert titles == ["Mazi Obi", "Ada Mazi"]
    for number in range(MAX_HITS + 1):
        POST.create(editor, title=f"Kumquat {number}")
    [group] = editor.get(SEARCH, params={"q": "kumquat"}).json()
    assert len(group["hits"]) == MAX_HITS
    assert group["listPath"] == "/admin/blog?search=kumquat"


def test_roles_find_only_what_they_may_list(admin: Client, editor: Client, user: Client) -> None:
    for entity in (COVER_PAGE, MESSAGE, USER, SECTION):
        entity.create(admin, **{entity.name: f"Xylophone {entity}"})
    assert set(groups(user, "xylophone")) == {"Content Editor"}
    assert set(groups(editor, "xylophone")) == {"Content Editor", "Cover Pages", "Contact Messages"}
    assert set(groups(admin, "xylophone")) == {
        "Content Editor",
        "Cover Pages",
        "Contact Messages",
        "User Management",
    }


def test_finding_personal_data_is_audited(admin: Client, editor: Client) -> None:
    MESSAGE.create(editor, name="Xenia")
    groups(editor, "xenia")
    groups(editor, "nobody-has-this-name")
    [entry] = [each for each in entries(admin, action="listed") if each["name"] == "search"]
    assert (entry["recordType"], entry["count"]) == ("message", 1)


def test_nothing_is_found_without_words_and_long_searches_are_refused(editor: Client) -> None:
    assert groups(editor, " ") == {}
    response = editor.get(SEARCH, params={"q": "x" * 201})
    assert_problem(response, 422)
    assert response.json()["errors"][0]["field"] == "q"
