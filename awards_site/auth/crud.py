"""The endpoints that every managed entity has, each with its rule (spec 2, section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.collection import Collection
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.schemas import Fields


@dataclass(frozen=True)
class Endpoints:
    """Where an entity's endpoints stand, what they take and answer, and who may write."""

    collection: Collection[Any]
    path: str
    """The path of the entity, such as '/events'; a record's is this and its id."""
    answer: type[Fields]
    create: type[Fields]
    update: type[Fields]
    update_method: Literal["PUT", "PATCH"]
    managed_by: Permission


def add_reading(router: APIRouter, endpoints: Endpoints) -> None:
    """Add the endpoint that reads one record: a draft only as staff."""
    collection = endpoints.collection

    @router.get(
        f"{endpoints.path}/{{record_id}}",
        response_model=endpoints.answer,
        dependencies=[allow(Permission.READ_PUBLIC)],
        summary=f"Read one {collection.noun.lower()}",
    )
    def read(record_id: Id, session: ReadSession, staff: Staff) -> Any:
        """Read one record; a draft only as staff."""
        return collection.read(session, record_id, staff=staff)


def add_staff_list(router: APIRouter, endpoints: Endpoints, path: str) -> None:
    """Add the endpoint that lists all records, unpublished ones included."""
    collection = endpoints.collection

    @router.get(
        path,
        response_model=list[endpoints.answer],  # type: ignore[name-defined]
        dependencies=[allow(endpoints.managed_by)],
        summary=f"List every {collection.noun.lower()}, unpublished ones included",
    )
    def list_all(session: ReadSession) -> Sequence[Any]:
        """List all records, unpublished ones included."""
        return collection.list_all(session)


def add_writing(router: APIRouter, endpoints: Endpoints) -> None:
    """Add the endpoints that create, update and delete records."""
    collection = endpoints.collection
    one = f"{endpoints.path}/{{record_id}}"
    noun = collection.noun.lower()
    rules = [allow(endpoints.managed_by)]
    # FastAPI reads the bodies' schemas from the annotations, which are variables here.
    Create, Update = endpoints.create, endpoints.update  # noqa: N806

    @router.post(
        endpoints.path,
        status_code=201,
        response_model=endpoints.answer,
        dependencies=rules,
        summary=f"Create a {noun}",
    )
    def create(body: Create, session: WriteSession) -> Any:  # type: ignore[valid-type]
        """Create a record."""
        return collection.create(session, body)

    @router.api_route(
        one,
        methods=[endpoints.update_method],
        response_model=endpoints.answer,
        dependencies=rules,
        summary=f"Change the named fields of a {noun}",
    )
    def update(record_id: Id, body: Update, session: WriteSession) -> Any:  # type: ignore[valid-type]
        """Change the named fields of a record."""
        return collection.update(session, record_id, body)

    @router.delete(one, status_code=204, dependencies=rules, summary=f"Delete a {noun}")
    def delete(record_id: Id, session: WriteSession) -> None:
        """Delete a record."""
        collection.delete(session, record_id)
