"""The filters of lists: query parameters that restrict a list to some values of a key."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, ColumnElement, DateTime, and_, func
from sqlmodel import col

from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.errors import Invalid
from awards_site.core.records.managed_record import SearchableRecord
from awards_site.core.validation.value_validators import EDITION_YEAR, choices_of
from awards_site.settings import settings

YEAR = "year"
"""The parameter with the year of `year_field`."""
HAS_IMAGE = "hasImage"
"""The parameter that tells whether `image_field` has a value."""
HAS_ALT_TEXT = "hasAltText"
"""The parameter that tells whether `alt_text_field` has a value."""


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
        found.append(is_of_year(getattr(table, table.year_field), _parse_year(query[YEAR])))
    if table.image_field and HAS_IMAGE in query:
        image = expressions.get(table.image_field, col(getattr(table, table.image_field)))
        has_image = _parse_boolean(HAS_IMAGE, query[HAS_IMAGE])
        found.append(image.is_not(None) if has_image else image.is_(None))
    if table.alt_text_field and HAS_ALT_TEXT in query:
        has_text = func.coalesce(getattr(table, table.alt_text_field), "") != ""
        found.append(has_text if _parse_boolean(HAS_ALT_TEXT, query[HAS_ALT_TEXT]) else ~has_text)
    return found


def _key_condition(
    table: type[SearchableRecord],
    key: str,
    column: Any,
    value: str,
    expressions: Mapping[str, Any],
) -> ColumnElement[bool] | None:
    if isinstance(column.type, Boolean):
        expression = expressions.get(column.key, column)
        is_true: ColumnElement[bool] = expression.is_(_parse_boolean(key, value))
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


def _parse_year(value: str) -> int:
    if not is_edition_year(value):
        first, last = EDITION_YEAR.minimum, EDITION_YEAR.maximum
        raise Invalid({YEAR: f"{YEAR} must be a whole number from {first} to {last}"})
    return int(value)


def is_of_year(column: Any, year: int) -> ColumnElement[bool]:
    """Return the condition that a number or a time in the programme's time zone is of a year."""
    if not isinstance(column.type, DateTime | UtcDateTime):
        is_year: ColumnElement[bool] = column == year
        return is_year
    start, end = (datetime(each, 1, 1, tzinfo=settings().zone) for each in (year, year + 1))
    return and_(column >= start, column < end)


def _parse_boolean(key: str, value: str) -> bool:
    if value not in ("true", "false"):
        raise Invalid({key: f"{key} must be true or false"})
    return value == "true"
