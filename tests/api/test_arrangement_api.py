"""The order in which records are shown is saved as a whole, and its change can be undone."""

import pytest
from httpx import Client, Response

from tests.api.audit_log import details, entries
from tests.api.client import body_of
from tests.api.entities import (
    ARRANGED,
    COVER_PAGE,
    EVENING_ITEM,
    NOMINEE,
    PHOTO,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.factories import Body

GROUPS: dict[Entity, tuple[Body, str]] = {
    SPONSOR: ({"tier": "gold"}, "gold"),
    PHOTO: ({}, ""),
    VIDEO: ({}, ""),
    NOMINEE: ({"year": 2031}, "2031"),
    EVENING_ITEM: ({"year": 2031}, "2031"),
    COVER_PAGE: ({"is_active": False}, ""),
}
"""The fields of the records of a group, and what the group is called."""
arranged = pytest.mark.parametrize("entity", ARRANGED, ids=str)


def path_of(entity: Entity) -> str:
    return f"{entity.created}/order"


def key_of(entity: Entity) -> str:
    return "display_order" if entity in (SPONSOR, COVER_PAGE) else "displayOrder"


def read(client: Client, entity: Entity, group: str = "") -> Body:
    return body_of(client.get(path_of(entity), params={"group": group} if group else None))


def names(client: Client, entity: Entity, group: str = "") -> str:
    return " ".join(each[entity.name] for each in read(client, entity, group)["records"])


def send(client: Client, entity: Entity, wanted: str, *, seen: list[int] | None = None) -> Response:
    """Arrange the records of the group by their names."""
    group = GROUPS[entity][1]
    records = read(client, entity, group)["records"]
    ids = {each[entity.name]: each["id"] for each in records}
    body = {
        "group": group,
        "ids": [ids[name] for name in wanted.split()],
        "seen": [each["id"] for each in records] if seen is None else seen,
    }
    return client.post(path_of(entity), json=body)


def arrange(client: Client, entity: Entity, wanted: str) -> Body:
    return body_of(send(client, entity, wanted))


def make(client: Client, entity: Entity, wanted: str, **fields: object) -> dict[str, Body]:
    """Create records that are in this order before they are arranged."""
    ordered = wanted.split()
    # What is sorted by its age begins with the newest.
    made = ordered if entity in (SPONSOR, NOMINEE, EVENING_ITEM) else ordered[::-1]
    shared = GROUPS[entity][0] | fields
    return {name: entity.create(client, **{entity.name: name}, **shared) for name in made}


@arranged
def test_the_saved_order_is_that_of_the_lists(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    make(editor, entity, "Ann Bea Cat Dot")
    group = GROUPS[entity][1]
    assert names(editor, entity, group) == "Ann Bea Cat Dot"
    result = arrange(editor, entity, "Dot Bea Ann Cat")
    assert names(editor, entity, group) == "Dot Bea Ann Cat"
    assert {each["name"] for each in result["changed"]} <= {"Ann", "Bea", "Cat", "Dot"}
    if entity not in (COVER_PAGE, EVENING_ITEM):
        shown = anonymous.get(entity.shown).json()
        assert [each[entity.name] for each in shown] == ["Dot", "Bea", "Ann", "Cat"]


@arranged
def test_only_what_has_moved_changes_with_its_version_and_audit_entry(
    entity: Entity, editor: Client, admin: Client
) -> None:
    made = make(editor, entity, "Ann Bea Cat Dot")
    result = arrange(editor, entity, "Bea Cat Ann Dot")
    changed = [each["name"] for each in result["changed"]]
    assert changed == ["Ann", "Dot"]
    assert len(entries(admin, action="updated")) == 1
    assert [name for _, name, _ in details(admin, action="updated")["records"]] == changed
    versions = editor.get(f"{entity.path(made['Ann']['id'])}/versions").json()
    assert [each["values"][key_of(entity)] for each in versions] == [1, 0]
    assert arrange(editor, entity, "Bea Cat Ann Dot")["changed"] == []


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_the_numbers_that_staff_gave_stay_with_their_places(entity: Entity, editor: Client) -> None:
    made = make(editor, entity, "Ann Bea Cat")
    for name, number in (("Ann", 10), ("Bea", 20), ("Cat", 30)):
        entity.change(editor, made[name], **{key_of(entity): number})
    result = arrange(editor, entity, "Bea Ann Cat")
    after = {each["name"]: each["after"] for each in result["changed"]}
    assert after == {"Bea": {key_of(entity): 10}, "Ann": {key_of(entity): 20}}


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_an_undo_gives_back_the_former_numbers(entity: Entity, editor: Client) -> None:
    make(editor, entity, "Ann Bea Cat")
    result = arrange(editor, entity, "Cat Bea Ann")
    changed = len(result["changed"])
    undone = editor.post(f"{path_of(entity)}/undo", json=result).json()
    assert undone == {"restored": changed, "skipped": []}
    records = read(editor, entity, GROUPS[entity][1])["records"]
    assert [each[entity.name] for each in records] == ["Ann", "Bea", "Cat"]
    assert {each[key_of(entity)] for each in records} == {0}


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR, EVENING_ITEM], ids=str)
def test_an_order_that_changed_in_the_meantime_is_not_overwritten(
    entity: Entity, editor: Client
) -> None:
    made = make(editor, entity, "Ann Bea Cat")
    seen = [made[name]["id"] for name in ("Ann", "Bea", "Cat")]
    arrange(editor, entity, "Bea Ann Cat")
    refused = send(editor, entity, "Cat Ann Bea", seen=seen)
    assert_problem(refused, 409)
    assert "Someone else has changed this list in the meantime" in refused.text
    assert names(editor, entity, GROUPS[entity][1]) == "Bea Ann Cat"


