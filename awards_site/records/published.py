"""Published records: their lists, and the planned times at which they change.

Queries compare these times themselves. Caches ask for the next one, until which responses hold.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from fastapi import APIRouter
from sqlalchemy import func, select, union_all
from sqlmodel import col

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession, reading
from awards_site.core.http.response_cache import SharedRoute
from awards_site.core.http.urls import Year
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


async def next_planned_time(after: datetime) -> datetime | None:
    """Return the first time after another one at which visitors may see a change, or None."""
    return await asyncio.to_thread(_read_next_planned_time, after)


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
