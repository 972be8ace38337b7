"""Tests of the search index that a start makes on SQLite for long lists."""

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from awards_site.core.database.engine import engine
from awards_site.core.database.filters import ListParams
from awards_site.core.database.list_indexes import purge_deleted, search_index
from awards_site.core.database.pagination import Page, Paginator
from awards_site.core.database.sessions import reading, writing
from awards_site.features.messages.entity import InquiryType, Message, MessagePublic
from awards_site.features.messages.service import messages

pytestmark = pytest.mark.usefixtures("empty_database")


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
def test_the_index_finds_what_the_text_contains(search: str) -> None:
    add(*NAMES)
    with reading() as session:
        texts = session.exec(select(Message.name, Message.search_text)).all()
    words = search.lower().replace("é", "e").split()
    expected = [
        name for name, content in texts if all(each in (content or "").lower() for each in words)
    ]
    assert sorted(found(search)) == sorted(expected)


@pytest.mark.sqlite_only
def test_a_search_reads_the_index_and_not_every_row() -> None:
    add(*NAMES)
    index = search_index("messages")
    with engine().begin() as connection:
        connection.execute(text(f"INSERT INTO {index} ({index}) VALUES ('delete-all')"))
    assert found("zoe") == []
    assert found("zo") == ["Zoé Lefèvre"], "two characters are looked for in every row"


@pytest.mark.sqlite_only
def test_deleted_rows_leave_nothing_in_the_files_after_a_purge(data_dir: Path) -> None:
    def stored() -> bool:
        files = [path for path in data_dir.glob("awards.db*") if path.suffix != ".db-shm"]
        return any("щэю".encode() in path.read_bytes() for path in files)

    add("Ada Obi", "Щэюя")
    with writing() as session:
        session.delete(session.exec(select(Message).where(Message.name != "Ada Obi")).one())
    assert stored(), "SQLite only marks the trigrams of deleted rows"
    purge_deleted()
    assert not stored()
    assert found("ada") == ["Ada Obi"]
    with engine().connect() as connection:
        assert connection.execute(text("SELECT * FROM list_deletions")).all() == []
