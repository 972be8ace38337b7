"""Exports of lists as CSV and JSON, which are sent while they are read."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel
from pydantic import Field as Described
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select
from starlette.responses import StreamingResponse

from awards_site.core import clock
from awards_site.core.database.filters import MAX_EXPORTED_IDS, ListParams, ListParamsDep
from awards_site.core.database.managed_record import SearchableRecord
from awards_site.core.database.pagination import Paginator
from awards_site.core.database.sessions import ReadSession, reading
from awards_site.core.http.csv_files import csv_response
from awards_site.core.http.downloads import download_response
from awards_site.core.http.openapi import file_response
from awards_site.core.schemas import Schema
from awards_site.core.validation import Number, label_of

T = TypeVar("T", bound=BaseModel)
S = TypeVar("S", bound=Schema)
ToList = Callable[[Session, Sequence[Any]], Sequence[Any]]
BATCH = 500
"""The number of records that an export reads at once."""


class ExportFormat(StrEnum):
    """The formats of exports, which are also the endings of their files."""

    CSV = "csv"
    JSON = "json"


EXPORT = file_response("application/json", "The records", StreamingResponse, others=["text/csv"])
"""The arguments of a route that returns an export."""

FormatParam = Annotated[ExportFormat, Query(alias="format")]
"""The format of an export as a query parameter."""


class ExportedIds(Schema):
    """The ids of selected records, in any order."""

    ids: Annotated[
        list[Annotated[int, Number(1)]], Described(min_length=1, max_length=MAX_EXPORTED_IDS)
    ]


def add_export(
    router: APIRouter,
    path: str,
    paginator: Paginator[Any],
    response_model: type[Schema],
    *,
    label: str,
    filename: str,
    rules: Sequence[Any],
    conditions: Callable[..., Sequence[ColumnElement[bool]]] = lambda: (),
    on_export: Callable[[], None] = lambda: None,
    to_list: ToList = lambda _, records: records,
) -> None:
    """Add the endpoints, at `path`, with the matching records of a list as a file.

    GET has all of them, and POST those of the given ids, which may be too many for a URL.
    `conditions` is a dependency that returns what else must hold. `on_export` is called for each,
    and `to_list` returns records with what the response model adds to them.
    """
    where_dependency = Depends(conditions)

    def export(
        session: Session,
        params: ListParams,
        file_format: ExportFormat,
        *where: ColumnElement[bool],
    ) -> StreamingResponse:
        ids = paginator.list_ids(session, params, *where)
        on_export()
        records = read_batches(paginator.table, response_model, ids, to_list)
        headings = [label_of(field) for field in response_model.model_fields]
        return export_response(filename, file_format, records, headings, _cells)

    @router.get(
        path,
        **EXPORT,
        dependencies=rules,
        summary=f"Export every matching {label}",
    )
    def export_all(
        session: ReadSession,
        params: ListParamsDep,
        where: Annotated[Any, where_dependency],
        file_format: FormatParam = ExportFormat.JSON,
    ) -> StreamingResponse:
        """Return all records that match the parameters of the list, whatever their page."""
        return export(session, params, file_format, *where)

    @router.post(
        path,
        **EXPORT,
        dependencies=rules,
        summary=f"Export each selected {label}",
    )
    def export_selected(
        body: ExportedIds,
        session: ReadSession,
        params: ListParamsDep,
        where: Annotated[Any, where_dependency],
        file_format: FormatParam = ExportFormat.JSON,
    ) -> StreamingResponse:
        """Return the records of these ids, those that match the parameters of the list."""
        selected = col(paginator.table.id).in_(body.ids)
        return export(session, params, file_format, *where, selected)


def export_response(
    name: str,
    file_format: ExportFormat,
    records: Iterator[T],
    headings: Sequence[str],
    cells: Callable[[T], Sequence[object]],
) -> StreamingResponse:
    """Return the file `{name}_{date}`.

    JSON has the records as the API returns them, CSV their `cells` below the `headings`.
    """
    filename = f"{name}_{clock.today().isoformat()}.{file_format}"
    if file_format is ExportFormat.JSON:
        return download_response(filename, "application/json", _json(records))
    return csv_response(filename, headings, map(cells, records))


def read_batches(
    table: type[SearchableRecord],
    response_model: type[S],
    ids: Sequence[int],
    to_list: ToList = lambda _, records: records,
) -> Iterator[S]:
    """Yield the records that still exist.

    Each batch has its own session, so that a slow client holds neither a connection nor a snapshot.
    """
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        with reading() as session:
            found = session.exec(select(table).where(col(table.id).in_(batch))).all()
            listed = to_list(session, found)
            records = {each.id: response_model.model_validate(each) for each in listed}
        yield from (records[key] for key in batch if key in records)


def _json(records: Iterable[BaseModel]) -> Iterator[str]:
    separator = "["
    for each in records:
        yield f"{separator}{each.model_dump_json(by_alias=True)}"
        separator = ","
    yield "]" if separator == "," else "[]"


def _cells(record: Schema) -> list[object]:
    """Return the fields that staff fill in, and the id."""
    values = record.model_dump(mode="json", exclude_computed_fields=True)
    return [_cell(value) for value in values.values()]


def _cell(value: Any) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return ", ".join(map(str, value)) if isinstance(value, list) else value
