"""Lists for those who manage records: searched, sorted, filtered, and read a page at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query, Request
from pydantic import BaseModel, ConfigDict
from sqlalchemy import JSON, Boolean, ColumnElement, case, literal
from sqlmodel import AutoString, Session, col, func, select

from awards_site.core.errors import Invalid
from awards_site.core.managed_record import ManagedRecord, folded
from awards_site.core.schemas import Schema
from awards_site.core.validators import MAX_INTEGER, Choice, Number

M = TypeVar("M", bound=ManagedRecord)
T = TypeVar("T")

PAGE_SIZE = 100
"""How many records a page has, unless a smaller number is asked for."""


class Page(BaseModel, Generic[T]):
    """A page of a list: `total` records match what was asked, of `overall` that there are."""

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)

    items: list[T]
    total: int
    overall: int
    page: int
    pageSize: int  # noqa: N815


@dataclass(frozen=True)
class ListQuery:
    """What was asked of a list, None where nothing was; `others` may name its yes-or-no keys."""

    search: str | None
    sort: str | None
    page: int | None
    page_size: int | None
    others: Mapping[str, str]


async def list_params(
    request: Request,
    search: Annotated[str | None, Query(description="Words that must all be found.")] = None,
    sort: Annotated[
        str | None, Query(description="A key of the answer; `-key` for descending order.")
    ] = None,
    page: Annotated[int | None, Number(1, label="page"), Query()] = None,
    page_size: Annotated[
        int | None, Number(1, PAGE_SIZE, label="pageSize"), Query(alias="pageSize")
    ] = None,
) -> ListQuery:
    """Return what the request asks of a list.

    A yes-or-no key of the answer is a filter besides: `isPublished=false`.
    """
    return ListQuery(search, sort, page, page_size, request.query_params)


ListParamsDep = Annotated[ListQuery, Depends(list_params)]


@dataclass(frozen=True)
class Paginator(Generic[M]):
    """How the records of a table are listed: in which order, and by which keys of the answer."""

    table: type[M]
    response_model: type[Schema]
    ordering: Sequence[Any]

    @property
    def response_models(self) -> Any:
        """What the list's endpoint answers: the plain list, or a page of it."""
        return list[self.response_model] | Page[self.response_model]  # type: ignore[name-defined]

    def read(
        self, session: Session, query: ListQuery, *where: ColumnElement[bool]
    ) -> Sequence[M] | Page[Any]:
        """Return the records that meet the conditions: the page that was asked for, or else all.

        Raises Invalid for a key that the list cannot be sorted by.
        """
        flags = self._flags(query.others)
        if not flags and {query.search, query.sort, query.page, query.page_size} == {None}:
            everything = select(self.table).where(*where).order_by(*self.ordering)
            return session.exec(everything).all()
        page, size = query.page or 1, query.page_size or PAGE_SIZE
        matching = [*self._found(query.search or ""), *flags]
        order = [*self._sorted(query.sort), *self.ordering]
        start = min((page - 1) * size, MAX_INTEGER)
        overall = self._count(session, *where)
        # Only ids are sorted, not whole records, which would not fit into memory; what matches is
        # counted on the way, so that a search looks at each record once.
        total = func.count().over() if matching else literal(overall)
        wanted = select(self.table.id, total).where(*where, *matching).order_by(*order)
        found = session.exec(wanted.offset(start).limit(size)).all()
        ids = [key for key, _ in found]
        records = select(self.table).where(col(self.table.id).in_(ids)).order_by(*order)
        return Page(
            items=list(session.exec(records).all()) if ids else [],
            total=self._total(session, found, start, *where, *matching),
            overall=overall,
            page=page,
            pageSize=size,
        )

    def _total(
        self, session: Session, found: Sequence[Any], start: int, *where: ColumnElement[bool]
    ) -> int:
        if found:
            return int(found[0][1])
        # A page beyond the last one has no row that could tell.
        return self._count(session, *where) if start else 0

    def _count(self, session: Session, *where: ColumnElement[bool]) -> int:
        return session.exec(select(func.count()).select_from(self.table).where(*where)).one()

    def _found(self, search: str) -> list[ColumnElement[bool]]:
        text = col(self.table.search_text)
        return [text.contains(word, autoescape=True) for word in folded(search).split()]

    def _flags(self, others: Mapping[str, str]) -> list[ColumnElement[bool]]:
        columns = self._keys(lambda column: isinstance(column.type, Boolean))
        return [
            columns[key].is_(_flag(key, value)) for key, value in others.items() if key in columns
        ]

    def _sorted(self, sort: str | None) -> list[Any]:
        if not sort:
            return []
        columns = self._keys(lambda column: not isinstance(column.type, JSON))
        key = sort.removeprefix("-")
        if key not in columns:
            raise Invalid({"sort": f"sort must be one of: {', '.join(columns)}"})
        order = self._comparable(columns[key])
        return [(order.desc() if sort.startswith("-") else order.asc()).nulls_last()]

    def _comparable(self, column: Any) -> Any:
        for rule in self.table.model_fields[column.key].metadata:
            if isinstance(rule, Choice):
                # A choice stands in the order in which it is offered, as tiers do.
                places = {each.value: place for place, each in enumerate(rule.choices)}
                return case(places, value=column, else_=len(places))
        return func.lower(column) if isinstance(column.type, AutoString) else column

    def _keys(self, wanted: Callable[[Any], bool]) -> dict[str, Any]:
        """Return those columns that the answer shows and that are `wanted`, by key in JSON."""
        columns = self.table.__table__.columns  # type: ignore[attr-defined]
        return {
            field.alias or name: getattr(self.table, name)
            for name, field in self.response_model.model_fields.items()
            if name in columns and wanted(columns[name])
        }


def _flag(key: str, value: str) -> bool:
    if value not in ("true", "false"):
        raise Invalid({key: f"{key} must be true or false"})
    return value == "true"
