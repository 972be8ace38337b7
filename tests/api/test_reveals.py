"""Hidden results become public only if a request says that this is meant."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client, Response

from awards_site.accounts.callers import find_caller
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.errors import Reveals
from awards_site.core.request_context import RequestContext, enter_request, leave_request
from awards_site.features.nominees.entity import NomineeUpdate
from awards_site.features.nominees.service import end_own_embargo
from awards_site.records.use_cases import update
from awards_site.records.versions import validated
from tests import postgresql
from tests.api.client import body_of
from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE, SECTION
from tests.api.test_publication import YEAR
from tests.api.test_schedules import as_json
from tests.factories import Body

HOUR = timedelta(hours=1)
EMBARGOES = "/api/admin/embargoes"
REVEAL = "/api/admin/reveal"
TRASH = "/api/admin/trash"
MEANT = {"reveals": "true"}
LEVELS = ["", "Finalist", "Winner"]
OTHER = YEAR + 1
STEPS = (
    *("result", "result", "place", "bulk", "own", "publish", "trash", "version"),
    *("embargo", "shift", "drop", "clock", "reveal", "reveal", "undo", "undo", "hide"),
)


Send = Callable[[Body], Response]
"""Sends a write with query parameters."""


@dataclass
class Door:
    """A winner, whose result an embargo of her category hides, or a time of her own."""

    editor: Client
    now: datetime
    nominee: Body = field(default_factory=dict)
    embargo: Body = field(default_factory=dict)

    def begin(self, **fields: object) -> None:
        values = {"year": YEAR, "category": "tech", "isWinner": True, **fields}
        until = {"year": YEAR, "category": "tech", "revealAt": as_json(self.now + HOUR)}
        if "revealAt" not in fields:
            self.embargo = body_of(self.editor.post(EMBARGOES, json=until), 201)
        self.nominee = NOMINEE.create(self.editor, **values)

    @property
    def her(self) -> str:
        return NOMINEE.path(self.nominee["id"])

    @property
    def its(self) -> str:
        return f"{EMBARGOES}/{self.embargo['id']}"

    def send(self, method: str, path: str, body: object = None) -> Send:
        return lambda params: self.editor.request(method, path, json=body, params=params)

    def change(self, **values: object) -> Send:
        return self.send("PATCH", self.her, values)

    def change_embargo(self, **values: object) -> Send:
        return self.send("PATCH", self.its, values)

    def bulk(self, **values: object) -> Send:
        body = {"action": "set", "ids": [self.nominee["id"]], "values": values}
        return self.send("POST", "/api/nominees/bulk", body)

    def undo_bulk(self) -> Send:
        made = body_of(self.bulk(year=YEAR)({}), 200)
        return self.send("POST", "/api/nominees/bulk/undo", made)

    def restore_first_version(self) -> Send:
        assert self.change(year=YEAR)({}).is_success
        first = self.editor.get(f"{self.her}/versions").json()[-1]
        return self.send("POST", f"{self.her}/versions/{first['id']}/restore")

    def publish_draft(self) -> Send:
        assert self.editor.put(f"{self.her}/draft", json={"year": OTHER}).is_success
        return self.send("POST", f"{self.her}/draft/publish")

    def restore_version_of_embargo(self) -> Send:
        assert self.change_embargo(category="creative")(MEANT).is_success
        assert self.change_embargo(category="tech")({}).is_success
        second = self.editor.get(f"{self.its}/versions").json()[1]
        return self.send("POST", f"{self.its}/versions/{second['id']}/restore")

    def move_back_to_trash(self) -> Send:
        assert self.send("DELETE", self.its)(MEANT).is_success
        [deleted] = self.editor.get(TRASH).json()["items"]
        body = {"action": "restore", "ids": [deleted["id"]]}
        restored = body_of(self.editor.post(f"{TRASH}/bulk", json=body), 200)
        return self.send("POST", f"{TRASH}/bulk/undo", restored)

    def time(self, hours: float) -> str:
        return as_json(self.now + hours * HOUR)


DOORS: dict[str, tuple[Body, Callable[[Door], Send]]] = {
    "end of her own time": ({"revealAt": 1}, lambda door: door.change(revealAt=None)),
    "past time of her own": ({"revealAt": 1}, lambda door: door.change(revealAt=door.time(-1))),
    "other year": ({}, lambda door: door.change(year=OTHER)),
    "other category": ({}, lambda door: door.change(category="creative")),
    "other result and year": (
        {"isWinner": False, "isFinalist": True},
        lambda door: door.change(year=OTHER, isWinner=True),
    ),
    "published in another year": (
        {"isPublished": False},
        lambda door: door.change(isPublished=True, year=OTHER),
    ),
    "published later in another year": (
        {"isPublished": False},
        lambda door: door.change(isPublished=True, publishAt=door.time(0.5), year=OTHER),
    ),
    "marks removed": (
        {"isWinner": False, "embargoedContent": ["bio"]},
        lambda door: door.change(embargoedContent=[]),
    ),
    "bulk year": ({}, lambda door: door.bulk(year=OTHER)),
    "bulk category": ({}, lambda door: door.bulk(category="creative")),
    "bulk undone": ({"year": OTHER}, Door.undo_bulk),
    "version restored": ({"year": OTHER}, Door.restore_first_version),
    "draft published": ({}, Door.publish_draft),
    "embargo ended": ({}, lambda door: door.change_embargo(revealAt=door.time(0))),
    "embargo of another category": ({}, lambda door: door.change_embargo(category="creative")),
    "embargo of another year": ({}, lambda door: door.change_embargo(year=OTHER)),
    "embargo deleted": ({}, lambda door: door.send("DELETE", door.its)),
    "version of embargo restored": ({}, Door.restore_version_of_embargo),
    "restored embargo back in the Trash": ({}, Door.move_back_to_trash),
}


@pytest.mark.parametrize("door", DOORS)
def test_each_door_names_whose_results_become_public_and_asks(
    door: str, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    case, (fields, write) = Door(editor, frozen_clock.now), DOORS[door]
    case.begin(**{key: case.time(1) if key == "revealAt" else fields[key] for key in fields})
    send = write(case)
    about = case.nominee["id"], case.nominee["name"]

    def shown() -> list[Any]:
        records = anonymous.get("/api/nominees/published").json()
        return [(each["isWinner"], each["isFinalist"], each["bio"]) for each in records]

    before, logged = shown(), len(editor.get("/api/admin/activity").json())
    refused = send({})
    assert refused.status_code == 409, refused.text
    assert refused.json() == {
        "message": f"Visitors see the results of {about[1]} at once.",
        "reveals": [{"id": about[0], "name": about[1]}],
    }
    assert shown() == before
    assert len(editor.get("/api/admin/activity").json()) == logged
    assert send(MEANT).is_success
    frozen_clock.advance(HOUR / 2)
    assert shown() != before


def test_what_nothing_hides_needs_no_question(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, year=YEAR, isPublished=False)
    door = Door(editor, frozen_clock.now, nominee)
    for change in ({"isWinner": True}, {"isPublished": True}, {"year": OTHER}):
        assert door.change(**change)({}).is_success
    assert anonymous.get(NOMINEE.path(nominee["id"])).json()["isWinner"] is True


def test_each_write_of_nominees_and_embargoes_can_say_that_it_is_meant(app: FastAPI) -> None:
    """Imports create drafts, an order hides nothing, and a reveal is meant by its name."""
    never = ("/import", "/order", "/draft", "/restore", "/preview", "/kit", "/export")
    lacking = [
        path
        for path, methods in app.openapi()["paths"].items()
        for method, operation in methods.items()
        if path.startswith(("/api/nominees", EMBARGOES)) and method != "get"
        if "reveals" not in {each["name"] for each in operation.get("parameters", ())}
    ]
    assert [path for path in lacking if not any(each in path for each in never)] == [
        f"{EMBARGOES}/{{record_id}}/reveal"
    ]


def test_a_reveal_lets_the_other_writes_of_its_event_reveal_nothing(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    one, other = Door(editor, frozen_clock.now), Door(editor, frozen_clock.now)
    for each in (one, other):
        each.begin(revealAt=each.time(1))
    event = enter_request(RequestContext("event"))
    caller = find_caller(editor.cookies[COOKIE])
    end_own_embargo(caller, one.nominee["id"])
    shown = validated({"revealAt": None}, NomineeUpdate)
    with pytest.raises(Reveals):
        update(caller, NOMINEE.declared, other.nominee["id"], shown)
    leave_request(event)


@dataclass(frozen=True)
class Person:
    result: int
    year: int = YEAR
    category: str = "tech"
    is_published: bool = True
    revealed: int = 0
    until: int = 0


@dataclass(frozen=True)
class World:
    """The expected truth: nominees and embargoes (year, category, time) by id, in hours.

    A time of 0 is none.
    """

    hour: int = 2
    people: dict[int, Person] = field(default_factory=dict)
    embargoes: dict[int, tuple[int, str | None, int]] = field(default_factory=dict)

    def hides(self, who: Person) -> bool:
        return who.until > self.hour or any(
            year == who.year and category in {None, who.category} and until > self.hour
            for year, category, until in self.embargoes.values()
        )

    def having(self, *people: tuple[int, Person]) -> "World":
        return replace(self, people=self.people | dict(people))

    def allows(self, who: Person) -> int:
        """Return what visitors see of her, once she is published."""
        return min(who.result, who.revealed) if self.hides(who) else who.result

    def seen(self) -> dict[int, int]:
        return {key: self.allows(who) for key, who in self.people.items() if who.is_published}

    def shows(self, after: "World") -> set[int]:
        """Return of whom the world after this shows what this one hides."""
        return {
            key
            for key, seen in after.seen().items()
            if (who := self.people.get(key)) and self.hides(who)
            if seen > self.allows(who) < who.result
        }


@dataclass
class Night:
    """Random steps on the site and in a model, after each of which both agree."""

    editor: Client
    anonymous: Client
    clock: FrozenClock
    random: random.Random
    world: World = field(default_factory=World)
    tokens: list[tuple[str, dict[int, tuple[int, int]]]] = field(default_factory=list)
    """The undo of each reveal: what was revealed before and by it, by id."""
    marks: dict[int, int] = field(default_factory=dict)
    """The number of the reveal that each nominee's comes from."""
    log: list[str] = field(default_factory=list)

    def time(self, hour: int) -> str | None:
        return as_json(self.clock.now + (hour - self.world.hour) * HOUR) if hour else None

    def send(self, method: str, path: str, body: object, after: World, *, is_meant: bool) -> None:
        """Send a write; it is refused if it shows what was hidden, unless that is meant."""
        self.log.append(f"{method} {path} {body} {is_meant}")
        params = MEANT if is_meant else {}
        response = self.editor.request(method, path, json=body, params=params)
        shown = set() if is_meant else self.world.shows(after)
        if shown:
            assert response.status_code == 409, (self.log, response.text)
            assert {each["id"] for each in response.json()["reveals"]} == shown, self.log
        else:
            assert response.is_success, (self.log, response.text)
            self.world = after

    def step(self) -> None:
        world, pick = self.world, self.random
        is_meant = pick.random() < 0.3
        kind = pick.choice(STEPS)
        if kind == "embargo":
            about = pick.choice((YEAR, OTHER)), pick.choice((None, "tech"))
            until = world.hour + pick.randint(1, 4)
            body = {"year": about[0], "category": about[1], "revealAt": self.time(until)}
            made = body_of(self.editor.post(EMBARGOES, json=body), 201)
            self.log.append(f"embargo {body}")
            added = {**world.embargoes, made["id"]: (*about, until)}
            self.world = replace(world, embargoes=added)
        elif kind in {"shift", "drop"} and world.embargoes:
            key, until = pick.choice([*world.embargoes]), world.hour + pick.randint(-1, 4)
            left = {each: what for each, what in world.embargoes.items() if each != key}
            change = {"revealAt": self.time(until)} if kind == "shift" else None
            if change:
                left[key] = (*world.embargoes[key][:2], until)
            method, after = "PATCH" if change else "DELETE", replace(world, embargoes=left)
            self.send(method, f"{EMBARGOES}/{key}", change, after, is_meant=is_meant)
        elif kind == "clock":
            self.clock.advance(HOUR)
            self.world = replace(world, hour=world.hour + 1)
        elif kind == "reveal":
            self.reveal()
        elif kind == "undo" and self.tokens:
            self.undo(*pick.choice([*enumerate(self.tokens)]))
        elif kind == "hide":
            self.hide()
        elif world.people:
            self.change(kind, pick.choice([*world.people]), is_meant=is_meant)

    def change(self, kind: str, key: int, *, is_meant: bool) -> None:
        world, pick, who = self.world, self.random, self.world.people[key]
        path = NOMINEE.path(key)
        year, category = pick.choice((YEAR, OTHER)), pick.choice(("tech", "creative"))
        result, until = pick.randint(0, 2), pick.choice((0, world.hour + pick.randint(1, 3)))
        method, body, new = "PATCH", dict[str, Any](), who
        if kind == "result":
            body, new = results(result), replace(who, result=result)
        elif kind == "place":
            body = {"year": year, "category": category}
            new = replace(who, year=year, category=category)
        elif kind == "bulk":
            method, path = "POST", "/api/nominees/bulk"
            body = {"action": "set", "ids": [key], "values": {"year": year}}
            new = replace(who, year=year)
        elif kind == "own":
            body, new = {"revealAt": self.time(until)}, replace(who, until=until)
        elif kind == "publish":
            new = replace(who, is_published=not who.is_published)
            body = {"isPublished": new.is_published}
        elif kind == "trash":
            assert self.editor.delete(path).is_success
            method, path, body = "POST", f"{path}/restore", {}
        elif kind == "version":
            [last, *others] = self.editor.get(f"{path}/versions").json()
            version = pick.choice(others or [last])
            method, path, body = "POST", f"{path}/versions/{version['id']}/restore", {}
            values, until = version["values"], who.until
            if values["revealAt"]:
                left = datetime.fromisoformat(values["revealAt"]) - self.clock.now
                until = max(until, world.hour + round(left / HOUR))
            about = {each: values[each] for each in ("year", "category")}
            new = replace(who, result=level_of(values), until=until, **about)
        self.send(method, path, body, world.having((key, new)), is_meant=is_meant)

    def listed(self, result: str) -> dict[int, str]:
        """Return the nominees of the console that have the result, or show it."""
        found = body_of(self.editor.get(f"{REVEAL}?revealed=true"), 200)
        return {each["id"]: each[result] for each in found}

    def reveal(self) -> None:
        hidden = {key: result for key, result in self.listed("result").items() if result}
        if not hidden:
            return
        chosen = self.random.sample([*hidden], self.random.randint(1, len(hidden)))
        seen = {key: hidden[key] for key in chosen}
        made = body_of(self.editor.post(REVEAL, json={"seen": seen}), 200)
        self.log.append(f"reveal {seen}")
        people = self.world.people
        former = {key: (people[key].revealed, self.marks.get(key, -1)) for key in chosen}
        self.marks |= dict.fromkeys(chosen, len(self.tokens))
        self.tokens.append((made["undo"], former))
        self.marked({key: LEVELS.index(result) for key, result in seen.items()})
        # No two reveals are made at the same instant.
        self.clock.advance(timedelta(milliseconds=1))

    def undo(self, number: int, made: tuple[str, dict[int, tuple[int, int]]]) -> None:
        token, former = made
        response = self.editor.post(f"{REVEAL}/undo", json={"undo": token})
        self.log.append(f"undo {number}")
        if "too late" in response.text:
            return
        made_by_it = [key for key in former if self.marks.get(key) == number]
        assert response.status_code == (204 if made_by_it else 409), (self.log, response.text)
        self.marks |= {key: former[key][1] for key in made_by_it}
        self.marked({key: former[key][0] for key in made_by_it})

    def marked(self, levels: dict[int, int]) -> None:
        people = self.world.people
        changed = ((key, replace(people[key], revealed=level)) for key, level in levels.items())
        self.world = self.world.having(*changed)

    def hide(self) -> None:
        shown = {key: result for key, result in self.listed("shown").items() if result}
        if shown:
            assert self.editor.post(f"{REVEAL}/hide", json={"seen": shown}).status_code == 204
            self.log.append(f"hide {shown}")
            self.marks |= dict.fromkeys(shown, -1)
            self.marked(dict.fromkeys(shown, 0))

    def check(self) -> None:
        """Compare what visitors see with the model."""
        records = self.anonymous.get("/api/nominees/published").json()
        assert {each["id"]: level_of(each) for each in records} == self.world.seen(), self.log

    def check_statements(self) -> None:
        """Compare what the screens say with the model."""
        world = self.world
        of_year = {
            key: who
            for key, who in world.people.items()
            if who.is_published and who.year == YEAR and who.result and world.hides(who)
        }
        assert self.listed("result") == {
            key: LEVELS[who.result] if who.result > who.revealed else ""
            for key, who in of_year.items()
        }, self.log
        shown = {key: LEVELS[min(who.result, who.revealed)] for key, who in of_year.items()}
        assert self.listed("shown") == shown, self.log
        for each in self.editor.get(EMBARGOES).json():
            year, category, until = world.embargoes[each["id"]]
            about = [
                who
                for who in world.people.values()
                if who.is_published and who.year == year and category in {None, who.category}
                if until > world.hour
            ]
            hides = sum(who.result > who.revealed for who in about)
            revealed = sum(bool(min(who.result, who.revealed)) for who in about)
            assert (each["hides"], each["revealed"]) == (hides, revealed), self.log


def level_of(values: Body) -> int:
    return 2 if values["isWinner"] else int(values["isFinalist"])


def results(level: int) -> Body:
    return {"isWinner": level == 2, "isFinalist": level > 0}


SEEDS = range(5, 10) if postgresql.is_used else range(5)
"""Each kind of database has sequences of its own: what is public does not depend on it."""


@pytest.mark.parametrize("seed", SEEDS)
def test_visitors_see_what_a_model_says_after_any_order_of_events(
    seed: int, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    SECTION.create(editor, identifier="edition", content={"year": YEAR})
    night = Night(editor, anonymous, frozen_clock, random.Random(seed))
    for _ in range(25):
        # Each sequence begins with nobody under any embargo.
        for each in night.world.embargoes:
            assert editor.delete(f"{EMBARGOES}/{each}", params=MEANT).is_success
        for each in night.world.people:
            assert editor.delete(NOMINEE.path(each)).is_success
        people = {}
        for level in (0, 1, 2):
            made = NOMINEE.create(editor, year=YEAR, category="tech", **results(level))
            people[made["id"]] = Person(level)
        night.world = World(night.world.hour, people)
        night.tokens, night.marks, night.log = [], {}, []
        for _ in range(8):
            night.step()
            night.check()
        night.check_statements()
