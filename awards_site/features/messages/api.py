"""The HTTP endpoints of contact messages."""

from typing import Any

from fastapi import APIRouter, Response

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core.errors import TooManyRequests, raises
from awards_site.core.http.urls import Id
from awards_site.features.messages import use_cases
from awards_site.features.messages.entity import (
    MESSAGE,
    Assignee,
    BulkReply,
    MessageCreate,
    MessagePublic,
    MessageUpdate,
    NoteCreate,
    NotePublic,
    ReplyCreate,
    ReplyPublic,
    Thread,
    messages,
)
from awards_site.features.messages.replies import ReplyTemplate
from awards_site.records.endpoints import Endpoints
from awards_site.records.public_form import PublicForm
from awards_site.records.responses import IfMatch, respond
from awards_site.records.undo import SkippedRecord

form = PublicForm("contact", messages)
router = APIRouter(tags=["messages"])
endpoints = Endpoints(router, MESSAGE)
_STAFF = [allow(Permission.READ_INBOX)]
endpoints.add_form("/contact", MessageCreate, form, "Send a message to the organisers")
endpoints.add_collection()


@router.get("/admin/contact/assignees", dependencies=_STAFF)
def list_assignees(caller: SignedIn) -> list[Assignee]:
    """List the users to whom messages may be assigned, by name."""
    return use_cases.list_assignees(caller)


@router.get("/admin/contact/templates", dependencies=_STAFF)
def list_templates(caller: SignedIn) -> list[ReplyTemplate]:
    """List the templates of replies, in which `{name}` and `{subject}` stand for the sender's."""
    return use_cases.list_templates(caller)


@router.post(f"{MESSAGE.path}/bulk/replies", dependencies=_STAFF)
@raises(TooManyRequests)
async def send_replies(body: BulkReply, caller: SignedIn) -> list[SkippedRecord]:
    """Send a reply to several messages; the response has those that failed, and the reasons.

    `{name}` and `{subject}` become those of each message. One that has been answered since it was
    chosen is not answered again.
    """
    return await use_cases.send_replies(caller, body)


endpoints.add_records()


@router.patch(MESSAGE.item_path, response_model=MessagePublic, dependencies=_STAFF)
def update_message(
    record_id: Id, body: MessageUpdate, caller: SignedIn, seen: IfMatch, response: Response
) -> Any:
    """Change what staff do with a message, which is not among the recent changes."""
    return respond(response, use_cases.update(caller, record_id, body, seen))


@router.get(f"{MESSAGE.item_path}/thread", dependencies=_STAFF)
def read_thread(record_id: Id, caller: SignedIn) -> Thread:
    """Read a message's notes, and the other messages of its address and the replies to them."""
    return use_cases.read_thread(caller, record_id)


@router.post(f"{MESSAGE.item_path}/notes", status_code=201, dependencies=_STAFF)
def add_note(record_id: Id, body: NoteCreate, caller: SignedIn) -> NotePublic:
    """Add a note, which only staff see; a repetition with the same `key` adds nothing."""
    return use_cases.add_note(caller, record_id, body)


@router.delete(f"{MESSAGE.item_path}/notes/{{note_id}}", status_code=204, dependencies=_STAFF)
def delete_note(record_id: Id, note_id: Id, caller: SignedIn) -> None:
    """Delete one's own note; administrators delete any."""
    use_cases.delete_note(caller, record_id, note_id)


@router.post(
    f"{MESSAGE.item_path}/replies",
    status_code=201,
    response_model=ReplyPublic,
    dependencies=_STAFF,
)
@raises(TooManyRequests)
async def send_reply(
    record_id: Id, body: ReplyCreate, caller: SignedIn, seen: IfMatch, response: Response
) -> Any:
    """Send a reply by email, which marks the message as answered.

    A repetition with the same `key` sends nothing, and `If-Match` is not checked for it.
    """
    return respond(response, await use_cases.send_reply(caller, record_id, body, seen))
