"""A separate database for each test: migrated once, then copied."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import event, make_url

from awards_site.core import database, files
from awards_site.settings import settings

ROOT = Path(__file__).resolve().parents[1]
FILE = "awards.db"

_SETTINGS = {
    "AWARDS_DEMO": "0",
    "AWARDS_ADMIN_USERNAME": "admin",
    "AWARDS_ADMIN_PASSWORD": "correct horse battery staple",
}


def alembic_config() -> Config:
    return Config(str(ROOT / "alembic.ini"))


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
    for name, value in {**_SETTINGS, "AWARDS_DATA_DIR": str(folder), **named}.items():
        monkeypatch.setenv(name, value)
    close()
    has_engine = database.engine.cache_info().currsize
    if has_engine and database.engine().url != make_url(settings().database_url):
        database.engine.cache_clear()
        has_engine = False
    if not has_engine and database.engine().dialect.name == "sqlite":
        event.listen(database.engine(), "connect", _without_waiting_for_the_disk)


def _without_waiting_for_the_disk(connection: Any, _record: object) -> None:
    # fsync protects against a loss of power, and takes most of a test's time.
    connection.execute("PRAGMA synchronous = OFF")


def close() -> None:
    """Close the connections to the database, and clear the cached settings."""
    if database.engine.cache_info().currsize:
        database.engine().dispose()
    settings.cache_clear()
    files.storage.cache_clear()


def migrated_file(folder: Path) -> Path:
    """Return a new migrated database in `folder`, closed, so that it can be copied."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        use_data_dir(folder, monkeypatch)
        command.upgrade(alembic_config(), "head")
        close()
    return folder / FILE


def copy_into(folder: Path, migrated: Path) -> None:
    """Copy a migrated database into the data folder, and remove everything else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copyfile(migrated, folder / FILE)
