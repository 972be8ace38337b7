"""The databases that are backed up: PostgreSQL by pg_dump and pg_restore, SQLite by a copy."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from awards_site.core.database.engine import engine
from awards_site.core.files.disk import sync
from awards_site.core.process import tool_environment
from awards_site.operations import CommandFailed
from awards_site.operations.backups.folder import copy_file, private_file


class PostgresqlDatabase:
    """The database of the settings, if it is one of PostgreSQL."""

    engine = "postgresql"
    file_name = "database.dump"

    def __init__(self, url: URL) -> None:
        self._url = url

    def check_exists(self) -> None:
        """Do nothing: a connection to a missing database fails."""

    def check_tools(self) -> None:
        """Raise CommandFailed if the tools are not installed."""
        for tool in ("pg_dump", "pg_restore"):
            _find(tool)

    def size(self) -> int:
        """Return about how many bytes a dump has at most."""
        with engine().connect() as connection:
            return connection.scalar(select(func.pg_database_size(func.current_database()))) or 0

    def dump(self, target: Path) -> None:
        """Write a consistent dump in pg_dump's custom format, which is compressed."""
        with private_file(target):
            pass
        self._run("pg_dump", "--format=custom", *_ANY_OWNER, f"--file={target}", self._connection)
        sync(target)

    @staticmethod
    def problem(dump: Path) -> str | None:
        """Return the problem of a dump, or None."""
        try:
            _run({}, "pg_restore", "--list", str(dump))
        except CommandFailed as error:
            return str(error)
        return None

    def is_empty(self) -> bool:
        try:
            with engine().connect() as connection:
                return not inspect(connection).get_table_names()
        except SQLAlchemyError as error:
            raise CommandFailed(f"The database is not available: {error}") from error

    def load(self, dump: Path) -> None:
        """Restore a dump into the empty database, in one transaction."""
        strict = ("--exit-on-error", "--single-transaction")
        self._run("pg_restore", *strict, *_ANY_OWNER, f"--dbname={self._connection}", str(dump))

    @property
    def _connection(self) -> str:
        """The URL without the password, which other users could see among the processes."""
        # `set` would keep the password, and asterisks stand for it in the text.
        return self._url._replace(drivername="postgresql", password=None).render_as_string()

    def _run(self, *command: str) -> None:
        password = self._url.password
        _run({"PGPASSWORD": str(password)} if password else {}, *command)


_ANY_OWNER = ("--no-owner", "--no-privileges")
"""Options so that a dump can be restored by a user with another name."""


def _run(environment: dict[str, str], tool: str, *arguments: str) -> None:
    """Run one of PostgreSQL's tools; raise CommandFailed with its messages if it fails."""
    settings_of_tools = {name: value for name, value in os.environ.items() if name[:2] == "PG"}
    done = subprocess.run(  # noqa: S603
        [_find(tool), *arguments],
        env={**tool_environment(), **settings_of_tools, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        message = done.stderr.strip()[-2000:]
        raise CommandFailed(f"{tool} failed with exit code {done.returncode}: {message}")


def _find(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        raise CommandFailed(
            f"{tool} not found; install PostgreSQL's client programs in the version of the server"
            " or a newer one (on Debian or Ubuntu: apt install postgresql-client)"
        )
    return path


class SqliteDatabase:
    """The database of the settings, if it is one of SQLite."""

    engine = "sqlite"
    file_name = "database.sqlite"

    def __init__(self, url: URL) -> None:
        self.path = Path(url.database or "")

    def check_exists(self) -> None:
        """Raise CommandFailed if there is no database, rather than create one."""
        if not self.path.is_file():
            raise CommandFailed(
                f"There is no database {self.path}; check DATABASE_URL and AWARDS_DATA_DIR"
            )

    def check_tools(self) -> None:
        """Do nothing: Python has all that is needed."""

    def size(self) -> int:
        """Return the size of a copy in bytes."""
        return self.path.stat().st_size

    def dump(self, target: Path) -> None:
        """Write a consistent copy; writers of the site need not wait."""
        with private_file(target):
            pass
        try:
            with (
                engine().connect() as source,
                closing(sqlite3.connect(target, isolation_level=None)) as copy,
            ):
                driver = source.connection.driver_connection
                assert isinstance(driver, sqlite3.Connection)
                # In one step: a copy in several steps restarts after each write.
                driver.backup(copy)
                # The copy is then one file, and can be read on a read-only disk.
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise CommandFailed(f"The database could not be copied: {error}") from error
        sync(target)

    @staticmethod
    def problem(copy: Path) -> str | None:
        """Return the problem of a copy, which is not changed, or None."""
        uri = f"{copy.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as connection:
                [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            return str(error)
        return None if found == "ok" else str(found)

    def is_empty(self) -> bool:
        beside = (self.path.with_name(self.path.name + end) for end in ("-wal", "-journal"))
        return not any(path.exists() for path in (self.path, *beside))

    def load(self, copy: Path) -> None:
        """Put a copy in the place of the missing database."""
        draft = self.path.with_name(f".{self.path.name}.restored")
        try:
            copy_file(copy, draft)
            draft.rename(self.path)
        except OSError as error:
            raise CommandFailed(
                f"{self.path} was not written: {error}. Check the space and the permissions of"
                f" {self.path.parent}"
            ) from error
        finally:
            draft.unlink(missing_ok=True)
