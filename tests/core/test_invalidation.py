"""Writes outdate or withdraw content that was made before, and so do times of changes."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import exists, func, literal, literal_column, or_, text
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select, update

from awards_site.core import clock
from awards_site.core.database.managed_record import index_missing
from awards_site.core.database.sessions import reading, writing
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import Changes, TableChange
from awards_site.core.invalidation.reads import MAX_VALUES, Part, Reads, Scope, State, record_reads
from awards_site.features.embargoes.entity import Embargo, active_embargoes
from awards_site.features.nominees.entity import Nominee
from awards_site.features.photos.entity import Photo
from awards_site.features.sponsors.entity import Sponsor
from awards_site.features.subscribers.entity import Subscriber
from tests.factories import nominee_body

pytestmark = pytest.mark.usefixtures("empty_database")

FRESH, OUTDATED, WITHDRAWN = State

Write = Callable[[Session, Nominee], object]


def set_to(**values: object) -> Write:
    """Return a write that changes the nominee."""

    def change(_session: Session, nominee: Nominee) -> None:
        for name, value in values.items():
            setattr(nominee, name, value)

    return change


def embargo(session: Session, _nominee: Nominee) -> None:
    session.add(Embargo(year=2031, reveal_at=clock.now() + timedelta(days=1)))


WRITES: dict[str, tuple[Write, State]] = {
    "nothing": (lambda _session, _nominee: None, FRESH),
    "a photo": (lambda session, _: session.add(Photo(title="Gala", image_url="/a.png")), FRESH),
    "another nominee": (lambda session, _: session.add(Nominee(**nominee_body())), OUTDATED),
    "another name": (set_to(name="Grace"), OUTDATED),
    "publishing": (set_to(is_winner=True), OUTDATED),
    "unpublishing": (set_to(is_published=False), WITHDRAWN),
    "no winner any more": (set_to(is_finalist=False), WITHDRAWN),
    "a schedule": (set_to(unpublish_at=clock.now()), WITHDRAWN),
    "an embargo of her own": (set_to(reveal_at=clock.now()), WITHDRAWN),
    "another year, which may be under embargo": (set_to(year=2031), WITHDRAWN),
    "an embargo": (embargo, WITHDRAWN),
    "deleting": (lambda session, nominee: session.delete(nominee), WITHDRAWN),
    "unknown rows": (lambda session, _: session.execute(update(Nominee).values(bio="")), WITHDRAWN),
}


def read() -> Reads:
    with record_reads() as reads, reading() as session:
        session.exec(select(Nominee)).all()
        active_embargoes(session)
    return reads


@pytest.mark.parametrize("name", WRITES)
def test_a_write_outdates_or_withdraws_what_was_read_before(name: str) -> None:
    write, expected = WRITES[name]
    with writing() as session:
        session.add(Nominee(**nominee_body(is_published=True, is_finalist=True)))
    before = read()
    with writing() as session:
        write(session, session.exec(select(Nominee)).one())
    assert before.state is expected
    assert read().state is FRESH
    joined = Reads.joined(read(), before, read())
    assert joined.state is expected


def test_deleting_a_draft_withdraws_nothing() -> None:
    with writing() as session:
        session.add(Nominee(**nominee_body(is_published=False)))
    before = read()
    with writing() as session:
        session.delete(session.exec(select(Nominee)).one())
    assert before.state is OUTDATED


def test_a_write_of_unknown_tables_withdraws_everything() -> None:
    before = Reads()
    content_version.bump()
    assert before.state is WITHDRAWN


def nominee() -> Nominee:
    return Nominee(**nominee_body())


def fail_after_adding() -> None:
    """Add a nominee in a transaction that is rolled back."""
    with writing() as session:
        session.add(nominee())
        session.flush()
        raise RuntimeError("on purpose")


def test_reads_and_writes_to_private_tables_keep_the_version() -> None:
    before = content_version.current()
    with writing() as session:
        address = "reader@example.org"
        since = datetime(2030, 1, 1, tzinfo=UTC)
        session.add(Subscriber(email=address, email_folded=address, created_at=since))
    with reading() as session:
        assert session.exec(select(Nominee)).all() == []
    assert content_version.current() == before


def test_a_rolled_back_write_keeps_the_version() -> None:
    before = content_version.current()
    with pytest.raises(RuntimeError, match="on purpose"):
        fail_after_adding()
    assert content_version.current() == before


CREATED = datetime(2030, 1, 1, tzinfo=UTC)
LATER = CREATED + timedelta(days=1)


@pytest.fixture
def stored_sponsor(empty_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a sponsor and move the clock to the next day."""
    monkeypatch.setattr(clock, "now", lambda: CREATED)
    with writing() as session:
        session.add(Sponsor(name="Sum", tier="gold", logo_url="/uploads/a.png"))
    monkeypatch.setattr(clock, "now", lambda: LATER)


