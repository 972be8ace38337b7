"""Finds out whether the file of a SQLite database is damaged, before anything is done with it."""

from sqlalchemy import make_url
from sqlalchemy.exc import DatabaseError, OperationalError

from awards_site.core.database.engine import engine
from awards_site.operations.check_result import Result, lacks_database
from awards_site.settings import settings


def check_database_file() -> Result | None:
    """Return what to do if the file is no database or damaged, else None.

    A file that cannot be opened is reported by what uses it.
    """
    url = make_url(settings().database_url)
    if url.get_backend_name() != "sqlite" or lacks_database():
        return None
    try:
        with engine().connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    except OperationalError:
        return None
    except DatabaseError as error:
        found = str(error.orig)
    if found == "ok":
        return None
    reason = " ".join(str(found).split()).removeprefix("*** in database main *** ")
    return Result.error(
        f"the database file {url.database} is damaged ({reason})",
        "Move the data folder away, and restore a backup:"
        " python -m awards_site restore FOLDER_OF_THE_BACKUP",
    )
