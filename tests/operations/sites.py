"""Sites with data of their own, on each database engine that tests can reach."""

import os
import resource
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Boolean, Column, Integer, Table, insert, select

from awards_site.core.crypto import secret_key
from awards_site.core.database.engine import UtcDateTime, alembic_config, engine, head_revision
from awards_site.core.files.file_names import file_url
from awards_site.core.files.storage import storage
from awards_site.operations.tables import metadata
from awards_site.settings import settings
from tests import database, postgresql
from tests.command_line import succeed

ENGINES = ["sqlite", *(["postgresql"] if postgresql.is_used else [])]

Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Site:
    """A data folder, and the URL of a database outside of it, or '' for a file in it."""

    data_dir: Path
    database_url: str


class Sites:
    """Makes sites, and puts one of them into the settings."""

    def __init__(self, folder: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._migrated = migrated
        self._monkeypatch = monkeypatch
        self._databases: list[str] = []

    def new(self, engine_name: str) -> Site:
        """Return a site without a data folder and without tables, and use it."""
        url = ""
        if engine_name == "postgresql":
            url = postgresql.new_url()
            self._databases.append(url)
        site = Site(self._folder / f"site-{secrets.token_hex(6)}", url)
        self.use(site)
        return site

    def new_migrated(self, engine_name: str) -> None:
        self.new(engine_name)
        self.migrate()

    def use(self, site: Site, **named: str) -> None:
        named = {"DATABASE_URL": site.database_url, **named}
        database.use_data_dir(site.data_dir, self._monkeypatch, **named)

    def migrate(self) -> None:
        if postgresql.is_used:
            succeed("migrate")
        else:
            database.copy_into(settings().data_dir, self._migrated)

    def add_migration(self, statement: str) -> None:
        """Let the site have one more migration, as its next version does."""
        folder = self._folder / "next"
        folder.mkdir()
        (folder / "next_version.py").write_text(
            "from alembic import op\n"
            f"revision, down_revision = 'next', {head_revision()!r}\n"
            f"def upgrade(): op.execute({statement!r})\n"
        )
        config = alembic_config()
        folders = ScriptDirectory.from_config(config).versions, str(folder)
        config.set_main_option("version_locations", os.pathsep.join(folders))
        history = ScriptDirectory.from_config(config)
        self._monkeypatch.setattr(ScriptDirectory, "from_config", lambda _config: history)

    def fill(self) -> None:
        """Fill every column of every table, and the data folder."""
        self.migrate()
        with engine().begin() as connection:
            for table in metadata.sorted_tables:
                connection.execute(insert(table), [row(table, 1), row(table, 2)])
        for extension in ("png", "mp4"):
            storage().save(BytesIO(secrets.token_bytes(300_000)), extension)
        storage().put("sizes/a.480.avif", b"can be made again")
        (settings().data_dir / "mailbox").mkdir()
        secret_key()

    def drop_databases(self) -> None:
        database.close()
        for url in self._databases:
            postgresql.drop(url)


def row(table: Table, number: int) -> dict[str, Any]:
    """Return a row with a value in every column; the second has NULL where it may."""
    return {column.name: _value(column, number) for column in table.c}


def _value(column: Column[Any], number: int) -> Any:
    if column.nullable and number > 1:
        return None
    match column.type:
        case UtcDateTime():
            return datetime(2030, 1, 2, 3, 4, 5, 678901, UTC) + timedelta(hours=number)
        case JSON():
            return [{"z": "Zoé\u2028\n", "a": [None, True, 0, 1.5, number], "": {}}]
        case Boolean():
            return number == 1
        case Integer():
            return number
        case _:
            return f"Zoé 'quoted' \"twice\" \\ \r\n\t\u2028 名 🎉 {column.name} {number}"


def rows() -> Rows:
    with engine().connect() as connection:
        return {
            table.name: [
                dict(each) for each in connection.execute(select(table).order_by("id")).mappings()
            ]
            for table in metadata.sorted_tables
        }


def uploads() -> dict[str, bytes]:
    """Return the uploaded files, without image variants."""
    return {file.name: storage().read(file.name) for file in storage().originals()}


def upload(content: bytes = b"content") -> str:
    return file_url(storage().save(BytesIO(content), "png"))


@contextmanager
def full_disk(max_bytes: int) -> Iterator[None]:
    """Let every write beyond so many bytes of a file fail, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
