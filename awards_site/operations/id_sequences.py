"""The last ids that the tables have given, which they continue from: no id is given twice."""

from collections.abc import Mapping

from sqlalchemy import Connection, text

from awards_site.tables import metadata

_POSTGRESQL_LAST = text(
    "SELECT name, pg_sequence_last_value(pg_get_serial_sequence(name, 'id')::regclass)"
    " FROM unnest(CAST(:names AS text[])) AS name"
)
_POSTGRESQL_CONTINUE = text(
    "SELECT setval(pg_get_serial_sequence(name, 'id'), last)"
    " FROM unnest(CAST(:names AS text[]), CAST(:ids AS bigint[])) AS given (name, last)"
)


def last_ids(connection: Connection) -> dict[str, int]:
    """Return the last id that the database remembers for each table, deleted rows included.

    Tables are missing of which it remembers none.
    """
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
    else:
        rows = connection.execute(_POSTGRESQL_LAST, {"names": list(metadata.tables)})
    return {name: last for name, last in rows if last and name in metadata.tables}


def continue_after(connection: Connection, ids: Mapping[str, int]) -> None:
    """Let each table continue after the given id, which is positive.

    On SQLite, tables that may give the id of a deleted row again have nothing to continue from.
    """
    if connection.dialect.name != "sqlite":
        given = {"names": list(ids), "ids": list(ids.values())}
        connection.execute(_POSTGRESQL_CONTINUE, given)
        return
    connection.execute(text("DELETE FROM sqlite_sequence"))
    rows = [
        {"name": table.name, "last": ids[table.name]}
        for table in metadata.sorted_tables
        if table.dialect_options["sqlite"]["autoincrement"] and table.name in ids
    ]
    if rows:
        connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), rows)
