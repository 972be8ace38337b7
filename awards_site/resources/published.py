"""Public lists of the published records of an entity."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.caching.revalidation import SharedRoute
from awards_site.core.http.path_parameters import Year
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema


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
