"""Every write that can be taken back has a token, which takes back this write and nothing else."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from httpx import Client, Response

from awards_site.records import undo as undoing
from tests.api.client import body_of
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import NOMINEE, SECTION, SPONSOR
from tests.api.media import replace, upload
from tests.api.test_arrangement_api import path_of as order_path
from tests.api.test_bulk_api import change
from tests.api.test_drafts import draft_path, save_title
from tests.api.test_errors import assert_problem
from tests.api.test_imports import import_rows, two
from tests.api.test_publication import YEAR
from tests.api.test_reveals import EMBARGOES, REVEAL
from tests.api.test_schedules import as_json
from tests.api.trash import change as change_trash
from tests.api.trash import trashed

UNDO = "/api/admin/undo"

Begin = Callable[[Client, datetime], Callable[[], str]]
"""Makes what a write is about, and returns the write, which returns its token."""


def deletion(admin: Client, _: datetime) -> Callable[[], str]:
    made = NOMINEE.create(admin)
    return lambda: admin.delete(NOMINEE.path(made["id"])).headers["undo"]


def bulk_change(admin: Client, _: datetime) -> Callable[[], str]:
    made = [NOMINEE.create(admin, isPublished=False) for _ in range(2)]
    return lambda: str(change(admin, NOMINEE, "publish", *made)["undo"])


def arrangement(admin: Client, _: datetime) -> Callable[[], str]:
    ids = [SPONSOR.create(admin, tier="gold")["id"] for _ in range(3)]
    seen = [each["id"] for each in body_of(admin.get(order_path(SPONSOR)))["records"]]
    assert sorted(ids) == sorted(seen)
    order = {"group": "gold", "ids": seen[::-1], "seen": seen}
    return lambda: str(body_of(admin.post(order_path(SPONSOR), json=order))["undo"])


def importing(admin: Client, _: datetime) -> Callable[[], str]:
    return lambda: str(import_rows(admin, SPONSOR, two(SPONSOR))["undo"])


def discarding(admin: Client, _: datetime) -> Callable[[], str]:
    made = NOMINEE.create(admin, isPublished=True)
    save_title(admin, NOMINEE, made)
    return lambda: admin.delete(draft_path(NOMINEE, made)).headers["undo"]


def restoring(admin: Client, _: datetime) -> Callable[[], str]:
    NOMINEE.delete(admin, NOMINEE.create(admin))
    [entry] = trashed(admin)
    return lambda: str(change_trash(admin, "restore", entry)["undo"])


def replacing(admin: Client, _: datetime) -> Callable[[], str]:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    NOMINEE.create(admin, imageUrl=old)
    return lambda: str(replace(admin, old, new).json()["undo"])


def reveal(admin: Client, now: datetime) -> Callable[[], str]:
    SECTION.create(admin, identifier="edition", content={"year": YEAR})
    until = {"year": YEAR, "revealAt": as_json(now + timedelta(hours=1))}
    body_of(admin.post(EMBARGOES, json=until), 201)
    made = NOMINEE.create(admin, year=YEAR, isWinner=True)
    seen = {str(made["id"]): "Winner"}
    return lambda: str(body_of(admin.post(REVEAL, json={"seen": seen}))["undo"])


WRITES: dict[str, Begin] = {
    "deletion": deletion,
    "change": bulk_change,
    "order": arrangement,
    "import": importing,
    "discarding": discarding,
    "restoring": restoring,
    "replacing": replacing,
    "reveal": reveal,
}


def undo(client: Client, token: str) -> Response:
    return client.post(UNDO, json={"undo": token})


def seen_by_staff(admin: Client) -> dict[str, object]:
    """Return all that these writes change, but for when and by whom."""
    drafts = [
        admin.get(f"{NOMINEE.path(each['id'])}/draft").status_code
        for each in NOMINEE.records(admin)
    ]
    return {
        "nominees": [{**each, "updatedAt": ""} for each in NOMINEE.records(admin)],
        "sponsors": [{**each, "updated_at": ""} for each in SPONSOR.records(admin)],
        "trash": [each["recordId"] for each in trashed(admin)],
        "drafts": drafts,
        "hidden": body_of(admin.get(REVEAL)),
    }


def test_each_kind_of_undo_is_tried_here() -> None:
    assert undoing.UNDOS.keys() == WRITES.keys()


@pytest.fixture(params=WRITES)
def write(
    request: pytest.FixtureRequest, frozen_clock: FrozenClock, admin: Client
) -> Callable[[], str]:
    return WRITES[request.param](admin, frozen_clock.now)


def test_a_token_takes_back_its_write_once(write: Callable[[], str], admin: Client) -> None:
    before = seen_by_staff(admin)
    token = write()
    assert seen_by_staff(admin) != before
    assert body_of(undo(admin, token))["restored"] >= 1
    after = seen_by_staff(admin)
    if before["trash"] == after["trash"]:
        assert after == before
    else:
        # An undone import is in the Trash.
        assert after == {**before, "trash": after["trash"]}
    undo(admin, token)
    assert seen_by_staff(admin) == after


def test_a_token_gives_no_permission(
    write: Callable[[], str], admin: Client, user: Client, anonymous: Client
) -> None:
    token = write()
    after = seen_by_staff(admin)
    assert_problem(undo(user, token), 403)
    assert_problem(undo(anonymous, token), 401)
    assert seen_by_staff(admin) == after


def test_a_token_ends(
    write: Callable[[], str], frozen_clock: FrozenClock, configure: Configure, admin: Client
) -> None:
    configure(AWARDS_SESSION_IDLE_HOURS="2000", AWARDS_SESSION_MAX_HOURS="2000")
    token = write()
    frozen_clock.advance(timedelta(days=31))
    assert "too late" in assert_problem(undo(admin, token), 409)["message"]


@pytest.mark.parametrize("token", ["", "x", "WyJkZWxldGlvbiJd.AAAA"])
def test_another_text_is_refused(token: str, admin: Client) -> None:
    assert_problem(undo(admin, token), 409)
