"""A separate database for each test: migrated once, then copied.

It is a SQLite file in the data folder, or one on the server of AWARDS_TEST_DATABASE_URL.
"""

import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, make_url, select

from awards_site.core.database.engine import engine
from awards_site.core.database.sessions import reading
from awards_site.core.files.storage import storage
from awards_site.operations import bootstrap
from awards_site.operations.tables import metadata
from awards_site.settings import settings
from tests import postgresql

ROOT = Path(__file__).resolve().parents[1]
FILE = "awards.db"

_SETTINGS = {
    "AWARDS_DEMO": "0",
    "AWARDS_LINK_CHECK_DAYS": "0",
    "AWARDS_ADMIN_USERNAME": "admin",
    "AWARDS_ADMIN_PASSWORD": "correct horse battery staple",
}


def use_data_dir(folder: Path, monkeypatch: pytest.MonkeyPatch, **named: str) -> None:
    """Use `folder` as data folder, with these settings and the defaults of all others.

    An existing engine for this folder is reused, because it caches compiled statements, which
    saves time in the next test.
    """
    for name in (
        "DATABASE_URL",
        "AWARDS_PUBLIC_URL",
        "AWARDS_SMTP_URL",
        "AWARDS_STORE_FORMS",
        "AWARDS_TIMEZONE",
    ):
        monkeypatch.delenv(name, raising=False)
    own = {"DATABASE_URL": postgresql.url()} if postgresql.is_used else {}
    for name, value in {**_SETTINGS, "AWARDS_DATA_DIR": str(folder), **own, **named}.items():
        monkeypatch.setenv(name, value)
    close()
    has_engine = engine.cache_info().currsize
    if has_engine and engine().url != make_url(settings().database_url):
        engine.cache_clear()
        has_engine = False
    if not has_engine and engine().dialect.name == "sqlite":
        event.listen(engine(), "connect", _without_waiting_for_the_disk)


def _without_waiting_for_the_disk(connection: Any, _record: object) -> None:
    # fsync protects against a loss of power, and takes most of a test's time.
    connection.execute("PRAGMA synchronous = OFF")


def close() -> None:
    """Close the connections to the database, and clear the cached settings."""
    if engine.cache_info().currsize:
        _wait_for_connections()
        engine().dispose()
    settings.cache_clear()
    storage.cache_clear()


def _wait_for_connections() -> None:
    """Wait until cancelled requests have returned their connections."""
    pool: Any = engine().pool
    deadline = time.monotonic() + 5
    while pool.checkedout() and time.monotonic() < deadline:
        time.sleep(0.005)


def migrated_folder(folder: Path) -> Path:
    """Save a new migrated database in `folder` and return it, so that it can be copied."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        remove(folder)
        use_data_dir(folder, monkeypatch)
        bootstrap.migrate()
        save(folder)
    return folder


def save(folder: Path) -> None:
    """Close the database of the data folder, so that both can be copied."""
    close()
    if postgresql.is_used:
        postgresql.save(folder.name)


def copy_into(folder: Path, saved: Path) -> None:
    """Replace the data folder and its database by a copy of saved ones."""
    close()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(saved, folder)
    for path in (folder, *folder.rglob("*")):
        # As the site makes them, which would otherwise report that it changed them.
        path.chmod(0o700 if path.is_dir() else 0o600)
    if postgresql.is_used:
        postgresql.restore(saved.name)


def remove(folder: Path) -> None:
    if postgresql.is_used:
        postgresql.remove_tables()
    else:
        (folder / FILE).unlink(missing_ok=True)


def dump() -> str:
    with reading() as session:
        rows = [row for table in metadata.sorted_tables for row in session.execute(select(table))]
    return "\n".join(map(str, rows))
