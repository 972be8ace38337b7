"""Tests of the migrations on SQLite and PostgreSQL against the models."""

import io
import re
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from anyio.from_thread import start_blocking_portal
from sqlalchemy import inspect, make_url, text
from sqlalchemy.schema import CreateIndex, CreateTable

from awards_site.app import make_api
from awards_site.core.database.engine import alembic_config, engine
from awards_site.operations import bootstrap
from awards_site.operations.tables import metadata
from tests import query_plans
from tests.api.client import client_of
from tests.api.public import PUBLIC

POSTGRESQL = "postgresql+psycopg://user@localhost/awards"
SQLITE_ONLY = (
    r"\b(AUTOINCREMENT|PRAGMA|DATETIME|WITHOUT ROWID|sqlite\w*|GLOB|STRFTIME)\b|\bRAISE *\("
)

pytestmark = pytest.mark.usefixtures("data_dir")


def tables() -> set[str]:
    return set(inspect(engine()).get_table_names()) - {"alembic_version"}


def test_every_migration_can_be_reverted_and_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    config = alembic_config()
    history = ScriptDirectory.from_config(config)
    # Each command would load all migrations again.
    monkeypatch.setattr(ScriptDirectory, "from_config", lambda _config: history)
    steps = [each.revision for each in history.walk_revisions()][::-1]
    assert len(history.get_heads()) == 1
    assert steps
    for step in steps:
        command.upgrade(config, step)
        before = tables()
        command.downgrade(config, "-1")
        command.upgrade(config, step)
        assert tables() == before
    assert tables() == set(metadata.tables)


def test_the_models_and_the_migrations_agree() -> None:
    command.upgrade(alembic_config(), "head")
    with engine().connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []


INCOMPLETE_ROWS = (
    "INSERT INTO nominees (name, title, company, bio, achievements, category, year, is_finalist,"
    " is_winner, is_published, created_at)"
    " VALUES ('Zoé', 'Founder', 'Ōra', '', '', 'tech', 2024, false, false, true, '2026-01-01')",
    "INSERT INTO events (title, description, location, start_date, end_date, type, is_virtual,"
    " is_published, created_at, search_text) VALUES ('Tea', '', '', '2026-01-01', '2026-01-01',"
    " 'gala', false, true, '2026-01-01', 'kept')",
    "INSERT INTO subscribers (email, email_folded, created_at)"
    " VALUES ('a@example.org', 'a@example.org', '2026-01-01')",
)


def test_a_start_completes_the_rows_that_a_migration_leaves_incomplete() -> None:
    bootstrap.migrate()
    with engine().begin() as connection:
        for statement in INCOMPLETE_ROWS:
            connection.execute(text(statement))
    bootstrap.complete_rows()

    def row(query: str) -> tuple[Any, ...]:
        with engine().connect() as connection:
            return tuple(connection.execute(text(query)).one())

    key, searched = row("SELECT name_sort_key, search_text FROM nominees")
    assert key == "zoe"
    assert {"zoe", "technology"} <= set(searched.split())
    assert row("SELECT search_text FROM events") == ("kept",)
    key, token = row("SELECT email_sort_key, unsubscribe_token FROM subscribers")
    assert (key, bool(token)) == ("a@example.org", True)


@pytest.mark.parametrize("revision", ["0001", "0042"])
@pytest.mark.usefixtures("empty_database")
def test_a_database_from_before_version_1_is_told_what_to_run_first(revision: str) -> None:
    with engine().begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    words = f"The database is at migration {revision}, from before version 1.0: first run version"
    with pytest.raises(CommandError, match=words):
        command.upgrade(alembic_config(), "head")


@pytest.fixture(scope="module")
def postgresql_sql() -> str:
    """The SQL that builds the database on PostgreSQL."""
    config = alembic_config()
    config.output_buffer = io.StringIO()
    config.set_main_option("sqlalchemy.url", POSTGRESQL)
    command.upgrade(config, "head", sql=True)
    return config.output_buffer.getvalue()


def test_the_sql_for_postgresql_has_no_sqlite_syntax(postgresql_sql: str) -> None:
    assert re.findall(SQLITE_ONLY, postgresql_sql, re.IGNORECASE) == []
    assert "TIMESTAMP WITH TIME ZONE" in postgresql_sql
    assert "SERIAL" in postgresql_sql
    unique = r"CREATE UNIQUE INDEX ix_cover_pages_active ON cover_pages \(is_active\) WHERE"
    assert re.search(unique, postgresql_sql)


def test_the_sql_for_postgresql_matches_the_models(postgresql_sql: str) -> None:
    written = _lines(postgresql_sql)
    dialect = make_url(POSTGRESQL).get_dialect()()
    tables = metadata.sorted_tables
    wanted: list[CreateTable | CreateIndex] = [CreateTable(table) for table in tables]
    wanted += [CreateIndex(index) for table in tables for index in table.indexes]
    assert len(wanted) > len(tables) > 0
    missing = [
        sql
        for statement in wanted
        if not _lines(sql := str(statement.compile(dialect=dialect))) <= written
    ]
    assert missing == []


def _lines(sql: str) -> set[str]:
    return {line.strip().rstrip(",;").rstrip() for line in sql.splitlines() if line.strip()}


PUBLIC_QUERIES = [
    *(path for path in PUBLIC if path.startswith("/api/") and path != "/api/events/today"),
    "/api/photos/category/sessions",
    "/api/videos/category/interview",
    "/api/blog/slug/a-post",
]


MAX_STATEMENTS = 2
"""Lists of nominees also read the active embargoes."""


@pytest.mark.usefixtures("empty_database")
def test_no_public_query_reads_a_whole_table() -> None:
    found = {}
    with start_blocking_portal() as opened, client_of(make_api(), opened) as client:
        for path in PUBLIC_QUERIES:
            with query_plans.recorded() as statements:
                assert client.get(path).status_code in {200, 404}
            assert 1 <= len(statements) <= MAX_STATEMENTS, path
            found[path] = [
                scan for each in statements for scan in query_plans.scans(query_plans.plan_of(each))
            ]
    assert found
    assert {path: scans for path, scans in found.items() if scans} == {}


@pytest.mark.usefixtures("empty_database")
def test_upgrading_is_idempotent_and_keeps_the_data() -> None:
    with engine().begin() as connection:
        connection.execute(
            text(
                "INSERT INTO subscribers (email, email_folded, created_at)"
                " VALUES ('a@example.org', 'a@example.org', '2026-01-01')"
            )
        )
    command.upgrade(alembic_config(), "head")
    with engine().connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM subscribers")) == 1


@pytest.mark.usefixtures("empty_database")
def test_a_site_that_was_started_can_be_reverted() -> None:
    command.downgrade(alembic_config(), "base")
    assert tables() == set()
    # The tests that follow on PostgreSQL use the same database.
    command.upgrade(alembic_config(), "head")
