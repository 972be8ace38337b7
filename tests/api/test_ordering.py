"""Lists are sorted by the server."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from httpx import Client

from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    SPONSOR,
    SUBSCRIBER,
    VIDEO,
    Entity,
)
from tests.factories import Body

AssertOrder = Callable[..., None]


@pytest.fixture
def assert_order(frozen_clock: FrozenClock, editor: Client, anonymous: Client) -> AssertOrder:
    """Create records at intervals of a minute, and check the order of the list."""

    def check(entity: Entity, records: dict[str, Body], expected: str, *public: str) -> None:
        for name, fields in records.items():
            frozen_clock.advance(timedelta(minutes=1))
            entity.create(editor, **{entity.name: name}, **fields)
        for client, path in ((editor, entity.listed), *((anonymous, path) for path in public)):
            names = [record[entity.name] for record in client.get(path).json()]
            assert names == expected.split(), path

    return check


def test_sponsors_by_tier_then_display_order_then_name(assert_order: AssertOrder) -> None:
    records: dict[str, Body] = {
        tier.title(): {"tier": tier} for tier in ("regular", "partner", "bronze", "silver")
    }
    records |= {name: {"tier": "gold", "display_order": 1} for name in ("zeta", "Alpha", "beta")}
    records |= {"First": {"tier": "gold"}, "Platinum": {"tier": "platinum", "display_order": 9}}
    expected = "Platinum First Alpha beta zeta Silver Bronze Partner Regular"
    assert_order(SPONSOR, records, expected, SPONSOR.shown)


@pytest.mark.parametrize("entity", [PHOTO, VIDEO], ids=str)
def test_photos_and_videos_are_sorted_by_display_order_then_newest_first(
    entity: Entity, assert_order: AssertOrder
) -> None:
    shared = {"year": 2024, "category": "ceremony"}
    records = {"Old": shared, "Last": shared | {"displayOrder": 2}, "New": shared}
    path = entity.shown
    public = (path, f"{path}/category/ceremony", f"{path}/year/2024")
    assert_order(entity, records, "New Old Last", *public)


def test_nominees_by_newest_year_then_name(assert_order: AssertOrder, anonymous: Client) -> None:
    years = {"Zoe": 2024, "ada": 2024, "Bea": 2024, "Old": 2021, "New": 2026}
    records: dict[str, Body] = {name: {"year": year} for name, year in years.items()}
    public = (NOMINEE.shown, NOMINEE.listed, "/api/nominees/category/leadership")
    assert_order(NOMINEE, records, "New ada Bea Zoe Old", *public)
    of_2024 = anonymous.get("/api/nominees/year/2024").json()
    assert [each["name"] for each in of_2024] == ["ada", "Bea", "Zoe"]


def test_posts_are_sorted_by_newest_published_date(assert_order: AssertOrder) -> None:
    records: dict[str, Body] = {
        title: {"publishedDate": date, "isPublished": True, "tags": ["all"]}
        for title, date in (
            ("Middle", "2025-02-01"),
            ("Newest", "2025-03-01"),
            ("Oldest", "2025-01-01"),
        )
    }
    public = ("/api/blog", "/api/blog/category/news", "/api/blog/tag/all")
    assert_order(POST, records, "Newest Middle Oldest", *public)


def test_events_are_listed_earliest_first(assert_order: AssertOrder) -> None:
    days = {title: f"2100-06-0{day}" for title, day in (("Second", 2), ("Third", 3), ("First", 1))}
    records: dict[str, Body] = {
        title: {"startDate": day, "endDate": day} for title, day in days.items()
    }
    june = "/api/events/range?start=2100-06-01&end=2100-06-30"
    public = ("/api/events", "/api/events/upcoming", "/api/events/month/2100/6", june)
    assert_order(EVENT, records, "First Second Third", *public)


def test_cover_pages_by_display_order(assert_order: AssertOrder) -> None:
    orders = {"Third": 2, "First": 0, "Second": 1}
    records: dict[str, Body] = {title: {"display_order": n} for title, n in orders.items()}
    assert_order(COVER_PAGE, records, "First Second Third")


@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
def test_messages_and_subscribers_are_listed_newest_first(
    entity: Entity, assert_order: AssertOrder
) -> None:
    records: dict[str, Body] = {"old@example.org": {}, "new@example.org": {}}
    assert_order(entity, records, "new@example.org old@example.org")
