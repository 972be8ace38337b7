"""Published records: their lists, and the planned times at which they change.

Queries compare these times themselves. Caches ask for the next one, until which responses hold.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fastapi import APIRouter
from sqlalchemy import func, select, union_all
from sqlmodel import col

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import ManagedRecord, published
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession, reading
from awards_site.core.http.response_cache import MAX_AGE, SharedRoute, joins
from awards_site.core.http.urls import Year
from awards_site.core.invalidation.reads import Reads, State, record_reads
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

    The list of all is at `path` followed by `suffix`. If staff arrange the records of each year, it
    is joined from those of the years.
    """
    response_models = list[view]  # type: ignore[valid-type]
    table, plural = repository.table, router.tags[0]

    def urls_of_years() -> Sequence[str]:
        with reading() as session:
            years = select(table.year).where(published(table)).distinct()
            found = session.scalars(years.order_by(table.year.desc())).all()
        return [f"/api{path}/year/{year}" for year in found]

    @router.get(
        f"{path}{suffix}", response_model=response_models, summary=f"List the published {plural}"
    )
    def list_published(session: ReadSession) -> Sequence[Any]:
        """List the published records in their display order."""
        return repository.list_published(session)

    if repository.order_group == "year":
        joins(list_published, urls_of_years)

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


class _Plan(NamedTuple):
    """The first planned time after another one, and what it was read from."""

    after: datetime
    time: datetime | None
    reads: Reads

    def holds(self, after: datetime) -> bool:
        """Return whether it is the first one after another time, too."""
        is_next = self.time is None or after < self.time
        is_recent = self.after <= after < self.after + MAX_AGE
        return is_recent and is_next and self.reads.state is State.FRESH


_plan: _Plan | None = None
"""The plan read last. It is read again once a planned time has changed, and now and then."""


async def next_planned_time(after: datetime) -> datetime | None:
    """Return the first time after another one at which visitors may see a change, or None."""
    global _plan
    plan = _plan
    if plan is None or not plan.holds(after):
        with record_reads() as reads:
            time = await asyncio.to_thread(_read_next_planned_time, after)
        plan = _plan = _Plan(after, time, reads)
    return plan.time


def _read_next_planned_time(after: datetime) -> datetime | None:
    columns = [
        col(getattr(model, name))
        for model in ManagedRecord.__subclasses__()
        for name in model.planned_fields
        if name in model.model_fields
    ]
    times = union_all(*(select(func.min(each)).where(each > after) for each in columns)).subquery()
    [time] = times.c
    with reading() as session:
        return session.scalar(select(func.min(time)))
