"""Indexes for the search and the order of lists that grow without limit.

A start makes those that are missing. No migration does: PostgreSQL's extension pg_trgm may be added
later by somebody else, a migration that rebuilds a table on SQLite loses its triggers, and Alembic
does not compare indexes with descending columns.
"""

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from awards_site.core.database.engine import IS_WRITING, engine, truncate_write_ahead_log
from awards_site.core.database.sessions import writing
from awards_site.core.logs import get_logger

log = get_logger(__name__)

PREFIXES = ("list_", "postgresql_")
"""How the names of these indexes, and of the tables that SQLite makes for them, begin."""

SEARCHED = ("audit_entries", "messages", "subscribers")
"""The tables whose `search_text` has an index of its trigrams."""

_NEWEST_FIRST = tuple(
    (f"list_audit_entries_{key}", f"audit_entries ({key}, created_at DESC, id DESC)")
    for key in ("user_name_sort_key", "action_sort_key", "ip_address_sort_key", "record_type")
)
"""The ascending order of columns with few different values; the other one has a normal index."""

_MERGED_PAGES = 500
"""How many pages of a search index one transaction rewrites; it takes some 50 ms."""

# Neither the text nor the places in it are stored, so a match is compared with the table's text.
_SQLITE_INDEX = """
CREATE VIRTUAL TABLE {index} USING fts5(search_text, content='{table}', content_rowid='id',
    tokenize='trigram', detail='none', columnsize=0)
"""
_ADD = "INSERT INTO {index} (rowid, search_text) VALUES (new.id, new.search_text);"
_REMOVE = """
INSERT INTO {index} ({index}, rowid, search_text) VALUES ('delete', old.id, old.search_text);
INSERT INTO list_deletions VALUES ('{index}', 1)
    ON CONFLICT (name) DO UPDATE SET count = count + 1;
"""
_SQLITE_TRIGGERS = {
    "insert": f"AFTER INSERT ON {{table}} BEGIN {_ADD} END",
    "delete": f"AFTER DELETE ON {{table}} BEGIN {_REMOVE} END",
    "update": "AFTER UPDATE OF search_text ON {table}"
    f" WHEN old.search_text IS NOT new.search_text BEGIN {_REMOVE} {_ADD} END",
}


def add_list_indexes() -> None:
    """Add the indexes that are missing; log what to do if PostgreSQL's extension cannot be."""
    with engine().execution_options(**{IS_WRITING: True}).begin() as connection:
        for name, definition in _NEWEST_FIRST:
            connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {name} ON {definition}")
        if connection.dialect.name == "sqlite":
            _add_to_sqlite(connection)
        elif _has_trigrams(connection):
            for table in SEARCHED:
                connection.exec_driver_sql(
                    f"CREATE INDEX IF NOT EXISTS postgresql_{table}_search_text"
                    f" ON {table} USING gin (search_text gin_trgm_ops)"
                )


def search_index(table: str) -> str:
    """Return the name of the virtual table that indexes a table of `SEARCHED` on SQLite."""
    return f"list_search_{table}"


def purge_deleted() -> None:
    """Remove what deleted rows have left in SQLite's files, after their transaction.

    An index only marks what it no longer has, until its parts are merged. That is done in
    transactions of some 50 ms each, so that other writers do not wait.
    """
    if engine().dialect.name != "sqlite":
        return
    with writing() as session:
        deletions = session.execute(text("SELECT name, count FROM list_deletions")).all()
    for name, count in deletions:
        _merge(name, count)
    truncate_write_ahead_log()


def _merge(index: str, count: int) -> None:
    # A negative number begins a merge of all parts; positive ones continue it.
    pages, is_done = -_MERGED_PAGES, False
    while not is_done:
        with writing() as session:
            connection = session.connection()
            changes = _total_changes(connection)
            merge = text(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', :pages)")  # noqa: S608
            connection.execute(merge, {"pages": pages})
            is_done = _total_changes(connection) - changes < 2
            if is_done:
                # Unless rows were deleted meanwhile, which the next purge removes.
                forget = "DELETE FROM list_deletions WHERE name = :name AND count = :count"
                connection.execute(text(forget), {"name": index, "count": count})
        pages = _MERGED_PAGES


def _total_changes(connection: Connection) -> int:
    changes: int = connection.connection.driver_connection.total_changes  # type: ignore[union-attr]
    return changes


def _add_to_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE IF NOT EXISTS list_deletions (name TEXT PRIMARY KEY, count INTEGER NOT NULL)"
    )
    existing = set(connection.scalars(text("SELECT name FROM sqlite_master")))
    for table in SEARCHED:
        index = search_index(table)
        names = {"table": table, "index": index}
        triggers = {f"{index}_{kind}": body for kind, body in _SQLITE_TRIGGERS.items()}
        if existing.issuperset({index, *triggers}):
            continue
        if index not in existing:
            connection.exec_driver_sql(_SQLITE_INDEX.format(**names))
        for name, body in triggers.items():
            connection.exec_driver_sql(
                f"CREATE TRIGGER IF NOT EXISTS {name} {body.format(**names)}"
            )
        connection.exec_driver_sql(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")  # noqa: S608


def _has_trigrams(connection: Connection) -> bool:
    """Add the extension pg_trgm unless it is there; return whether it is now."""
    if connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")):
        return True
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION pg_trgm")
    except DBAPIError as error:
        log.warning(
            "search index not created; searches read whole tables until a superuser runs"
            " CREATE EXTENSION pg_trgm in this database and the site restarts",
            error=str(error.orig).splitlines()[0],
        )
        return False
    return True
