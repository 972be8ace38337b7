"""The table of outgoing emails."""

from datetime import datetime

from sqlmodel import Field

from awards_site.core import clock
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record


@not_public
class OutgoingEmail(Record, table=True):
    """An email in the outbox: waiting while `due_at` is set, afterwards sent or given up.

    A process that sends it moves `due_at` into the future first. If the process dies, the email
    becomes due again. The content is deleted when it is no longer needed, because links in it may
    be secret.
    """

    __tablename__ = "outgoing_emails"

    kind: str
    recipient: str = Field(index=True)
    message_id: str = Field(index=True)
    """The Message-ID, by which a message that is sent twice is recognised as the same."""
    content: str | None = None
    """A TemplatedEmail as JSON."""
    due_at: datetime | None = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )
    attempts: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    error: str = ""
    """Why the last attempt failed, in the server's words."""
