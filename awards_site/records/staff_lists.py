"""Features of lists for staff: filters, search for badges, pending changes and open tasks."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import Field
from sqlalchemy import ColumnElement, and_, exists, not_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from awards_site.core.database.filters import is_edition_year, is_of_year
from awards_site.core.database.managed_record import (
    ManagedRecord,
    has_not_ended,
    is_publishable,
    is_scheduled,
    now,
    published,
    released,
)
from awards_site.core.database.pagination import Page
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Invalid
from awards_site.core.paths import record_id
from awards_site.core.request_context import current_request
from awards_site.records.checklist import TO_DO
from awards_site.records.pending_changes import ids_with_pending
from awards_site.records.versions import RecordVersion

T = TypeVar("T")

ID = "id"
"""The parameter for a single record."""
SCHEDULE = "schedule"
"""The parameter for records that will be published or unpublished."""
TO_DO_PARAM = "toDo"
"""The parameter for records with open tasks; its only value is 'true'."""
CHANGED_BY = "changedBy"
"""The parameter for the user who made the last change; its only value is 'me'."""


class StaffPage(Page[T]):
    """A page of a list with details for those who may edit its records."""

    drafts: list[int] | None = Field(default=None, exclude_if=lambda ids: ids is None)
    """The ids of the records that have drafts."""
    toDo: dict[int, list[str]] | None = Field(  # noqa: N815
        default=None, exclude_if=lambda found: found is None
    )
    """The open tasks of records, by id."""
    toDoCount: int | None = Field(  # noqa: N815
        default=None, exclude_if=lambda count: count is None
    )
    """The number of records of the whole table with open tasks, if it is known already."""

    @classmethod
    def of(cls, session: Session, repository: Repository[Any], page: Page[Any]) -> Self:
        """Return a page for those who may edit its records."""
        ids = [record.id for record in page.items]
        to_do = TO_DO.get(repository.table)
        return cls(
            **vars(page),
            drafts=ids_with_pending(session, str(repository.table.__tablename__), ids),
            toDo=to_do.of(session, page.items) if to_do and ids else {},
            toDoCount=to_do.known_count() if to_do else None,
        )


_HIDDEN = ("draft", "unpublished", "inactive")
_PLANNED = {"publish": "publish_at", "unpublish": "unpublish_at"}


def staff_conditions(table: type[Any], query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters in a query. Raises Invalid for an unknown value."""
    found = []
    if ID in query:
        found.append(col(table.id) == record_id(query[ID]))
    if is_scheduled(table) and SCHEDULE in query:
        found.append(_is_planned(table, query[SCHEDULE]))
    if table in TO_DO and TO_DO_PARAM in query:
        if query[TO_DO_PARAM] != "true":
            raise Invalid({TO_DO_PARAM: f"{TO_DO_PARAM} must be true"})
        found.append(col(table.id).in_(TO_DO[table].ids()))
    if issubclass(table, ManagedRecord) and table.has_versions and CHANGED_BY in query:
        if query[CHANGED_BY] != "me":
            raise Invalid({CHANGED_BY: f"{CHANGED_BY} must be me"})
        found.append(_is_last_changed_by_caller(table))
    return found


def shown_by_word(table: type[Any], word: str) -> ColumnElement[bool] | None:
    """Return the condition that a list shows a word though the search text lacks it, or None.

    These are badges, such as 'Draft' or 'Winner', and the year of a date.
    """
    if not issubclass(table, ManagedRecord) or not table.has_versions:
        return None
    if word in _HIDDEN and is_publishable(table):
        return not_(released(table))
    if is_scheduled(table) and word == "scheduled":
        return _is_called_scheduled(table)
    column = f"is_{word}"
    if column in table.model_fields:
        is_shown = col(getattr(table, column)).is_(True)
        return and_(published(table), is_shown) if column == table.published_field else is_shown
    is_date = table.year_field and table.year_field not in table.search_fields
    if is_date and is_edition_year(word):
        return is_of_year(getattr(table, table.year_field), int(word))
    return None


def _is_called_scheduled(table: type[Any]) -> ColumnElement[bool]:
    if table.schedule_publishes:
        return and_(has_not_ended(table), col(table.publish_at).is_not(None))
    return _is_planned(table, "publish")


def _is_planned(table: type[Any], value: str) -> ColumnElement[bool]:
    if value not in _PLANNED:
        raise Invalid({SCHEDULE: f"{SCHEDULE} must be one of: {', '.join(_PLANNED)}"})
    return and_(released(table), col(getattr(table, _PLANNED[value])) > now())


def _is_last_changed_by_caller(table: type[ManagedRecord]) -> ColumnElement[bool]:
    request = current_request()
    newer = aliased(RecordVersion)
    own = select(RecordVersion.record_id).where(
        RecordVersion.table_name == str(table.__tablename__),
        RecordVersion.user_id == (request.user_id if request else None),
        ~exists().where(
            col(newer.table_name) == RecordVersion.table_name,
            col(newer.record_id) == RecordVersion.record_id,
            col(newer.id) > RecordVersion.id,
        ),
    )
    return col(table.id).in_(own)
