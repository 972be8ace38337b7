"""The last ids that the tables have given, which they continue from: no id is given twice."""

from collections.abc import Mapping

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Connection,
    Integer,
    String,
    bindparam,
    column,
    delete,
    func,
    insert,
    select,
    table,
)

from awards_site.tables import metadata

_SQLITE_SEQUENCE = table("sqlite_sequence", column("name", String), column("seq", Integer))


def last_ids(connection: Connection) -> dict[str, int]:
    """Return the last id that the database remembers for each table, deleted rows included.

    Tables are missing of which it remembers none.
    """
    if connection.dialect.name == "sqlite":
        rows = connection.execute(select(_SQLITE_SEQUENCE))
    else:
        names = func.unnest(bindparam("names", list(metadata.tables), ARRAY(String)))
        tables = names.table_valued(column("name", String), name="tables")
        sequence = func.pg_get_serial_sequence(tables.c.name, "id")
        rows = connection.execute(
            select(tables.c.name, func.pg_sequence_last_value(func.to_regclass(sequence)))
        )
    return {name: last for name, last in rows if last and name in metadata.tables}


def continue_after(connection: Connection, ids: Mapping[str, int]) -> None:
    """Let each table continue after the given id.

    On SQLite, tables that may give the id of a deleted row again have nothing to continue from.
    """
    if connection.dialect.name == "sqlite":
        wanted = {
            name: last
            for name, last in ids.items()
            if metadata.tables[name].dialect_options["sqlite"]["autoincrement"]
        }
        connection.execute(delete(_SQLITE_SEQUENCE).where(_SQLITE_SEQUENCE.c.name.in_(wanted)))
        if wanted:
            rows = [{"name": name, "seq": last} for name, last in wanted.items()]
            connection.execute(insert(_SQLITE_SEQUENCE), rows)
        return
    pairs = func.unnest(
        bindparam("names", list(ids), ARRAY(String)),
        bindparam("last_ids", list(ids.values()), ARRAY(BigInteger)),
    ).table_valued(column("name", String), column("last", BigInteger), name="pairs")
    sequence = func.to_regclass(func.pg_get_serial_sequence(pairs.c.name, "id"))
    connection.execute(select(func.setval(sequence, pairs.c.last)))
