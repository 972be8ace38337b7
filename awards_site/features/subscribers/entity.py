"""Newsletter subscribers: the field with its validation rule, schemas and table."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

from sqlalchemy import Index
from sqlmodel import Field, Session, col, delete, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.crypto import hash_token, new_token
from awards_site.core.database.engine import UtcDateTime, sort_key_column
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.errors import Conflict
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Button, Note, Paragraph, TemplatedEmail
from awards_site.core.schemas import Schema, StoredSchema, SubmittedForm, response_schema
from awards_site.core.validation import Email
from awards_site.records.entity import Entity
from awards_site.records.imports.fields import ImportRules
from awards_site.records.public_form import Inbox
from awards_site.settings import settings


class SubscriberBase(Schema):
    """The field of the newsletter form."""

    email: Annotated[str, Email()]


class SubscriberCreate(SubmittedForm, SubscriberBase):
    """A new subscription."""


@response_schema
class SubscriberPublic(StoredSchema, SubscriberBase):
    """A subscriber as staff read it."""

    is_confirmed: bool
    unsubscribe_url: str | None


@not_public
class Subscriber(ManagedRecord, SubscriberBase, table=True):
    """An email address that receives the newsletter."""

    __tablename__ = "subscribers"
    title_field = "email"
    is_personal = True
    has_versions = False
    search_fields = ("email",)
    __table_args__ = (
        Index("ix_subscribers_created_at", "created_at"),
        Index("ix_subscribers_email_sort_key", "email_sort_key"),
    )
    sort_fields = ("email",)

    email_folded: str = Field(unique=True)
    email_sort_key: str = sort_key_column()
    confirm_token_hash: str | None = Field(default=None, index=True, unique=True)
    """The hash of the token in the link that confirms; None for a confirmed subscription."""
    confirm_sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the subscription was confirmed; None if no confirmation was asked for."""
    unsubscribe_token: str | None = Field(
        default_factory=lambda: new_token(), index=True, unique=True
    )
    """The token of the unsubscribe link; None until the next start for rows of older versions."""

    @property
    def is_confirmed(self) -> bool:
        return self.confirm_token_hash is None

    @property
    def unsubscribe_url(self) -> str | None:
        """The link to unsubscribe; None if the site sends no emails."""
        if not (self.unsubscribe_token and settings().sends_email):
            return None
        return f"{settings().public_url}{paths.unsubscribe(self.unsubscribe_token)}"


CONFIRMATION = "newsletter-confirmation"
"""The kind of the email."""


def confirmation(token: str) -> TemplatedEmail:
    programme = settings().programme
    return TemplatedEmail(
        CONFIRMATION,
        "Please confirm your subscription",
        "Please confirm your subscription",
        (
            Paragraph(f"This email address was entered for the newsletter of the {programme}."),
            Button(
                "Confirm subscription",
                f"{settings().public_url}{paths.confirm_subscription(token)}",
            ),
            Note(
                "The link expires after 7 days. If you do not want the newsletter, you can ignore"
                " this email; without your confirmation, your email address is deleted."
            ),
        ),
        "You are receiving this because this email address was entered for our newsletter.",
    )


CONFIRMATION_LIFETIME = timedelta(days=7)
"""The time in which a subscription can be confirmed; then the email address is deleted."""
RESEND_INTERVAL = timedelta(hours=1)
"""The shortest time between two confirmation emails to one email address."""


