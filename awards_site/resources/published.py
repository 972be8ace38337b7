"""Public lists of the published records of an entity."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel
from sqlmodel import Session, func, select

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.caching.revalidation import SharedRoute
from awards_site.core.http.path_parameters import Year
from awards_site.core.records.publishing import published
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.core.validation.value_validators import Number

MAX_LIMIT = 100

Limit = Annotated[int | None, Number(1, MAX_LIMIT, label="limit"), Query()]
"""How many records of a list are wanted at most; None for all."""


class EditionCount(BaseModel):
    """How many published records of a category a year has; `year` is null for those without one."""

    year: int | None
    category: str
    count: int


def public_router(tag: str) -> APIRouter:
    """Return a router for cached public reads; `tag` groups its endpoints in the API docs."""
    return APIRouter(
        tags=[tag], route_class=SharedRoute, dependencies=[allow(Permission.READ_PUBLIC)]
    )


def add_published_lists(
    router: APIRouter, repository: Repository[Any], view: type[Schema], path: str, suffix: str = ""
) -> None:
    """Add the lists of published records: all, by category and by year, and their numbers.

    The list of all is at `path` followed by `suffix`.
    """
    response_models = list[view]  # type: ignore[valid-type]
    table, plural = repository.table, router.tags[0]

    @router.get(
        f"{path}{suffix}", response_model=response_models, summary=f"List the published {plural}"
    )
    def list_published(session: ReadSession, limit: Limit = None) -> Sequence[Any]:
        """List the published records in their display order: all, or the first ones."""
        return repository.list_published(session, limit=limit)

    @router.get(
        f"{path}/category/{{category}}",
        response_model=response_models,
        summary=f"List the published {plural} of a category",
    )
    def list_of_category(category: str, session: ReadSession) -> Sequence[Any]:
        """List the published records of a category or of a public filter's categories."""
        shown = repository.filters.get(category)
        # The response cache understands equality, not IN.
        condition = table.category.in_([category, *shown]) if shown else table.category == category
        return repository.list_published(session, condition)

    @router.get(
        f"{path}/year/{{year}}",
        response_model=response_models,
        summary=f"List the published {plural} of a year",
    )
    def list_of_year(year: Year, session: ReadSession) -> Sequence[Any]:
        """List the published records of a year."""
        return repository.list_published(session, table.year == year)

    @router.get(f"{path}/editions", summary=f"Count the published {plural} of each edition")
    def list_editions(session: ReadSession) -> list[EditionCount]:
        """Count the published records by year and category, the newest year first."""
        return _count_by_edition(session, table)


def _count_by_edition(session: Session, table: Any) -> list[EditionCount]:
    counted = select(table.year, table.category, func.count()).where(published(table))
    grouped = counted.group_by(table.year, table.category)
    rows = session.exec(grouped.order_by(table.year.desc().nulls_last(), table.category))
    return [
        EditionCount(year=year, category=category, count=count) for year, category, count in rows
    ]
