"""What anyone may read of an entity: its published records, as lists."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Year
from awards_site.core.http.revalidation import SharedRoute
from awards_site.core.repository import Repository
from awards_site.core.schemas import Schema


def public_router(tag: str) -> APIRouter:
    """Return a router for reads that are the same for everyone; `tag` is its name in the docs."""
    return APIRouter(
        tags=[tag], route_class=SharedRoute, dependencies=[allow(Permission.READ_PUBLIC)]
    )


def add_published_lists(
    router: APIRouter, repository: Repository[Any], view: type[Schema], path: str, at: str = ""
) -> None:
    """Add the lists of all published records, of those of a category, and of those of a year.

    The list of all stands at `at` behind the entity's path.
    """
    response_models = list[view]  # type: ignore[valid-type]
    table, plural = repository.table, router.tags[0]

    @router.get(
        f"{path}{at}", response_model=response_models, summary=f"List the published {plural}"
    )
    def list_published(session: ReadSession) -> Sequence[Any]:
        """List the published records in their order."""
        return repository.list_published(session)

    @router.get(
        f"{path}/category/{{category}}",
        response_model=response_models,
        summary=f"List the published {plural} of a category",
    )
    def list_of_category(category: str, session: ReadSession) -> Sequence[Any]:
        """List the published records of a stored category, or of what a public filter shows."""
        shown = repository.filters.get(category)
        # Equality tells the response cache which records the list is about.
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
