"""Newsletter subscribers: the field with its validation rule, schemas and table."""

from datetime import datetime
from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core import paths
from awards_site.core.crypto.tokens import new_token
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.database.sorting import sort_key_column
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import Schema, StoredSchema, SubmittedForm, response_schema
from awards_site.core.validation.text_validators import Email
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
