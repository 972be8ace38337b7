"""Events: their fields with the rules, their schemas, and their table."""

from datetime import datetime
from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core import validators
from awards_site.core.database import UtcDateTime
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import Record, Schema, StoredSchema, partial, response_schema
from awards_site.core.validators import Boolean, Link, Text, Timestamp

END_BEFORE_START = "End date must not be before the start date"


class EventBase(Schema):
    """What staff fill in (spec 2, sections 3 and 5)."""

    title: Annotated[str, Text(1)]
    description: Annotated[str, Text(1, maximum=validators.PARAGRAPHS)]
    location: Annotated[str, Text(1)]
    type: Annotated[str, Text(1, "Event type is required")] = "general"
    start_date: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime)
    end_date: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime)
    is_virtual: Annotated[bool, Boolean()] = False
    virtual_meeting_url: Annotated[str | None, Link()] = None
    registration_url: Annotated[str | None, Link()] = None
    image_url: Annotated[str | None, Link()] = None
    is_published: Annotated[bool, Boolean()] = True


class EventCreate(EventBase):
    """A new event."""


@partial
class EventUpdate(EventBase):
    """The fields of an event that change."""


@response_schema
class EventPublic(StoredSchema, EventBase):
    """An event as it is read."""


class Event(ManagedRecord, EventBase, table=True):
    """An event of the calendar; `revision` counts its changes, for calendars that follow it."""

    __tablename__ = "events"
    title_field = "title"
    search_fields = ("title", "description", "location", "type")
    __table_args__ = (
        Index("ix_events_is_published_start_date", "is_published", "start_date"),
        Index("ix_events_is_published_end_date", "is_published", "end_date"),
    )

    revision: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class WithdrawnEvent(Record, table=True):
    """What is kept of an event that visitors do not see any more: for calendars that have it.

    Dates and revision are those of its withdrawal, whatever becomes of the event later.
    """

    __tablename__ = "withdrawn_events"

    event_id: int = Field(unique=True)
    start_date: datetime = Field(sa_type=UtcDateTime)
    end_date: datetime = Field(sa_type=UtcDateTime)
    revision: int
