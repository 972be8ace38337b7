"""The endpoints that import records from a file, list the imports, and undo one."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import StreamingResponse

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.errors import Invalid
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.http.csv_files import csv_response
from awards_site.core.http.openapi import file_response
from awards_site.core.http.request_bodies import BodyLimit, file_name
from awards_site.core.http.urls import Id
from awards_site.records.entity import Entity
from awards_site.records.imports import use_cases
from awards_site.records.imports.file import MAX_MEGABYTES, TOO_LARGE
from awards_site.records.imports.models import (
    FORM,
    ImportPublic,
    ImportRequest,
    Preview,
    UndoneImport,
)
from awards_site.records.imports.service import Importer

MAX_RECENT = 20

_PATHS: list[str] = []
"""The paths that receive files; `add_import` adds each of them."""


def body_limits(prefix: str) -> Mapping[str, BodyLimit]:
    """Return the body limits of imports by path; `prefix` is that of the router."""
    limit = BodyLimit(MAX_MEGABYTES * MEGABYTE + MEGABYTE // 8, TOO_LARGE)
    return {f"{prefix}{path}": limit for path in _PATHS}


def add_import(router: APIRouter, entity: Entity) -> None:
    """Add the endpoints that import records of an entity, and that undo an import."""
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
            return await run_in_threadpool(use_cases.preview, caller, entity, sent)
        response.status_code = 201
        return await run_in_threadpool(use_cases.import_records, caller, entity, sent)

    @router.get(
        path,
        response_model=list[ImportPublic],
        dependencies=[allow(entity.managed_by)],
        summary=f"List the imports of {label} records that can be undone",
    )
    def list_imports(
        caller: SignedIn, limit: Annotated[int, Query(ge=1, le=MAX_RECENT)] = MAX_RECENT
    ) -> Any:
        """List the newest imports that can be undone."""
        return use_cases.list_imports(caller, entity, limit)

    @router.get(
        f"{path}/template",
        **file_response("text/csv", "The headings", StreamingResponse),
        dependencies=[allow(entity.managed_by)],
        summary=f"Download the headings of {label} records as a CSV file",
    )
    def read_template() -> StreamingResponse:
        """Return a CSV file with the headings of all fields."""
        name = f"{label.replace(' ', '-')}-import-template.csv"
        return csv_response(name, [each.label for each in Importer.of(entity).fields], [])

    @router.post(
        f"{path}/{{import_id}}/undo",
        response_model=UndoneImport,
        dependencies=rules,
        summary=f"Undo an import of {label} records",
    )
    def undo(import_id: Id, caller: SignedIn) -> UndoneImport:
        """Delete the records of an import, except those that have been changed since."""
        return use_cases.undo_import(caller, entity, import_id)
