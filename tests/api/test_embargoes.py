"""Until an embargo ends, visitors find no difference to a site without the results."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.nominees.social_card import social_card
from awards_site.nominees.view import NomineeView
from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE, PHOTO, POST
from tests.api.public import PUBLIC
from tests.api.test_errors import assert_problem
from tests.api.test_publication import YEAR, addresses, parameters
from tests.api.test_schedules import as_json
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

GALA = timedelta(hours=8)
EMBARGOES = "/api/admin/embargoes"
RESULTS = {"isWinner": True, "isFinalist": True}
FILTERS = (
    "isWinner=true",
    "isWinner=false",
    "isFinalist=true",
    "sort=isWinner",
    "sort=-isWinner&page=1",
    "sort=-isFinalist&search=Nominee",
)


@pytest.fixture
def nominees(frozen_clock: FrozenClock, editor: Client) -> list[Body]:
    """Nominees of one edition in two categories, with a photo and a post about one of them."""
    made = [
        NOMINEE.create(editor, year=YEAR, category=category)
        for category in ("leadership", "leadership", "tech")
    ]
    PHOTO.create(editor, year=YEAR, nomineeId=made[0]["id"])
    POST.create(editor, isPublished=True, slug="a-post", nomineeId=made[0]["id"])
    return made


def put_under_embargo(editor: Client, clock: FrozenClock, **fields: object) -> Body:
    body = {"year": YEAR, "revealAt": as_json(clock.now + GALA)} | fields
    response = editor.post(EMBARGOES, json=body)
    assert response.status_code == 201, response.text
    embargo: Body = response.json()
    return embargo


def urls(client: Client, app: FastAPI, nominees: list[Body]) -> list[str]:
    """Return every URL that a visitor can read."""
    ids = [str(each["id"]) for each in nominees]
    values = parameters({}) | {
        "record_id": ids,
        "nominee_id": ids,
        "post_id": ["1"],
        "category": ["leadership", "tech"],
        "slug": ["a-post"],
        "name": [social_image(client, each).rpartition("/")[2] for each in nominees],
    }
    lists = [f"/api/nominees?{query}" for query in FILTERS]
    return list(dict.fromkeys([*addresses(app, values), *PUBLIC, *lists]))


def read_all(client: Client, paths: list[str]) -> dict[str, tuple[object, ...]]:
    """Return the status, the headers and the bytes that a visitor receives, by URL."""
    found: dict[str, tuple[object, ...]] = {}
    for path in paths:
        response = client.get(path)
        headers = [each for each in response.headers.multi_items() if each[0] != "x-request-id"]
        found[path] = (response.status_code, headers, response.content)
    return found


def social_image(client: Client, nominee: Body) -> str:
    """Return the URL of a nominee's social image as visitors find it on her page."""
    view = client.get(NOMINEE.path(nominee["id"])).json()
    return social_card(NomineeView.from_json(view)).url


@pytest.mark.parametrize("caller", ["anonymous", "user"])
def test_no_byte_tells_the_results_before_the_time_and_all_tell_them_after(
    caller: str,
    app: FastAPI,
    frozen_clock: FrozenClock,
    nominees: list[Body],
    editor: Client,
    request: pytest.FixtureRequest,
) -> None:
    visitor = request.getfixturevalue(caller)
    put_under_embargo(editor, frozen_clock)
    frozen_clock.advance(GALA / 2)
    paths = urls(visitor, app, nominees)
    assert len(paths) > 60
    without = read_all(visitor, paths)
    NOMINEE.change(editor, nominees[0], **RESULTS)
    NOMINEE.change(editor, nominees[2], isFinalist=True)
    NOMINEE.change(editor, nominees[2], isFinalist=False)
    with_results = read_all(visitor, paths)
    assert [path for path in paths if without[path] != with_results[path]] == []
    assert urls(visitor, app, nominees) == paths
    assert editor.get(NOMINEE.path(nominees[0]["id"])).json()["isWinner"] is True
    frozen_clock.advance(GALA / 2)
    revealed = read_all(visitor, paths)
    changed = {path for path in paths if without[path][2] != revealed[path][2]}
    shown = {
        "/api/nominees",
        "/api/nominees/published",
        f"/api/nominees/{nominees[0]['id']}",
        f"/api/nominees/year/{YEAR}",
        "/api/nominees/category/leadership",
        *(f"/api/nominees?{query}" for query in FILTERS),
    }
    assert shown - changed == set()
    assert visitor.get("/api/nominees?isWinner=true").json()["total"] == 1


