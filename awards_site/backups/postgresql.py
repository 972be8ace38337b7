"""Dumps a PostgreSQL database with pg_dump, and restores a dump with pg_restore."""

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from awards_site.backups.folder import private_file
from awards_site.backups.manifest import BackupFailed
from awards_site.core.database.engine import engine
from awards_site.core.storage.atomic_write import sync
from awards_site.core.tool_environment import tool_environment

MAX_ERROR_LENGTH = 2000
"""How many characters of a failed tool's messages are shown, from their end."""


class PostgresqlDatabase:
    """The database of the settings, if it is one of PostgreSQL."""

    engine = "postgresql"
    file_name = "database.dump"

    def __init__(self, url: URL) -> None:
        self._url = url

    def check_exists(self) -> None:
        """Do nothing: a connection to a missing database fails."""

    def check_tools(self) -> None:
        """Raise BackupFailed if the tools are not installed."""
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
        """Return what is wrong with a dump."""
        try:
            _run({}, "pg_restore", "--list", str(dump))
        except BackupFailed as error:
            return str(error)
        return None

    def is_empty(self) -> bool:
        try:
            with engine().connect() as connection:
                return not inspect(connection).get_table_names()
        except SQLAlchemyError as error:
            raise BackupFailed(f"The database is not available: {error}") from error

    def load(self, dump: Path) -> None:
        """Restore a dump into the empty database, in one transaction."""
        strict = ("--exit-on-error", "--single-transaction")
        self._run("pg_restore", *strict, *_ANY_OWNER, f"--dbname={self._connection}", str(dump))

    def remove(self) -> None:
        """Do nothing: a failed `load` is rolled back."""

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
    """Run one of PostgreSQL's tools; raise BackupFailed with its messages if it fails."""
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
        message = done.stderr.strip()[-MAX_ERROR_LENGTH:]
        raise BackupFailed(f"{tool} failed with exit code {done.returncode}: {message}")


def _find(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        raise BackupFailed(
            f"{tool} not found; install PostgreSQL's client programs in the version of the server"
            " or a newer one (on Debian or Ubuntu: apt install postgresql-client)"
        )
    return path
