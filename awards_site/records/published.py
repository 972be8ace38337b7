"""Published records: their lists, and the planned times at which they change.

Queries compare these times themselves. Caches ask the timetable until when a response holds.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from fastapi import APIRouter
from sqlalchemy import ColumnElement, Select, select, union

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import ManagedRecord, is_scheduled, released
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession, reading
from awards_site.core.http.caching import SharedRoute
from awards_site.core.http.path_parameters import Year
from awards_site.core.schemas import Schema


def public_router(tag: str) -> APIRouter:
    """Return a router for cached public reads; `tag` groups its endpoints in the API docs."""
    return APIRouter(
        tags=[tag], route_class=SharedRoute, dependencies=[allow(Permission.READ_PUBLIC)]
    )


def add_published_lists(
    router: APIRouter, repository: Repository[Any], view: type[Schema], path: str, suffix: str = ""
) -> None:
    """Add the lists of published records: all, by category and by year.

    The list of all is at `path` followed by `suffix`.
    """
    response_models = list[view]  # type: ignore[valid-type]
    table, plural = repository.table, router.tags[0]

    @router.get(
        f"{path}{suffix}", response_model=response_models, summary=f"List the published {plural}"
    )
    def list_published(session: ReadSession) -> Sequence[Any]:
        """List the published records in their display order."""
        return repository.list_published(session)

    @router.get(
        f"{path}/category/{{category}}",
        response_model=response_models,
        summary=f"List the published {plural} of a category",
    )
    def list_of_category(category: str, session: ReadSession) -> Sequence[Any]:
        """List the published records of a category or of a public filter's categories."""
        categories = [category, *repository.filters.get(category, ())]
        return repository.list_published(session, table.category.in_(categories))

    @router.get(
        f"{path}/year/{{year}}",
        response_model=response_models,
        summary=f"List the published {plural} of a year",
    )
    def list_of_year(year: Year, session: ReadSession) -> Sequence[Any]:
        """List the published records of a year."""
        return repository.list_published(session, table.year == year)


Source = Callable[[], Iterator[Select[Any]]]
"""Yields queries for planned times, past ones as well: clocks are set back."""


class Timetable:
    """The planned times."""

    def __init__(self, *sources: Source) -> None:
        self._sources = list(sources)

    def add_source(self, source: Source) -> None:
        self._sources.append(source)

    async def next_time(self, after: datetime) -> datetime | None:
        """Return the first planned time after another one; None without any."""
        return await asyncio.to_thread(self._read_next, after)

    def _read_next(self, after: datetime) -> datetime | None:
        times = union(*(query for source in self._sources for query in source())).subquery()
        [time] = times.c
        with reading() as session:
            return session.scalar(select(time).where(time > after).order_by(time).limit(1))


def planned(time: Any, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Return the query for the times in a column."""
    return select(time).where(time.is_not(None), *conditions)


def _scheduled_records() -> Iterator[Select[Any]]:
    """Yield the queries for when records with a schedule appear and disappear."""
    for model in filter(is_scheduled, ManagedRecord.__subclasses__()):
        for name in ("publish_at", "unpublish_at"):
            yield planned(getattr(model, name), released(model))


timetable = Timetable(_scheduled_records)
