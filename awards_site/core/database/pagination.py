"""Lists of records: search, sorting, filters and pagination."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy import JSON, ColumnElement, SQLColumnExpression, case
from sqlmodel import AutoString, Session, col, func, select

from awards_site.core.database import filters as search
from awards_site.core.database.engine import is_descending, key_of, reverse, sort_key
from awards_site.core.database.filters import PAGE_SIZE, ListParams, filter_conditions
from awards_site.core.database.managed_record import SORT_KEY, SearchableRecord
from awards_site.core.errors import Invalid
from awards_site.core.schemas import Schema
from awards_site.core.validation import MAX_INTEGER, choices_of

M = TypeVar("M", bound=SearchableRecord)
T = TypeVar("T")

MAX_MATCHES = 10_000
"""How many matches of a search are listed: more take longer than anybody waits."""
MAX_SCANNED = 50_000
"""How many of the newest records a search looks through that no index finds."""

MoreFilters = Callable[[type[Any], Mapping[str, str]], list[ColumnElement[bool]]]

_PLANNING = """
SET LOCAL plan_cache_mode = force_custom_plan;
SET LOCAL random_page_cost = 1.1
"""
"""Makes PostgreSQL plan a search for its own words, and expect its indexes in memory."""


class Page(BaseModel, Generic[T]):
    """A page of a list: `total` records match the parameters, `overall` is the unfiltered count.

    With `hasMore`, more records may match than the `total` that are listed.
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
    max_matches: int | None = None
    """How many matches of a search or of `filters` are listed; None for MAX_MATCHES."""
    sort_keys: Collection[str] | None = None
    """The keys of the response model to sort by; None for all."""
    expressions: Mapping[str, SQLColumnExpression[Any]] = field(default_factory=dict)
    """What to filter and sort by instead of a column, by its name."""
    shown_by: search.ShownBy | None = None
    """Returns what a word of the search finds besides the search text."""
    more_filters: MoreFilters | None = None
    """Returns the conditions of further filters, of the table and a query."""
    count: Callable[[Session], int] | None = None
    """Counts all records, if that is faster than to count the rows."""

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
        start = min((page - 1) * size, MAX_INTEGER)
        order = self.order(params)
        overall = self.count(session) if self.count else self._count(session, where)
        has_more = False
        if filters or search.words_of(params.search or ""):
            matches, has_more = self._matches(session, params, where, filters)
            total, ids = len(matches), matches[start : start + size]
        else:
            conditions = [*where, *self._filters(params.query)]
            total = self._count(session, conditions) if len(conditions) > len(where) else overall
            # Sort ids only: whole records may not fit into memory.
            wanted = select(self.table.id).where(*conditions)
            ids = session.exec(_in_order(wanted, order, range(start, start + size), total)).all()
        records = select(self.table).where(col(self.table.id).in_(ids)).order_by(*order)
        return Page(
            items=list(session.exec(records).all()) if ids else [],
            total=total,
            overall=overall,
            page=page,
            pageSize=size,
            hasMore=has_more,
        )

    def _matches(
        self,
        session: Session,
        params: ListParams,
        where: Sequence[ColumnElement[bool]],
        filters: Sequence[ColumnElement[bool]],
    ) -> tuple[Sequence[int], bool]:
        """Return the ids of the matches in order, and whether there may be more.

        Of many, these are the first ones in the list's own order, or in its reverse.
        """
        key, order = col(self.table.id), self.order(params)
        filters = [*filters, *self._filters(params.query)]
        words = params.search or ""
        conditions = [*where, *filters, *search.matches(self.table, words, self.shown_by)]
        if session.get_bind().dialect.name == "postgresql":
            session.connection().exec_driver_sql(_PLANNING)
        oldest = None
        if search.reads_all(self.table, params.search or ""):
            created_at = col(self.table.created_at)
            newest = select(created_at).where(*where, *filters).order_by(created_at.desc())
            oldest = session.exec(newest.offset(MAX_SCANNED).limit(1)).first()
            conditions += [] if oldest is None else [created_at > oldest]
        first = order if self._is_own_key(order[0]) else self.ordering
        is_indexed = search.is_in_texts_only(self.table, words, self.shown_by)
        lookup = search.index_lookup(self.table, words) if is_indexed else None
        if lookup and not filters:
            conditions += [lookup.row_id == key, lookup.match]
            first = [lookup.row_id.desc() if is_descending(first[0]) else lookup.row_id.asc()]
        elif lookup and not lookup.is_frequent(session):
            conditions.append(key.in_(select(lookup.row_id).where(lookup.match)))
        limit = self.max_matches or MAX_MATCHES
        found = select(key).where(*conditions).order_by(*first).limit(limit).subquery()
        ids = session.exec(select(key).join(found, found.c.id == key).order_by(*order)).all()
        return ids, len(ids) == limit or oldest is not None

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
        order = self._order_by(params.sort)
        if not order or not self._is_own_key(order[0]):
            return [*order, *self.ordering]
        own, *others = self.ordering
        if is_descending(order[0]) == is_descending(own):
            return [own, *others]
        # A list that is sorted by one key and the id is read backwards, in its index.
        return [*order, *(map(reverse, others) if len(others) == 1 else others)]

    def _is_own_key(self, ordered: Any) -> bool:
        """Return whether the list is sorted by the same key without parameters."""
        return bool(key_of(ordered).compare(key_of(self.ordering[0])))

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
        # Indexes have the nulls elsewhere, so that one is used only without this.
        is_nullable = self.table.__table__.columns[columns[key].key].nullable  # type: ignore[attr-defined]
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

    def _columns_by_key(self, wanted: Callable[[Any], bool]) -> dict[str, Any]:
        """Return the matching columns that the response contains, by key in JSON."""
        columns = self.table.__table__.columns  # type: ignore[attr-defined]
        return {
            field.alias or name: getattr(self.table, name)
            for name, field in self.response_model.model_fields.items()
            if name in columns and wanted(columns[name])
        }


def find_first(
    session: Session, table: type[M], ordering: Sequence[Any], words: str, limit: int
) -> Sequence[M]:
    """Return the first records that match a search, with one query.

    Records whose name begins with it come first, apart from long lists, which are not searched for
    words that no index finds.
    """
    searched = search.words_of(words)
    if not searched or search.reads_all(table, words):
        return []
    conditions = search.matches(table, words)
    lookup = search.index_lookup(table, words)
    order = list(ordering)
    if lookup:
        conditions += [lookup.row_id == table.id, lookup.match]
        order = [lookup.row_id.desc()]
    elif not search.is_long(table):
        # A search text begins with the name.
        begins = col(table.search_text).startswith(" ".join(searched), autoescape=True)
        order = [case((begins, 0), else_=1), *ordering]
    if session.get_bind().dialect.name == "postgresql":
        session.connection().exec_driver_sql(_PLANNING)
    statement = select(table).where(*conditions).order_by(*order).limit(limit)
    return session.exec(statement).all()


def _in_order(wanted: Any, order: Sequence[Any], places: range, total: int) -> Any:
    """Return the statement for the ids at these places in the order, of `total`."""
    if places.start <= total // 2:
        return wanted.order_by(*order).offset(places.start).limit(len(places))
    # The second half is counted from the end.
    stop = min(places.stop, total)
    backwards = wanted.order_by(*map(reverse, order)).offset(total - stop)
    return backwards.limit(max(stop - places.start, 0))
