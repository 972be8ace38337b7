"""Published records appear and disappear at the times of their schedule."""

from datetime import datetime, timedelta

import pytest
from httpx import Client

from awards_site.core.database.managed_record import END_BEFORE_START, END_IN_PAST
from tests.api.conftest import FrozenClock
from tests.api.entities import EVENT, NOMINEE, PHOTO, POST, READABLE, SPONSOR, Entity
from tests.api.test_downloads import listed
from tests.api.test_errors import assert_problem
from tests.factories import Body

LATER = timedelta(hours=1)


def key(entity: Entity, name: str) -> str:
    """Return a key such as 'publish_at' as the entity spells it."""
    first, *others = name.split("_")
    return name if entity is SPONSOR else first + "".join(map(str.capitalize, others))


def as_json(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M:%SZ}"


def scheduled(
    entity: Entity,
    clock: FrozenClock,
    publish: timedelta | None = None,
    unpublish: timedelta | None = None,
) -> Body:
    """Return the fields of a published record with a schedule relative to now."""
    times = {"publish_at": publish, "unpublish_at": unpublish}
    fields = {key(entity, name): by and as_json(clock.now + by) for name, by in times.items()}
    return {entity.flag: True, **fields}


def is_shown(client: Client, entity: Entity, record: Body) -> bool:
    """Return whether visitors see a record, in the list as by its id."""
    in_list = record["id"] in {each["id"] for each in client.get(entity.shown).json()}
    status = client.get(entity.path(record["id"])).status_code
    assert status == (200 if in_list else 404)
    return in_list


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_a_record_appears_and_disappears_at_the_second(
    entity: Entity, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    schedule = scheduled(entity, frozen_clock, LATER, LATER * 2)
    record = entity.create(editor, **schedule)
    assert not is_shown(anonymous, entity, record)
    assert record["id"] in {each["id"] for each in entity.records(editor)}
    frozen_clock.advance(LATER - timedelta(seconds=1))
    assert not is_shown(anonymous, entity, record)
    frozen_clock.advance(timedelta(seconds=1))
    assert is_shown(anonymous, entity, record)
    assert anonymous.get(entity.path(record["id"])).json()[key(entity, "unpublish_at")] is None
    staff_view = editor.get(entity.path(record["id"])).json()
    assert staff_view[key(entity, "unpublish_at")] is not None
    frozen_clock.advance(LATER - timedelta(seconds=1))
    assert is_shown(anonymous, entity, record)
    frozen_clock.advance(timedelta(seconds=1))
    assert not is_shown(anonymous, entity, record)


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_a_draft_with_a_schedule_stays_a_draft(
    entity: Entity, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    schedule = scheduled(entity, frozen_clock, LATER)
    record = entity.create(editor, **schedule | {entity.flag: False})
    frozen_clock.advance(LATER)
    assert not is_shown(anonymous, entity, record)


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_the_publish_toggle_publishes_at_once(
    entity: Entity, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    planned = entity.create(editor, **scheduled(entity, frozen_clock, LATER) | {entity.flag: False})
    entity.change(editor, planned, **{entity.flag: True})
    assert is_shown(anonymous, entity, planned)
    ended = entity.create(editor, **scheduled(entity, frozen_clock, None, LATER))
    frozen_clock.advance(LATER)
    assert not is_shown(anonymous, entity, ended)
    entity.change(editor, ended, **{entity.flag: True})
    assert is_shown(anonymous, entity, ended)


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_postponing_a_published_record_hides_it_at_once(
    entity: Entity, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    record = entity.create(editor, **{entity.flag: True})
    assert is_shown(anonymous, entity, record)
    entity.change(editor, record, **scheduled(entity, frozen_clock, LATER))
    assert not is_shown(anonymous, entity, record)


@pytest.mark.parametrize("entity", [NOMINEE, SPONSOR], ids=str)
def test_a_record_is_not_unpublished_before_it_is_published(
    entity: Entity, frozen_clock: FrozenClock, editor: Client
) -> None:
    schedule = scheduled(entity, frozen_clock, LATER * 2, LATER)
    response = editor.post(entity.created, json=entity.body(**schedule))
    error = {"field": key(entity, "unpublish_at"), "message": END_BEFORE_START}
    assert assert_problem(response, 422)["errors"] == [error]


def test_a_scheduled_post_is_dated_by_its_schedule(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    schedule = scheduled(POST, frozen_clock, LATER)
    assert POST.create(editor, **schedule)["publishedDate"] == schedule["publishAt"]


def test_the_sitemap_dates_a_record_by_its_schedule(
    public_url: str, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    record = NOMINEE.create(editor, **scheduled(NOMINEE, frozen_clock, LATER))
    assert record["path"] not in listed(anonymous)
    frozen_clock.advance(LATER)
    assert listed(anonymous)[record["path"]] == frozen_clock.now.isoformat()
    assert listed(anonymous)["/nominees"] == frozen_clock.now.isoformat()


def test_calendars_see_the_end_of_a_schedule_as_a_cancellation(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor, **scheduled(EVENT, frozen_clock, LATER, LATER * 2))
    assert sequence(anonymous, event) is None
    frozen_clock.advance(LATER)
    assert sequence(anonymous, event) == ("CONFIRMED", 0)
    frozen_clock.advance(LATER)
    assert sequence(anonymous, event) == ("CANCELLED", 1)
    EVENT.change(editor, event, title="Renamed")
    assert sequence(anonymous, event) == ("CANCELLED", 3)
    EVENT.change(editor, event, isPublished=True)
    assert sequence(anonymous, event) == ("CONFIRMED", 4)


def test_calendars_see_no_cancellation_of_an_event_that_was_never_public(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor, **scheduled(EVENT, frozen_clock, LATER))
    EVENT.change(editor, event, isPublished=False)
    assert sequence(anonymous, event) is None
    EVENT.delete(editor, event)
    assert sequence(anonymous, event) is None


def sequence(client: Client, event: Body) -> tuple[str, int] | None:
    entries = client.get("/events.ics").text.replace("\r\n", "\n").split("BEGIN:VEVENT")[1:]
    found = [
        dict(line.split(":", 1) for line in entry.splitlines() if ":" in line)
        for entry in entries
        if f"UID:event-{event['id']}@" in entry
    ]
    assert len(found) <= 1
    return (found[0]["STATUS"], int(found[0]["SEQUENCE"])) if found else None


def test_a_record_is_not_unpublished_in_the_past(frozen_clock: FrozenClock, editor: Client) -> None:
    schedule = scheduled(EVENT, frozen_clock, None, -LATER)
    problem = assert_problem(editor.post(EVENT.created, json=EVENT.body(**schedule)), 422)
    assert problem["message"] == END_IN_PAST


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_a_time_that_is_planned_after_visitors_have_read_is_met_at_the_second(
    entity: Entity, frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    record = entity.create(editor, **{entity.flag: True})
    assert is_shown(anonymous, entity, record)
    soon = timedelta(seconds=5)
    end = key(entity, "unpublish_at")
    entity.change(editor, record, **{end: as_json(frozen_clock.now + soon)})
    assert is_shown(anonymous, entity, record)
    frozen_clock.advance(soon)
    assert not is_shown(anonymous, entity, record)


def test_a_postponed_event_appears_again_with_a_higher_sequence_number(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    event = EVENT.create(editor)
    EVENT.change(editor, event, publishAt=as_json(frozen_clock.now + LATER))
    assert sequence(anonymous, event) == ("CANCELLED", 1)
    frozen_clock.advance(LATER)
    assert sequence(anonymous, event) == ("CONFIRMED", 2)


def test_a_nominee_who_is_not_yet_published_is_not_named_by_her_photos(
    frozen_clock: FrozenClock, editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, **scheduled(NOMINEE, frozen_clock, LATER))
    photo = PHOTO.create(editor, nomineeId=nominee["id"])
    path = PHOTO.path(photo["id"])
    assert anonymous.get(path).json()["nomineeName"] is None
    frozen_clock.advance(LATER)
    assert anonymous.get(path).json()["nomineeName"] == nominee["name"]
