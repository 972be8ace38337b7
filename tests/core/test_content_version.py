"""Tests of the content version: which writes bump it."""

from datetime import UTC, datetime

import pytest
from sqlmodel import select

from awards_site.core.database.engine import metadata
from awards_site.core.database.sessions import reading, writing
from awards_site.core.invalidation import content_version
from awards_site.features.nominees.entity import Nominee
from awards_site.features.subscribers.entity import Subscriber
from awards_site.operations import tables
from tests.factories import nominee_body

pytestmark = pytest.mark.usefixtures("empty_database")

PRIVATE = {
    "audit_entries",
    "authenticator_apps",
    "deleted_records",
    "followed_links",
    "demo_records",
    "imports",
    "message_notes",
    "message_replies",
    "messages",
    "mfa_challenges",
    "outgoing_emails",
    "passkeys",
    "password_links",
    "preview_links",
    "record_drafts",
    "record_versions",
    "recovery_codes",
    "sign_in_attempts",
    "subscribers",
    "user_sessions",
    "users",
}


def nominee() -> Nominee:
    return Nominee(**nominee_body())


def fail_after_adding() -> None:
    """Add a nominee in a transaction that is rolled back."""
    with writing() as session:
        session.add(nominee())
        session.flush()
        raise RuntimeError("on purpose")


def test_tables_are_public_by_default() -> None:
    assert tables.metadata is metadata
    assert {
        t.name for t in metadata.tables.values() if not content_version.is_public_table(t)
    } == PRIVATE


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
