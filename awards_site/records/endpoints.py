"""The CRUD endpoints of managed entities, with their permissions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import ColumnElement
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, Staff, allow
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParams, ListParamsDep
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema
from awards_site.core.database.pagination import MoreFilters, Page, Paginator
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.caching import IfMatch, Precondition, SharedByVisitorsRoute
from awards_site.core.http.path_parameters import Id
from awards_site.core.http.routing import NOT_STORED
from awards_site.core.schemas import Schema
from awards_site.records.export import add_export
from awards_site.records.media_rules import check_images
from awards_site.records.public_form import PublicForm
from awards_site.records.staff_lists import StaffPage, shown_by_word, staff_conditions
from awards_site.records.trash_contents import TrashedEntity, tell_draft
from awards_site.records.versions import (
    RecordVersionPublic,
    find_version,
    list_versions,
    record_writes,
)


@dataclass(frozen=True)
class EditableEntity:
    """An entity whose records have versions and are updated with `schema`."""

    repository: Repository[Any]
    schema: type[Schema]
    edited_by: Permission
    """The permission to update its records."""
    managed_by: Permission
    """The permission to see their recent changes."""

    def register(self) -> None:
        """Add the entity to `EDITABLE_ENTITIES`, unless its records have no versions."""
        if self.repository.table.has_versions:
            EDITABLE_ENTITIES[str(self.repository.table.__tablename__)] = self


EDITABLE_ENTITIES: dict[str, EditableEntity] = {}
"""By table name; `Endpoints.add_update` adds each of them."""


MAX_VERSIONS = 1000
"""The maximum number of versions in one response."""


@dataclass(frozen=True)
class Endpoints:
    """Adds the endpoints of an entity to a router; each method adds one or more."""

    router: APIRouter
    repository: Repository[Any]
    path: str
    """The path of the entity, such as '/events'."""
    response_model: type[Schema]
    """A record as the API returns it."""
    managed_by: Permission
    """The permission to read all records and their recent changes, and to write by default."""
    recent_writes: bool = False
    """Whether writes need recent authentication."""
    reads_are_audited: bool = False
    """Whether the audit log has who lists, reads and exports records, as for personal data."""
    expressions: Mapping[str, ColumnElement[Any]] = field(default_factory=dict)
    """What lists filter and sort by instead of a column, by its name."""
    more_filters: MoreFilters = staff_conditions
    """Returns the conditions of the filters of staff, of the table and a query."""

    @property
    def item_path(self) -> str:
        """The path of a record."""
        return f"{self.path}/{{record_id}}"

    @property
    def label(self) -> str:
        """The entity's name in lowercase."""
        return self.repository.record_type

    def write_rules(self, permission: Permission | None) -> list[Any]:
        """Return the dependencies of a write that needs this permission, or that of all writes."""
        return [allow(permission or self.managed_by, recent=self.recent_writes)]

    @property
    def paginator(self) -> Paginator[Any]:
        return Paginator(
            self.repository.table,
            self.response_model,
            self.repository.ordering,
            expressions=self.expressions,
            shown_by=shown_by_word,
            more_filters=self.more_filters,
        )

    @property
    def list_models(self) -> Any:
        """The response type of a list: all records, or a page of them."""
        return list[self.response_model] | StaffPage[self.response_model]  # type: ignore[name-defined]

    def read_list(self, session: Session, params: ListParams, caller: User) -> Any:
        """Return the list that staff read."""
        found = self.paginator.read(session, params)
        entity = EDITABLE_ENTITIES.get(str(self.repository.table.__tablename__))
        if entity and isinstance(found, Page) and has_permission(caller.role, entity.edited_by):
            return StaffPage.of(session, entity.repository, found)
        return found

    def audit(self, session: Session, action: Action, record: ManagedRecord) -> None:
        """Add a change to the audit log and to the versions, in the transaction of the change."""
        self.audit_all(session, action, [record])

    def audit_all(self, session: Session, action: Action, records: Sequence[ManagedRecord]) -> None:
        """Add the same change of some records, as `audit` does for one."""
        record_writes(session, action, self.label, records, self.managed_by)

    def complete_write(
        self, session: Session, action: Action, record: ManagedRecord, state: Precondition
    ) -> None:
        """Add a change to the audit log, and tell the caller what its images lack, and its ETag.

        Raises Invalid if the record must not be published with its images.
        """
        self.audit(session, action, record)
        state.report_lacking(check_images(session, record))
        state.set_etag(self.response_model, record)

    def add_list(self, path: str) -> None:
        """Add the endpoint that lists all records, unpublished ones included."""

        @self.router.get(
            path,
            response_model=self.list_models,
            dependencies=[allow(self.managed_by)],
            summary=f"List every {self.label}",
        )
        def list_all(session: ReadSession, params: ListParamsDep, caller: SignedIn) -> Any:
            """List all records, unpublished ones included."""
            found = self.read_list(session, params, caller)
            if self.reads_are_audited and (found.items if isinstance(found, Page) else found):
                counter.count(Action.LISTED, self.label, name="list")
            return found

    def add_export(self, path: str, filename: str) -> None:
        """Add the endpoints, at `path`, with matching records as a file `{filename}_{date}`.

        GET has all of them, and POST those of the given ids, which may be too many for a URL. One
        with personal data needs recent authentication.
        """

        def count() -> None:
            if self.reads_are_audited:
                counter.count(Action.EXPORTED, self.label, name="list")

        add_export(
            self.router,
            path,
            self.paginator,
            self.response_model,
            label=self.label,
            filename=filename,
            rules=[allow(self.managed_by, recent=self.reads_are_audited)],
            on_export=count,
        )

    def add_read(self, view: type[Schema] | None = None) -> None:
        """Add the public endpoint that reads a record; only staff can read drafts.

        `view` is its response model, where it says more than the others.
        """
        repository, response_model = self.repository, self.response_model

        def read(record_id: Id, session: ReadSession, staff: Staff, state: IfMatch) -> Any:
            """Read one record; only staff can read drafts."""
            record = repository.read(session, record_id, staff=staff)
            state.set_etag(response_model, record)
            return record

        self.router.add_api_route(
            self.item_path,
            read,
            response_model=view or response_model,
            dependencies=[allow(Permission.READ_PUBLIC)],
            summary=f"Read one {self.label}",
            route_class_override=SharedByVisitorsRoute,
        )

    def add_staff_read(self) -> None:
        """Add the endpoint that reads a record, for staff only."""

        @self.router.get(
            self.item_path,
            response_model=self.response_model,
            dependencies=[allow(self.managed_by)],
            summary=f"Read one {self.label}",
        )
        def read(record_id: Id, session: ReadSession, state: IfMatch) -> Any:
            """Read one record."""
            record = self.repository.find(session, record_id)
            if self.reads_are_audited:
                name = "" if record.is_personal else record.display_name
                counter.count(Action.READ, self.label, record.id, name)
            state.set_etag(self.response_model, record)
            return record

    def add_writes(
        self, create: type[Schema], update_method: Literal["PUT", "PATCH"], update: type[Schema]
    ) -> None:
        """Add the endpoints that create, update, delete and restore records, and versions."""
        self.add_create(create)
        self.add_update(update_method, update)
        self.add_delete()
        self.add_versions(update)

    def add_create(self, schema: type[Schema], permission: Permission | None = None) -> None:
        """Add the endpoint that creates a record; `permission` overrides `managed_by`."""

        @self.router.post(
            self.path,
            status_code=201,
            response_model=self.response_model,
            dependencies=self.write_rules(permission),
            summary=f"Create one {self.label}",
        )
        def create(body: schema, state: IfMatch) -> Any:  # type: ignore[valid-type]
            """Create a record."""
            with writing() as session:
                record = self.repository.create(session, body)
                self.complete_write(session, Action.CREATED, record, state)
                return record

    def add_update(
        self,
        method: str,
        schema: type[Schema],
        permission: Permission | None = None,
        suffix: str = "",
    ) -> None:
        """Add the endpoint, at `item_path` and `suffix`, that updates fields of a record."""

        if not suffix:
            EditableEntity(
                self.repository, schema, permission or self.managed_by, self.managed_by
            ).register()

        @self.router.api_route(
            f"{self.item_path}{suffix}",
            methods=[method],
            response_model=self.response_model,
            dependencies=self.write_rules(permission),
            summary=f"Update the given fields of one {self.label}",
        )
        def update(
            record_id: Id,
            body: schema,  # type: ignore[valid-type]
            caller: SignedIn,
            state: IfMatch,
        ) -> Any:
            """Update the given fields; 412 if `If-Match` does not match the record's ETag."""
            with writing() as session:
                record = self.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.response_model, record)
                self.repository.update(session, record, body, caller.id)
                self.complete_write(session, action_of(body), record, state)
                return record

    def add_delete(self, permission: Permission | None = None) -> None:
        """Add the endpoints that delete and restore a record, also from the Trash."""
        rules = self.write_rules(permission)
        TrashedEntity(
            self.repository, self.path, self.managed_by, permission or self.managed_by
        ).register()

        @self.router.delete(
            self.item_path, status_code=204, dependencies=rules, summary=f"Delete one {self.label}"
        )
        def delete(record_id: Id, caller: SignedIn, state: IfMatch) -> None:
            """Delete a record; 412 if `If-Match` does not match its ETag."""
            with writing() as session:
                record = self.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.response_model, record)
                self.repository.delete(session, record, caller.id)
                self.audit(session, Action.DELETED, record)

        @self.router.post(
            f"{self.item_path}/restore",
            response_model=self.response_model,
            dependencies=rules,
            summary=f"Restore a deleted {self.label}",
        )
        def restore(record_id: Id, state: IfMatch, response: Response) -> Any:
            """Restore a record within an hour after its deletion."""
            with writing() as session:
                record = self.repository.undo_delete(session, record_id)
                self.audit(session, Action.RESTORED, record)
                tell_draft(response, record)
                state.set_etag(self.response_model, record)
                return record

    def add_versions(self, schema: type[Schema]) -> None:
        """Add the endpoints that list and restore a record's versions; `schema` updates it."""
        path = f"{self.item_path}/versions"

        @self.router.get(
            path,
            response_model=list[RecordVersionPublic],
            dependencies=[allow(self.managed_by)],
            summary=f"List the versions of one {self.label}",
        )
        def list_all(
            record_id: Id,
            session: ReadSession,
            limit: Annotated[int, Query(ge=1, le=MAX_VERSIONS)] = MAX_VERSIONS,
        ) -> Any:
            """List what each change made of a record, newest first."""
            record = self.repository.find(session, record_id)
            return [each.public(schema) for each in list_versions(session, record, limit)]

        @self.router.post(
            f"{path}/{{version_id}}/restore",
            response_model=self.response_model,
            dependencies=self.write_rules(None),
            summary=f"Restore a version of one {self.label}",
        )
        def restore_version(record_id: Id, version_id: Id, caller: SignedIn, state: IfMatch) -> Any:
            """Give a record the values of a version; whether and when it is published stays."""
            with writing() as session:
                record = self.repository.find(session, record_id, for_update=True)
                state.check_precondition(self.response_model, record)
                body = find_version(session, record, version_id).input(schema)
                kept = {record.published_field, *ScheduledSchema.model_fields}
                body.model_fields_set.difference_update(kept)
                self.repository.restore_version(session, record, body, caller.id)
                self.complete_write(session, Action.RESTORED, record, state)
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
            """Store what a visitor has sent, unless the forms are not stored."""
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


def action_of(body: Schema) -> Action:
    """Return the action of an update: published, unpublished, a new role, or any other one."""
    changes = body.provided_fields()
    if changes.keys() == {"is_published"}:
        return Action.PUBLISHED if changes["is_published"] else Action.UNPUBLISHED
    return Action.ROLE_CHANGED if changes.keys() == {"role"} else Action.UPDATED
