"""Tests of the indexes for long lists on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url, pool, text

from awards_site.operations import bootstrap
from tests import database, postgresql

pytestmark = pytest.mark.postgresql_only

ROLE = "awards_test_without_rights"
TRIGRAMS = "postgresql_messages_search_text"


@pytest.fixture
def url() -> Iterator[str]:
    """The URL of a database in which its user may create tables and no extensions."""
    admin = create_engine(postgresql.new_url(), poolclass=pool.NullPool)
    with admin.begin() as connection:
        connection.execute(text(f"DROP ROLE IF EXISTS {ROLE}"))
        connection.execute(text(f"CREATE ROLE {ROLE} LOGIN PASSWORD 'secret'"))
        connection.execute(text(f"ALTER SCHEMA public OWNER TO {ROLE}"))
    limited = admin.url.set(username=ROLE, password="secret")
    yield limited.render_as_string(hide_password=False)
    database.close()
    with admin.begin() as connection:
        connection.execute(text(f"DROP OWNED BY {ROLE} CASCADE"))
        connection.execute(text(f"DROP ROLE {ROLE}"))


def indexes(url: str) -> set[str]:
    engine = create_engine(url, poolclass=pool.NullPool)
    return {str(each["name"]) for each in inspect(engine).get_indexes("messages")}


def test_without_the_right_to_add_the_extension_a_start_logs_how_to_add_it(
    url: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database.use_data_dir(data_dir, monkeypatch, DATABASE_URL=url)
    bootstrap.migrate()
    assert "CREATE EXTENSION pg_trgm" in caplog.text
    assert TRIGRAMS not in indexes(url)
    owner = make_url(postgresql.url()).set(database=make_url(url).database)
    with create_engine(owner, poolclass=pool.NullPool).begin() as connection:
        connection.execute(text("CREATE EXTENSION pg_trgm"))
    bootstrap.migrate()
    assert TRIGRAMS in indexes(url)
