"""When visitors see a record: while it is published, from `publish_at` until `unpublish_at`.

The time is compared in the query itself, so that no task can be late.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import ConfigDict
from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, inspect, or_
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Field, col

from awards_site.core import clock
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.errors import Invalid
from awards_site.core.records.schemas import Schema
from awards_site.core.validation.value_validators import Timestamp

END_BEFORE_START = "It must be unpublished after it is published"
END_IN_PAST = "It must be unpublished in the future"


class ScheduledSchema(Schema):
    """The times from which and until which visitors see a published record; null for no limit.

    Its subclasses choose the case of the keys.
    """

    model_config = ConfigDict(alias_generator=None)

    schedule_publishes: ClassVar[bool] = False
    """Whether `publish_at` publishes a record by itself, and needs no `published_field`."""

    publish_at: Annotated[datetime | None, Timestamp()] = Field(
        default=None, sa_type=UtcDateTime, index=True
    )
    unpublish_at: Annotated[datetime | None, Timestamp()] = Field(
        default=None, sa_type=UtcDateTime, index=True
    )


class Schedule(NamedTuple):
    """Whether and when visitors see a record."""

    is_published: bool
    publish_at: datetime | None
    unpublish_at: datetime | None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Schedule":
        """Return the schedule among the values of a record, by column."""
        return cls(*(values[name] for name in cls._fields))

    def is_visible(self, at: datetime) -> bool:
        """Return whether visitors see the record at a time."""
        start, end = self.publish_at, self.unpublish_at
        is_within = (start is None or start <= at) and (end is None or end > at)
        return self.is_published and is_within

    def has_ended(self, at: datetime) -> bool:
        """Return whether the record was published until a time before `at`."""
        return self.is_published and self.unpublish_at is not None and self.unpublish_at <= at

    def was_visible(self, at: datetime) -> bool:
        """Return whether visitors see the record at a time, or have seen it until then."""
        return self.is_visible(at) or self.has_ended(at)


def now() -> BindParameter[datetime]:
    """Return a parameter that is the time at which the statement is executed."""
    return bindparam("now", callable_=lambda: clock.now(), type_=UtcDateTime(), unique=True)


def is_scheduled(table: type[Any]) -> bool:
    """Return whether the records of a table have a schedule."""
    return issubclass(table, ScheduledSchema)


def is_publishable(table: type[Any]) -> bool:
    """Return whether staff publish the records of a table; those of others are always public."""
    return table.published_field in table.model_fields


def released(table: type[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that staff have published a row, whatever its schedule says."""
    is_published = col(getattr(table, table.published_field)).is_(True)
    if not _schedule_publishes(table):
        return is_published
    return or_(is_published, col(table.publish_at).is_not(None))


def is_released(table: type[Any], values: Callable[[str], Any]) -> bool:
    """Return whether staff have published a record; `values` returns its attributes.

    One that cannot be published is always for visitors.
    """
    if not is_publishable(table):
        return True
    is_published = bool(values(table.published_field))
    return is_published or (_schedule_publishes(table) and values("publish_at") is not None)


def withdrawn_values(table: type[Any]) -> dict[str, Any]:
    """Return the values of a record that is not published, by column."""
    times = ScheduledSchema.model_fields if _schedule_publishes(table) else ()
    return {table.published_field: False, **dict.fromkeys(times)}


def _schedule_publishes(table: type[Any]) -> bool:
    return is_scheduled(table) and table.schedule_publishes


def published(table: type[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that visitors see a row of a table."""
    if not is_scheduled(table):
        return has_not_ended(table)
    start = col(table.publish_at)
    return and_(has_not_ended(table), or_(start.is_(None), start <= now()))


def has_not_ended(table: type[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that visitors see a row of a table, or will by its schedule."""
    if not is_scheduled(table):
        return released(table)
    end = col(table.unpublish_at)
    return and_(released(table), or_(end.is_(None), end > now()))


def is_visible(record: Any) -> bool:
    """Return whether visitors see a record."""
    if not is_scheduled(type(record)):
        return is_released(type(record), partial(getattr, record))
    return schedule_of(record).is_visible(clock.now())


def schedule_of(record: Any) -> Schedule:
    """Return the schedule of a record."""
    is_published = is_released(type(record), partial(getattr, record))
    return Schedule(is_published, record.publish_at, record.unpublish_at)


def hide_end(record: Any) -> None:
    """Remove from a record that is read for visitors when it will be unpublished."""
    if record.unpublish_at is not None:
        # Not an assignment, which would be written to the database.
        set_committed_value(record, "unpublish_at", None)


def check_schedule(record: Any, changes: Mapping[str, Any]) -> None:
    """Check the schedule of a record that is about to be stored; `changes` has the new values.

    An update that publishes a record and leaves out its schedule publishes it at once. Raises
    Invalid if a published record would be unpublished before it is published, or in the past.
    """
    if (
        changes.get(record.published_field)
        and not changes.keys() & ScheduledSchema.model_fields.keys()
    ):
        at = clock.now()
        if record.publish_at is not None and record.publish_at > at:
            record.publish_at = None
        if record.unpublish_at is not None and record.unpublish_at <= at:
            record.unpublish_at = None
    start, end = record.publish_at, record.unpublish_at
    if end is None or not schedule_of(record).is_published:
        return
    key = type(record).model_fields["unpublish_at"].alias or "unpublish_at"
    if start is not None and end <= start:
        raise Invalid({key: END_BEFORE_START})
    if end <= clock.now() and inspect(record).attrs.unpublish_at.history.has_changes():
        raise Invalid({key: END_IN_PAST})
