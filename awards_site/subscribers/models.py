"""Newsletter subscribers: their one field with its rule, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core.content_version import not_public
from awards_site.core.managed import Managed
from awards_site.core.rules import Email
from awards_site.core.schemas import Fields, StoredFields, answer


class SubscriberFields(Fields):
    """What a visitor fills in."""

    email: Annotated[str, Email()]


class SubscriberCreate(SubscriberFields):
    """An address that subscribes."""


@answer
class SubscriberPublic(StoredFields, SubscriberFields):
    """A subscriber as staff read it."""


@not_public
class Subscriber(Managed, SubscriberFields, table=True):
    """An address that receives the newsletter."""

    __tablename__ = "subscribers"
    called_by = "email"
    searched = ("email",)
    __table_args__ = (Index("ix_subscribers_created_at", "created_at"),)

    email_folded: str = Field(unique=True)
