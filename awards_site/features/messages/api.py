"""The HTTP endpoints of contact messages."""

from collections.abc import Sequence

from fastapi import APIRouter, Response
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from awards_site.accounts.dependencies import SignedInUser, allow
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action, record_changes
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.core.errors import PreconditionFailed, TooManyRequests, raises
from awards_site.core.http.path_parameters import Id
from awards_site.core.http.rate_limits import REPLIES
from awards_site.features.content.entity import read_texts
from awards_site.features.messages import replies
from awards_site.features.messages.entity import (
    Assignee,
    BulkReply,
    Message,
    MessageCreate,
    MessageNote,
    MessagePublic,
    MessageReply,
    MessageStatus,
    MessageUpdate,
    NoteCreate,
    NotePublic,
    ReplyCreate,
    ReplyPublic,
    Thread,
)
from awards_site.features.messages.replies import REPLY_TEMPLATES, ReplyTemplate
from awards_site.features.messages.service import MESSAGE, messages
from awards_site.records.bulk import SkippedRecord
from awards_site.records.endpoints import Endpoints
from awards_site.records.public_form import PublicForm
from awards_site.records.responses import IfMatch
from awards_site.records.written import Seen, Shown

form = PublicForm("contact", messages)
router = APIRouter(tags=["messages"])
endpoints = Endpoints(router, MESSAGE)
_STAFF = [allow(Permission.READ_INBOX)]
_NOTE = "message note"
endpoints.add_form("/contact", MessageCreate, form, "Send a message to the organisers")
endpoints.add_collection()


@router.get("/admin/contact/assignees", response_model=list[Assignee], dependencies=_STAFF)
def list_assignees(session: ReadSession) -> Sequence[User]:
    """List the users to whom messages may be assigned, by name."""
    return replies.assignees(session)


@router.get("/admin/contact/templates", response_model=list[ReplyTemplate], dependencies=_STAFF)
def list_templates(session: ReadSession) -> Sequence[ReplyTemplate]:
    """List the templates of replies, in which `{name}` and `{subject}` stand for the sender's."""
    return read_texts(session, REPLY_TEMPLATES).templates


@router.post(
    f"{MESSAGE.path}/bulk/replies", response_model=list[SkippedRecord], dependencies=_STAFF
)
@raises(TooManyRequests)
async def send_replies(body: BulkReply, caller: SignedInUser) -> list[SkippedRecord]:
    """Send a reply to several messages; the response has those that failed, and the reasons.

    `{name}` and `{subject}` become those of each message. One that has been answered since it was
    chosen is not answered again.
    """

    def store() -> tuple[int, list[SkippedRecord]]:
        with writing() as session:
            answered, failed = replies.send_replies(session, body, caller)
            record_changes(session, Action.REPLIED, MESSAGE.label, answered)
            return len(answered), failed

    await REPLIES.check(str(caller.id))
    count, failed = await run_in_threadpool(store)
    for _ in range(count):
        await REPLIES.count(str(caller.id))
    return failed


endpoints.add_records()


@router.patch(MESSAGE.item_path, response_model=MessagePublic, dependencies=_STAFF)
def update_message(
    record_id: Id, body: MessageUpdate, seen: IfMatch, response: Response
) -> Message:
    """Change what staff do with a message, which is not among the recent changes."""
    with writing() as session:
        message = _find_unchanged(session, record_id, seen)
        messages.update(session, message, body)
        record_changes(session, Action.UPDATED, MESSAGE.label, [message])
        response.headers["ETag"] = Shown.of(MessagePublic, message).tag
        return message


@router.get(f"{MESSAGE.item_path}/thread", response_model=Thread, dependencies=_STAFF)
def read_thread(record_id: Id, session: ReadSession) -> Thread:
    """Read a message's notes, and the other messages of its address and the replies to them."""
    message = messages.find(session, record_id)
    counter.count(Action.READ, MESSAGE.label, message.id)
    return replies.read_thread(session, message)


@router.post(
    f"{MESSAGE.item_path}/notes",
    status_code=201,
    response_model=NotePublic,
    dependencies=_STAFF,
)
def add_note(record_id: Id, body: NoteCreate, caller: SignedInUser) -> MessageNote:
    """Add a note, which only staff see; a repetition with the same `key` adds nothing."""
    with writing() as session:
        message = messages.find(session, record_id, for_update=True)
        if stored := replies.find_repeated(session, MessageNote, record_id, body, caller):
            return stored
        note = replies.add_note(session, message, body, caller)
        record_action(session, Action.CREATED, _NOTE, note.id)
        session.refresh(note)
        return note


@router.delete(f"{MESSAGE.item_path}/notes/{{note_id}}", status_code=204, dependencies=_STAFF)
def delete_note(record_id: Id, note_id: Id, caller: SignedInUser) -> None:
    """Delete one's own note; administrators delete any."""
    with writing() as session:
        replies.delete_note(session, record_id, note_id, caller)
        record_action(session, Action.DELETED, _NOTE, note_id)


@router.post(
    f"{MESSAGE.item_path}/replies",
    status_code=201,
    response_model=ReplyPublic,
    dependencies=_STAFF,
)
@raises(TooManyRequests)
async def send_reply(
    record_id: Id, body: ReplyCreate, caller: SignedInUser, seen: IfMatch, response: Response
) -> MessageReply:
    """Send a reply by email, which marks the message as answered.

    A repetition with the same `key` sends nothing, and `If-Match` is not checked for it.
    """

    def find_sent(session: Session, *, for_update: bool) -> MessageReply | None:
        message = messages.find(session, record_id, for_update=for_update)
        sent = replies.find_repeated(session, MessageReply, record_id, body, caller)
        if sent:
            response.headers["ETag"] = Shown.of(MessagePublic, message).tag
        return sent

    def repeat() -> MessageReply | None:
        with reading() as session:
            return find_sent(session, for_update=False)

    def store() -> tuple[MessageReply, bool]:
        with writing() as session:
            # The same may have been sent by another request meanwhile.
            if sent := find_sent(session, for_update=True):
                return sent, False
            message = _find_unchanged(session, record_id, seen)
            reply = replies.send_reply(session, message, body, caller)
            record_changes(session, Action.REPLIED, MESSAGE.label, [message])
            session.refresh(reply)
            response.headers["ETag"] = Shown.of(MessagePublic, message).tag
            return reply, True

    if body.key is not None and (sent := await run_in_threadpool(repeat)):
        return sent
    # For each user rather than IP address: a stolen session is used from many.
    user = str(caller.id)
    await REPLIES.check(user)
    reply, is_new = await run_in_threadpool(store)
    if is_new:
        await REPLIES.count(user)
    return reply


def _find_unchanged(session: Session, record_id: int, seen: Seen) -> Message:
    """Return a message; if someone else has changed it, say who it is assigned to."""
    message = messages.find(session, record_id, for_update=True)
    try:
        seen.check(Shown.of(MessagePublic, message).tag)
    except PreconditionFailed as error:
        if message.assignee_name is None:
            raise
        status = MessageStatus.labels().get(message.status, message.status)
        raise PreconditionFailed(
            f"This was changed in the meantime. It is assigned to {message.assignee_name};"
            f" status: {status}."
        ) from error
    return message
