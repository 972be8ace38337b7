"""Lists of records: search, sorting, filters and pagination."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy import JSON, Boolean, ColumnElement, case
from sqlmodel import AutoString, Session, col, func, select

from awards_site.core.database.sorting import reverse, sort_key
from awards_site.core.errors import Invalid
from awards_site.core.records import search
from awards_site.core.records.list_params import PAGE_SIZE, ListParams
from awards_site.core.records.managed_record import SORT_KEY, SearchableRecord
from awards_site.core.records.schemas import Schema
from awards_site.core.validation.value_validators import MAX_INTEGER, Choice

M = TypeVar("M", bound=SearchableRecord)
T = TypeVar("T")

MAX_COUNTED = 10_000
"""How many of a search's matches are counted: more take longer than anybody waits."""


class Page(BaseModel, Generic[T]):
    """A page of a list: `total` records match the parameters, `overall` is the unfiltered count.

    With `hasMore`, a search matches more records than the `total` of MAX_COUNTED.
    """

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)

    items: list[T]
    total: int
    overall: int
    page: int
    pageSize: int  # noqa: N815
    hasMore: bool = False  # noqa: N815


@dataclass(frozen=True)
class Paginator(Generic[M]):
    """Lists the records of a table; keys of the response model can be sorted and filtered by."""

    table: type[M]
    response_model: type[Schema]
    ordering: Sequence[Any]

    @property
    def response_models(self) -> Any:
        """The response type of the list's endpoint: the plain list or a `Page`."""
        return list[self.response_model] | Page[self.response_model]  # type: ignore[name-defined]

    def read(
        self, session: Session, params: ListParams, *where: ColumnElement[bool]
    ) -> Sequence[M] | Page[Any]:
        """Return a `Page` of the records that meet the conditions, or all without parameters.

        Raises Invalid for an unknown sort key and for a filter that is not true or false.
        """
        has_filters = bool(self._boolean_filters(params.query))
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
        everything = select(self.table.id).where(*where)
        overall = total = self._count(session, everything)
        conditions = [*filters, *self.matching(params)]
        wanted = everything.where(*conditions)
        if params.search:
            looked_up = wanted.where(*search.index_lookup(self.table, params.search))
            found = session.exec(looked_up.limit(MAX_COUNTED + 1)).all()
            total = len(found)
            if total <= MAX_COUNTED:
                # Sort the matches. If there are more, the first ones are soon met in order.
                wanted = select(self.table.id).where(col(self.table.id).in_(found))
        elif conditions:
            total = self._count(session, wanted)
        has_more = bool(params.search) and total > MAX_COUNTED
        start = min((page - 1) * size, MAX_INTEGER)
        order = self.order(params)
        places = range(start, start + size)
        # Sort ids only: whole records may not fit into memory.
        ids = session.exec(_in_order(wanted, order, places, None if has_more else total)).all()
        records = select(self.table).where(col(self.table.id).in_(ids)).order_by(*order)
        return Page(
            items=list(session.exec(records).all()) if ids else [],
            total=min(total, MAX_COUNTED) if has_more else total,
            overall=overall,
            page=page,
            pageSize=size,
            hasMore=has_more,
        )

    def read_all(self, session: Session, params: ListParams) -> Sequence[M]:
        """Return all records that match the parameters, whatever their page."""
        statement = select(self.table).where(*self.matching(params))
        return session.exec(statement.order_by(*self.order(params))).all()

    def matching(self, params: ListParams) -> list[ColumnElement[bool]]:
        """Return the conditions of the search and of the boolean filters."""
        return [
            *search.matches(self.table, params.search or ""),
            *self._boolean_filters(params.query),
        ]

    def order(self, params: ListParams) -> list[Any]:
        """Return the sort order of the parameters. Raises Invalid for an unknown sort key."""
        return [*self._order_by(params.sort), *self.ordering]

    def _count(self, session: Session, wanted: Any) -> int:
        counted = wanted.with_only_columns(func.count(), maintain_column_froms=True)
        return session.exec(counted).one()

    def _boolean_filters(self, query: Mapping[str, str]) -> list[ColumnElement[bool]]:
        columns = self._columns_by_key(lambda column: isinstance(column.type, Boolean))
        return [
            columns[key].is_(_parse_boolean(key, value))
            for key, value in query.items()
            if key in columns
        ]

    def _order_by(self, sort: str | None) -> list[Any]:
        if not sort:
            return []
        columns = self._columns_by_key(lambda column: not isinstance(column.type, JSON))
        key = sort.removeprefix("-")
        if key not in columns:
            raise Invalid({"sort": f"sort must be one of: {', '.join(columns)}"})
        order = self._sort_expression(columns[key])
        directed = order.desc() if sort.startswith("-") else order.asc()
        # Indexes have the nulls elsewhere, so that one is used only without this.
        is_nullable = self.table.__table__.columns[columns[key].key].nullable  # type: ignore[attr-defined]
        return [directed.nulls_last() if is_nullable else directed]

    def _sort_expression(self, column: Any) -> Any:
        if column.key in self.table.sort_fields:
            return getattr(self.table, f"{column.key}{SORT_KEY}")
        for rule in self.table.model_fields[column.key].metadata:
            if isinstance(rule, Choice):
                # Choices sort in the order of their definition, as sponsor tiers do.
                ranks = {each.value: rank for rank, each in enumerate(rule.choices)}
                return case(ranks, value=column, else_=len(ranks))
        return sort_key(column) if isinstance(column.type, AutoString) else column

    def _columns_by_key(self, wanted: Callable[[Any], bool]) -> dict[str, Any]:
        """Return the matching columns that the response contains, by key in JSON."""
        columns = self.table.__table__.columns  # type: ignore[attr-defined]
        return {
            field.alias or name: getattr(self.table, name)
            for name, field in self.response_model.model_fields.items()
            if name in columns and wanted(columns[name])
        }


def _in_order(wanted: Any, order: Sequence[Any], places: range, total: int | None) -> Any:
    """Return the statement for the ids at these places in the order, of `total` if it is known."""
    if total is None or places.start <= total // 2:
        return wanted.order_by(*order).offset(places.start).limit(len(places))
    # The second half is counted from the end.
    stop = min(places.stop, total)
    backwards = wanted.order_by(*map(reverse, order)).offset(total - stop)
    return backwards.limit(max(stop - places.start, 0))


def _parse_boolean(key: str, value: str) -> bool:
    if value not in ("true", "false"):
        raise Invalid({key: f"{key} must be true or false"})
    return value == "true"
