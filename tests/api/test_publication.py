"""No path returns unpublished records to visitors or to users who are not staff."""

import re
from itertools import product

import pytest
from fastapi import FastAPI
from httpx import Client

from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.api.routes import NONEXISTENT, endpoints
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

SECRET = "embargoed"
YEAR = 2031


@pytest.fixture
def drafts(editor: Client) -> dict[Entity, Body]:
    """One unpublished record of every entity that matches all params."""
    day = f"{YEAR}-05-01T00:00:00Z"
    nominee = NOMINEE.create(editor, name=SECRET, title=SECRET, year=YEAR, isPublished=False)
    return {
        NOMINEE: nominee,
        EVENT: EVENT.create(editor, title=SECRET, startDate=day, endDate=day, isPublished=False),
        PHOTO: PHOTO.create(editor, title=SECRET, year=YEAR, isPublished=False),
        VIDEO: VIDEO.create(editor, title=SECRET, year=YEAR, tags=["secret"], isPublished=False),
        POST: POST.create(
            editor,
            title=SECRET,
            slug="a-draft",
            tags=["secret"],
            nomineeId=nominee["id"],
            publishedDate="2020-01-01T00:00:00Z",
        ),
        SPONSOR: SPONSOR.create(editor, name=SECRET, is_published=False),
        COVER_PAGE: COVER_PAGE.create(editor, title=SECRET),
    }


@pytest.fixture
def photo_of_a_draft(drafts: dict[Entity, Body], editor: Client) -> Body:
    """A published photo of the unpublished nominee."""
    return PHOTO.create(editor, nomineeId=drafts[NOMINEE]["id"], year=YEAR)


def parameters(drafts: dict[Entity, Body]) -> dict[str, list[str]]:
    """Return all values of each path parameter that might match a draft."""
    ids = sorted({str(each["id"]) for each in drafts.values()})
    categories = sorted({str(each["category"]) for each in drafts.values() if "category" in each})
    return {
        "category": categories,
        "year": [str(YEAR)],
        "month": ["5"],
        "tag": ["secret", "SECRET"],
        "slug": ["a-draft"],
        "identifier": [NONEXISTENT],
        "name": [NONEXISTENT],
        "number": ["1"],
        "token": [NONEXISTENT],
        "key": [f"{each}-{SECRET}" for each in ids],
    } | dict.fromkeys(("record_id", "nominee_id", "post_id"), ids)


def addresses(app: FastAPI, values: dict[str, list[str]]) -> list[str]:
    """Return every URL that visitors can read, with these values filled in."""
    found = []
    for name, _ in endpoints(app):
        method, path = name.split(" ")
        if method == "GET" and "/admin" not in path and not path.startswith("/api/users"):
            names = re.findall(r"{(\w+)}", path)
            for chosen in product(*(values[each] for each in names)):
                found.append(path.format(**dict(zip(names, chosen, strict=True))))
    return [*found, f"/api/events/range?start={YEAR}-01-01&end={YEAR}-12-31", "/api/blog?limit=100"]


@pytest.mark.parametrize("caller", ["anonymous", "user"])
def test_no_response_has_the_id_of_an_unpublished_nominee(
    caller: str, app: FastAPI, drafts: dict[Entity, Body], request: pytest.FixtureRequest
) -> None:
    client, editor = request.getfixturevalue(caller), request.getfixturevalue("editor")
    nominee = drafts[NOMINEE]
    about = {"nomineeId": nominee["id"], "isPublished": True}
    photo = PHOTO.create(editor, year=YEAR, **about)
    post = POST.create(editor, tags=["secret"], slug="about-her", **about)
    values = parameters(drafts)
    values["slug"].append("about-her")
    values["record_id"] += [str(photo["id"]), str(post["id"])]

    def shown() -> set[str]:
        return {
            path
            for path in addresses(app, values)
            if f'"nomineeId":{nominee["id"]}' in client.get(path).text.replace(" ", "")
        }

    assert shown() == set()
    for path in (f"/api/photos/nominee/{nominee['id']}", f"/api/blog/nominee/{nominee['id']}"):
        assert client.get(path).json() == []
    for entity, record in ((PHOTO, photo), (POST, post)):
        assert editor.get(entity.path(record["id"])).json()["nomineeId"] == nominee["id"]
        assert f'"nomineeId":{nominee["id"]}' in editor.get(entity.listed).text
    NOMINEE.change(editor, nominee, isPublished=True)
    assert {
        f"/api/photos/{photo['id']}",
        "/api/photos",
        f"/api/photos/nominee/{nominee['id']}",
        f"/api/blog/{post['id']}",
        "/api/blog",
        "/api/blog/slug/about-her",
        f"/api/blog/nominee/{nominee['id']}",
    } <= shown()


@pytest.mark.usefixtures("photo_of_a_draft")
@pytest.mark.parametrize("caller", ["anonymous", "user"])
def test_no_draft_is_in_any_response(
    caller: str, app: FastAPI, drafts: dict[Entity, Body], request: pytest.FixtureRequest
) -> None:
    client = request.getfixturevalue(caller)
    paths = addresses(app, parameters(drafts))
    assert len(paths) > 30
    for path in paths:
        response = client.get(path)
        assert response.status_code in {200, 401, 403, 404, 410, 422}, path
        assert SECRET not in response.text, f"{path} shows a draft to {caller}"


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_staff_read_drafts_by_id_and_in_staff_lists_only(
    entity: Entity, drafts: dict[Entity, Body], editor: Client
) -> None:
    assert SECRET in editor.get(entity.path(drafts[entity]["id"])).text
    assert SECRET in editor.get(entity.listed).text
    assert SECRET not in editor.get(entity.shown).text
    if entity is POST:
        assert SECRET in editor.get("/api/blog/slug/a-draft").text


def test_a_photo_names_its_nominee_once_she_is_published(
    photo_of_a_draft: Body, drafts: dict[Entity, Body], editor: Client, anonymous: Client
) -> None:
    path = PHOTO.path(photo_of_a_draft["id"])
    assert photo_of_a_draft["nomineeName"] == SECRET
    assert anonymous.get(path).json()["nomineeName"] is None
    NOMINEE.change(editor, drafts[NOMINEE], isPublished=True)
    shown = anonymous.get(path).json()
    assert (shown["nomineeName"], shown["nomineeTitle"]) == (SECRET, SECRET)
