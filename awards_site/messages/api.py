"""The HTTP endpoints of contact messages (spec 2, section 7; decisions, details)."""

from typing import Any

from fastapi import APIRouter, Response

from awards_site.auth.access import allow
from awards_site.auth.activity import Action, Noting
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.listing import ListAsked
from awards_site.messages import service
from awards_site.messages.models import Message, MessageCreate, MessagePublic, MessageUpdate

router = APIRouter(tags=["messages"])
_NOUN = service.NOUN.lower()
_inbox = [allow(Permission.READ_INBOX)]


@router.post(
    "/contact",
    status_code=201,
    response_model=MessagePublic | None,
    dependencies=[allow(Permission.READ_PUBLIC)],
    responses={202: {"description": "Taken, and not stored: AWARDS_STORE_FORMS is 0."}},
)
def send_message(body: MessageCreate, response: Response) -> Message | None:
    """Send a message to the organisers."""
    with writing() as session:
        message = service.receive(session, body)
        if message is None:
            response.status_code = 202
        return message


@router.get("/admin/contact", response_model=service.listing.answers, dependencies=_inbox)
def list_messages(session: ReadSession, asked: ListAsked) -> Any:
    """List the messages, newest first."""
    return service.listing.read(session, asked)


@router.get("/admin/contact/{message_id}", response_model=MessagePublic, dependencies=_inbox)
def read_message(message_id: Id, session: ReadSession) -> Message:
    """Read one message."""
    return service.find(session, message_id)


@router.patch("/admin/contact/{message_id}", response_model=MessagePublic, dependencies=_inbox)
def update_message(message_id: Id, body: MessageUpdate) -> Message:
    """Mark a message as read or unread."""
    with writing() as session:
        return service.update(session, message_id, body)


@router.delete("/admin/contact/{message_id}", status_code=204, dependencies=_inbox)
def delete_message(message_id: Id, note: Noting) -> None:
    """Delete a message."""
    with writing() as session:
        message = service.delete(session, message_id)
        note(session, Permission.READ_INBOX, Action.DELETED, _NOUN, message)


@router.post(
    "/admin/contact/{message_id}/restore", response_model=MessagePublic, dependencies=_inbox
)
def restore_message(message_id: Id, note: Noting) -> Message:
    """Bring a deleted message back, within an hour."""
    with writing() as session:
        message = service.restore(session, message_id)
        note(session, Permission.READ_INBOX, Action.RESTORED, _NOUN, message)
        return message
