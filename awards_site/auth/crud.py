"""The endpoints that every managed entity has, each with its rule (spec 2, section 7)."""

from dataclasses import dataclass
from typing import Any, Literal

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.activity import Action, Noting
from awards_site.auth.permissions import Permission
from awards_site.core.collection import Collection
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.core.http.revalidation import SharedByVisitorsRoute
from awards_site.core.listing import ListAsked, Listing
from awards_site.core.schemas import Fields


@dataclass(frozen=True)
class Endpoints:
    """Where an entity's endpoints stand, what they take and answer, and who may write."""

    collection: Collection[Any]
    path: str
    """The path of the entity, such as '/events'; a record's is this and its id."""
    answer: type[Fields]
    """A record as those who manage it read it, and as its ETag covers it."""
    view: type[Fields]
    """A record as visitors read it: the answer, and what a page makes of it."""
    create: type[Fields]
    update: type[Fields]
    update_method: Literal["PUT", "PATCH"]
    managed_by: Permission

    @property
    def one(self) -> str:
        """The path of one record."""
        return f"{self.path}/{{record_id}}"

    @property
    def noun(self) -> str:
        """The entity's name within a sentence."""
        return self.collection.noun.lower()

    @property
    def listing(self) -> Listing[Any]:
        """How the records are listed for those who manage them."""
        return Listing(self.collection.table, self.answer, self.collection.in_order)


def add_reading(router: APIRouter, endpoints: Endpoints) -> None:
    """Add the endpoint that reads one record: a draft only as staff."""
    collection, answer = endpoints.collection, endpoints.answer

    def read(record_id: Id, session: ReadSession, staff: Staff, state: IfMatch) -> Any:
        """Read one record; a draft only as staff."""
        record = collection.read(session, record_id, staff=staff)
        state.tag(answer, record)
        return record

    router.add_api_route(
        endpoints.one,
        read,
        response_model=endpoints.view,
        dependencies=[allow(Permission.READ_PUBLIC)],
        summary=f"Read one {collection.noun.lower()}",
        route_class_override=SharedByVisitorsRoute,
    )


def add_staff_list(router: APIRouter, endpoints: Endpoints, path: str) -> None:
    """Add the endpoint that lists all records, unpublished ones included."""
    listing = endpoints.listing

    @router.get(
        path,
        response_model=listing.answers,
        dependencies=[allow(endpoints.managed_by)],
        summary=f"List every {endpoints.noun}, unpublished ones included",
    )
    def list_all(session: ReadSession, asked: ListAsked) -> Any:
        """List all records, unpublished ones included."""
        return listing.read(session, asked)


def add_writing(router: APIRouter, endpoints: Endpoints) -> None:
    """Add the endpoints that create, update, delete and restore records."""
    collection, answer, noun = endpoints.collection, endpoints.answer, endpoints.noun
    permission = endpoints.managed_by
    rules = [allow(permission)]
    # FastAPI reads the bodies' schemas from the annotations, which are variables here.
    Create, Update = endpoints.create, endpoints.update  # noqa: N806

    @router.post(
        endpoints.path,
        status_code=201,
        response_model=answer,
        dependencies=rules,
        summary=f"Create a {noun}",
    )
    def create(body: Create, state: IfMatch, note: Noting) -> Any:  # type: ignore[valid-type]
        """Create a record."""
        with writing() as session:
            record = collection.create(session, body)
            note(session, permission, Action.CREATED, noun, record)
            state.tag(answer, record)
            return record

    @router.api_route(
        endpoints.one,
        methods=[endpoints.update_method],
        response_model=answer,
        dependencies=rules,
        summary=f"Change the named fields of a {noun}",
    )
    def update(
        record_id: Id,
        body: Update,  # type: ignore[valid-type]
        state: IfMatch,
        note: Noting,
    ) -> Any:
        """Change the named fields of a record; 412 when `If-Match` names another state of it."""
        with writing() as session:
            record = collection.find(session, record_id, for_update=True)
            state.judge(answer, record)
            collection.update(session, record, body)
            note(session, permission, action_of(body), noun, record)
            state.tag(answer, record)
            return record

    @router.delete(endpoints.one, status_code=204, dependencies=rules, summary=f"Delete a {noun}")
    def delete(record_id: Id, state: IfMatch, note: Noting) -> None:
        """Delete a record; 412 when `If-Match` names another state of it."""
        with writing() as session:
            record = collection.find(session, record_id, for_update=True)
            state.judge(answer, record)
            collection.delete(session, record)
            note(session, permission, Action.DELETED, noun, record)

    @router.post(
        f"{endpoints.one}/restore",
        response_model=answer,
        dependencies=rules,
        summary=f"Bring a deleted {noun} back",
    )
    def restore(record_id: Id, state: IfMatch, note: Noting) -> Any:
        """Bring a deleted record back, as it was, within an hour."""
        with writing() as session:
            record = collection.restore(session, record_id)
            note(session, permission, Action.RESTORED, noun, record)
            state.tag(answer, record)
            return record


def action_of(body: Fields) -> Action:
    """Return what an update does: it publishes, takes back, or changes anything else."""
    changes = body.given()
    if changes.keys() == {"is_published"}:
        return Action.PUBLISHED if changes["is_published"] else Action.UNPUBLISHED
    return Action.UPDATED
