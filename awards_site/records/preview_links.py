"""Links by which people without an account see the draft of one record, or get a nominee's kit.

A link to a draft ends when the record is published or withdrawn: later changes are not shared.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Index, false
from sqlmodel import Field, Relationship, Session, col, select, update

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core import clock
from awards_site.core.crypto import hash_token
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, is_scheduled, schedule_of
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import StoredSchema, optional_reference, response_schema
from awards_site.records.companions import Companion


@response_schema
class PreviewLinkPublic(StoredSchema):
    """A link as staff read it; it cannot be shown again."""

    user_name: str | None
    """The user who made it; null if that user was deleted."""
    expires_at: datetime


class NewPreviewLink(PreviewLinkPublic):
    """A link that was just made, with its URL."""

    url: str


@not_public
class PreviewLink(Companion, table=True):
    """A link, of whose token only the hash is stored."""

    __tablename__ = "preview_links"
    __table_args__ = (Index("ix_preview_links_table_name_record_id", "table_name", "record_id"),)

    token_hash: str = Field(unique=True)
    is_kit: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether it leads to a nominee's kit instead of a draft."""
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The time at which the record was published or withdrawn."""
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})

    @classmethod
    def has_expired(cls) -> ColumnElement[bool]:
        return col(cls.expires_at) <= clock.now()

    def has_ended(self, record: ManagedRecord, permission: Permission) -> bool:
        """Return whether the link shows nothing any more; `permission` is that to make it.

        It also ends by the record's schedule, and with the right of the person who made it.
        """
        if self.ended_at or not (self.user and has_permission(self.user.role, permission)):
            return True
        if self.is_kit or not is_scheduled(type(record)):
            return False
        is_published, *times = schedule_of(record)
        now = clock.now()
        return is_published and any(at and self.created_at < at <= now for at in times)


def find_link(session: Session, token: str) -> PreviewLink | None:
    """Return the link with this token, if it has not expired."""
    statement = select(PreviewLink).where(
        PreviewLink.token_hash == hash_token(token), ~PreviewLink.has_expired()
    )
    return session.exec(statement).first()


def end_links(session: Session, table_name: str, record_ids: Collection[int]) -> None:
    """End the links to drafts of records that have been published or withdrawn."""
    of_records = PreviewLink.are_of(table_name, record_ids)
    is_open = col(PreviewLink.ended_at).is_(None)
    is_of_draft = ~col(PreviewLink.is_kit)
    ended = update(PreviewLink).where(*of_records, is_open, is_of_draft)
    session.execute(ended.values(ended_at=clock.now()))
