"""Tests of the modification time of managed records."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.invalidation import content_version
from awards_site.features.sponsors.entity import Sponsor

CREATED = datetime(2030, 1, 1, tzinfo=UTC)
LATER = CREATED + timedelta(days=1)


@pytest.fixture(autouse=True)
def _sponsor(empty_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a sponsor and move the clock to the next day."""
    monkeypatch.setattr(clock, "now", lambda: CREATED)
    with writing() as session:
        session.add(Sponsor(name="Sum", tier="gold", logo_url="/uploads/a.png"))
    monkeypatch.setattr(clock, "now", lambda: LATER)


def sponsor() -> Sponsor:
    with reading() as session:
        return session.exec(select(Sponsor)).one()


def test_created_at_and_updated_at_are_set() -> None:
    assert sponsor().changed_at == CREATED
    with writing() as session:
        session.exec(select(Sponsor)).one().name = "Total"
    assert sponsor().changed_at == LATER


def test_setting_an_equal_value_is_not_a_change() -> None:
    before = content_version.current()
    with writing() as session:
        session.exec(select(Sponsor)).one().name = "Sum"
    assert sponsor().changed_at == CREATED
    assert content_version.current() == before
