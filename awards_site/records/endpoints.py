"""The CRUD endpoints of managed entities, with their permissions."""

from dataclasses import dataclass
from typing import Annotated, Any, Self

from fastapi import APIRouter, Query, Request, Response
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, Staff, allow
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParams, ListParamsDep
from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.caching import IfMatch, SharedByVisitorsRoute
from awards_site.core.http.path_parameters import Id
from awards_site.core.http.routing import NOT_STORED
from awards_site.core.schemas import Schema
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.entity import ENTITIES, Entity, action_of
from awards_site.records.export import add_export
from awards_site.records.imports.api import add_import
from awards_site.records.imports.service import Importer
from awards_site.records.public_form import PublicForm
from awards_site.records.staff_lists import StaffPage
from awards_site.records.trash import tell_draft
from awards_site.records.versions import (
    RecordVersionPublic,
    find_version,
    list_versions,
)

MAX_VERSIONS = 1000
"""The maximum number of versions in one response."""


@dataclass(frozen=True)
class Endpoints:
    """Adds the endpoints of an entity to a router; each method adds one or more."""

    router: APIRouter
    entity: Entity

    def __post_init__(self) -> None:
        if self.entity.table.has_versions:
            ENTITIES[self.entity.table_name] = self.entity

    @property
    def list_models(self) -> Any:
        """The response type of a list: all records, or a page of them."""
        view = self.entity.list_view
        return list[view] | StaffPage[view]  # type: ignore[valid-type]

    def read_list(self, session: Session, params: ListParams, caller: User) -> Any:
        """Return the list that staff read."""
        entity = self.entity
        found = entity.paginator.read(session, params)
        if not isinstance(found, Page):
            return entity.to_list(session, found)
        found.items = [*entity.to_list(session, found.items)]
        if entity.table.has_versions and has_permission(caller.role, entity.edited_by):
            return StaffPage.of(session, entity.repository, found)
        return found

    def add_all(self) -> Self:
        """Add the endpoints of all features of the entity, and return this object."""
        self.add_collection()
        self.add_records()
        return self

    def add_collection(self) -> None:
        """Add the endpoints of lists, whose paths those of single records match, too."""
        entity = self.entity
        if not entity.has_own_list:
            self._add_list()
        self._add_export()
        if entity.has_order:
            add_order(self.router, entity)
        if entity.imports:
            add_import(self.router, Importer(entity, entity.imports))

    def add_records(self) -> None:
        """Add the endpoints of single records, and of changes of several."""
        entity = self.entity
        if entity.reads == "by visitors":
            self._add_read()
        elif entity.reads:
            self._add_staff_read()
        if entity.create and entity.reads:
            self._add_create(entity.create)
        if entity.update:
            self._add_update(entity.update)
        self._add_delete()
        if entity.update and entity.table.has_versions and not entity.has_own_history:
            self._add_versions(entity.update)
        if entity.bulk:
            add_bulk(self.router, entity)
        if entity.page_of:
            add_drafts(self.router, entity)

    def _add_list(self) -> None:
        """Add the endpoint that lists all records, unpublished ones included."""

        @self.router.get(
            self.entity.list_path,
            response_model=self.list_models,
            dependencies=[allow(self.entity.managed_by)],
            summary=f"List every {self.entity.label}",
        )
        def list_all(session: ReadSession, params: ListParamsDep, caller: SignedIn) -> Any:
            """List all records, unpublished ones included."""
            found = self.read_list(session, params, caller)
            if self.entity.reads_are_audited and (
                found.items if isinstance(found, Page) else found
            ):
                counter.count(Action.LISTED, self.entity.label, name="list")
            return found

    def _add_export(self) -> None:
        """Add the endpoints with matching records as a file `{export_name}_{date}`.

        GET has all of them, and POST those of the given ids, which may be too many for a URL. One
        with personal data needs recent authentication.
        """

        def count() -> None:
            if self.entity.reads_are_audited:
                counter.count(Action.EXPORTED, self.entity.label, name="list")

        add_export(
            self.router,
            self.entity.export_path,
            self.entity.paginator,
            self.entity.list_view,
            label=self.entity.label,
            filename=self.entity.export_name,
            rules=[allow(self.entity.managed_by, recent=self.entity.reads_are_audited)],
            on_export=count,
            to_list=self.entity.to_list,
        )

    def _add_read(self) -> None:
        """Add the public endpoint that reads a record; only staff can read drafts."""
        repository, view = self.entity.repository, self.entity.view

        def read(record_id: Id, session: ReadSession, staff: Staff, state: IfMatch) -> Any:
            """Read one record; only staff can read drafts."""
            record = repository.read(session, record_id, staff=staff)
            state.set_etag(view, record)
            return record

        self.router.add_api_route(
            self.entity.item_path,
            read,
            response_model=self.entity.public_view or view,
            dependencies=[allow(Permission.READ_PUBLIC)],
            summary=f"Read one {self.entity.label}",
            route_class_override=SharedByVisitorsRoute,
        )

    def _add_staff_read(self) -> None:
        """Add the endpoint that reads a record, for staff only."""

        @self.router.get(
            self.entity.item_path,
            response_model=self.entity.view,
            dependencies=[allow(self.entity.managed_by)],
            summary=f"Read one {self.entity.label}",
        )
        def read(record_id: Id, session: ReadSession, state: IfMatch) -> Any:
            """Read one record."""
            record = self.entity.repository.find(session, record_id)
            if self.entity.reads_are_audited:
                name = "" if record.is_personal else record.display_name
                counter.count(Action.READ, self.entity.label, record.id, name)
            state.set_etag(self.entity.view, record)
            return record

    def _add_create(self, schema: type[Schema]) -> None:
        @self.router.post(
            self.entity.path,
            status_code=201,
            response_model=self.entity.view,
            dependencies=self.entity.write_rules(self.entity.edited_by),
            summary=f"Create one {self.entity.label}",
        )
        def create(body: schema, state: IfMatch) -> Any:  # type: ignore[valid-type]
            """Create a record."""
            with writing() as session:
                record = self.entity.repository.create(session, body)
                self.entity.complete_write(session, Action.CREATED, record, state)
                return record

    def _add_update(self, schema: type[Schema]) -> None:
        @self.router.api_route(
            f"{self.entity.item_path}{self.entity.update_suffix}",
            methods=[self.entity.update_method],
            response_model=self.entity.view,
            dependencies=self.entity.write_rules(self.entity.edited_by),
            summary=f"Update the given fields of one {self.entity.label}",
        )
        def update(
            record_id: Id,
            body: schema,  # type: ignore[valid-type]
            caller: SignedIn,
            state: IfMatch,
        ) -> Any:
            """Update the given fields; 412 if `If-Match` does not match the record's ETag."""
            with writing() as session:
                record = self.entity.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.entity.view, record)
                self.entity.repository.update(session, record, body, caller.id)
                self.entity.complete_write(session, action_of(body), record, state)
                return record

    def _add_delete(self) -> None:
        """Add the endpoints that delete and restore a record, also from the Trash."""
        rules = self.entity.write_rules(self.entity.deleted_by)

        @self.router.delete(
            self.entity.item_path,
            status_code=204,
            dependencies=rules,
            summary=f"Delete one {self.entity.label}",
        )
        def delete(record_id: Id, caller: SignedIn, state: IfMatch) -> None:
            """Delete a record; 412 if `If-Match` does not match its ETag."""
            with writing() as session:
                record = self.entity.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.entity.view, record)
                self.entity.repository.delete(session, record, caller.id)
                self.entity.audit(session, Action.DELETED, record)

        @self.router.post(
            f"{self.entity.item_path}/restore",
            response_model=self.entity.view,
            dependencies=rules,
            summary=f"Restore a deleted {self.entity.label}",
        )
        def restore(record_id: Id, state: IfMatch, response: Response) -> Any:
            """Restore a record within an hour after its deletion."""
            with writing() as session:
                record = self.entity.repository.undo_delete(session, record_id)
                self.entity.audit(session, Action.RESTORED, record)
                tell_draft(response, record)
                state.set_etag(self.entity.view, record)
                return record

    def _add_versions(self, schema: type[Schema]) -> None:
        """Add the endpoints that list and restore a record's versions; `schema` updates it."""
        path = f"{self.entity.item_path}/versions"

        @self.router.get(
            path,
            response_model=list[RecordVersionPublic],
            dependencies=[allow(self.entity.managed_by)],
            summary=f"List the versions of one {self.entity.label}",
        )
        def list_all(
            record_id: Id,
            session: ReadSession,
            limit: Annotated[int, Query(ge=1, le=MAX_VERSIONS)] = MAX_VERSIONS,
        ) -> Any:
            """List the versions of a record, newest first."""
            record = self.entity.repository.find(session, record_id)
            return [each.public(schema) for each in list_versions(session, record, limit)]

        @self.router.post(
            f"{path}/{{version_id}}/restore",
            response_model=self.entity.view,
            dependencies=self.entity.write_rules(self.entity.managed_by),
            summary=f"Restore a version of one {self.entity.label}",
        )
        def restore_version(record_id: Id, version_id: Id, caller: SignedIn, state: IfMatch) -> Any:
            """Give a record the values of a version; whether and when it is published stays."""
            with writing() as session:
                record = self.entity.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.entity.view, record)
                body = find_version(session, record, version_id).input(schema)
                kept = {record.published_field, *ScheduledSchema.model_fields}
                body.model_fields_set.difference_update(kept)
                self.entity.repository.restore_version(session, record, body, caller.id)
                self.entity.complete_write(session, Action.RESTORED, record, state)
                return record

    def add_form(self, path: str, schema: type[Schema], form: PublicForm, summary: str) -> None:
        """Add the endpoint of a public form; it responds with 202 if nothing is stored.

        The response repeats what was sent: a stored record would tell whether it is new.
        """

        async def send(
            body: schema,  # type: ignore[valid-type]
            request: Request,
            response: Response,
        ) -> Any:
            """Store a visitor's submission, unless forms are not stored."""
            if await form.receive(request, body) is None:
                response.status_code = 202
                return None
            return body

        self.router.add_api_route(
            path,
            send,
            methods=["POST"],
            status_code=201,
            response_model=schema | None,
            dependencies=[allow(Permission.READ_PUBLIC)],
            responses=NOT_STORED,
            summary=summary,
            route_class_override=form.counting_route(),
        )
