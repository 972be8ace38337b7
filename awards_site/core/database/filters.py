"""Filters, searches and parameters of lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from sqlalchemy import Boolean, ColumnElement, DateTime, and_, or_
from sqlmodel import col

from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import SearchableRecord, normalize_for_search
from awards_site.core.errors import Invalid, TooManyRequests, raises
from awards_site.core.http.rate_limits import SEARCHES, VISITOR_SEARCHES
from awards_site.core.request_context import is_signed_in
from awards_site.core.validation import EDITION_YEAR, Number, choices_of
from awards_site.settings import settings

YEAR = "year"
"""The parameter with the year of `year_field`."""
HAS_IMAGE = "hasImage"


def filter_conditions(
    table: type[SearchableRecord],
    columns: Mapping[str, Any],
    query: Mapping[str, str],
    expressions: Mapping[str, Any],
) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters in a query; other parameters are ignored.

    `columns` maps the keys of the response to their columns, of which booleans and choices are
    filters; `expressions` replace columns by their names. Raises Invalid for a value that a filter
    does not have.
    """
    found = [
        condition
        for key, column in columns.items()
        if key in query
        and (condition := _key_condition(table, key, column, query[key], expressions)) is not None
    ]
    found += [make(query[name]) for name, make in table.query_filters.items() if name in query]
    if table.year_field and YEAR in query:
        if not is_edition_year(query[YEAR]):
            first, last = EDITION_YEAR.minimum, EDITION_YEAR.maximum
            raise Invalid({YEAR: f"{YEAR} must be a whole number from {first} to {last}"})
        found.append(is_of_year(getattr(table, table.year_field), int(query[YEAR])))
    if table.image_field and HAS_IMAGE in query:
        image = expressions.get(table.image_field, col(getattr(table, table.image_field)))
        has_image = parse_boolean(HAS_IMAGE, query[HAS_IMAGE])
        found.append(image.is_not(None) if has_image else image.is_(None))
    return found


def _key_condition(
    table: type[SearchableRecord], key: str, column: Any, value: str, expressions: Mapping[str, Any]
) -> ColumnElement[bool] | None:
    if isinstance(column.type, Boolean):
        expression = expressions.get(column.key, column)
        is_true: ColumnElement[bool] = expression.is_(parse_boolean(key, value))
        return is_true
    choices = choices_of(table.model_fields[column.key].metadata)
    if choices is None:
        return None
    if value not in list(choices):
        raise Invalid({key: f"{key} must be one of: {', '.join(choices)}"})
    has_value: ColumnElement[bool] = column == value
    return has_value


def is_edition_year(text: str) -> bool:
    """Return whether a text is a year that records may have."""
    first, last = EDITION_YEAR.minimum, EDITION_YEAR.maximum
    return text.isdecimal() and len(text) == len(str(last)) and first <= int(text) <= last


def is_of_year(column: Any, year: int) -> ColumnElement[bool]:
    """Return the condition that a number or a time in the programme's time zone is of a year."""
    if not isinstance(column.type, DateTime | UtcDateTime):
        is_year: ColumnElement[bool] = column == year
        return is_year
    start, end = (datetime(each, 1, 1, tzinfo=settings().zone) for each in (year, year + 1))
    return and_(column >= start, column < end)


def parse_boolean(key: str, value: str) -> bool:
    """Return the value of a filter. Raises Invalid unless it is 'true' or 'false'."""
    if value not in ("true", "false"):
        raise Invalid({key: f"{key} must be true or false"})
    return value == "true"


ShownBy = Callable[[type[Any], str], ColumnElement[bool] | None]
"""Returns the condition that a list shows a word though the search text lacks it, or None."""


def words_of(search: str) -> Sequence[str]:
    """Return the words of a search as they are in search texts."""
    return normalize_for_search(search).split()


def matches(
    table: type[SearchableRecord], search: str, shown_by: ShownBy | None = None
) -> list[ColumnElement[bool]]:
    """Return the conditions of a search; `shown_by` adds badges and the like."""
    found = []
    for word in words_of(search):
        is_in_text = col(table.search_text).contains(word, autoescape=True)
        shown = shown_by(table, word) if shown_by else None
        found.append(is_in_text if shown is None else or_(is_in_text, shown))
    return found


PAGE_SIZE = 100
"""The number of records per page, and the maximum."""

MAX_BULK_RECORDS = 500
"""The number of records that one request changes; other writers wait until it is done."""
MAX_EXPORTED_IDS = 1000
"""The number of selected records that one request exports; all that match may be more."""

MAX_SEARCH_LENGTH = 200
MAX_SEARCH_WORDS = 10


@dataclass(frozen=True)
class ListParams:
    """The parameters of a list; `query` has the filters, and may have the others.

    Raises Invalid for a search that is too long.
    """

    search: str | None = None
    sort: str | None = None
    page: int | None = None
    page_size: int | None = None
    query: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_search(self.search or "")

    @property
    def are_given(self) -> bool:
        """Whether the request has a search, an order or a page."""
        return {self.search, self.sort, self.page, self.page_size} != {None}


@raises(TooManyRequests)
async def list_params(
    request: Request,
    words: Annotated[
        str | None, Query(alias="search", description="Words that must all occur.")
    ] = None,
    sort: Annotated[
        str | None, Query(description="A key of the response; `-key` for descending order.")
    ] = None,
    page: Annotated[int | None, Number(1, label="page"), Query()] = None,
    page_size: Annotated[
        int | None, Number(1, PAGE_SIZE, label="pageSize"), Query(alias="pageSize")
    ] = None,
) -> ListParams:
    """Return the list parameters of a request.

    Booleans and choices of the response are filters as well: `isPublished=false`. Some lists have
    `year`, `hasImage` and others of their own; staff also have `id`, `schedule`, `changedBy` and
    `toDo`.
    Raises Invalid for a search that is too long, and TooManyRequests over the rate limit of
    searches.
    """
    params = ListParams(words, sort, page, page_size, request.query_params)
    if words:
        await (SEARCHES if is_signed_in() else VISITOR_SEARCHES)(request)
    return params


def check_search(words: str, parameter: str = "search") -> None:
    if len(words) > MAX_SEARCH_LENGTH or len(words_of(words)) > MAX_SEARCH_WORDS:
        limit = f"{MAX_SEARCH_WORDS} words and {MAX_SEARCH_LENGTH} characters"
        raise Invalid({parameter: f"Please search for at most {limit}"})


ListParamsDep = Annotated[ListParams, Depends(list_params)]