def sponsor() -> Sponsor:
    with reading() as session:
        return session.exec(select(Sponsor)).one()


@pytest.mark.usefixtures("stored_sponsor")
def test_created_at_and_updated_at_are_set() -> None:
    assert sponsor().changed_at == CREATED
    with writing() as session:
        session.exec(select(Sponsor)).one().name = "Total"
    assert sponsor().changed_at == LATER


@pytest.mark.usefixtures("stored_sponsor")
def test_setting_an_equal_value_is_not_a_change() -> None:
    before = content_version.current()
    with writing() as session:
        session.exec(select(Sponsor)).one().name = "Sum"
    assert sponsor().changed_at == CREATED
    assert content_version.current() == before


def test_a_write_of_this_process_is_never_taken_for_that_of_another() -> None:
    before = content_version.current()

    def write() -> None:
        for _ in range(500):
            content_version.bump({"nominees": TableChange()})

    with ThreadPoolExecutor() as threads:
        writer = threads.submit(write)
        while not writer.done():
            content_version.current()
    assert content_version.current() == before + 500


def test_a_read_only_data_folder_does_not_fail_the_write(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "content-version").unlink(missing_ok=True)
    (tmp_path / "content-version").symlink_to(tmp_path / "missing" / "file")
    with writing() as session:
        session.add(nominee())
    assert "content version not written" in caplog.text


def test_the_version_increases_even_if_the_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content_version.bump()
    before = content_version.current()
    monkeypatch.setattr(time, "time_ns", lambda: before - 3_600_000_000_000)
    content_version.bump()
    assert content_version.current() > before


@pytest.mark.usefixtures("stored_sponsor")
def test_indexing_the_search_text_is_not_a_change() -> None:
    with writing() as session:
        session.exec(select(Sponsor)).one().search_text = None
    with writing() as session:
        index_missing(session, Sponsor)
    assert (sponsor().search_text or "").startswith("sum\n")
    assert sponsor().changed_at == CREATED


def test_what_is_read_while_a_write_is_announced_is_outdated() -> None:
    content_version.current()
    with record_reads() as reads:
        content_version.bump({"nominees": TableChange()})
        with reading() as session:
            session.exec(select(Nominee)).all()
    assert reads.state is OUTDATED


OTHER = aliased(Nominee)
NAME = frozenset({"name"})
READ: dict[str, tuple[Any, Part]] = {
    "all": (select(Nominee.name), Part(NAME)),
    "an id": (
        select(Nominee.name).where(Nominee.id == 5),
        Part(NAME | {"id"}, Scope("id", frozenset({5}))),
    ),
    "ids": (
        select(Nominee.name).where(col(Nominee.id).in_([5, 6])),
        Part(NAME | {"id"}, Scope("id", frozenset({5, 6}))),
    ),
    "no ids": (select(Nominee.name).where(col(Nominee.id).in_([])), Part(NAME | {"id"})),
    "many ids": (
        select(Nominee.name).where(col(Nominee.id).in_(range(MAX_VALUES + 1))),
        Part(NAME | {"id"}),
    ),
    "a year and more": (
        select(Nominee.name).where(Nominee.year == 2024, col(Nominee.is_winner)),
        Part(NAME | {"year", "is_winner"}, Scope("year", frozenset({2024}))),
    ),
    "one of two conditions": (
        select(Nominee.name).where(or_(col(Nominee.year) == 2024, col(Nominee.id) == 5)),
        Part(NAME | {"year", "id"}),
    ),
    "other ids": (select(Nominee.name).where(Nominee.id != 5), Part(NAME | {"id"})),
    "a number that is none": (
        select(Nominee.name).where(Nominee.year == 5.0),
        Part(NAME | {"year"}),
    ),
    "the table twice": (
        select(Nominee.name).where(Nominee.id == 5, exists().where(col(OTHER.year) == 2024)),
        Part(NAME | {"id", "year"}),
    ),
    "the table twice, by a join": (
        select(OTHER.name).join(Nominee, col(Nominee.year) == OTHER.year).where(Nominee.id == 5),
        Part(NAME | {"id", "year"}),
    ),
    "within another statement": (
        select(func.count()).where(exists().where(col(Nominee.id) == 5)),
        Part(frozenset({"id"}), Scope("id", frozenset({5}))),
    ),
    "a condition within another table's statement": (
        select(Nominee.name).where(
            ~exists(select(literal(1)).where(col(Nominee.id) == 5).correlate(Nominee))
        ),
        Part(NAME | {"id"}),
    ),
    "a number": (select(func.count()).select_from(Nominee), Part(frozenset())),
    "unknown columns": (select(literal_column("bio")).select_from(Nominee), Part(None)),
    "a text": (select(Nominee.name).where(text("bio = ''")), Part(None)),
    "a text that may read more": (
        select(Nominee.name).where(Nominee.id == 5, text("year > (SELECT 1)")),
        Part(None),
    ),
    "any column": (select(literal_column("*")).select_from(Nominee), Part(None)),
}


