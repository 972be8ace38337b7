"""A database of its own for each test: migrated once, then copied."""

import shutil
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

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
    """Return the project's configuration of alembic."""
    return Config(str(ROOT / "alembic.ini"))


def use_data_dir(folder: Path, monkeypatch: pytest.MonkeyPatch, **named: str) -> None:
    """Let the process work in `folder`, with these settings and otherwise the defaults."""
    for name in ("DATABASE_URL", "AWARDS_PUBLIC_URL", "AWARDS_STORE_FORMS", "AWARDS_TIMEZONE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**_SETTINGS, "AWARDS_DATA_DIR": str(folder), **named}.items():
        monkeypatch.setenv(name, value)
    forget()


def forget() -> None:
    """Close the engine, and forget what was read from the settings."""
    if database.engine.cache_info().currsize:
        database.engine().dispose()
    for cached in (settings, database.engine, files.storage):
        cached.cache_clear()


def migrated_file(folder: Path) -> Path:
    """Return a new migrated database in `folder`, closed, so that it can be copied."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        use_data_dir(folder, monkeypatch)
        command.upgrade(alembic_config(), "head")
    forget()
    return folder / FILE


def copy_into(folder: Path, migrated: Path) -> None:
    """Put a copy of a migrated database where the site looks for it."""
    shutil.copyfile(migrated, folder / FILE)
