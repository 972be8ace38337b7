"""Staff filter lists by plans, last change and alternative text, and search what is shown."""

from datetime import timedelta

import pytest
from httpx import Client

from awards_site.core import clock
from awards_site.core.database.pagination import Page
from tests.api.entities import (
    COVER_PAGE,
    DRAFTED,
    ENTITIES,
    EVENT,
    NOMINEE,
    PHOTO,
    READABLE,
    SECTION,
    VIDEO,
    Entity,
)
from tests.api.test_drafts import make, save_title
from tests.api.test_errors import assert_problem
from tests.factories import Body


def listed(client: Client, entity: Entity, **params: str) -> list[str]:
    response = client.get(entity.listed, params=params)
    assert response.status_code == 200, response.text
    return sorted(each[entity.name] for each in response.json()["items"])


def planned(entity: Entity, **days: int) -> Body:
    """Return the schedule that is so many days away, by 'publish' and 'unpublish'."""
    ending = "_at" if entity.flag == "is_published" else "At"
    times = {name: clock.now() + timedelta(days=count) for name, count in days.items()}
    return {f"{name}{ending}": time.isoformat() for name, time in times.items()}


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_a_list_is_filtered_by_what_is_planned(entity: Entity, editor: Client) -> None:
    shown = {entity.flag: True}
    for name, fields in {
        "Always": shown,
        "Later": shown | planned(entity, publish=1),
        "Ending": shown | planned(entity, publish=-2, unpublish=1),
        "Both": shown | planned(entity, publish=1, unpublish=2),
        "Draft": {entity.flag: False} | planned(entity, publish=1),
    }.items():
        entity.create(editor, **{entity.name: f"{name} title"}, **fields)
    assert listed(editor, entity, schedule="publish") == ["Both title", "Later title"]
    assert listed(editor, entity, schedule="unpublish") == ["Both title", "Ending title"]
    assert_problem(editor.get(entity.listed, params={"schedule": "soon"}), 422)


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_list_is_filtered_by_what_the_caller_has_changed_last(
    entity: Entity, editor: Client, admin: Client
) -> None:
    mine = entity.create(editor, **{entity.name: "By the editor"})
    entity.create(admin, **{entity.name: "By the administrator"})
    assert listed(editor, entity, changedBy="me") == ["By the editor"]
    assert listed(admin, entity, changedBy="me") == ["By the administrator"]
    field = "content" if entity is SECTION else entity.name
    entity.change(admin, mine, **{field: {"title": "x"} if entity is SECTION else "By both of us"})
    assert listed(editor, entity, changedBy="me") == []
    assert len(listed(admin, entity, changedBy="me")) == 2
    assert_problem(editor.get(entity.listed, params={"changedBy": "7"}), 422)


def test_photos_are_filtered_by_their_alternative_text(editor: Client) -> None:
    for title, text in (("Described", "Two women on a stage"), ("Without", None), ("Empty", "")):
        PHOTO.create(editor, title=title, altText=text)
    assert listed(editor, PHOTO, hasAltText="true") == ["Described"]
    assert listed(editor, PHOTO, hasAltText="false") == ["Empty", "Without"]
    assert_problem(editor.get(PHOTO.listed, params={"hasAltText": "maybe"}), 422)


def test_visitors_cannot_filter_by_what_is_planned(editor: Client, anonymous: Client) -> None:
    NOMINEE.create(editor, name="Ending", **planned(NOMINEE, unpublish=1))
    NOMINEE.create(editor, name="Staying")
    for params in ({"schedule": "unpublish"}, {"changedBy": "me"}):
        found = anonymous.get(NOMINEE.listed, params=params | {"page": 1}).json()["items"]
        assert [each["name"] for each in found] == ["Ending", "Staying"]


def test_videos_are_sorted_by_the_length_of_their_duration(editor: Client) -> None:
    for duration in ("12:45", "1:02:03", "9:30", None):
        VIDEO.create(editor, duration=duration)
    for sort, expected in (
        ("duration", ["9:30", "12:45", "1:02:03", None]),
        ("-duration", ["1:02:03", "12:45", "9:30", None]),
    ):
        found = editor.get(VIDEO.listed, params={"sort": sort}).json()["items"]
        assert [each["duration"] for each in found] == expected


def test_a_search_finds_the_status_and_the_year_that_the_list_shows(editor: Client) -> None:
    for title, year, is_published in (
        ("Supper", 2031, True),
        ("Gala", 2031, False),
        ("Brunch", 2032, False),
        ("Looking back at 2031", 2033, True),
    ):
        start, end = (f"{year}-05-01T{hour}:00:00Z" for hour in (10, 12))
        fields = {"startDate": start, "endDate": end, "isPublished": is_published}
        EVENT.create(editor, title=title, **fields)
    assert listed(editor, EVENT, search="draft") == ["Brunch", "Gala"]
    assert listed(editor, EVENT, search="Published") == ["Looking back at 2031", "Supper"]
    assert listed(editor, EVENT, search="2031") == ["Gala", "Looking back at 2031", "Supper"]
    assert listed(editor, EVENT, search="DRAFT 2031") == ["Gala"]
    body = {"action": "publish", "matches": 1}
    response = editor.post("/api/events/bulk", params={"search": "draft 2031"}, json=body)
    assert [each["name"] for each in response.json()["changed"]] == ["Gala"]


def test_a_search_finds_other_badges(editor: Client, anonymous: Client) -> None:
    NOMINEE.create(editor, name="Ada", isWinner=True)
    NOMINEE.create(editor, name="Bisi", **planned(NOMINEE, publish=1))
    COVER_PAGE.create(editor, title="On", is_active=True)
    COVER_PAGE.create(editor, title="Off", is_active=False)
    assert listed(editor, NOMINEE, search="winner") == ["Ada"]
    assert listed(editor, NOMINEE, search="scheduled") == ["Bisi"]
    assert listed(editor, COVER_PAGE, search="inactive") == ["Off"]
    # Visitors search texts alone, so that no search tells them a result under embargo.
    found = anonymous.get(NOMINEE.listed, params={"search": "winner"}).json()
    assert found["items"] == []


@pytest.mark.parametrize("entity", DRAFTED, ids=str)
def test_only_those_who_may_edit_records_read_of_drafts_and_of_what_is_to_do(
    entity: Entity, editor: Client, user: Client, anonymous: Client
) -> None:
    _, drafted = make(editor, entity), make(editor, entity)
    save_title(editor, entity, drafted)
    page = editor.get(entity.listed, params={"page": 1}).json()
    assert page["drafts"] == [drafted["id"]]
    assert {int(key) for key in page["toDo"]} <= {each["id"] for each in page["items"]}
    assert editor.get(entity.listed, params={"page": 9}).json()["drafts"] == []
    for client, readable in ((user, (NOMINEE, SECTION)), (anonymous, (NOMINEE,))):
        response = client.get(entity.listed, params={"page": 1})
        assert response.is_success == (entity in readable)
        if response.is_success:
            assert response.json().keys() == Page.model_fields.keys()


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_page_of_many_records_takes_as_many_queries_as_that_of_one(
    entity: Entity, editor: Client, statements: list[str]
) -> None:
    counts = []
    for added in (1, 11):
        for _ in range(added):
            make(editor, entity)
        statements.clear()
        assert len(editor.get(entity.listed, params={"page": 1}).json()["items"]) >= added
        counts.append(len(statements))
    assert counts[0] == counts[1]
