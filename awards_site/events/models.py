"""Events: fields with validation rules, schemas and tables."""

from datetime import datetime
from typing import Annotated

from sqlalchemy import Index
from sqlmodel import Field

from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.core.records.schemas import Record, Schema, partial
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH, Text
from awards_site.core.validation.url_validators import Link
from awards_site.core.validation.value_validators import Boolean, Timestamp

END_BEFORE_START = "End date must not be before the start date"


class EventBase(ScheduledSchema, Schema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(1)]
    description: Annotated[str, Text(1, max_length=MAX_TEXT_LENGTH)]
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
    """A partial update of an event."""


class Event(ManagedRecord, EventBase, table=True):
    """An event of the calendar; `revision` counts its changes, for subscribed calendars."""

    __tablename__ = "events"
    title_field = "title"
    search_fields = ("title", "description", "location", "type")
    year_field = "start_date"
    image_field = "image_url"
    __table_args__ = (
        Index("ix_events_is_published_start_date", "is_published", "start_date"),
        Index("ix_events_is_published_end_date", "is_published", "end_date"),
    )

    revision: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class CancelledEvent(Record, table=True):
    """The cancellation of an unpublished or deleted event, for subscribed calendars.

    Dates and revision are those at the time of the cancellation.
    """

    __tablename__ = "withdrawn_events"

    event_id: int = Field(unique=True)
    start_date: datetime = Field(sa_type=UtcDateTime)
    end_date: datetime = Field(sa_type=UtcDateTime)
    revision: int
