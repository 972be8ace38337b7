"""Personal data: found, exported and erased."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

from email_validator import EmailNotValidError
from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import sort_key, sort_key_of, truncate_write_ahead_log
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.errors import Conflict
from awards_site.core.mail.delivery import delete_from_mailbox
from awards_site.core.mail.outbox import OutgoingEmail, smtp_address
from awards_site.core.schemas import Record, Schema, response_schema
from awards_site.core.validation import Email
from awards_site.features.jurors.entity import Juror, JurorScore
from awards_site.features.messages.entity import Message
from awards_site.features.messages.replies import notes_of, replies_to
from awards_site.features.messages.service import STAFF_NOTICE
from awards_site.features.subscribers.entity import Subscriber
from awards_site.records.companions import delete_companions
from awards_site.records.pending_changes import PendingChanges

EMAIL_COLUMNS: Mapping[str, Any] = {
    "contact message": Message.email,
    "newsletter subscription": Subscriber.email,
    "juror": Juror.email,
    "email": OutgoingEmail.recipient,
    "user account": User.email,
}
"""The columns with a person's email address, by the kind of record."""
_COLUMNS = {each.class_.__tablename__: each.key for each in EMAIL_COLUMNS.values()}
_NOT_EXPORTED = {
    "search_text",
    "email_folded",
    "email_sort_key",
    "name_sort_key",
    # They have secrets, which would let whoever reads the export act for the person.
    "content",
    "key",
    "confirm_token_hash",
    "link_hash",
    "encrypted_link",
    "code_hash",
    "unsubscribe_token",
    "password_hash",
}
RECORD_TYPE = "personal data"
"""The record type of a person's data in the audit log."""
DELETED = "deleted record"
"""The kind of a record that was deleted and can still be restored."""
TRASHED = "record in the Trash"
"""The kind of deleted content that mentions a person's email address."""


def find(session: Session, email: str) -> Iterator[tuple[str, Record]]:
    """Yield the records of a person, each with its kind, ignoring the case of the email address."""
    forms = _forms(email)
    keys, folded = ({read(each) for each in forms} for read in (sort_key_of, str.casefold))
    for label, column in EMAIL_COLUMNS.items():
        is_similar = sort_key(column).in_(keys) | column.in_(forms)
        for record in session.exec(select(column.class_).where(is_similar)):
            if getattr(record, column.key).casefold() in folded:
                yield label, record
    for deleted in _deleted(session, email):
        yield DELETED, deleted
    for deleted in _trashed(session, email):
        yield TRASHED, deleted


def _forms(email: str) -> set[str]:
    """Return an address as it is written, and as the outbox has it: with its domain in ASCII."""
    forms = {email}
    with suppress(EmailNotValidError):
        forms.add(smtp_address(email))
    return forms


def _deleted(session: Session, email: str) -> Sequence[DeletedRecord]:
    # The rows are JSON, which escapes characters beyond ASCII, so the last word is Python's.
    statement = select(DeletedRecord).where(col(DeletedRecord.table_name).in_(_COLUMNS))
    return [
        record
        for record in session.exec(statement)
        if any(
            str(row.get(_COLUMNS.get(table, ""), "")).casefold() == email.casefold()
            for table, row in record.rows
        )
    ]


Export = dict[str, list[dict[str, Any]]]
"""The stored records of a person as JSON, by their kind."""


def _trashed(session: Session, email: str) -> Iterator[DeletedRecord]:
    """Yield the records in the Trash with the email address in one of their texts, or drafts."""
    # Not as a part of another address.
    mention = re.compile(rf"(?<![\w.+-]){re.escape(email)}(?!\.?[\w-])", re.IGNORECASE)

    def is_mentioned(value: Any) -> bool:
        return any(mention.search(text) for text in _texts(value))

    drafts = select(PendingChanges.table_name, PendingChanges.record_id, PendingChanges.changes)
    drafted = {
        (table, key) for table, key, changes in session.exec(drafts) if is_mentioned(changes)
    }
    # Its texts are read in Python for the same reason, a few records at a time.
    statement = select(DeletedRecord).where(col(DeletedRecord.table_name).not_in(_COLUMNS))
    for record in session.exec(statement.execution_options(yield_per=100)):
        is_drafted = (record.table_name, record.record_id) in drafted
        if is_drafted or is_mentioned(record.rows):
            yield record


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def export(session: Session, email: str) -> Export:
    """Return all that is stored about a person: lists of records by their kind.

    The audit log has that there was an export, and does not name the person.
    """
    record_action(session, Action.EXPORTED, RECORD_TYPE)
    exported: Export = {}
    found = list(find(session, email))
    about = _about_messages(session, [each.id for _, each in found if isinstance(each, Message)])
    for label, record in found:
        values = record.model_dump(mode="json")
        if isinstance(record, Message):
            values |= about[record.id]
        if isinstance(record, Juror):
            values["scores"] = _scores_of(session, record)
        # Content has no secrets.
        values = values if label == TRASHED else _exported(values)
        exported.setdefault(label, []).append(values)
    return exported


