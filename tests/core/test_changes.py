"""The version of public content: another one after each write that a visitor may see."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import delete, select, update

from awards_site import tables
from awards_site.core import content_version
from awards_site.core.database import metadata, reading, writing
from awards_site.nominees.models import Nominee
from awards_site.subscribers.models import Subscriber
from tests.factories import nominee_body

pytestmark = pytest.mark.usefixtures("empty_database")

PRIVATE = {
    "activities",
    "content_edits",
    "deleted_records",
    "demo_records",
    "messages",
    "sign_in_failures",
    "subscribers",
    "user_sessions",
    "users",
}


def nominee() -> Nominee:
    return Nominee(**nominee_body())


def add_nominee() -> None:
    with writing() as session:
        session.add(nominee())


def fail_after_adding() -> None:
    """Add a nominee in a transaction that comes to nothing."""
    with writing() as session:
        session.add(nominee())
        session.flush()
        raise RuntimeError("on purpose")


def test_every_table_is_public_but_those_that_say_otherwise() -> None:
    assert tables.metadata is metadata
    assert {t.name for t in metadata.tables.values() if not content_version.is_public(t)} == PRIVATE


def test_adding_changing_and_deleting_each_make_another_version() -> None:
    seen = [content_version.current()]
    assert content_version.current() == seen[0]
    add_nominee()
    seen.append(content_version.current())
    with writing() as session:
        session.exec(select(Nominee)).one().name = "Grace"
    seen.append(content_version.current())
    with writing() as session:
        session.delete(session.exec(select(Nominee)).one())
    seen.append(content_version.current())
    assert len(set(seen)) == len(seen)


def test_a_write_to_many_rows_at_once_makes_another_version() -> None:
    add_nominee()
    seen = [content_version.current()]
    for statement in (update(Nominee).values(name="Grace"), delete(Nominee)):
        with writing() as session:
            session.execute(statement)
        seen.append(content_version.current())
    assert len(set(seen)) == len(seen)


def test_changes_in_quick_succession_are_told_apart() -> None:
    seen = set()
    for _ in range(50):
        content_version.bump()
        seen.add(content_version.current())
    assert len(seen) == 50


def test_a_clock_that_goes_back_gives_a_higher_version_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content_version.bump()
    before = content_version.current()
    monkeypatch.setattr(time, "time_ns", lambda: before - 3_600_000_000_000)
    content_version.bump()
    assert content_version.current() > before


def test_writes_that_no_visitor_sees_and_reads_leave_the_version() -> None:
    before = content_version.current()
    with writing() as session:
        address = "reader@example.org"
        since = datetime(2030, 1, 1, tzinfo=UTC)
        session.add(Subscriber(email=address, email_folded=address, created_at=since))
    with reading() as session:
        assert session.exec(select(Nominee)).all() == []
    assert content_version.current() == before


def test_a_write_that_is_rolled_back_leaves_the_version() -> None:
    before = content_version.current()
    with pytest.raises(RuntimeError, match="on purpose"):
        fail_after_adding()
    assert content_version.current() == before


def test_a_folder_that_cannot_be_written_to_fails_no_write(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "content-version").unlink(missing_ok=True)
    (tmp_path / "content-version").symlink_to(tmp_path / "missing" / "file")
    add_nominee()
    assert "content version not written" in caplog.text
