"""Copies an SQLite database while it is in use, and puts a copy back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from awards_site.backups.folder import copy_file, private_file
from awards_site.backups.manifest import BackupFailed
from awards_site.core.database.engine import engine
from awards_site.core.storage.atomic_write import sync


class SqliteDatabase:
    """The database of the settings, if it is one of SQLite."""

    engine = "sqlite"
    file_name = "database.sqlite"

    def __init__(self, url: URL) -> None:
        self.path = Path(url.database or "")

    def check_exists(self) -> None:
        """Raise BackupFailed if there is no database, rather than create one."""
        if not self.path.is_file():
            raise BackupFailed(
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
            raise BackupFailed(f"The database could not be copied: {error}") from error
        sync(target)

    @staticmethod
    def problem(copy: Path) -> str | None:
        """Return what is wrong with a copy, which is not changed."""
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
            raise BackupFailed(
                f"{self.path} was not written: {error}. Check the space and the permissions of"
                f" {self.path.parent}"
            ) from error
        finally:
            draft.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove what `load` has put there."""
        self.path.unlink(missing_ok=True)
