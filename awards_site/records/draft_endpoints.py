"""The endpoints of the pending changes of published records, which the API calls drafts."""

from functools import partial
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.audit.log import record_action, shown_value
from awards_site.core.audit.models import Action
from awards_site.core.database.managed_record import ManagedRecord, is_released
from awards_site.core.database.sessions import ReadSession, trying, writing
from awards_site.core.errors import Conflict, PreconditionFailed
from awards_site.core.http.caching import IfMatch, Precondition, etag_for
from awards_site.core.http.path_parameters import Id
from awards_site.core.schemas import Schema
from awards_site.records.drafts import (
    DraftPublic,
    RecordDraft,
    find_draft,
    find_stored,
    read_draft,
    restore_draft,
)
from awards_site.records.entity import Entity, action_of
from awards_site.records.media_rules import check_images
from awards_site.records.preview_links import end_links


def add_drafts(router: APIRouter, entity: Entity) -> None:
    """Add the endpoints of drafts.

    `If-Match` lists the ETags that the caller has seen: that of the draft, and that of the
    record where there is no draft, or where the record has changed since the draft was begun.
    """
    repository, label, schema = entity.repository, entity.label, entity.update
    assert schema is not None
    path = f"{entity.item_path}/draft"
    permission = entity.edited_by
    writes = entity.write_rules(permission)

    def etag_of_record(record: ManagedRecord) -> str:
        return etag_for(entity.view, record)

    def public(draft: RecordDraft, record: ManagedRecord, state: Precondition) -> DraftPublic:
        state.set_tag(draft.etag)
        return draft.public(schema, etag_of_record(record))

    def audit(session: Session, action: Action, record: ManagedRecord, draft: RecordDraft) -> None:
        changes = [
            [name, shown_value(name, draft.base[name]), shown_value(name, value)]
            for name, value in draft.changes.items()
        ]
        record_action(
            session,
            action,
            label,
            record.id,
            record.display_name,
            changes=changes if action is Action.DRAFT_SAVED else [],
            permission=permission.name,
        )

    def check(record_id: int, body: Schema, editor_id: int) -> None:
        """Raise the error with which publishing the draft and the fields would be refused."""
        with trying() as session:
            record = repository.find(session, record_id, for_update=True)
            draft = find_draft(session, record) or RecordDraft.begin(record, "")
            draft.merge(body)
            repository.update(session, record, draft.input(schema), editor_id)
            check_images(session, record)

    @router.get(
        path,
        response_model=DraftPublic,
        dependencies=[allow(permission)],
        summary=f"Read the draft of one {label}",
    )
    def read(record_id: Id, session: ReadSession, state: IfMatch) -> Any:
        """Read the draft of a record."""
        record = repository.find(session, record_id)
        return public(read_draft(session, record), record, state)

    @router.put(
        path,
        response_model=DraftPublic | None,
        dependencies=writes,
        summary=f"Save fields in the draft of one {label}",
    )
    def save(
        record_id: Id,
        body: schema,  # type: ignore[valid-type]
        caller: SignedIn,
        state: IfMatch,
    ) -> Any:
        """Save the given fields, and keep those that were saved before.

        A draft without any difference to the record is deleted; the response is then null. A record
        that is not published is changed itself: 409. 412 if `If-Match` does not list the ETag of
        the draft, or of the record if it has none.
        """
        check(record_id, body, caller.id)
        with writing() as session:
            record = repository.find(session, record_id, for_update=True)
            etag, draft = etag_of_record(record), find_draft(session, record)
            if state.is_given:
                state.require(draft.etag if draft else etag)
            is_new = draft is None
            if draft is None:
                if not is_released(repository.table, partial(getattr, record)):
                    raise Conflict("Only a published record has a draft. Save the changes instead.")
                if discarded := find_stored(session, record):
                    session.delete(discarded)
                    session.flush()
                draft = RecordDraft.begin(record, etag)
            elif state.names(etag):
                draft.rebase(record, etag)
            draft.merge(body)
            if not draft.changes:
                if not is_new:
                    session.delete(draft)
                    audit(session, Action.DRAFT_DISCARDED, record, draft)
                state.set_tag(etag)
                return None
            session.add(draft)
            audit(session, Action.DRAFT_SAVED, record, draft)
            session.flush()
            session.refresh(draft)
            return public(draft, record, state)

    @router.delete(
        path, status_code=204, dependencies=writes, summary=f"Discard the draft of one {label}"
    )
    def discard(record_id: Id, state: IfMatch) -> None:
        """Discard the draft, which can be restored for an hour; 412 as for saving it."""
        with writing() as session:
            record = repository.find(session, record_id, for_update=True)
            draft = read_draft(session, record)
            if state.is_given:
                state.require(draft.etag)
            draft.discard()
            audit(session, Action.DRAFT_DISCARDED, record, draft)

    @router.post(
        f"{path}/restore",
        response_model=DraftPublic,
        dependencies=writes,
        summary=f"Restore the discarded draft of one {label}",
    )
    def restore(record_id: Id, state: IfMatch) -> Any:
        """Restore the draft within an hour after it was discarded."""
        with writing() as session:
            record = repository.find(session, record_id, for_update=True)
            draft = restore_draft(session, record)
            audit(session, Action.DRAFT_RESTORED, record, draft)
            return public(draft, record, state)

    @router.post(
        f"{path}/publish",
        response_model=entity.view,
        dependencies=writes,
        summary=f"Publish the draft of one {label}",
    )
    def publish(
        record_id: Id,
        caller: SignedIn,
        state: IfMatch,
        body: schema = None,  # type: ignore[valid-type]
    ) -> Any:
        """Update the record with the draft and the given fields, and delete the draft.

        412 if the record has changed since the draft was begun, unless `If-Match` lists the
        record's ETag, too; if there is no draft; or if somebody else has saved it.
        """
        given: Any = body
        with writing() as session:
            record = repository.find(session, record_id, for_update=True)
            draft = find_draft(session, record)
            if draft is None:
                raise PreconditionFailed("The draft was published or discarded in the meantime.")
            if state.is_given:
                state.require(draft.etag)
            etag = etag_of_record(record)
            if draft.base_etag != etag and not state.names(etag):
                raise PreconditionFailed(
                    "Someone else has changed this since the draft was begun."
                    " Compare the changes before you publish it."
                )
            draft.rebase(record, etag)
            if given is not None:
                draft.merge(given)
            changes = draft.input(schema)
            session.delete(draft)
            end_links(session, draft.table_name, [draft.record_id])
            session.flush()
            if changes.model_fields_set:
                repository.update(session, record, changes, caller.id)
                entity.complete_write(session, action_of(changes), record, state)
            else:
                state.set_etag(entity.view, record)
            return record
