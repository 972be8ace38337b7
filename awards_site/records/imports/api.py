"""The endpoints that import records from a file, list the imports, and undo one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import StreamingResponse

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.models import User
from awards_site.core import clock
from awards_site.core.database.sessions import ReadSession, reading, trying, writing
from awards_site.core.errors import Conflict, Invalid
from awards_site.core.files.storage import MEGABYTE
from awards_site.core.http.formats import csv_response, file_name
from awards_site.core.http.limits import BodyLimit
from awards_site.core.http.path_parameters import Id
from awards_site.core.http.routing import file_response
from awards_site.records.imports.fields import day_order
from awards_site.records.imports.file import (
    MAX_MEGABYTES,
    TOO_LARGE,
    CsvFile,
    Row,
    read_csv,
)
from awards_site.records.imports.models import (
    FORM,
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
from awards_site.records.imports.service import Importer, batches

MAX_RECENT = 20

_PATHS: list[str] = []
"""The paths that receive files; `add_import` adds each of them."""


def body_limits(prefix: str) -> Mapping[str, BodyLimit]:
    """Return the body limits of imports by path; `prefix` is that of the router."""
    limit = BodyLimit(MAX_MEGABYTES * MEGABYTE + MEGABYTE // 8, TOO_LARGE)
    return {f"{prefix}{path}": limit for path in _PATHS}


def add_import(router: APIRouter, importer: Importer) -> None:
    """Add the endpoints that import records of an entity, and that undo an import."""
    entity = importer.entity
    path, label = f"{entity.path}/imports", entity.label
    rules = entity.write_rules(entity.managed_by)
    _PATHS.append(path)

    @router.post(
        path,
        response_model=Preview | ImportPublic,
        responses={201: {"model": ImportPublic, "description": "Imported"}},
        dependencies=rules,
        openapi_extra=FORM,
        summary=f"Import several {label} records from a CSV file, or preview that",
    )
    async def import_file(request: Request, response: Response, caller: SignedIn) -> Any:
        """Preview an import, or import the rows without errors as drafts.

        The latter needs a `key`, with which it is only done once however often it is sent, and
        `matches`, the number of records of the preview. The rows that it leaves out can join it.
        """
        # Read here, so that callers without permission are refused before the body is read.
        async with request.form(max_files=1, max_fields=10) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.size:
                raise Invalid({"file": "Please choose a CSV file"})
            sent = ImportRequest(form, await file.read(), file_name(file.filename))
        if sent.is_dry_run:
            return await run_in_threadpool(_preview, importer, sent)
        response.status_code = 201
        return await run_in_threadpool(_import, importer, sent, caller)

    @router.get(
        path,
        response_model=list[ImportPublic],
        dependencies=[allow(entity.managed_by)],
        summary=f"List the imports of {label} records that can be undone",
    )
    def list_imports(
        session: ReadSession, limit: Annotated[int, Query(ge=1, le=MAX_RECENT)] = MAX_RECENT
    ) -> Sequence[Import]:
        """List the newest imports that can be undone."""
        return importer.list_recent(session, limit)

    @router.get(
        f"{path}/template",
        **file_response("text/csv", "The headings", StreamingResponse),
        dependencies=[allow(entity.managed_by)],
        summary=f"Download the headings of {label} records as a CSV file",
    )
    def read_template() -> StreamingResponse:
        """Return a CSV file with the headings of all fields."""
        name = f"{label.replace(' ', '-')}-import-template.csv"
        return csv_response(name, [each.label for each in importer.fields], [])

    @router.post(
        f"{path}/{{import_id}}/undo",
        response_model=UndoneImport,
        dependencies=rules,
        summary=f"Undo an import of {label} records",
    )
    def undo(import_id: Id, caller: SignedIn) -> UndoneImport:
        """Delete the records of an import, except those that have been changed since."""
        return _undo(importer, import_id, caller)


def _preview(importer: Importer, sent: ImportRequest) -> Preview:
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

    def row_public(row: Row) -> RowPublic:
        shown = {key: show[key](value) for key, value in row.values.items() if key in show}
        return RowPublic(
            number=row.source.number,
            cells=row.source.cells,
            errors=row.errors,
            shown={key: text for key, text in shown.items() if text},
            duplicate=row.duplicate,
        )

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
        rows=list(map(row_public, rows)),
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


def _import(importer: Importer, sent: ImportRequest, caller: User) -> ImportPublic:
    file, mapping = _read(importer, sent)
    sent.require_key()
    if missing := importer.missing(mapping):
        names = ", ".join(each.label for each in missing)
        raise Invalid({"mapping": f"Choose a column for each required field: {names}"})
    if (consent := importer.rules.consent()) and not sent.has_consent:
        raise Invalid({"consent": f"Please confirm: {consent}"})
    digest = sent.digest(importer.entity.path, caller.id)
    rows = _checked(importer, file, mapping, sent.day_first)
    with writing() as session:
        if repeated := importer.find_repeated(session, sent.key, digest):
            return ImportPublic.model_validate(repeated)
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
            user_id=caller.id,
        )
        return ImportPublic.model_validate(stored)


def _undo(importer: Importer, import_id: int, caller: User) -> UndoneImport:
    """Undo an import, in several transactions, so that other writers need not wait for long."""
    kept: list[RetainedRecord] = []
    with writing() as session:
        records = importer.find(session, import_id).records
    # The newest first, as they would be deleted by hand.
    for batch in batches(records[::-1]):
        with writing() as session:
            stored = importer.find(session, import_id, for_update=True)
            kept += importer.remove(session, stored, batch, caller.id)
    with writing() as session:
        stored = importer.find(session, import_id, for_update=True)
        stored.undone_at = stored.undone_at or clock.now()
        return UndoneImport(removed=stored.removed_count, kept=kept)
