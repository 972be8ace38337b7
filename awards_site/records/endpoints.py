"""The CRUD endpoints of managed entities, with their permissions."""

from dataclasses import dataclass
from typing import Annotated, Any, Self

from fastapi import APIRouter, Query, Request, Response

from awards_site.accounts.dependencies import SignedIn, Staff, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParamsDep
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.openapi import NOT_STORED
from awards_site.core.http.response_cache import SharedByVisitorsRoute
from awards_site.core.http.urls import Id
from awards_site.core.schemas import Schema
from awards_site.records import arrangement, bulk, use_cases
from awards_site.records.arrangement import Arrangement, NewOrder
from awards_site.records.bulk import BulkChange, BulkResult
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.entity import DECLARED, ENTITIES, Entity
from awards_site.records.export import add_export
from awards_site.records.imports.api import add_import
from awards_site.records.public_form import PublicForm
from awards_site.records.responses import IfMatch, offer_undo, respond
from awards_site.records.staff_lists import StaffPage
from awards_site.records.undo import UndoResult
from awards_site.records.versions import RecordVersionPublic
from awards_site.records.written import Shown

MAX_VERSIONS = 1000
"""The maximum number of versions in one response."""


@dataclass(frozen=True)
class Endpoints:
    """Adds the endpoints of an entity to a router; each method adds one or more."""

    router: APIRouter
    entity: Entity

    def __post_init__(self) -> None:
        DECLARED[self.entity.table_name] = self.entity
        if self.entity.table.has_versions:
            ENTITIES[self.entity.table_name] = self.entity

    @property
    def list_models(self) -> Any:
        """The response type of a list: all records, or a page of them."""
        view = self.entity.list_view
        return list[view] | StaffPage[view]  # type: ignore[valid-type]

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
            self._add_order()
        if entity.imports:
            add_import(self.router, entity)

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
            self._add_versions()
        if entity.bulk:
            self._add_bulk()
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
        def list_all(params: ListParamsDep, caller: SignedIn) -> Any:
            """List all records, unpublished ones included."""
            return use_cases.read_list(caller, self.entity, params)

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

        def read(record_id: Id, session: ReadSession, staff: Staff, response: Response) -> Any:
            """Read one record; only staff can read drafts."""
            record = repository.read(session, record_id, staff=staff)
            response.headers["ETag"] = Shown.of(view, record).tag
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
        def read(record_id: Id, caller: SignedIn, response: Response) -> Any:
            """Read one record."""
            return respond(response, use_cases.read(caller, self.entity, record_id))

    def _add_create(self, schema: type[Schema]) -> None:
        @self.router.post(
            self.entity.path,
            status_code=201,
            response_model=self.entity.view,
            dependencies=self.entity.write_rules(self.entity.edited_by),
            summary=f"Create one {self.entity.label}",
        )
        def create(
            body: schema,  # type: ignore[valid-type]
            caller: SignedIn,
            response: Response,
        ) -> Any:
            """Create a record."""
            return respond(response, use_cases.create(caller, self.entity, body))

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
            seen: IfMatch,
            response: Response,
        ) -> Any:
            """Update the given fields; 412 if `If-Match` does not match the record's ETag."""
            written = use_cases.update(caller, self.entity, record_id, body, seen)
            return respond(response, written)

    def _add_delete(self) -> None:
        """Add the endpoints that delete and restore a record, also from the Trash."""
        rules = self.entity.write_rules(self.entity.deleted_by)

        @self.router.delete(
            self.entity.item_path,
            status_code=204,
            dependencies=rules,
            summary=f"Delete one {self.entity.label}",
        )
        def delete(record_id: Id, caller: SignedIn, seen: IfMatch, response: Response) -> None:
            """Delete a record; 412 if `If-Match` does not match its ETag."""
            offer_undo(response, use_cases.delete(caller, self.entity, record_id, seen))

        @self.router.post(
            f"{self.entity.item_path}/restore",
            response_model=self.entity.view,
            dependencies=rules,
            summary=f"Restore a deleted {self.entity.label}",
        )
        def restore(record_id: Id, caller: SignedIn, response: Response) -> Any:
            """Restore a record within an hour after its deletion."""
            return respond(response, use_cases.restore(caller, self.entity, record_id))

    def _add_versions(self) -> None:
        """Add the endpoints that list and restore a record's versions."""
        path = f"{self.entity.item_path}/versions"

        @self.router.get(
            path,
            response_model=list[RecordVersionPublic],
            dependencies=[allow(self.entity.managed_by)],
            summary=f"List the versions of one {self.entity.label}",
        )
        def list_all(
            record_id: Id,
            caller: SignedIn,
            limit: Annotated[int, Query(ge=1, le=MAX_VERSIONS)] = MAX_VERSIONS,
        ) -> Any:
            """List the versions of a record, newest first."""
            return use_cases.read_versions(caller, self.entity, record_id, limit)

        @self.router.post(
            f"{path}/{{version_id}}/restore",
            response_model=self.entity.view,
            dependencies=self.entity.write_rules(self.entity.managed_by),
            summary=f"Restore a version of one {self.entity.label}",
        )
        def restore_version(
            record_id: Id, version_id: Id, caller: SignedIn, seen: IfMatch, response: Response
        ) -> Any:
            """Give a record the values of a version; whether and when it is published stays."""
            written = use_cases.restore_version(caller, self.entity, record_id, version_id, seen)
            return respond(response, written)

    def _add_bulk(self) -> None:
        """Add the endpoints that change several records, and that undo such a change."""
        path, label = f"{self.entity.path}/bulk", self.entity.label
        rules = self.entity.write_rules(self.entity.deleted_by)

        @self.router.post(
            path,
            response_model=BulkResult,
            dependencies=rules,
            summary=f"Publish, unpublish, set or delete several {label} records",
        )
        def change(body: BulkChange, params: ListParamsDep, caller: SignedIn) -> BulkResult:
            """Change all of the records or none, as one entry of the audit log."""
            return bulk.change_several(caller, self.entity, body, params)

        @self.router.post(
            f"{path}/undo",
            response_model=UndoResult,
            dependencies=rules,
            summary=f"Undo a change of several {label} records",
        )
        def undo(body: BulkResult, caller: SignedIn) -> UndoResult:
            """Undo the change with this response, except where it was changed again since."""
            return bulk.undo_several(caller, self.entity, body)

    def _add_order(self) -> None:
        """Add the endpoints of the order within the groups of `order_group`."""
        path, label = f"{self.entity.path}/order", self.entity.label
        rules = self.entity.write_rules(self.entity.managed_by)

        @self.router.get(
            path,
            response_model=Arrangement[self.entity.view],  # type: ignore[name-defined]
            dependencies=[allow(self.entity.managed_by)],
            summary=f"Read the order of every {label}",
        )
        def read(caller: SignedIn, group: str | None = None) -> Any:
            """Read a group in its order, by default the first; a long one lacks its `records`."""
            return arrangement.read_order(caller, self.entity, group or "")

        @self.router.post(
            path,
            response_model=BulkResult,
            dependencies=rules,
            summary=f"Arrange every {label} of a group",
        )
        def save(body: NewOrder, caller: SignedIn) -> BulkResult:
            """Give the records of a group the order of `ids`, as one entry of the audit log."""
            return arrangement.arrange(caller, self.entity, body)

        @self.router.post(
            f"{path}/undo",
            response_model=UndoResult,
            dependencies=rules,
            summary=f"Undo an arrangement of {label} records",
        )
        def undo(body: BulkResult, caller: SignedIn) -> UndoResult:
            """Undo the change with this response, except where it was changed again since."""
            return arrangement.undo_arrangement(caller, self.entity, body)

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