@pytest.mark.parametrize("name", READ)
def test_a_read_depends_on_the_rows_and_columns_of_its_statement(name: str) -> None:
    statement, part = READ[name]
    for _ in range(2):
        with record_reads() as reads, reading() as session:
            session.execute(statement).all()
        assert {name: [*parts] for name, parts in reads.parts.items()} == {"nominees": [part]}


def reads_of(statement: Any) -> Reads:
    with record_reads() as reads, reading() as session:
        session.execute(statement).all()
    return reads


def named_by_year(year: int) -> Any:
    return select(Nominee.name).where(Nominee.year == year)


PARTIAL: dict[str, tuple[Write, dict[str, State]]] = {
    "a column": (set_to(bio="Another"), {"row": OUTDATED}),
    "the name": (set_to(name="Grace"), {"row": OUTDATED, "2024": OUTDATED, "names": OUTDATED}),
    "unpublishing": (set_to(is_published=False), {"row": WITHDRAWN}),
    "another year": (
        set_to(year=2025),
        {"row": WITHDRAWN, "2024": WITHDRAWN, "2025": WITHDRAWN},
    ),
    "a new row": (
        lambda session, _: session.add(nominee()),
        {"2024": OUTDATED, "names": OUTDATED, "count": OUTDATED},
    ),
    "deleting": (
        lambda session, nominee: session.delete(nominee),
        {"row": WITHDRAWN, "2024": WITHDRAWN, "names": WITHDRAWN, "count": WITHDRAWN},
    ),
    "an unknown row": (
        lambda session, _: session.execute(
            update(Nominee).values(bio="").where(col(Nominee.id) == 9)
        ),
        dict.fromkeys(["row", "other", "2024", "2025", "names", "count"], WITHDRAWN),
    ),
}


@pytest.mark.parametrize("name", PARTIAL)
@pytest.mark.parametrize("is_sent", [False, True], ids=["here", "by another process"])
def test_a_write_outdates_what_has_read_it_and_nothing_else(
    name: str, is_sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, expected = PARTIAL[name]
    with writing() as session:
        for year in (2024, 2026):
            session.add(Nominee(**nominee_body(year=year, is_published=True)))
    if is_sent:

        def send(changes: Changes) -> None:
            content_version.receive(json.loads(json.dumps(changes)))

        monkeypatch.setattr(content_version, "bump", send)
    before = {
        "row": reads_of(select(Nominee).where(Nominee.id == 1)),
        "other": reads_of(select(Nominee).where(Nominee.id == 2)),
        "2024": reads_of(named_by_year(2024)),
        "2025": reads_of(named_by_year(2025)),
        "names": reads_of(select(Nominee.name)),
        "count": reads_of(select(func.count()).select_from(Nominee)),
    }
    with writing() as session:
        write(session, session.get_one(Nominee, 1))
    found = {key: reads.state for key, reads in before.items()}
    assert {key: state for key, state in found.items() if state is not FRESH} == expected


def test_a_row_that_is_written_beside_a_known_one_counts_as_unknown() -> None:
    with writing() as session:
        session.add_all([nominee(), nominee()])
    other = reads_of(select(Nominee).where(Nominee.id == 2))
    with writing() as session:
        session.get_one(Nominee, 1).bio = "Another"
        session.flush()
        table = vars(Nominee)["__table__"]
        session.connection().execute(table.update().where(table.c.id == 2).values(bio=""))
    assert other.state is WITHDRAWN


def test_a_write_of_many_rows_outdates_the_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_version, "MAX_ROWS", 1)
    with writing() as session:
        session.add(nominee())
    before = reads_of(named_by_year(2026))
    with writing() as session:
        session.add_all([nominee(), nominee()])
    assert before.state is OUTDATED


def test_what_was_made_before_the_changes_that_are_kept_counts_as_withdrawn() -> None:
    content_version.current()
    before = reads_of(select(Photo.title))
    for _ in range(content_version.MAX_CHANGES):
        content_version.bump({"nominees": TableChange()})
    assert before.state is FRESH
    behind = reads_of(select(Photo.title))
    for _ in range(content_version.MAX_CHANGES + 1):
        content_version.bump({"nominees": TableChange()})
    assert behind.state is WITHDRAWN
