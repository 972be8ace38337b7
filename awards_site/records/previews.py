"""Previews: the pages that show a record as they will be once its draft is published."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import (
    ManagedRecord,
    ScheduledSchema,
    is_publishable,
    is_scheduled,
)
from awards_site.core.database.sessions import Overlay
from awards_site.core.schemas import Schema
from awards_site.records.drafts import find_draft
from awards_site.records.endpoints import Endpoints

NEW_ID = 2_147_483_647
"""The id of a new record in its preview: each part of a page is read in its own transaction."""


@dataclass(frozen=True)
class PreviewedEntity:
    """An entity whose records are previewed; `create_schema` makes and `schema` updates them."""

    endpoints: Endpoints
    create_schema: type[Schema]
    schema: type[Schema]
    page_of: Callable[[Any], str]
    """Returns the path of a record's page, perhaps with a query. Raises NotFound without one."""
    permission: Permission
    """The permission to see and share previews."""

    @property
    def table_name(self) -> str:
        return str(self.endpoints.repository.table.__tablename__)

    def register(self) -> None:
        """Add the entity to `PREVIEWED_ENTITIES`."""
        PREVIEWED_ENTITIES[self.table_name] = self

    def overlay(
        self, record_id: int, changes: Schema | None = None, *, for_strangers: bool = False
    ) -> Overlay:
        """Return the write that publishes a record with its draft, or with `changes` instead.

        Staff see it without embargoes, and people without an account see no results of it that are
        not public yet.
        """
        repository = self.endpoints.repository

        def write(session: Session) -> None:
            record = repository.find(session, record_id, for_update=True)
            withheld = repository.withheld(session, record) if for_strangers else {}
            draft = find_draft(session, record) if changes is None else None
            fields = draft.input(self.schema) if draft else changes
            if fields is not None:
                repository.update(session, record, fields)
            self._publish(session, record, withheld)
            if not for_strangers:
                repository.lift_embargoes(session, record)

        return write

    def overlay_of_new(self, fields: Schema) -> Overlay:
        """Return the write that creates and publishes a record, whose id is NEW_ID."""
        repository = self.endpoints.repository

        def write(session: Session) -> None:
            record = repository.create(session, fields)
            record.id = NEW_ID
            session.flush()
            self._publish(session, record)
            repository.lift_embargoes(session, record)

        return write

    def _publish(
        self, session: Session, record: ManagedRecord, others: Mapping[str, Any] | None = None
    ) -> None:
        """Let visitors see a record now, with the `others` of its values."""
        repository = self.endpoints.repository
        if not is_publishable(repository.table):
            return
        times = ScheduledSchema.model_fields if is_scheduled(repository.table) else ()
        shown = {repository.table.published_field: True, **dict.fromkeys(times)}
        repository.change(session, record, {**shown, **(others or {})})


PREVIEWED_ENTITIES: dict[str, PreviewedEntity] = {}
"""By table name; `add_drafts` adds each of them."""
