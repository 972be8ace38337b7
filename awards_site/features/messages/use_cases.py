"""Use cases of contact messages that other records do not have."""

from sqlmodel import col, select
from starlette.concurrency import run_in_threadpool

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, Role, roles_with
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action, record_changes
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import sort_key
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Forbidden, NotFound, PreconditionFailed
from awards_site.core.http.rate_limits import REPLIES
from awards_site.features.content.entity import read_texts
from awards_site.features.messages import replies
from awards_site.features.messages.entity import (
    MESSAGE,
    Assignee,
    BulkReply,
    Message,
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
    messages,
)
from awards_site.features.messages.replies import REPLY_TEMPLATES, ReplyTemplate, find_repeated
from awards_site.records.undo import SkippedRecord
from awards_site.records.written import UNCONDITIONAL, Seen, Shown

_NOTE = "message note"


@use_case(Permission.READ_INBOX)
def list_assignees(_caller: Caller) -> list[Assignee]:
    """Return the users to whom messages may be assigned, by name."""
    can_read = col(User.role).in_(roles_with(Permission.READ_INBOX))
    statement = select(User).where(can_read).order_by(sort_key(col(User.name)), col(User.id))
    with reading() as session:
        return [Assignee.model_validate(each) for each in session.exec(statement)]


@use_case(Permission.READ_INBOX)
def list_templates(_caller: Caller) -> list[ReplyTemplate]:
    """Return the templates of replies, in which `{name}` and `{subject}` are the message's."""
    with reading() as session:
        return read_texts(session, REPLY_TEMPLATES).templates


@use_case(Permission.READ_INBOX)
def update(
    _caller: Caller, message_id: int, changes: MessageUpdate, seen: Seen = UNCONDITIONAL
) -> Shown[MessagePublic]:
    """Change what staff do with a message, which is not among the recent changes.

    Raises NotFound, PreconditionFailed and Invalid.
    """
    with writing() as session:
        message = messages.find(session, message_id, for_update=True)
        _check_seen(message, seen)
        messages.update(session, message, changes)
        record_changes(session, Action.UPDATED, MESSAGE.label, [message])
        return Shown.of(MessagePublic, message)


@use_case(Permission.READ_INBOX)
def read_thread(_caller: Caller, message_id: int) -> Thread:
    """Return the notes of a message, and the other messages and replies of its address."""
    with reading() as session:
        message = messages.find(session, message_id)
        counter.count(Action.READ, MESSAGE.label, message.id)
        return replies.read_thread(session, message)


@use_case(Permission.READ_INBOX)
def add_note(caller: Caller, message_id: int, fields: NoteCreate) -> NotePublic:
    """Add a note, which only staff see; a repetition with the same `key` adds nothing.

    Raises NotFound, and Conflict for a key that has something else.
    """
    author = caller.user
    with writing() as session:
        message = messages.find(session, message_id, for_update=True)
        note = find_repeated(session, MessageNote, message.id, fields, author)
        if note is None:
            values = fields.model_dump()
            note = MessageNote(message_id=message.id, author_id=author.id, **values)
            session.add(note)
            session.flush()
            record_action(session, Action.CREATED, _NOTE, note.id)
            session.refresh(note)
        return NotePublic.model_validate(note)


@use_case(Permission.READ_INBOX)
def delete_note(caller: Caller, message_id: int, note_id: int) -> None:
    """Delete a note. Raises NotFound, and Forbidden for another's unless an admin asks."""
    with writing() as session:
        note = session.get(MessageNote, note_id)
        if note is None or note.message_id != message_id:
            raise NotFound.of("Note")
        if caller.user.role != Role.ADMIN and note.author_id != caller.user.id:
            raise Forbidden("Only its author and administrators can delete a note")
        session.delete(note)
        record_action(session, Action.DELETED, _NOTE, note_id)


@use_case(Permission.READ_INBOX)
async def send_reply(
    caller: Caller, message_id: int, fields: ReplyCreate, seen: Seen = UNCONDITIONAL
) -> Shown[ReplyPublic]:
    """Send a reply by email, which marks the message as answered; the tag is the message's.

    A repetition with the same `key` sends nothing, and what was seen is not checked for it. Raises
    NotFound, PreconditionFailed, Conflict, and TooManyRequests over the user's rate limit.
    """

    def find_sent() -> Shown[ReplyPublic] | None:
        with reading() as session:
            message = messages.find(session, message_id)
            sent = find_repeated(session, MessageReply, message.id, fields, caller.user)
            return _show_sent(sent, message) if sent else None

    if fields.key is not None and (sent := await run_in_threadpool(find_sent)):
        return sent
    # For each user rather than IP address: a stolen session is used from many.
    user = str(caller.user.id)
    await REPLIES.check(user)
    shown, is_new = await run_in_threadpool(_store_reply, caller.user, message_id, fields, seen)
    if is_new:
        await REPLIES.count(user)
    return shown


def _store_reply(
    author: User, message_id: int, fields: ReplyCreate, seen: Seen
) -> tuple[Shown[ReplyPublic], bool]:
    """Store a reply and its email, and return whether it is new."""
    with writing() as session:
        message = messages.find(session, message_id, for_update=True)
        # The same may have been sent by another call meanwhile.
        if sent := find_repeated(session, MessageReply, message.id, fields, author):
            return _show_sent(sent, message), False
        _check_seen(message, seen)
        reply = replies.send_reply(session, message, fields, author)
        record_changes(session, Action.REPLIED, MESSAGE.label, [message])
        session.refresh(reply)
        return _show_sent(reply, message), True


def _show_sent(reply: MessageReply, message: Message) -> Shown[ReplyPublic]:
    return Shown(ReplyPublic.model_validate(reply), Shown.of(MessagePublic, message).tag)


@use_case(Permission.READ_INBOX)
async def send_replies(caller: Caller, fields: BulkReply) -> list[SkippedRecord]:
    """Send a reply to several messages; return those that failed, and the reasons.

    `{name}` and `{subject}` become those of each message. One that has been answered since it was
    chosen is not answered again. Raises TooManyRequests over the user's rate limit.
    """

    def store() -> tuple[int, list[SkippedRecord]]:
        with writing() as session:
            answered, failed = replies.send_replies(session, fields, caller.user)
            record_changes(session, Action.REPLIED, MESSAGE.label, answered)
            return len(answered), failed

    user = str(caller.user.id)
    await REPLIES.check(user)
    count, failed = await run_in_threadpool(store)
    for _ in range(count):
        await REPLIES.count(user)
    return failed


def _check_seen(message: Message, seen: Seen) -> None:
    """Raise PreconditionFailed if someone else has changed it, and say whom it is assigned to."""
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
