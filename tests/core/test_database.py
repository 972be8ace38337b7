"""Tests of the database settings, timestamps and transactions."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import select

from awards_site.core.database import make_engine, reading, writing
from awards_site.core.engines import BUSY_SECONDS
from awards_site.photos.models import Photo
from awards_site.subscribers.models import Subscriber

pytestmark = pytest.mark.usefixtures("empty_database")


def subscriber(number: int, since: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> Subscriber:
    address = f"reader-{number}@example.org"
    return Subscriber(email=address, email_folded=address, created_at=since)


def test_sqlite_is_set_up_for_a_server(tmp_path: Path) -> None:
    with make_engine(f"sqlite:///{tmp_path / 'other.db'}").connect() as connection:
        settings_in_effect = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    assert settings_in_effect == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": BUSY_SECONDS * 1000,
        "synchronous": 1,
    }


def test_a_dangling_reference_is_refused() -> None:
    with pytest.raises(IntegrityError), writing() as session:
        session.add(Photo(title="Photo", image_url="/uploads/a.png", nominee_id=999))


def test_timestamps_round_trip_in_utc() -> None:
    sent = datetime(2030, 6, 1, 18, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    with writing() as session:
        session.add(subscriber(1, since=sent))
    with reading() as session:
        stored = session.exec(select(Subscriber)).one().created_at
    assert stored == sent
    assert stored.tzinfo is UTC


def test_a_naive_timestamp_is_refused() -> None:
    with pytest.raises(StatementError, match="has no time zone"), writing() as session:
        session.add(subscriber(1, since=datetime(2030, 6, 1)))


def test_an_error_rolls_back_the_whole_transaction() -> None:
    with pytest.raises(IntegrityError), writing() as session:
        session.add_all([subscriber(1), subscriber(2), subscriber(1)])
    with reading() as session:
        assert session.exec(select(Subscriber)).all() == []


def test_writers_queue_and_readers_do_not_block() -> None:
    def add(number: int) -> int:
        with writing() as session:
            session.add(subscriber(number))
            session.flush()
            return session.execute(text("SELECT count(*) FROM subscribers")).scalar_one()

    with ThreadPoolExecutor(16) as threads, reading() as reader:
        before = reader.exec(select(Subscriber)).all()
        counted = list(threads.map(add, range(32)))
    assert before == []
    assert sorted(counted) == list(range(1, 33))