def test_an_embargo_of_a_category_leaves_the_others_alone(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    put_under_embargo(editor, frozen_clock, category="tech")
    for each in nominees:
        NOMINEE.change(editor, each, **RESULTS)
    shown = anonymous.get(f"/api/nominees/year/{YEAR}").json()
    assert {each["category"]: each["isWinner"] for each in shown} == {
        "leadership": True,
        "tech": False,
    }


def test_a_nominee_can_have_an_embargo_of_her_own(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    path = NOMINEE.path(nominees[0]["id"])
    reveal_at = as_json(frozen_clock.now + GALA)
    NOMINEE.change(editor, nominees[0], **RESULTS, revealAt=reveal_at)
    shown = anonymous.get(path).json()
    assert (shown["isWinner"], shown["isFinalist"], shown["revealAt"]) == (False, False, None)
    assert editor.get(path).json()["revealAt"] == reveal_at
    frozen_clock.advance(GALA)
    assert anonymous.get(path).json()["isWinner"] is True


def test_the_latest_of_several_embargoes_counts(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    put_under_embargo(editor, frozen_clock)
    later = as_json(frozen_clock.now + 2 * GALA)
    put_under_embargo(editor, frozen_clock, category="leadership", revealAt=later)
    NOMINEE.change(editor, nominees[0], **RESULTS)
    path = NOMINEE.path(nominees[0]["id"])
    for is_winner in (False, False, True):
        assert anonymous.get(path).json()["isWinner"] is is_winner
        frozen_clock.advance(GALA)


def test_an_embargo_hides_results_that_are_public_already(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    NOMINEE.change(editor, nominees[0], **RESULTS)
    path = NOMINEE.path(nominees[0]["id"])
    assert anonymous.get(path).json()["isWinner"] is True
    embargo = put_under_embargo(editor, frozen_clock, category="tech")
    assert anonymous.get(path).json()["isWinner"] is True
    response = editor.patch(f"{EMBARGOES}/{embargo['id']}", json={"category": "leadership"})
    assert response.status_code == 200
    assert anonymous.get(path).json()["isWinner"] is False


def test_results_are_revealed_at_once_on_demand(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    embargo = put_under_embargo(editor, frozen_clock)
    NOMINEE.change(editor, nominees[0], **RESULTS)
    path = NOMINEE.path(nominees[0]["id"])
    assert anonymous.get(path).json()["isWinner"] is False
    response = editor.post(f"{EMBARGOES}/{embargo['id']}/reveal")
    assert response.json()["revealAt"] == as_json(frozen_clock.now)
    assert anonymous.get(path).json()["isWinner"] is True
    frozen_clock.advance(GALA)
    again = editor.post(f"{EMBARGOES}/{embargo['id']}/reveal")
    assert again.json()["revealAt"] == response.json()["revealAt"]


def test_visitors_cannot_sort_by_what_is_hidden(anonymous: Client, editor: Client) -> None:
    for key in ("revealAt", "unpublishAt"):
        assert_problem(anonymous.get(f"/api/nominees?sort={key}"), 422)
        assert editor.get(f"/api/nominees?sort={key}").status_code == 200


def test_an_embargo_needs_an_edition_and_a_time(editor: Client) -> None:
    problem = assert_problem(editor.post(EMBARGOES, json={"year": 1999, "category": "none"}), 422)
    assert [each["field"] for each in problem["errors"]] == ["year", "category", "revealAt"]


def test_restoring_a_version_of_a_nominee_does_not_reveal_her_results(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    path = NOMINEE.path(nominees[0]["id"])
    reveal_at = as_json(frozen_clock.now + GALA)
    NOMINEE.change(editor, nominees[0], **RESULTS, revealAt=reveal_at)
    NOMINEE.change(editor, nominees[0], isWinner=False, isFinalist=False, revealAt=None)
    with_results = editor.get(f"{path}/versions").json()[1]
    restored = editor.post(f"{path}/versions/{with_results['id']}/restore").json()
    assert (restored["isWinner"], restored["revealAt"]) == (True, reveal_at)
    assert anonymous.get(path).json()["isWinner"] is False


def test_restoring_a_version_of_an_embargo_brings_its_time_back(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    embargo = put_under_embargo(editor, frozen_clock)
    NOMINEE.change(editor, nominees[0], **RESULTS)
    path = f"{EMBARGOES}/{embargo['id']}"
    assert editor.post(f"{path}/reveal").is_success
    first = editor.get(f"{path}/versions").json()[-1]
    assert editor.post(f"{path}/versions/{first['id']}/restore").is_success
    assert anonymous.get(NOMINEE.path(nominees[0]["id"])).json()["isWinner"] is False