def test_groups_are_listed_with_their_numbers(editor: Client) -> None:
    for tier in ("partner", "gold", "gold"):
        SPONSOR.create(editor, tier=tier, name=f"Of {tier}")
    for year in (2030, 2031, 2031):
        NOMINEE.create(editor, year=year, name=f"Of {year}")
    found = read(editor, SPONSOR)
    assert found["groups"] == [
        {"value": "gold", "label": "Gold", "count": 2},
        {"value": "partner", "label": "Partner", "count": 1},
    ]
    assert found["group"] == "gold"
    assert [each["name"] for each in found["records"]] == ["Of gold", "Of gold"]
    assert read(editor, NOMINEE)["groups"] == [
        {"value": "2031", "label": "2031", "count": 2},
        {"value": "2030", "label": "2030", "count": 1},
    ]
    assert names(editor, NOMINEE, "2030") == "Of 2030"


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_an_empty_list_has_no_groups(entity: Entity, editor: Client) -> None:
    nothing = {"groups": [], "group": "", "count": 0, "notice": "", "records": []}
    assert read(editor, entity) == nothing
    body = {"group": "", "ids": [], "seen": []}
    assert editor.post(path_of(entity), json=body).json()["changed"] == []


def test_the_order_of_an_edition_under_embargo_comes_with_a_notice(editor: Client) -> None:
    make(editor, NOMINEE, "Ann Bea")
    NOMINEE.create(editor, name="Cat", year=2030)
    embargo = {"year": 2031, "category": None, "revealAt": "2100-01-01T00:00:00Z"}
    assert editor.post("/api/admin/embargoes", json=embargo).status_code == 201
    assert "under embargo" in read(editor, NOMINEE, "2031")["notice"]
    assert read(editor, NOMINEE, "2030")["notice"] == ""
    NOMINEE.create(editor, name="Dot", year=2030, revealAt="2100-01-01T00:00:00Z")
    assert "under embargo" in read(editor, NOMINEE, "2030")["notice"]


def test_an_invalid_order_is_refused(editor: Client) -> None:
    made = make(editor, SPONSOR, "Ann Bea")
    seen = [each["id"] for each in made.values()]
    for ids in ([], seen[:1], [*seen, seen[0]], [*seen, 999]):
        body = {"group": "gold", "ids": ids, "seen": seen}
        assert_problem(editor.post(path_of(SPONSOR), json=body), 422)
    assert_problem(editor.get(path_of(NOMINEE), params={"group": "soon"}), 422)
    assert names(editor, SPONSOR, "gold") == "Ann Bea"


def test_nominees_without_an_order_are_sorted_by_name_as_before(
    editor: Client, anonymous: Client
) -> None:
    make(editor, NOMINEE, "Ann Cat Dot")
    arrange(editor, NOMINEE, "Ann Dot Cat")
    NOMINEE.create(editor, name="Bea", year=2031)
    NOMINEE.create(editor, name="Eve", year=2032)
    shown = anonymous.get(NOMINEE.shown).json()
    assert [each["name"] for each in shown] == ["Eve", "Ann", "Bea", "Dot", "Cat"]


def test_the_pages_of_nominees_lead_through_the_order_of_their_edition(
    editor: Client, anonymous: Client
) -> None:
    made = make(editor, NOMINEE, "Ann Bea Cat")
    arrange(editor, NOMINEE, "Cat Ann Bea")
    found = anonymous.get(f"{NOMINEE.path(made['Ann']['id'])}/prev-next").json()
    assert (found["previous"]["name"], found["next"]["name"]) == ("Cat", "Bea")
    found = anonymous.get(f"{NOMINEE.path(made['Cat']['id'])}/prev-next").json()
    assert (found["previous"], found["next"]["name"]) == (None, "Ann")


@pytest.mark.parametrize("entity", [PHOTO, VIDEO], ids=str)
def test_photos_and_videos_of_all_years_are_in_one_order_as_visitors_see_them(
    entity: Entity, editor: Client, anonymous: Client
) -> None:
    for name, year in (("Ann", 2030), ("Bea", 2031), ("Cat", 2030), ("Dot", 2029)):
        entity.create(editor, year=year, isPublished=True, **{entity.name: name})
    assert names(editor, entity) == "Dot Cat Bea Ann"
    arrange(editor, entity, "Cat Dot Bea Ann")
    shown = anonymous.get(entity.shown).json()
    assert [each[entity.name] for each in shown] == ["Cat", "Dot", "Bea", "Ann"]
