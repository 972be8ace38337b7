"""Until an embargo ends, visitors find no difference to a site without the results."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from httpx import Client, Response

from awards_site.features.nominees.entity import EmbargoedContent, NomineeView, social_card
from tests.api.client import body_of
from tests.api.conftest import FrozenClock
from tests.api.entities import EVENING_ITEM, NOMINEE, PHOTO, POST, SECTION
from tests.api.public import PUBLIC
from tests.api.test_errors import assert_problem
from tests.api.test_publication import YEAR, addresses, parameters
from tests.api.test_schedules import as_json
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

GALA = timedelta(hours=8)
EMBARGOES = "/api/admin/embargoes"
REVEAL = "/api/admin/reveal"
PUBLISHED = "/api/nominees/published"
RESULTS = {"isWinner": True, "isFinalist": True}
MARKED = {
    "imageUrl": "/uploads/on-stage.jpg",
    "title": "Astronaut",
    "company": "Zenith Rockets",
    "bio": "She went to the moon and came back with a plan.",
    "achievements": "She won the first prize of this edition.",
    "linkedinUrl": "https://linkedin.com/in/winner",
    "websiteUrl": "https://winner.example.org",
}
"""The details that staff put under embargo together with the results."""
FILTERS = (
    "isWinner=true",
    "isWinner=false",
    "isFinalist=true",
    "sort=isWinner",
    "sort=-isWinner&page=1",
    "sort=-isFinalist&search=Nominee",
    "hasImage=true",
    "embargo=hidden",
    "embargo=results",
    *(f"sort={key}" for key in MARKED),
)
SEARCHES = ("winner", "nominee", "leadership", str(YEAR), "zenith", "astronaut", "nominee zenith")
ALL_CONTENT = [each.value for each in EmbargoedContent]


@pytest.fixture
def nominees(frozen_clock: FrozenClock, editor: Client) -> list[Body]:
    """Nominees of one edition in two categories, with a photo and a post about one of them.

    It is the night of the gala.
    """
    night = {"year": YEAR, "galaAt": as_json(frozen_clock.now + GALA)}
    SECTION.create(editor, identifier="edition", content=night)
    made = [
        NOMINEE.create(editor, year=YEAR, category=category)
        for category in ("leadership", "leadership", "tech")
    ]
    PHOTO.create(editor, year=YEAR, nomineeId=made[0]["id"])
    POST.create(editor, isPublished=True, slug="a-post", nomineeId=made[0]["id"])
    return made


def put_under_embargo(editor: Client, clock: FrozenClock, **fields: object) -> Body:
    body = {"year": YEAR, "revealAt": as_json(clock.now + GALA)} | fields
    return body_of(editor.post(EMBARGOES, json=body), 201)


def urls(client: Client, app: FastAPI, nominees: list[Body]) -> list[str]:
    ids = [str(each["id"]) for each in nominees]
    values = parameters({}) | {
        "record_id": ids,
        "nominee_id": ids,
        "post_id": ["1"],
        "category": ["leadership", "tech"],
        "slug": ["a-post"],
        "name": [social_image(client, each).rpartition("/")[2] for each in nominees],
    }
    lists = [
        f"/api/nominees?{query}" for query in (*FILTERS, *(f"search={each}" for each in SEARCHES))
    ]
    return list(dict.fromkeys([*addresses(app, values), *PUBLIC, *lists]))


def read_all(client: Client, paths: list[str]) -> dict[str, tuple[object, ...]]:
    """Return the status, the headers and the bytes that a visitor receives, by URL.

    Then the same of a request that revalidates them.
    """
    found: dict[str, tuple[object, ...]] = {}
    for path in paths:
        response = client.get(path)
        known = {"If-None-Match": response.headers.get("ETag", "")}
        found[path] = (*_answer(response), *_answer(client.get(path, headers=known)))
    return found


def _answer(response: Response) -> tuple[object, ...]:
    headers = [each for each in response.headers.multi_items() if each[0] != "x-request-id"]
    return response.status_code, headers, response.content


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
    NOMINEE.change(editor, nominees[0], embargoedContent=ALL_CONTENT)
    frozen_clock.advance(GALA / 2)
    paths = urls(visitor, app, nominees)
    assert len(paths) > 60
    # The first answer to a browser makes it known.
    visitor.get("/api/auth/me")
    without = read_all(visitor, paths)
    asked = {path for path in paths if "'revalidate-seconds', '2'" in str(without[path])}
    assert {"/api/nominees/published", "/api/photos"} <= asked
    assert not {"/api/events", "/api/content-blocks"} & asked
    NOMINEE.change(editor, nominees[2], isFinalist=True)
    NOMINEE.change(editor, nominees[2], isFinalist=False)
    for results in ({"isFinalist": True}, RESULTS):
        NOMINEE.change(editor, nominees[0], **results, **MARKED)
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
        "/api/photos",
        "/api/nominees?search=zenith",
        *(f"/api/nominees?{query}" for query in FILTERS),
    }
    assert shown - changed == set()
    assert visitor.get("/api/nominees?isWinner=true").json()["total"] == 1
    shown_fields = visitor.get(NOMINEE.path(nominees[0]["id"])).json()
    assert {key: shown_fields[key] for key in MARKED} == MARKED


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


def test_no_byte_tells_that_results_were_saved_together_with_their_time(
    app: FastAPI, frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    paths = urls(anonymous, app, nominees)
    before = read_all(anonymous, paths)
    frozen_clock.advance(timedelta(minutes=10))
    reveal_at = as_json(frozen_clock.now + GALA)
    for change in (
        {**RESULTS, "revealAt": reveal_at},
        {"isFinalist": False},
        {"revealAt": as_json(frozen_clock.now + 2 * GALA)},
        {"isWinner": False},
        {"revealAt": None},
    ):
        NOMINEE.change(editor, nominees[0], **change)
        after = read_all(anonymous, paths)
        assert [path for path in paths if before[path] != after[path]] == [], change


def test_staff_list_the_nominees_of_whom_something_is_hidden(
    nominees: list[Body], frozen_clock: FrozenClock, editor: Client
) -> None:
    [winner, marked, shown] = nominees
    own = {"revealAt": as_json(frozen_clock.now + GALA)}
    NOMINEE.change(editor, winner, isWinner=True, **own)
    NOMINEE.change(editor, shown, isFinalist=True)
    NOMINEE.create(editor, year=YEAR, **own)

    def hidden(value: str = "hidden") -> list[int]:
        response = editor.get("/api/nominees", params={"embargo": value})
        assert response.status_code == 200, response.text
        return sorted(each["id"] for each in response.json()["items"])

    assert hidden() == [winner["id"]]
    NOMINEE.change(editor, marked, embargoedContent=["bio"])
    put_under_embargo(editor, frozen_clock, category="leadership")
    assert hidden() == [winner["id"], marked["id"]]
    frozen_clock.advance(GALA)
    assert hidden() == []
    assert_problem(editor.get("/api/nominees", params={"embargo": "public"}), 422)


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


def test_marked_content_is_hidden_while_there_is_an_embargo(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    path = NOMINEE.path(nominees[0]["id"])
    NOMINEE.change(editor, nominees[0], **MARKED, embargoedContent=["achievements", "portrait"])

    def shown() -> list[object]:
        record = anonymous.get(path).json()
        return [record[key] for key in (*MARKED, "embargoedContent")]

    everything = [*MARKED.values(), []]
    assert shown() == everything
    put_under_embargo(editor, frozen_clock)
    hidden = MARKED | {"imageUrl": None, "achievements": ""}
    assert shown() == [*hidden.values(), []]
    assert editor.get(path).json()["embargoedContent"] == ["achievements", "portrait"]
    frozen_clock.advance(GALA)
    assert shown() == everything


def test_a_search_finds_what_is_not_hidden(
    frozen_clock: FrozenClock, nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    name = "Zo\u00eb 100%/Stra\u00dfe"
    NOMINEE.change(editor, nominees[0], name=name, embargoedContent=["position"])

    def found(client: Client, words: str) -> bool:
        page = client.get("/api/nominees", params={"search": words}).json()
        return name in [each["name"] for each in page["items"]]

    visible, hidden = ("zoe strasse", "100%", "%/", f"LEADERSHIP {YEAR}"), ("Founder", "company")
    put_under_embargo(editor, frozen_clock)
    assert [found(anonymous, each) for each in (*visible, *hidden)] == [True] * 4 + [False] * 2
    assert not found(anonymous, "100_")
    assert all(found(editor, each) for each in (*visible, *hidden))
    frozen_clock.advance(GALA)
    assert all(found(anonymous, each) for each in (*visible, *hidden))


def test_the_sitemap_dates_no_change_that_visitors_do_not_see(
    frozen_clock: FrozenClock, anonymous: Client, request: pytest.FixtureRequest
) -> None:
    frozen_clock.now = frozen_clock.now.replace(hour=22)
    editor = request.getfixturevalue("editor")
    marks = ["position", "bio"]
    nominee = NOMINEE.create(editor, year=YEAR, embargoedContent=marks)
    put_under_embargo(editor, frozen_clock)
    before = anonymous.get("/sitemap.xml").text
    frozen_clock.advance(GALA / 2)
    hidden: list[Body] = [
        {"embargoedContent": [*marks, "links"]},
        *({key: MARKED[key]} for key in ("websiteUrl", "title", "company", "bio")),
        {"isWinner": True},
    ]
    for change in hidden:
        NOMINEE.change(editor, nominee, **change)
        assert anonymous.get("/sitemap.xml").text == before, change
    NOMINEE.change(editor, nominee, achievements="She has founded a company.")
    assert anonymous.get("/sitemap.xml").text != before


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


def test_invalid_embargoes_marks_and_sorts_are_refused(
    nominees: list[Body], editor: Client, anonymous: Client
) -> None:
    problem = assert_problem(editor.post(EMBARGOES, json={"year": 1999, "category": "none"}), 422)
    assert [each["field"] for each in problem["errors"]] == ["year", "category", "revealAt"]
    response = editor.patch(NOMINEE.path(nominees[0]["id"]), json={"embargoedContent": ["name"]})
    problem = assert_problem(response, 422)
    assert ", ".join(ALL_CONTENT) in problem["message"]
    for key in ("revealAt", "unpublishAt"):
        assert_problem(anonymous.get(f"/api/nominees?sort={key}"), 422)
        assert editor.get(f"/api/nominees?sort={key}").status_code == 200


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


def test_published_results_are_counted_for_staff(editor: Client) -> None:
    for values in ({"isWinner": True}, {"isFinalist": True}, {}, RESULTS | {"isPublished": False}):
        NOMINEE.create(editor, year=YEAR, category="tech", **values)
    query = "embargo=results&isPublished=true"
    for category, count in (("tech", 2), ("startup", 0)):
        found = editor.get(f"/api/nominees?{query}&category={category}&page=1&pageSize=1").json()
        assert found["total"] == count


@pytest.fixture
def hidden(nominees: list[Body], frozen_clock: FrozenClock, editor: Client) -> list[Body]:
    """The nominees as winners, whose results an embargo of the edition hides until the gala."""
    put_under_embargo(editor, frozen_clock)
    return [NOMINEE.change(editor, each, **RESULTS) for each in nominees]


def reveal(editor: Client, *ids: int) -> Response:
    """Try to reveal results that are seen as those of winners."""
    return editor.post(REVEAL, json={"seen": dict.fromkeys(ids, "Winner")})


def undo(editor: Client, revealed: Response, after: str = "") -> int:
    token = f"{revealed.json()['undo']}{after}"
    return editor.post(f"{REVEAL}/undo", json={"undo": token}).status_code


def winners(client: Client) -> list[int]:
    shown = client.get(f"/api/nominees/year/{YEAR}").json()
    return sorted(each["id"] for each in shown if each["isWinner"])


def test_one_after_the_other_is_revealed_and_the_rest_keeps_its_time(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    first, second, third = (each["id"] for each in hidden)
    assert reveal(editor, first).is_success
    late = NOMINEE.create(editor, year=YEAR, category="leadership", **RESULTS)
    assert winners(anonymous) == [first]
    gala = as_json(frozen_clock.now + GALA)
    listed = [(each["id"], each["result"], each["revealAt"]) for each in editor.get(REVEAL).json()]
    assert sorted(listed) == [(each, "Winner", gala) for each in (second, third, late["id"])]
    made = reveal(editor, third)
    assert winners(anonymous) == [first, third]
    assert undo(editor, made) == 204
    # Somebody still sees what was revealed meanwhile, or another result.
    assert reveal(editor, first, second).status_code == 409
    NOMINEE.change(editor, hidden[2], isWinner=False)
    assert reveal(editor, third).status_code == 409
    NOMINEE.change(editor, hidden[2], isWinner=True)
    assert winners(anonymous) == [first]
    made = reveal(editor, second, third, late["id"])
    assert winners(anonymous) == [first, second, third, late["id"]]
    assert editor.get(REVEAL).json() == []
    assert undo(editor, made, after="x") == 409
    listed = editor.get(f"{REVEAL}?revealed=true").json()
    assert {each["shown"] for each in listed} == {"Winner"}
    put_under_embargo(editor, frozen_clock)
    # A further embargo does not take back what was revealed.
    assert winners(anonymous) == [first, second, third, late["id"]]
    seen = {each["id"]: "Winner" for each in listed}
    assert editor.post(f"{REVEAL}/hide", json={"seen": {first: "Finalist"}}).status_code == 409
    assert editor.post(f"{REVEAL}/hide", json={"seen": seen}).status_code == 204
    assert winners(anonymous) == []
    entries = editor.get("/api/admin/activity").json()
    shown = [each for each in entries if each["action"] in {"revealed", "hidden-again"}]
    about = [(each["action"], each["name"]) for each in shown]
    names = [each["name"] for each in hidden]
    everyone = f"{', '.join(sorted([*names, late['name']])[:3])} and 1 other"
    assert about == [
        ("hidden-again", everyone),
        ("revealed", ", ".join([names[1], names[2], late["name"]])),
        ("hidden-again", names[2]),
        ("revealed", names[2]),
        ("revealed", names[0]),
    ]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_undo_restores_the_embargoes_and_not_a_byte_differs(
    count: int,
    app: FastAPI,
    hidden: list[Body],
    frozen_clock: FrozenClock,
    editor: Client,
    anonymous: Client,
) -> None:
    NOMINEE.change(editor, hidden[0], revealAt=as_json(frozen_clock.now + 2 * GALA))
    ids = [each["id"] for each in hidden]
    shown, paths = ids[:count], urls(anonymous, app, hidden)
    before, embargoes = read_all(anonymous, paths), editor.get(EMBARGOES).json()
    made = reveal(editor, *shown)
    revealed = read_all(anonymous, paths)
    assert [key for key in ids if before[NOMINEE.path(key)] != revealed[NOMINEE.path(key)]] == shown
    assert undo(editor, made) == 204
    after = read_all(anonymous, paths)
    assert [path for path in paths if before[path] != after[path]] == []
    assert editor.get(EMBARGOES).json() == embargoes
    assert undo(editor, made) == 409
    frozen_clock.advance(GALA)
    assert winners(anonymous) == ids[1:]


def test_edits_during_a_reveal_are_kept_and_reveal_nobody(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    first, second = hidden[:2]
    made = reveal(editor, first["id"])
    NOMINEE.change(editor, second, revealAt=None)
    NOMINEE.change(editor, first, bio="A story told during the night.")
    [embargo] = editor.get(EMBARGOES).json()
    later = {"revealAt": as_json(frozen_clock.now + 2 * GALA)}
    assert editor.patch(f"{EMBARGOES}/{embargo['id']}", json=later).is_success
    assert winners(anonymous) == [first["id"]]
    assert undo(editor, made) == 204
    assert winners(anonymous) == []
    assert "during the night" in anonymous.get(NOMINEE.path(first["id"])).text


def test_open_pages_revalidate_often_around_the_gala_only(
    nominees: list[Body], frozen_clock: FrozenClock, anonymous: Client
) -> None:
    frozen_clock.advance(-GALA)
    found = []
    for _ in range(5):
        response = anonymous.get(PUBLISHED)
        found.append(response.headers.get("Revalidate-Seconds"))
        frozen_clock.advance(GALA)
    assert found == [None, "2", "2", "2", None]


def test_a_reveal_covers_the_results_that_it_named(
    nominees: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    embargo = put_under_embargo(editor, frozen_clock)
    path, key = NOMINEE.path(nominees[0]["id"]), nominees[0]["id"]
    NOMINEE.change(editor, nominees[0], isFinalist=True)
    assert editor.post(REVEAL, json={"seen": {key: "Finalist"}}).is_success
    NOMINEE.change(editor, nominees[0], isWinner=True, isFinalist=False, **MARKED)
    NOMINEE.change(editor, nominees[0], embargoedContent=["bio"])

    def shown() -> tuple[bool, bool, str]:
        record = anonymous.get(path).json()
        [listed] = [each for each in anonymous.get(PUBLISHED).json() if each["id"] == key]
        assert record.items() <= listed.items()
        for result in ("isWinner", "isFinalist"):
            found = anonymous.get(f"/api/nominees?{result}=true").json()["items"]
            assert [each["id"] for each in found] == [key] * record[result]
        return record["isWinner"], record["isFinalist"], record["bio"]

    assert shown() == (False, True, "")
    [effect] = editor.get(EMBARGOES).json()
    assert (effect["hides"], effect["revealed"]) == (1, 1)
    about = {"year": str(YEAR), "category": "leadership"}
    assert editor.get(f"{EMBARGOES}/effect", params=about).json() == {"hides": 1, "revealed": 1}
    assert reveal(editor, key).is_success
    assert shown() == (True, False, MARKED["bio"])
    assert editor.get(path).json()["revealed"] == ["bio", "finalist", "winner"]
    assert anonymous.get(path).json()["revealed"] == []
    for time, revealed in ((2 * GALA, 1), (-GALA, 0)):
        change = {"revealAt": as_json(frozen_clock.now + time)}
        assert editor.patch(f"{EMBARGOES}/{embargo['id']}", json=change).is_success
        [effect] = editor.get(EMBARGOES).json()
        assert (effect["hides"], effect["revealed"]) == (0, revealed)


def test_an_undo_takes_back_one_reveal_once_and_also_without_its_embargo(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, admin: Client, anonymous: Client
) -> None:
    first, second = (each["id"] for each in hidden[:2])
    further = put_under_embargo(admin, frozen_clock, category="leadership")
    made = reveal(editor, first, second)
    assert undo(editor, made) == 204
    frozen_clock.advance(timedelta(seconds=1))
    assert reveal(admin, first).is_success
    assert undo(editor, made) == 409
    assert winners(anonymous) == [first]
    frozen_clock.advance(timedelta(seconds=1))
    made = reveal(editor, second)
    assert admin.delete(f"{EMBARGOES}/{further['id']}").status_code == 204
    NOMINEE.change(admin, hidden[1], bio="Somebody has changed her story meanwhile.")
    NOMINEE.delete(admin, hidden[1])
    assert undo(editor, made) == 204
    assert NOMINEE.restore(admin, hidden[1]).is_success
    assert winners(anonymous) == [first]


def test_a_result_is_set_beside_pending_changes(
    hidden: list[Body], editor: Client, anonymous: Client
) -> None:
    path = NOMINEE.path(hidden[0]["id"])
    assert editor.put(f"{path}/draft", json={"bio": "A bio that is not ready yet."}).is_success
    change = {"action": "set", "ids": [hidden[0]["id"]], "values": {"isWinner": False}}
    assert editor.post("/api/nominees/bulk", json=change).is_success
    assert editor.get(path).json()["isWinner"] is False
    assert "not ready" not in anonymous.get(path).text
    assert editor.get(f"{path}/draft").json()["values"] == {"bio": "A bio that is not ready yet."}


def test_the_console_lists_the_next_awards_first_and_speeds_up_open_pages(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    for category in ("tech", "leadership"):
        EVENING_ITEM.create(editor, year=YEAR, category=category)
    assert [each["category"] for each in editor.get(REVEAL).json()] == ["tech", *["leadership"] * 2]
    frozen_clock.advance(-10 * GALA)
    assert "Revalidate-Seconds" not in anonymous.get(PUBLISHED).headers
    opened = editor.post(f"{REVEAL}/open").json()
    assert opened == {"pagesFollowFrom": as_json(frozen_clock.now + timedelta(seconds=30))}
    assert anonymous.get(PUBLISHED).headers["Revalidate-Seconds"] == "2"
    frozen_clock.advance(GALA)
    assert editor.post(f"{REVEAL}/open").json() == opened


def test_nothing_that_a_wrong_clock_showed_is_shown_once_it_is_right(
    hidden: list[Body], frozen_clock: FrozenClock, anonymous: Client
) -> None:
    assert winners(anonymous) == []
    frozen_clock.advance(2 * GALA)
    assert len(winners(anonymous)) == 3
    frozen_clock.advance(-2 * GALA)
    assert winners(anonymous) == []