class Subscribers(Inbox[Subscriber]):
    """The repository of subscribers."""

    table = Subscriber
    label = "Subscriber"
    ordering = (col(Subscriber.created_at).desc(), col(Subscriber.id).desc())
    full_message = (
        "The newsletter cannot accept more subscriptions at the moment. Please try again later."
    )
    duplicate_message = "This address has subscribed again in the meantime"

    def add(self, session: Session, fields: Schema) -> Subscriber:
        """Store an email address once; return the subscriber who has it.

        If emails are sent, the subscription begins when it is confirmed.
        """
        purge_unconfirmed(session)
        subscriber, is_new = self._create_once(session, fields)
        if not settings().sends_email:
            subscriber.confirm_token_hash = None
        elif is_new or _may_resend(subscriber):
            _ask_to_confirm(session, subscriber)
        return subscriber

    def prepare(self, session: Session, record: Subscriber, changes: Mapping[str, Any]) -> None:
        record.email_folded = record.email.casefold()

    def create_imported(self, session: Session, records: Sequence[Subscriber]) -> None:
        """Store imported email addresses, whose owners are asked to confirm as after the form."""
        if not settings().store_forms:
            raise Conflict("This site stores no subscriptions")
        self.check_room(session, len(records))
        if settings().sends_email:
            for record in records:
                _ask_to_confirm(session, record)
        super().create_imported(session, records)

    def undo_import(self, session: Session, records: Sequence[Subscriber], editor_id: int) -> None:
        """Also withdraw the emails that have not been sent yet."""
        super().undo_import(session, records, editor_id)
        outbox.withdraw(session, CONFIRMATION, [each.email for each in records])

    def _create_once(self, session: Session, fields: Schema) -> tuple[Subscriber, bool]:
        """Create a subscriber, or find the existing one; return whether it is new.

        It is always inserted first, so that a known address takes no less time than a new one.
        """
        try:
            with session.begin_nested():
                return self.create(session, fields), True
        except Conflict:
            return _find(session, fields.provided_fields()["email"]), False


subscribers = Subscribers()


def import_consent() -> str:
    """Return what somebody who imports subscribers has to confirm."""
    asked = "Everyone in this file has asked for the newsletter."
    if not settings().sends_email:
        return asked
    return f"{asked} Each of them gets an email, and is subscribed after following its link."


SUBSCRIBER = Entity(
    repository=subscribers,
    view=SubscriberPublic,
    create=SubscriberCreate,
    path="/admin/subscriptions",
    screen_path="/admin/subscribers",
    managed_by=Permission.READ_INBOX,
    reads="",
    reads_are_audited=True,
    bulk="delete",
    imports=ImportRules(
        same=("email",),
        may_repeat=False,
        labels={"email": "Email"},
        headings={"email": ("Mail", "Address", "Subscriber")},
        consent=import_consent,
        keeps_file_names=False,
    ),
)


def can_confirm(session: Session, token: str) -> bool:
    return _find_unconfirmed(session, token) is not None


def confirm(session: Session, token: str) -> bool:
    """Begin the subscription of a token; return False if the token is unknown or expired."""
    subscriber = _find_unconfirmed(session, token)
    if subscriber is None:
        return False
    subscriber.confirm_token_hash = None
    subscriber.confirmed_at = clock.now()
    return True


def unsubscribe(session: Session, token: str) -> None:
    """Delete the subscriber with a token for good; an unknown token has no effect."""
    session.execute(delete(Subscriber).where(col(Subscriber.unsubscribe_token) == token))


def purge_unconfirmed(session: Session) -> None:
    """Delete the email addresses that were not confirmed in time."""
    session.execute(
        delete(Subscriber).where(
            col(Subscriber.confirm_token_hash).is_not(None),
            col(Subscriber.confirm_sent_at) <= clock.now() - CONFIRMATION_LIFETIME,
        )
    )


def add_missing_tokens(session: Session) -> None:
    """Give subscribers from before unsubscribe links their token."""
    statement = select(Subscriber).where(col(Subscriber.unsubscribe_token).is_(None))
    for subscriber in session.exec(statement):
        subscriber.unsubscribe_token = new_token()


def _ask_to_confirm(session: Session, subscriber: Subscriber) -> None:
    token = new_token()
    subscriber.confirm_token_hash = hash_token(token)
    subscriber.confirm_sent_at = clock.now()
    outbox.add(session, confirmation(token), subscriber.email)


def _may_resend(subscriber: Subscriber) -> bool:
    if subscriber.is_confirmed or subscriber.confirm_sent_at is None:
        return False
    return clock.now() - subscriber.confirm_sent_at >= RESEND_INTERVAL


def _find(session: Session, email: str) -> Subscriber:
    is_same = Subscriber.email_folded == email.casefold()
    return session.exec(select(Subscriber).where(is_same)).one()


def _find_unconfirmed(session: Session, token: str) -> Subscriber | None:
    statement = select(Subscriber).where(
        Subscriber.confirm_token_hash == hash_token(token),
        col(Subscriber.confirm_sent_at) > clock.now() - CONFIRMATION_LIFETIME,
    )
    return session.exec(statement).first()
