"""Whatever staff write, no cached response differs from one that is computed now."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client
from sqlmodel import col, update

from awards_site.core.database.sessions import writing
from awards_site.features.nominees.entity import EmbargoedContent, Nominee
from tests.api.client import client_of
from tests.api.conftest import FrozenClock
from tests.api.entities import EVENT, NOMINEE, PHOTO, POST, Entity
from tests.api.public import PUBLIC
from tests.api.test_schedules import as_json
from tests.factories import Body

EMBARGOES = "/api/admin/embargoes"
YEARS = (2023, 2024, 2025)
CATEGORIES = ("leadership", "tech")
WRITES = 40
RESTARTS = 3


@pytest.fixture
def uncached(app: FastAPI, portal: BlockingPortal) -> Iterator[Client]:
    with client_of(app, portal) as client:
        yield client


@dataclass
class Staff:
    """Writes at random; each method is a kind of write, and returns what it did."""

    client: Client
    clock: FrozenClock
    chance: random.Random
    records: dict[Entity, list[Body]] = field(default_factory=dict)
    deleted: list[tuple[Entity, Body]] = field(default_factory=list)

    def write(self) -> object:
        kinds: list[Callable[[], object]] = [
            *(self.add, self.add, self.change, self.change, self.change, self.change),
            *(self.delete, self.restore, self.embargo, self.wait, self.write_at_once),
        ]
        return self.chance.choice(kinds)()

    def add(self) -> object:
        entity = self.chance.choice([NOMINEE, NOMINEE, PHOTO, POST, EVENT])
        values = self.values(entity)
        self.records.setdefault(entity, []).append(entity.create(self.client, **values))
        return "add", entity, values

    def change(self) -> object:
        entity, record = self.any_record()
        if entity is None:
            return None
        values = self.values(entity)
        some = self.chance.sample(sorted(values), self.chance.randint(1, len(values)))
        path = f"{entity.path(record['id'])}?reveals=true"
        body = {name: values[name] for name in some}
        changed = self.client.request(entity.method, path, json=body)
        return "change", entity, record["id"], body, changed.status_code

    def delete(self) -> object:
        entity, record = self.any_record()
        if entity is None:
            return None
        self.records[entity].remove(record)
        self.deleted.append((entity, record))
        entity.delete(self.client, record)
        return "delete", entity, record["id"]

    def restore(self) -> object:
        if not self.deleted:
            return None
        entity, record = self.deleted.pop()
        if entity.restore(self.client, record).is_success:
            self.records[entity].append(record)
        return "restore", entity, record["id"]

    def embargo(self) -> object:
        found = self.client.get(EMBARGOES).json()
        if found and self.chance.random() < 0.5:
            [embargo, *_] = found
            self.client.delete(f"{EMBARGOES}/{embargo['id']}?reveals=true")
            return "end an embargo", embargo
        body = {
            "year": self.chance.choice(YEARS),
            "category": self.chance.choice((*CATEGORIES, None)),
            "revealAt": self.later(),
        }
        return "embargo", body, self.client.post(EMBARGOES, json=body).status_code

    def wait(self) -> object:
        minutes = self.chance.choice((0.1, 5, 30, 60))
        self.clock.advance(timedelta(minutes=minutes))
        return "wait", minutes

    def write_at_once(self) -> object:
        """Write unknown rows."""
        year = self.chance.choice(YEARS)
        with writing() as session:
            session.execute(update(Nominee).where(col(Nominee.year) == year).values(bio="The same"))
        return "write at once", year

    def any_record(self) -> tuple[Any, Body]:
        records = [(entity, each) for entity, all_ in self.records.items() for each in all_]
        return self.chance.choice(records) if records else (None, {})

    def later(self) -> str:
        return as_json(self.clock.now + timedelta(minutes=self.chance.choice((10, 40, 90))))

    def values(self, entity: Entity) -> Body:
        """Return random values of a record's fields."""
        chance = self.chance
        nominee = chance.choice([None, *(each["id"] for each in self.records.get(NOMINEE, []))])
        start = chance.choice((None, None, self.later()))
        schedule = {entity.flag: chance.random() < 0.8, "publishAt": start}
        if entity is NOMINEE:
            return schedule | {
                "name": chance.choice(("Ada", "Berta", "Zoë")),
                "title": chance.choice(("Founder", "Chair")),
                "year": chance.choice(YEARS),
                "category": chance.choice(CATEGORIES),
                "displayOrder": chance.randint(0, 3),
                "isWinner": chance.random() < 0.4,
                "isFinalist": chance.random() < 0.4,
                "revealAt": chance.choice((None, None, self.later())),
                "embargoedContent": chance.sample(sorted(EmbargoedContent.labels()), 1),
            }
        if entity is PHOTO:
            values = {"nomineeId": nominee, "year": chance.choice(YEARS), "displayOrder": 1}
            return schedule | values
        return (schedule | {"nomineeId": nominee}) if entity is POST else {"title": "Another gala"}


@pytest.mark.parametrize("seed", range(RESTARTS))
def test_cached_responses_are_those_of_now_after_random_writes(
    seed: int, frozen_clock: FrozenClock, admin: Client, anonymous: Client, uncached: Client
) -> None:
    staff = Staff(admin, frozen_clock, random.Random(seed))
    done: list[object] = []
    for _ in range(WRITES):
        done.append(staff.write())
        ids = [each["id"] for each in staff.records.get(NOMINEE, [])]
        paths = [
            *(path for path in PUBLIC if "pdf" not in path and "range" not in path),
            *(f"/api/nominees/year/{year}" for year in YEARS),
            *(f"/api/photos/year/{year}" for year in YEARS),
            *(f"/api/{kind}/nominee/{each}" for each in ids for kind in ("photos", "blog")),
            *(f"/api/nominees/{each}{more}" for each in ids for more in ("", "/prev-next")),
        ]
        # Some are read less often, so that several writes outdate them.
        for path in staff.chance.sample(paths, len(paths) // 2):
            cached, computed = anonymous.get(path), uncached.get(path)
            same = (computed.status_code, computed.text)
            assert (cached.status_code, cached.text) == same, (path, done[-5:])