def _scores_of(session: Session, juror: Juror) -> list[dict[str, Any]]:
    found = session.exec(select(JurorScore).where(JurorScore.juror_id == juror.id))
    return [each.model_dump(mode="json") for each in found]


def _about_messages(session: Session, keys: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return the notes and replies of each message, which are deleted with it."""
    about: dict[int, dict[str, Any]] = {key: {"notes": [], "replies": []} for key in keys}
    for name, records in (
        ("notes", notes_of(session, keys)),
        ("replies", replies_to(session, keys)),
    ):
        for record in records:
            about[record.message_id][name].append(record.model_dump(mode="json"))
    return about


def _exported(value: Any) -> Any:
    """Return a JSON value without secrets, such as the password hash of a deleted account."""
    if isinstance(value, dict):
        return {key: _exported(each) for key, each in value.items() if key not in _NOT_EXPORTED}
    return [_exported(each) for each in value] if isinstance(value, list) else value


def erase(email: str) -> Mapping[str, int]:
    """Delete all that is stored about a person for good; return the numbers by kind.

    The audit log has these numbers, and does not name the person. Raises Conflict if the person has
    an account, which is deleted in User Management.
    """
    erased: dict[str, int] = {}
    with writing() as session:
        found = list(find(session, email))
        if any(isinstance(record, User) for _, record in found):
            raise Conflict("This person has a user account. Delete it in User Management first.")
        emails = [f"{each.id}-{each.kind}" for _, each in found if isinstance(each, OutgoingEmail)]
        if len(emails) < len(found):
            # Notices to staff have the names of senders.
            emails.append(STAFF_NOTICE)
        for label, record in found:
            session.delete(record)
            if isinstance(record, DeletedRecord):
                delete_companions(session, record.table_name, [record.record_id])
            erased[label] = erased.get(label, 0) + 1
        record_action(session, Action.ERASED, RECORD_TYPE, name=describe_counts(erased))
    truncate_write_ahead_log()
    delete_from_mailbox(emails)
    return erased


def describe_counts(erased: Mapping[str, int]) -> str:
    """Return the numbers of what was erased, such as '2 x contact message'."""
    return ", ".join(f"{count} x {label}" for label, count in erased.items())


class Person(Schema):
    """The person that a request is about."""

    email: Annotated[str, Email()]


@response_schema
class PersonalRecord(Schema):
    """A record that is stored about a person; `record_type` is its kind: 'contact message'."""

    record_type: str
    id: int
    created_at: datetime


@use_case(Permission.MANAGE_PERSONAL_DATA, recent=True)
def list_stored(_caller: Caller, person: Person) -> list[PersonalRecord]:
    """Return what is stored about a person, which `erase_stored` would delete."""
    counter.count(Action.READ, RECORD_TYPE)
    with reading() as session:
        return [
            PersonalRecord(record_type=label, id=record.id, created_at=record.created_at)
            for label, record in find(session, person.email)
        ]


@use_case(Permission.MANAGE_PERSONAL_DATA, recent=True)
def export_stored(_caller: Caller, person: Person) -> Export:
    """Return all that is stored about a person: lists of records by their kind."""
    with writing() as session:
        return export(session, person.email)


@use_case(Permission.MANAGE_PERSONAL_DATA, recent=True)
def erase_stored(_caller: Caller, person: Person) -> Mapping[str, int]:
    """Delete all that is stored about a person for good; return the numbers by kind."""
    return erase(person.email)
