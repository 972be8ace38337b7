"""Use cases of imports: preview, import, list and undo."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from awards_site.accounts.callers import Caller, use_case
from awards_site.core import clock
from awards_site.core.database.sessions import reading, trying, writing
from awards_site.core.errors import Conflict, Invalid
from awards_site.records.bulk import CHANGED_SINCE
from awards_site.records.entity import DECLARED, Entity
from awards_site.records.imports.fields import day_order
from awards_site.records.imports.file import CsvFile, Row, read_csv
from awards_site.records.imports.models import (
    ColumnPublic,
    FieldPublic,
    Import,
    ImportPublic,
    ImportRequest,
    Preview,
    RetainedRecord,
    RowPublic,
    UndoneImport,
)
from awards_site.records.imports.service import UNDO_PERIOD, Importer, batches
from awards_site.records.undo import SkippedRecord, Undo, UndoResult


@use_case("managed_by")
def list_imports(_caller: Caller, entity: Entity, limit: int) -> Sequence[ImportPublic]:
    """Return the newest imports that can be undone."""
    with reading() as session:
        return [_public(each) for each in Importer.of(entity).list_recent(session, limit)]


def _public(stored: Import) -> ImportPublic:
    token = _IMPORT.token(stored.table_name, stored.id, made_at=stored.created_at)
    return ImportPublic.model_validate(stored).model_copy(update={"undo": token})


@use_case("managed_by", recent="recent_writes")
def preview(_caller: Caller, entity: Entity, sent: ImportRequest) -> Preview:
    """Return what an import would do. Raises Invalid."""
    importer = Importer.of(entity)
    file, mapping = _read(importer, sent)
    rows = [Row(each) for each in file.rows]
    created = corrects = 0
    if not importer.missing(mapping):
        rows = _checked(importer, file, mapping, sent.day_first)
        with trying() as session:
            created = len(importer.store(session, rows, with_duplicates=sent.with_duplicates))
            if corrected := importer.find_corrected(session, file):
                corrects = corrected.record_count
    return _described(importer, file, mapping, sent.day_first, rows, created, corrects)


def _read(importer: Importer, sent: ImportRequest) -> tuple[CsvFile, list[str | None]]:
    """Return the file with its corrections, and the fields of its columns."""
    file = read_csv(sent.content)
    width = len(file.headings)
    rows = (each.corrected(sent.corrections.get(each.number, {}), width) for each in file.rows)
    return replace(file, rows=tuple(rows)), importer.mapping(file, sent.mapping)


def _checked(
    importer: Importer, file: CsvFile, mapping: Sequence[str | None], day_first: bool | None
) -> list[Row]:
    """Return the checked rows; done before the transaction that writes, to keep that short."""
    with reading() as session:
        return importer.check(session, file, mapping, day_first=day_first)


def _row_public(row: Row, show: Mapping[str, Callable[[Any], str]]) -> RowPublic:
    shown = {key: show[key](value) for key, value in row.values.items() if key in show}
    return RowPublic(
        number=row.source.number,
        cells=row.source.cells,
        errors=row.errors,
        shown={key: text for key, text in shown.items() if text},
        duplicate=row.duplicate,
    )


def _described(
    importer: Importer,
    file: CsvFile,
    mapping: Sequence[str | None],
    day_first: bool | None,
    rows: Sequence[Row],
    created: int,
    corrects: int,
) -> Preview:
    show = {each.key: each.show for each in importer.fields if each.key in mapping}
    return Preview(
        columns=[
            ColumnPublic(
                heading=heading,
                field=key,
                has_open_dates=len(order) > 1,
                day_first=day_order(order, day_first),
            )
            for heading, key, order in zip(
                file.headings, mapping, importer.day_orders(file, mapping), strict=True
            )
        ],
        fields=[FieldPublic.model_validate(each) for each in importer.fields],
        missing=[each.key for each in importer.missing(mapping)],
        rows=[_row_public(each, show) for each in rows],
        separator=file.separator,
        is_utf8=file.is_utf8,
        ready=created,
        faulty=sum(bool(row.errors) for row in rows),
        duplicates=sum(bool(row.duplicate and not row.errors) for row in rows),
        can_add_duplicates=importer.rules.may_repeat,
        consent=importer.rules.consent(),
        origin=file.origin,
        corrects=corrects,
    )


@use_case("managed_by", recent="recent_writes")
def import_records(caller: Caller, entity: Entity, sent: ImportRequest) -> ImportPublic:
    """Import the rows without errors, once for each `key`. Raises Invalid and Conflict."""
    importer, user_id = Importer.of(entity), caller.user.id
    file, mapping = _read(importer, sent)
    sent.require_key()
    if missing := importer.missing(mapping):
        names = ", ".join(each.label for each in missing)
        raise Invalid({"mapping": f"Choose a column for each required field: {names}"})
    if (consent := importer.rules.consent()) and not sent.has_consent:
        raise Invalid({"consent": f"Please confirm: {consent}"})
    digest = sent.digest(entity.path, user_id)
    rows = _checked(importer, file, mapping, sent.day_first)
    with writing() as session:
        if repeated := importer.find_repeated(session, sent.key, digest):
            return _public(repeated)
        records = importer.store(session, rows, with_duplicates=sent.with_duplicates)
        if sent.matches is not None and len(records) != sent.matches:
            raise Conflict(
                f"The site has changed: {len(records):,} instead of {sent.matches:,} rows are ready"
                " now. Nothing was imported. Check the rows again."
            )
        if not records:
            raise Invalid({"file": "No row of the file can be imported"})
        stored = importer.record(
            session,
            file,
            records,
            key=sent.key,
            digest=digest,
            file_name=sent.file_name if importer.rules.keeps_file_names else "",
            user_id=user_id,
        )
        return _public(stored)


@use_case("managed_by", recent="recent_writes")
def undo_import(caller: Caller, entity: Entity, import_id: int) -> UndoneImport:
    """Delete the records of an import, except those that have been changed since.

    It takes several transactions, so that other writers need not wait for long.
    """
    importer = Importer.of(entity)
    kept: list[RetainedRecord] = []
    with writing() as session:
        records = importer.find(session, import_id).records
    # The newest first, as they would be deleted by hand.
    for batch in batches(records[::-1]):
        with writing() as session:
            stored = importer.find(session, import_id, for_update=True)
            kept += importer.remove(session, stored, batch, caller.user.id)
    with writing() as session:
        stored = importer.find(session, import_id, for_update=True)
        stored.undone_at = stored.undone_at or clock.now()
        return UndoneImport(removed=stored.removed_count, kept=kept)


def _undo(caller: Caller, table: str, import_id: int) -> UndoResult:
    undone = undo_import(caller, DECLARED[table], import_id)
    skipped = [
        SkippedRecord(id=each.id, name=each.name, reason=CHANGED_SINCE) for each in undone.kept
    ]
    return UndoResult(restored=undone.removed, skipped=skipped)


_IMPORT = Undo("import", _undo, max_age=UNDO_PERIOD)
