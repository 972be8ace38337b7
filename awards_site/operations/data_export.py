"""Exports all data in a form that SQLite and PostgreSQL can both import, and imports it.

The folder has a file of JSON lines for each table, the last ids, and the uploaded files.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, exists, insert, literal, select, union_all
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from awards_site.core.database.engine import engine, head_revision, row_from_json, row_to_json
from awards_site.core.database.sessions import reading, writing
from awards_site.operations import CommandFailed, bootstrap, data_folder
from awards_site.operations.backups.backup import configured_database
from awards_site.operations.backups.folder import (
    Manifest,
    database_revision,
    private_file,
    verify_folder,
    write_folder,
)
from awards_site.operations.data_files import copied_files
from awards_site.operations.restore import continue_after, last_ids
from awards_site.operations.tables import metadata

TABLES = "tables"
LAST_IDS = "last-ids.json"

BATCH = 1000
"""The number of rows that are read or written at a time."""


def export_data(target: Path) -> Manifest:
    """Write all data into a new folder, also while the site runs, and return its manifest.

    Raises CommandFailed if that fails, or if the database is not at this version's revision.
    """
    database = configured_database()
    database.check_exists()
    return write_folder(target, "data export", database.size, _write_database)


def import_data(source: Path) -> Manifest:
    """Import all data into an empty database, and return the manifest.

    Uploaded files that are already there stay. Raises CommandFailed if the export is damaged or of
    another revision, if the database is not empty, or while the site runs; no data is then changed.
    """
    manifest = verify_folder(source, "data export")
    _check_revision("The export", manifest.revision)
    with data_folder.replacing():
        bootstrap.migrate()
        _check_empty()
        with copied_files(source, manifest), writing() as session:
            _read_database(session, source)
    return manifest


def _check_revision(label: str, revision: str) -> None:
    if revision != head_revision():
        raise CommandFailed(
            f"{label} has revision {revision}, and this version of the site {head_revision()};"
            " migrate the old site first, and export and import with the same version"
        )


def _check_empty() -> None:
    with engine().connect() as connection:
        found = connection.scalars(
            union_all(
                *(
                    select(literal(table.name)).where(exists(select(table.c.id)))
                    for table in metadata.sorted_tables
                )
            )
        ).all()
    if found:
        raise CommandFailed(
            f"The database is not empty ({', '.join(found)}); set DATABASE_URL to a new one"
        )


def _write_database(folder: Path) -> None:
    _check_revision("The database", database_revision())
    (folder / TABLES).mkdir(mode=0o700)
    with reading() as session:
        connection = session.connection()
        ids = last_ids(connection)
        for table in metadata.sorted_tables:
            last_id = _write_table(connection, table, folder)
            ids[table.name] = max(last_id, ids.get(table.name, 0))
    with private_file(folder / LAST_IDS) as file:
        file.write(json.dumps(ids, indent=2, sort_keys=True).encode())


def _write_table(connection: Connection, table: Table, folder: Path) -> int:
    """Write the rows of a table, one a line, and return the last id."""
    last_id = 0
    rows = connection.execute(
        select(table).order_by(table.c.id), execution_options={"yield_per": BATCH}
    )
    with private_file(_rows_file(folder, table)) as file:
        for row in rows.mappings():
            file.write(json.dumps(row_to_json(dict(row)), ensure_ascii=False).encode() + b"\n")
            last_id = row["id"]
    return last_id


def _read_database(session: Session, folder: Path) -> None:
    # Rows that others refer to come first.
    for table in metadata.sorted_tables:
        try:
            for rows in _batches(_rows_file(folder, table), table):
                session.execute(insert(table), rows)
        except SQLAlchemyError as error:
            raise CommandFailed(f"{table.name} could not be imported: {error}") from error
    ids = json.loads((folder / LAST_IDS).read_bytes())
    continue_after(session.connection(), {name: last for name, last in ids.items() if last})


def _batches(path: Path, table: Table) -> Iterator[list[dict[str, Any]]]:
    with path.open("rb") as lines:
        while batch := [row_from_json(table, json.loads(line)) for line in islice(lines, BATCH)]:
            yield batch


def _rows_file(folder: Path, table: Table) -> Path:
    return folder / TABLES / f"{table.name}.jsonl"
