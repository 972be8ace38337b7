"""A reveal shows what it names, and not a byte of what else its embargoes hide."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client

from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE, SECTION
from tests.api.test_embargoes import EMBARGOES, GALA, RESULTS, put_under_embargo, read_all, urls
from tests.api.test_publication import YEAR
from tests.api.test_schedules import as_json
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("undrawn_form")

REVEAL = "/api/admin/reveal"
CATEGORIES = ("leadership", "leadership", "tech")


@pytest.fixture
def hidden(frozen_clock: FrozenClock, editor: Client) -> list[Body]:
    """Nominees whose results an embargo hides until the gala, which begins in eight hours."""
    content = {"year": YEAR, "galaAt": as_json(frozen_clock.now + GALA)}
    SECTION.create(editor, identifier="edition", content=content)
    put_under_embargo(editor, frozen_clock)
    return [NOMINEE.create(editor, year=YEAR, category=each, **RESULTS) for each in CATEGORIES]


def reveal(editor: Client, *ids: int, status: int = 200, **scope: object) -> Any:
    response = editor.post(REVEAL, json={"year": YEAR, "ids": ids, **scope})
    assert response.status_code == status, response.text
    return response.json()


def undo(editor: Client, token: str) -> int:
    return editor.post(f"{REVEAL}/undo", json={"undo": token}).status_code


def winners(client: Client) -> set[int]:
    shown = client.get(f"/api/nominees/year/{YEAR}").json()
    return {each["id"] for each in shown if each["isWinner"]}


def hidden_ids(editor: Client) -> dict[str, list[int]]:
    categories = editor.get(REVEAL).json()["categories"]
    return {name: [each["id"] for each in found] for name, found in categories.items()}


def test_one_after_the_other_is_revealed_and_the_rest_keeps_its_time(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    first, second, third = (each["id"] for each in hidden)
    assert hidden_ids(editor) == {"leadership": [first, second], "tech": [third]}
    assert reveal(editor, first, nomineeId=first)["results"] == {str(first): RESULTS}
    assert winners(anonymous) == {first}
    late = NOMINEE.create(editor, year=YEAR, category="startup", **RESULTS)["id"]
    times = {each["revealAt"] for [each, *_] in editor.get(REVEAL).json()["categories"].values()}
    assert times == {as_json(frozen_clock.now + GALA)}
    reveal(editor, third, category="tech")
    assert winners(anonymous) == {first, third}
    assert hidden_ids(editor) == {"leadership": [second], "startup": [late]}
    entries = editor.get("/api/admin/activity").json()
    names = [each["name"] for each in entries if each["action"] == "revealed"]
    assert names == [f"{YEAR}, Technology", f"{YEAR}, {hidden[0]['name']}"]
    reveal(editor, second, late)
    assert winners(anonymous) == {first, second, third, late}
    assert hidden_ids(editor) == {}


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
    first, second, third = (each["id"] for each in hidden)
    made = reveal(editor, first, second, category="leadership")
    # Somebody else still sees what was revealed meanwhile, then reveals what is left.
    reveal(editor, first, second, third, status=409)
    other = reveal(editor, third, category="tech")
    reveal(editor, third, category="tech", status=409)
    assert undo(editor, made["undo"]) == undo(editor, f"{other['undo']}x") == 409
    frozen_clock.advance(timedelta(seconds=13))
    assert undo(editor, other["undo"]) == 409
    assert winners(anonymous) == {first, second, third}


def test_reveals_at_the_same_time_show_both_categories_and_no_other(
    hidden: list[Body], editor: Client, anonymous: Client
) -> None:
    first, second, third = (each["id"] for each in hidden)
    other = NOMINEE.create(editor, year=YEAR, category="startup", **RESULTS)["id"]
    scopes = {"leadership": [first, second], "tech": [third]}
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda each: reveal(editor, *scopes[each], category=each), scopes))
    assert winners(anonymous) == {first, second, third}
    assert hidden_ids(editor) == {"startup": [other]}


def test_pages_revalidate_often_while_the_night_is_on(
    hidden: list[Body], frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    def seconds(path: str = "/api/nominees/published") -> str | None:
        full = anonymous.get(path)
        known = anonymous.get(path, headers={"If-None-Match": full.headers["ETag"]})
        assert (full.status_code, known.status_code) == (200, 304)
        [found] = {each.headers.get("Revalidate-Seconds") for each in (full, known)}
        return found

    assert (seconds(), seconds("/api/events")) == ("2", None)
    # Nobody can tell whether there are results.
    for each in hidden:
        NOMINEE.change(editor, each, isWinner=False, isFinalist=False)
    assert seconds() == "2"
    [section] = SECTION.records(editor)
    later = section["content"] | {"galaAt": as_json(frozen_clock.now + GALA * 2)}
    put_under_embargo(editor, frozen_clock, revealAt=later["galaAt"])
    SECTION.change(editor, section, content=later)
    for expected in (None, "2", None):
        assert seconds() == expected
        frozen_clock.advance(GALA)
