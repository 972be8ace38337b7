"""Newsletter subscribers: the field with its validation rule, schemas and table."""

from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core.content_version import not_public
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import Schema, StoredSchema, SubmittedForm, response_schema
from awards_site.core.validators import Email


class SubscriberBase(Schema):
    """The field of the newsletter form."""

    email: Annotated[str, Email()]


class SubscriberCreate(SubmittedForm, SubscriberBase):
    """A new subscription."""


@response_schema
class SubscriberPublic(StoredSchema, SubscriberBase):
    """A subscriber as staff read it."""


@not_public
class Subscriber(ManagedRecord, SubscriberBase, table=True):
    """An email address that receives the newsletter."""

    __tablename__ = "subscribers"
    title_field = "email"
    is_personal = True
    search_fields = ("email",)
    __table_args__ = (Index("ix_subscribers_created_at", "created_at"),)

    email_folded: str = Field(unique=True)
