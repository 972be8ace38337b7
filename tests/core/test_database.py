"""The database: settings, timestamps, transactions and searches."""

import asyncio
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient
from pydantic import ValidationError
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import StatementError
from sqlmodel import Session, col, select

from awards_site.core.audit import log
from awards_site.core.database.engine import (
    BUSY_SECONDS,
    IS_WRITING,
    engine,
    make_engine,
    sort_key,
    sort_key_of,
)
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.features.messages.entity import InquiryType, Message, MessagePublic, messages
from awards_site.features.sponsors.entity import Sponsor
from awards_site.features.subscribers.entity import Subscriber
from awards_site.settings import Settings

pytestmark = pytest.mark.usefixtures("empty_database")


def subscriber(number: int, since: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> Subscriber:
    address = f"reader-{number}@example.org"
    return Subscriber(email=address, email_folded=address, created_at=since)


def test_sqlite_is_set_up_for_a_server_that_may_lose_its_power(tmp_path: Path) -> None:
    with make_engine(f"sqlite:///{tmp_path / 'other.db'}").connect() as connection:
        settings_in_effect = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    assert settings_in_effect == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": BUSY_SECONDS * 1000,
        "synchronous": 2,
    }


@pytest.mark.parametrize(
    ("written", "used"),
    [
        (
            "postgres://a:b%40c@db:5433/awards?sslmode=require",
            "postgresql+psycopg://a:b%40c@db:5433",
        ),
        ("postgresql:///awards", "postgresql+psycopg:///awards"),
        ("postgresql+psycopg://db/awards", "postgresql+psycopg://db/awards"),
        ("sqlite:////srv/awards.db", "sqlite:////srv/awards.db"),
    ],
)
def test_a_database_url_works_as_it_is_usually_written(written: str, used: str) -> None:
    assert Settings(DATABASE_URL=written).database_url.startswith(used)


@pytest.mark.parametrize("url", ["mysql://a:secret@db/awards", "awards", "postgresql:awards"])
def test_another_database_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(
        ValidationError, match=r"DATABASE_URL\n  Value error, must be postgresql://"
    ) as caught:
        Settings(DATABASE_URL=url)
    assert url not in str(caught.value)


def test_passwords_in_urls_do_not_get_into_the_audit_log(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = Settings(
        DATABASE_URL="postgresql://awards:hunter2@db/awards",
        REDIS_URL="redis://:hunter2@cache:6379/0",
    )
    monkeypatch.setattr(log, "settings", lambda: stated)
    logged = str(log.settings_at_start())
    assert "hunter2" not in logged
    assert "@db/awards" in logged


IN_ORDER = [
    "10",
    "9",
    "arg",
    "Ärger",
    "Emil",
    "émile",
    "ﬁn",
    "İzmir",
    "or",
    "Ōra",
    "Straße",
    "Zoé",
    "zoe",
    "愛",
    "花",
]


def test_texts_sort_alike_on_every_database() -> None:
    with writing() as session:
        session.add_all(
            Sponsor(name=name, logo_url="/a.png", tier="gold") for name in sorted(IN_ORDER)
        )
    key = sort_key(Sponsor.name)
    with reading() as session:
        found = session.execute(select(Sponsor.name, key).order_by(key, col(Sponsor.id))).all()
    assert [each for _, each in found] == [sort_key_of(name) for name, _ in found]
    assert [name for name, _ in found] == IN_ORDER


def test_a_naive_timestamp_is_refused() -> None:
    with pytest.raises(StatementError, match="has no time zone"), writing() as session:
        session.add(subscriber(1, since=datetime(2030, 6, 1)))


def test_writers_of_all_processes_take_turns_and_readers_do_not_block() -> None:
    # `writing` lets one thread at a time reach the database. By the engine alone, each thread is
    # like a process of its own.
    writer = engine().execution_options(**{IS_WRITING: True})

    def add(number: int) -> int:
        with Session(writer) as session, session.begin():
            session.add(subscriber(number))
            session.flush()
            return session.execute(text("SELECT count(*) FROM subscribers")).scalar_one()

    with ThreadPoolExecutor(16) as threads, reading() as reader:
        before = reader.exec(select(Subscriber)).all()
        counted = list(threads.map(add, range(32)))
        assert reader.exec(select(Subscriber)).all() == [], "a reader sees one snapshot"
    assert before == []
    assert sorted(counted) == list(range(1, 33))


_paginator = Paginator(Message, MessagePublic, messages.ordering)


def add(*names: str) -> None:
    with writing() as session:
        session.add_all(
            Message(
                name=name,
                email="ada@example.org",
                inquiry_type=InquiryType.MEDIA.value,
                message="A question",
            )
            for name in names
        )


def found(search: str) -> list[str]:
    """Return the names of the messages that a search finds, in alphabetical order."""
    with reading() as session:
        page: Page[Message] = _paginator.read_page(
            session, ListParams(search, "name", None, None, {})
        )
    return [message.name for message in page.items]


NAMES = ["Zoé Lefèvre", 'The "Ōra" Café', "100% Cotton_Ltd", "a\\b", "℡ Ltd", "Şahin", "x"]
SEARCHES = r"""
zoe|ZOÉ lefe|"or|"ora"|0%|%|n_l|_lt|\|a\b|sahin|x|lt|fe|nobody|zoe cotton|media|example.org|a q
"""


@pytest.mark.parametrize(
    "search",
    # SQLite's LIKE ignores the case of what Unicode takes apart into capital letters.
    [*SEARCHES.strip().split("|"), pytest.param("tel", marks=pytest.mark.sqlite_only)],
)
def test_a_search_finds_what_the_text_contains(search: str) -> None:
    add(*NAMES)
    with reading() as session:
        texts = session.exec(select(Message.name, Message.search_text)).all()
    words = search.lower().replace("é", "e").split()
    expected = [
        name for name, content in texts if all(each in (content or "").lower() for each in words)
    ]
    assert sorted(found(search)) == sorted(expected)


@pytest.mark.anyio
async def test_a_request_that_is_cancelled_while_it_connects_returns_its_connection() -> None:
    api = FastAPI()
    is_connecting, may_connect = threading.Event(), threading.Event()

    @api.get("/")
    def connect(session: ReadSession) -> None:
        session.connection()

    def wait(_connection: Connection) -> None:
        is_connecting.set()
        may_connect.wait(5)

    event.listen(engine(), "begin", wait)
    try:
        async with AsyncClient(transport=ASGITransport(api), base_url="http://test") as client:
            request = asyncio.create_task(client.get("/"))
            await asyncio.to_thread(is_connecting.wait, 5)
            request.cancel()
            threading.Timer(0.1, may_connect.set).start()
            with pytest.raises(asyncio.CancelledError):
                await request
    finally:
        event.remove(engine(), "begin", wait)
    pool: Any = engine().pool
    assert pool.checkedout() == 0


def test_a_new_database_is_opened_while_another_process_writes_to_it(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        end = threading.Timer(0.2, other.rollback)
        end.start()
        with make_engine(f"sqlite:///{path}").connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        end.join()
