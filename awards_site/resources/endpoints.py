"""The endpoints that managed entities have in common, each with its rule."""

from dataclasses import dataclass
from typing import Any, Literal

from fastapi import APIRouter

from awards_site.auth.dependencies import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.core.http.revalidation import SharedByVisitorsRoute
from awards_site.core.pagination import ListParamsDep, Paginator
from awards_site.core.repository import Repository
from awards_site.core.schemas import Schema
from awards_site.resources.audit import Action, Audit


@dataclass(frozen=True)
class Endpoints:
    """Where an entity's endpoints stand, what they answer, and who may call them.

    Each method adds some of them to the router.
    """

    router: APIRouter
    repository: Repository[Any]
    path: str
    """The path of the entity, such as '/events'; a record's is this and its id."""
    response_model: type[Schema]
    """A record as those who manage it read it, and as its ETag covers it."""
    managed_by: Permission
    """Who reads all records and what was done with them, and writes unless it says otherwise."""

    @property
    def one(self) -> str:
        """The path of one record."""
        return f"{self.path}/{{record_id}}"

    @property
    def label(self) -> str:
        """The entity's name within a sentence."""
        return self.repository.label.lower()

    @property
    def listing(self) -> Paginator[Any]:
        """How the records are listed for those who manage them."""
        return Paginator(self.repository.table, self.response_model, self.repository.ordering)

    def add_list(self, path: str) -> None:
        """Add the endpoint that lists all records, unpublished ones included."""
        listing = self.listing

        @self.router.get(
            path,
            response_model=listing.response_models,
            dependencies=[allow(self.managed_by)],
            summary=f"List every {self.label}",
        )
        def list_all(session: ReadSession, params: ListParamsDep) -> Any:
            """List all records, unpublished ones included."""
            return listing.read(session, params)

    def add_reading(self, view: type[Schema]) -> None:
        """Add the endpoint that reads one record as visitors do: a draft only as staff."""
        repository, response_model = self.repository, self.response_model

        def read(record_id: Id, session: ReadSession, staff: Staff, state: IfMatch) -> Any:
            """Read one record; a draft only as staff."""
            record = repository.read(session, record_id, staff=staff)
            state.set_etag(response_model, record)
            return record

        self.router.add_api_route(
            self.one,
            read,
            response_model=view,
            dependencies=[allow(Permission.READ_PUBLIC)],
            summary=f"Read one {self.label}",
            route_class_override=SharedByVisitorsRoute,
        )

    def add_managers_reading(self) -> None:
        """Add the endpoint that reads one record, for those who manage it alone."""

        @self.router.get(
            self.one,
            response_model=self.response_model,
            dependencies=[allow(self.managed_by)],
            summary=f"Read one {self.label}",
        )
        def read(record_id: Id, session: ReadSession, state: IfMatch) -> Any:
            """Read one record."""
            record = self.repository.find(session, record_id)
            state.set_etag(self.response_model, record)
            return record

    def add_writing(
        self, create: type[Schema], update_method: Literal["PUT", "PATCH"], update: type[Schema]
    ) -> None:
        """Add the endpoints that create, update, delete and restore records."""
        self.add_creation(create)
        self.add_update(update_method, update)
        self.add_deletion()

    def add_creation(self, schema: type[Schema], permission: Permission | None = None) -> None:
        """Add the endpoint that creates a record; `permission` is another than `managed_by`."""

        @self.router.post(
            self.path,
            status_code=201,
            response_model=self.response_model,
            dependencies=[allow(permission or self.managed_by)],
            summary=f"Create one {self.label}",
        )
        def create(body: schema, state: IfMatch, audit: Audit) -> Any:  # type: ignore[valid-type]
            """Create a record."""
            with writing() as session:
                record = self.repository.create(session, body)
                audit(session, self.managed_by, Action.CREATED, self.label, record)
                state.set_etag(self.response_model, record)
                return record

    def add_update(self, method: str, schema: type[Schema]) -> None:
        """Add the endpoint that changes the named fields of a record."""

        @self.router.api_route(
            self.one,
            methods=[method],
            response_model=self.response_model,
            dependencies=[allow(self.managed_by)],
            summary=f"Change the named fields of one {self.label}",
        )
        def update(
            record_id: Id,
            body: schema,  # type: ignore[valid-type]
            state: IfMatch,
            audit: Audit,
        ) -> Any:
            """Change named fields of a record; 412 when `If-Match` names another state of it."""
            with writing() as session:
                record = self.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.response_model, record)
                self.repository.update(session, record, body)
                audit(session, self.managed_by, action_of(body), self.label, record)
                state.set_etag(self.response_model, record)
                return record

    def add_deletion(self, permission: Permission | None = None) -> None:
        """Add the endpoints that delete a record and bring it back."""
        rules = [allow(permission or self.managed_by)]

        @self.router.delete(
            self.one, status_code=204, dependencies=rules, summary=f"Delete one {self.label}"
        )
        def delete(record_id: Id, state: IfMatch, audit: Audit) -> None:
            """Delete a record; 412 when `If-Match` names another state of it."""
            with writing() as session:
                record = self.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.response_model, record)
                self.repository.delete(session, record)
                audit(session, self.managed_by, Action.DELETED, self.label, record)

        self.add_restoring(permission)

    def add_restoring(self, permission: Permission | None = None) -> None:
        """Add the endpoint that brings a deleted record back."""

        @self.router.post(
            f"{self.one}/restore",
            response_model=self.response_model,
            dependencies=[allow(permission or self.managed_by)],
            summary=f"Bring a deleted {self.label} back",
        )
        def restore(record_id: Id, state: IfMatch, audit: Audit) -> Any:
            """Bring a deleted record back, as it was, within an hour."""
            with writing() as session:
                record = self.repository.restore(session, record_id)
                audit(session, self.managed_by, Action.RESTORED, self.label, record)
                state.set_etag(self.response_model, record)
                return record


def action_of(body: Schema) -> Action:
    """Return what an update does: it publishes, takes back, or changes anything else."""
    changes = body.provided_fields()
    if changes.keys() == {"is_published"}:
        return Action.PUBLISHED if changes["is_published"] else Action.UNPUBLISHED
    return Action.UPDATED
