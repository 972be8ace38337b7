"""Newsletter subscribers: their one field with its rule, their schemas, and their table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core.content_version import not_public
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import Schema, StoredSchema, response_schema
from awards_site.core.validators import Email


class SubscriberBase(Schema):
    """What a visitor fills in (spec 1, section 5)."""

    email: Annotated[str, Email()]


class SubscriberCreate(SubscriberBase):
    """An address that subscribes."""


@response_schema
class SubscriberPublic(StoredSchema, SubscriberBase):
    """A subscriber as staff read it."""


@not_public
class Subscriber(ManagedRecord, SubscriberBase, table=True):
    """An address that receives the newsletter."""

    __tablename__ = "subscribers"
    title_field = "email"
    search_fields = ("email",)
    __table_args__ = (Index("ix_subscribers_created_at", "created_at"),)

    email_folded: str = Field(unique=True)
