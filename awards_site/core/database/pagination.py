"""Lists of records: search, sorting, filters and pagination."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy import JSON, Column, ColumnElement, SQLColumnExpression, case
from sqlalchemy.orm import QueryableAttribute
from sqlmodel import AutoString, Session, col, func, select

from awards_site.core.database import filters as search
from awards_site.core.database.engine import sort_key
from awards_site.core.database.filters import PAGE_SIZE, ListParams, filter_conditions
from awards_site.core.database.managed_record import SORT_KEY, SearchableRecord
from awards_site.core.database.soft_delete import table_of
from awards_site.core.errors import Invalid
from awards_site.core.schemas import Schema
from awards_site.core.validation import MAX_INTEGER, choices_of

M = TypeVar("M", bound=SearchableRecord)
T = TypeVar("T")

MoreFilters = Callable[[type[Any], Mapping[str, str]], list[ColumnElement[bool]]]


class Page(BaseModel, Generic[T]):
    """A page of a list: `total` records match the parameters, `overall` is the unfiltered count."""

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)

    items: list[T]
    total: int
    overall: int
    page: int
    pageSize: int  # noqa: N815


@dataclass(frozen=True)
class Paginator(Generic[M]):
    """Lists the records of a table; keys of the response model can be sorted and filtered by."""

    table: type[M]
    response_model: type[Schema]
    ordering: Sequence[Any]
    sort_keys: Collection[str] | None = None
    """The keys of the response model to sort by; None for all."""
    expressions: Mapping[str, SQLColumnExpression[Any]] = field(default_factory=dict)
    """Expressions to filter and sort by instead of columns, by their names."""
    shown_by: search.ShownBy | None = None
    """Returns the condition of records that a word finds although their search text lacks it."""
    more_filters: MoreFilters | None = None
    """Returns the conditions of further filters, of the table and a query."""

    def read(
        self, session: Session, params: ListParams, *where: ColumnElement[bool]
    ) -> Sequence[M] | Page[Any]:
        """Return a `Page` of the records that meet the conditions, or all without parameters.

        Raises Invalid for an unknown sort key and for a filter's unknown value.
        """
        has_filters = bool(self._filters(params.query))
        if not has_filters and not params.are_given:
            everything = select(self.table).where(*where).order_by(*self.ordering)
            return session.exec(everything).all()
        return self.read_page(session, params, where)

    def read_page(
        self,
        session: Session,
        params: ListParams,
        where: Sequence[ColumnElement[bool]] = (),
        filters: Sequence[ColumnElement[bool]] = (),
    ) -> Page[Any]:
        """Return a page of the records that meet the conditions, the filters and the parameters.

        Only the conditions `where` apply to its `overall`. Errors are those of `read`.
        """
        page, size = params.page or 1, params.page_size or PAGE_SIZE
        order, conditions = self.order(params), [*where, *filters, *self.matching(params)]
        overall = self._count(session, where)
        total = self._count(session, conditions) if len(conditions) > len(where) else overall
        # Sort ids only: whole records may not fit into memory.
        sorted_ids = select(self.table.id).where(*conditions).order_by(*order)
        start = min((page - 1) * size, MAX_INTEGER)
        ids = session.exec(sorted_ids.offset(start).limit(size)).all()
        records = select(self.table).where(col(self.table.id).in_(ids)).order_by(*order)
        return Page(
            items=list(session.exec(records).all()) if ids else [],
            total=total,
            overall=overall,
            page=page,
            pageSize=size,
        )

    def list_ids(
        self, session: Session, params: ListParams, *where: ColumnElement[bool]
    ) -> Sequence[int]:
        """Return the ids of all records that match, whatever their page, in the list's order."""
        statement = select(self.table.id).where(*where, *self.matching(params))
        return session.exec(statement.order_by(*self.order(params))).all()

    def matching(self, params: ListParams) -> list[ColumnElement[bool]]:
        """Return the conditions of the search and of the filters."""
        return [
            *search.matches(self.table, params.search or "", self.shown_by),
            *self._filters(params.query),
        ]

    def order(self, params: ListParams) -> list[Any]:
        """Return the sort order of the parameters. Raises Invalid for an unknown sort key."""
        return [*self._order_by(params.sort), *self.ordering]

    def _count(self, session: Session, where: Sequence[ColumnElement[bool]]) -> int:
        return session.exec(select(func.count()).select_from(self.table).where(*where)).one()

    def _filters(self, query: Mapping[str, str]) -> list[ColumnElement[bool]]:
        columns = self._columns_by_key(lambda _column: True)
        found = filter_conditions(self.table, columns, query, self.expressions)
        return [*found, *(self.more_filters(self.table, query) if self.more_filters else [])]

    def _order_by(self, sort: str | None) -> list[Any]:
        if not sort:
            return []
        columns = self._columns_by_key(lambda column: not isinstance(column.type, JSON))
        if self.sort_keys is not None:
            columns = {key: column for key, column in columns.items() if key in self.sort_keys}
        key = sort.removeprefix("-")
        if key not in columns:
            raise Invalid({"sort": f"sort must be one of: {', '.join(columns)}"})
        order = self._sort_expression(columns[key])
        directed = order.desc() if sort.startswith("-") else order.asc()
        is_nullable = table_of(self.table).columns[columns[key].key].nullable
        return [directed.nulls_last() if is_nullable else directed]

    def _sort_expression(self, column: Any) -> Any:
        if column.key in self.expressions:
            return self.expressions[column.key]
        if column.key in self.table.sort_fields:
            return getattr(self.table, f"{column.key}{SORT_KEY}")
        if choices := choices_of(self.table.model_fields[column.key].metadata):
            # Choices sort in the order of their definition, as sponsor tiers do.
            ranks = {each.value: rank for rank, each in enumerate(choices)}
            return case(ranks, value=column, else_=len(ranks))
        return sort_key(column) if isinstance(column.type, AutoString) else column

    def _columns_by_key(
        self, wanted: Callable[[Column[Any]], bool]
    ) -> Mapping[str, QueryableAttribute[Any]]:
        """Return the matching columns that the response contains, by key in JSON."""
        columns = table_of(self.table).columns
        return {
            field.alias or name: getattr(self.table, name)
            for name, field in self.response_model.model_fields.items()
            if name in columns and wanted(columns[name])
        }


def find_first(
    session: Session, table: type[M], ordering: Sequence[Any], words: str, limit: int
) -> Sequence[M]:
    """Return the first records that match a search; those whose name begins with it come first."""
    searched = search.words_of(words)
    if not searched:
        return []
    # A search text begins with the name.
    begins = col(table.search_text).startswith(" ".join(searched), autoescape=True)
    found = select(table).where(*search.matches(table, words))
    return session.exec(found.order_by(case((begins, 0), else_=1), *ordering).limit(limit)).all()
