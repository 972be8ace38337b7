"""The endpoints of the pending changes of published records, which the API calls drafts."""

from typing import Any

from fastapi import APIRouter, Response

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.http.urls import Id
from awards_site.records import use_cases
from awards_site.records.entity import Entity
from awards_site.records.pending_changes import DraftPublic
from awards_site.records.responses import IfMatch, offer_undo, respond


def add_drafts(router: APIRouter, entity: Entity) -> None:
    """Add the endpoints of drafts.

    `If-Match` lists the ETags that the caller has seen: that of the draft, and that of the
    record where there is no draft, or where the record has changed since the draft was begun.
    """
    label, schema = entity.label, entity.update
    assert schema is not None
    path = f"{entity.item_path}/draft"
    permission = entity.edited_by
    writes = entity.write_rules(permission)

    @router.get(
        path,
        response_model=DraftPublic,
        dependencies=[allow(permission)],
        summary=f"Read the draft of one {label}",
    )
    def read(record_id: Id, caller: SignedIn, response: Response) -> Any:
        """Read the draft of a record."""
        return respond(response, use_cases.read_pending(caller, entity, record_id))

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
        seen: IfMatch,
        response: Response,
    ) -> Any:
        """Save the given fields, and keep those that were saved before.

        A draft without any difference to the record is deleted; the response is then null. A record
        that is not published is changed itself: 409. 412 if `If-Match` does not list the ETag of
        the draft, or of the record if it has none.
        """
        return respond(response, use_cases.save_pending(caller, entity, record_id, body, seen))

    @router.delete(
        path, status_code=204, dependencies=writes, summary=f"Discard the draft of one {label}"
    )
    def discard(record_id: Id, caller: SignedIn, seen: IfMatch, response: Response) -> None:
        """Discard the draft, which can be restored for an hour; 412 as for saving it."""
        offer_undo(response, use_cases.discard_pending(caller, entity, record_id, seen))

    @router.post(
        f"{path}/restore",
        response_model=DraftPublic,
        dependencies=writes,
        summary=f"Restore the discarded draft of one {label}",
    )
    def restore(record_id: Id, caller: SignedIn, response: Response) -> Any:
        """Restore the draft within an hour after it was discarded."""
        return respond(response, use_cases.restore_pending(caller, entity, record_id))

    @router.post(
        f"{path}/publish",
        response_model=entity.view,
        dependencies=writes,
        summary=f"Publish the draft of one {label}",
    )
    def publish(
        record_id: Id,
        caller: SignedIn,
        seen: IfMatch,
        response: Response,
        body: schema = None,  # type: ignore[valid-type]
    ) -> Any:
        """Update the record with the draft and the given fields, and delete the draft.

        412 if the record has changed since the draft was begun, unless `If-Match` lists the
        record's ETag, too; if there is no draft; or if somebody else has saved it.
        """
        written = use_cases.publish_pending(caller, entity, record_id, body, seen)
        return respond(response, written)
