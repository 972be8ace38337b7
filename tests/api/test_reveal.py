"""A reveal shows what it names, and not a byte of what else its embargoes hide."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client, Response

from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE, SECTION
from tests.api.test_drafts import publish, save
from tests.api.test_embargoes import (
    EMBARGOES,
    GALA,
    RESULTS,
    REVEAL,
    put_under_embargo,
    read_all,
    urls,
)
from tests.api.test_publication import YEAR
from tests.api.test_schedules import as_json
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

CATEGORIES = ("leadership", "leadership", "tech")


@pytest.fixture
def hidden(frozen_clock: FrozenClock, editor: Client) -> list[Body]:
    """Nominees whose results an embargo hides until the gala, which begins in eight hours."""
    content = {"year": YEAR, "galaAt": as_json(frozen_clock.now + GALA)}
    SECTION.create(editor, identifier="edition", content=content)
    put_under_embargo(editor, frozen_clock)
    return [NOMINEE.create(editor, year=YEAR, category=each, **RESULTS) for each in CATEGORIES]


def post(editor: Client, ids: Iterable[int], **scope: object) -> Response:
    seen = dict.fromkeys(ids, "Winner")
    return editor.post(REVEAL, json={"year": YEAR, "seen": seen, **scope})


def reveal(editor: Client, *ids: int, **scope: object) -> Any:
    response = post(editor, ids, **scope)
    assert response.status_code == 200, response.text
    return response.json()


def undo(editor: Client, token: str) -> int:
    return editor.post(f"{REVEAL}/undo", json={"undo": token}).status_code


def winners(client: Client) -> set[int]:
    shown = client.get(f"/api/nominees/year/{YEAR}").json()
    return {each["id"] for each in shown if each["isWinner"]}


def hidden_ids(editor: Client) -> dict[str, list[int]]:
    cards = editor.get(REVEAL).json()["categories"]
    return {card["label"]: [each["id"] for each in card["nominees"]] for card in cards}


def test_one_after_the_other_is_revealed_and_the_rest_keeps_its_time(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    first, second, third = (each["id"] for each in hidden)
    assert hidden_ids(editor) == {"Leadership": [first, second], "Technology": [third]}
    assert reveal(editor, first, nomineeId=first)["results"] == {str(first): RESULTS}
    assert winners(anonymous) == {first}
    late = NOMINEE.create(editor, year=YEAR, category="creative", **RESULTS)["id"]
    times = {card["revealAt"] for card in editor.get(REVEAL).json()["categories"]}
    assert times == {as_json(frozen_clock.now + GALA)}
    made = reveal(editor, third, category="tech")
    assert winners(anonymous) == {first, third}
    assert undo(editor, made["undo"]) == 204
    assert winners(anonymous) == {first}
    reveal(editor, second, third, late)
    assert winners(anonymous) == {first, second, third, late}
    assert hidden_ids(editor) == {}
    entries = editor.get("/api/admin/activity").json()
    assert [
        (each["action"], each["name"]) for each in entries if each["recordType"] == "edition"
    ] == [
        ("revealed", f"{YEAR}, all categories"),
        ("hidden-again", f"{YEAR}, Technology"),
        ("revealed", f"{YEAR}, Technology"),
        ("revealed", f"{YEAR}, {hidden[0]['name']}"),
    ]


@pytest.mark.parametrize(
    ("count", "scope"), [(1, "nomineeId"), (2, "category"), (3, "")], ids=["one", "some", "all"]
)
def test_undo_restores_the_embargoes_and_not_a_byte_differs(
    count: int,
    scope: str,
    app: FastAPI,
    hidden: list[Body],
    frozen_clock: FrozenClock,
    editor: Client,
    anonymous: Client,
) -> None:
    NOMINEE.change(editor, hidden[0], revealAt=as_json(frozen_clock.now + 2 * GALA))
    ids = [each["id"] for each in hidden]
    paths = urls(anonymous, app, hidden)
    before, embargoes = read_all(anonymous, paths), editor.get(EMBARGOES).json()
    values = {"nomineeId": ids[0], "category": "leadership"}
    made = reveal(editor, *ids[:count], **({scope: values[scope]} if scope else {}))
    revealed = read_all(anonymous, paths)
    shown = [key for key in ids if before[NOMINEE.path(key)] != revealed[NOMINEE.path(key)]]
    assert shown == ids[:count]
    frozen_clock.advance(timedelta(seconds=10))
    assert undo(editor, made["undo"]) == 204
    after = read_all(anonymous, paths)
    assert [path for path in paths if before[path] != after[path]] == []
    assert editor.get(EMBARGOES).json() == embargoes
    assert undo(editor, made["undo"]) == 409
    frozen_clock.advance(GALA)
    assert winners(anonymous) == set(ids[1:])


def test_what_is_overtaken_late_or_forged_is_refused(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    first, second, third = ids = [each["id"] for each in hidden]
    made = reveal(editor, first, second, category="leadership")
    # Somebody else still sees what was revealed meanwhile, or another result.
    assert post(editor, ids).status_code == 409
    NOMINEE.change(editor, hidden[2], isWinner=False)
    assert post(editor, [third]).status_code == 409
    NOMINEE.change(editor, hidden[2], isWinner=True)
    other = reveal(editor, third, category="tech")
    assert undo(editor, made["undo"]) == undo(editor, f"{other['undo']}x") == 409
    frozen_clock.advance(timedelta(seconds=13))
    assert undo(editor, other["undo"]) == 409
    assert winners(anonymous) == set(ids)


def test_reveals_at_the_same_time_count_once_and_show_no_other(
    hidden: list[Body], editor: Client, anonymous: Client
) -> None:
    first, second, third = (each["id"] for each in hidden)
    other = NOMINEE.create(editor, year=YEAR, category="creative", **RESULTS)["id"]
    scopes = {"leadership": [first, second], "tech": [third]}
    with ThreadPoolExecutor() as pool:
        twice = ["leadership", "tech"] * 2
        done = pool.map(lambda each: post(editor, scopes[each], category=each), twice)
    assert sorted(each.status_code for each in done) == [200, 200, 409, 409]
    assert winners(anonymous) == {first, second, third}
    assert hidden_ids(editor) == {"Creative Industries": [other]}


def test_edits_at_the_same_time_are_kept_and_reveal_nobody(
    hidden: list[Body], editor: Client, anonymous: Client
) -> None:
    first, second = hidden[:2]
    seen = editor.get(NOMINEE.path(second["id"])).headers["ETag"]
    assert save(editor, NOMINEE, second, company="Planned", revealAt=None).is_success
    made = reveal(editor, first["id"], nomineeId=first["id"])
    path, form = NOMINEE.path(second["id"]), {"title": "Changed", "revealAt": None}
    assert editor.patch(path, json=form, headers={"If-Match": seen}).status_code == 412
    # Her result would become public: whoever publishes the draft has to look first.
    assert publish(editor, NOMINEE, second).status_code == 412
    assert editor.get(f"{path}/draft").json()["values"] == {"company": "Planned"}
    NOMINEE.change(editor, first, bio="A story told during the night.")
    assert winners(anonymous) == {first["id"]}
    assert undo(editor, made["undo"]) == 204
    assert winners(anonymous) == set()
    shown = anonymous.get(NOMINEE.path(first["id"])).json()
    assert shown["bio"] == "A story told during the night."


def test_open_pages_revalidate_often_around_the_gala_only(
    hidden: list[Body], frozen_clock: FrozenClock, anonymous: Client
) -> None:
    frozen_clock.advance(-GALA)
    found = []
    for _ in range(5):
        response = anonymous.get("/api/nominees/published")
        found.append(response.headers.get("Revalidate-Seconds"))
        frozen_clock.advance(GALA)
    assert found == [None, "2", "2", "2", None]
