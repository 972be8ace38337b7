"""The base of the tables that staff manage, their publishing and their schemas.

The time is compared in the query itself, so that no task can be late.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import ConfigDict
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    event,
    inspect,
    or_,
)
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Field, Session, col, select

from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime, sort_key_of
from awards_site.core.errors import Invalid
from awards_site.core.invalidation.reads import UNCOUNTED
from awards_site.core.schemas import Record, Schema
from awards_site.core.validation import Timestamp, choices_of

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
        return cls(*(values[name] for name in cls._fields))

    def is_visible(self, at: datetime) -> bool:
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


def withdrawn_values(table: type[Any]) -> Mapping[str, bool | None]:
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
    if not is_scheduled(type(record)):
        return is_released(type(record), partial(getattr, record))
    return schedule_of(record).is_visible(clock.now())


def schedule_of(record: Any) -> Schedule:
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


SORT_KEY = "_sort_key"
"""The ending of the columns with the sort keys of `sort_fields`."""


_PLAIN_PUNCTUATION = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00ad\u200b\u2060"),
    }
)
"""Quotation marks, apostrophes and dashes as keyboards have them; invisible characters as none."""


class SearchableRecord(Record):
    """A record with a search text, and sort keys, which every write updates.

    A migration leaves the search text NULL; `index_missing` fills it in.
    """

    search_fields: ClassVar[tuple[str, ...]]
    """The attributes that are searched; a choice is also found by its label."""
    sort_fields: ClassVar[tuple[str, ...]] = ()
    """The texts whose sort key is stored, in the column `{name}_sort_key`, for long lists."""
    year_field: ClassVar[str] = ""
    """The attribute whose year lists are filtered by, a number or a time."""
    image_field: ClassVar[str] = ""
    """The attribute whose presence lists are filtered by, if images are optional."""
    query_filters: ClassVar[Mapping[str, Callable[[str], ColumnElement[bool]]]] = {}
    """Further filters of lists: the conditions of their values, by parameter."""

    search_text: str | None = None


class ManagedRecord(SearchableRecord):
    """A searchable record with a title and a modification time."""

    title_field: ClassVar[str]
    """The attribute that holds the record's display name."""
    published_field: ClassVar[str] = "is_published"
    """The attribute that tells whether visitors see the record, if they see any."""
    is_personal: ClassVar[bool] = False
    """Whether it holds personal data of a visitor, none of which the audit log repeats."""
    unlogged_fields: ClassVar[frozenset[str]] = frozenset()
    """The attributes with personal data, whose values the audit log does not repeat."""
    visibility_fields: ClassVar[frozenset[str]] = frozenset({"publish_at", "unpublish_at"})
    """The attributes, other than booleans, whose change may hide what visitors have seen."""
    planned_fields: ClassVar[tuple[str, ...]] = ("publish_at", "unpublish_at")
    """The attributes, as far as it has them, with times at which visitors may see a change."""
    hides_others: ClassVar[bool] = False
    """Whether a write of a record may hide what visitors have seen of others."""
    has_versions: ClassVar[bool] = True
    """Whether every change by staff is stored, and a deleted record stays in the Trash."""

    updated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the record was last written; None if that was before this column existed."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Never reuse the id of a deleted record: URLs and undo refer to it."""
        declared = cls.__dict__.get("__table_args__", ())
        cls.__table_args__ = (*declared, {"sqlite_autoincrement": True})
        super().__init_subclass__(**options)

    @property
    def display_name(self) -> str:
        return str(getattr(self, self.title_field))

    @classmethod
    def was_public(cls, values: Mapping[str, Any]) -> bool:
        """Return whether visitors may have seen a deleted record; `values` are its known columns.

        If it was not public, its deletion outdates cached responses but withdraws none.
        """
        return is_released(cls, lambda name: values.get(name, True))

    @property
    def changed_at(self) -> datetime:
        """When the record last changed for visitors: by a write, or because it was published."""
        published_at = getattr(self, "publish_at", None)
        written_at = self.updated_at or self.created_at
        return max(written_at, published_at or written_at)

    def keep_modification_time(self, *, withdraws: bool = False) -> None:
        """Do not count the next write as a change of the record.

        `withdraws` tells whether it hides what visitors have seen.
        """
        inspect(self).info[UNCOUNTED] = withdraws


def normalize_for_search(text: str) -> str:
    """Return the text without case, accents and typographic punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN_PUNCTUATION))
    return "".join(each for each in plain if not unicodedata.combining(each))


def versioned_models() -> Sequence[type[ManagedRecord]]:
    return [model for model in ManagedRecord.__subclasses__() if model.has_versions]


def index_missing(session: Session, table: type[SearchableRecord]) -> None:
    for record in session.exec(select(table).where(col(table.search_text).is_(None))):
        _derive_fields(record)


def derived_fields(
    table: type[SearchableRecord], values: Callable[[str], Any]
) -> Mapping[str, str]:
    """Return the search text and the sort keys of a record; `values` returns its attributes."""
    terms = [term for name in table.search_fields for term in _search_terms(table, name, values)]
    keys = {f"{name}{SORT_KEY}": sort_key_of(values(name)) or "" for name in table.sort_fields}
    return {"search_text": normalize_for_search("\n".join(terms)), **keys}


def _derive_fields(record: SearchableRecord) -> None:
    for name, value in derived_fields(type(record), partial(getattr, record)).items():
        setattr(record, name, value)


def _search_terms(
    table: type[SearchableRecord], name: str, values: Callable[[str], Any]
) -> Iterator[str]:
    value = values(name)
    if value is None:
        return
    yield from map(str, value if isinstance(value, list) else [value])
    column = table.model_fields.get(name)
    choices = choices_of(column.metadata) if column else None
    if choices and value in choices.labels():
        yield choices.labels()[value]


@event.listens_for(SearchableRecord, "before_insert", propagate=True)
@event.listens_for(SearchableRecord, "before_update", propagate=True)
def _update_derived_fields(
    _mapper: Mapper[Any], _connection: Connection, record: SearchableRecord
) -> None:
    keeps_time = UNCOUNTED in inspect(record).info
    if isinstance(record, ManagedRecord) and _is_changed(record) and not keeps_time:
        record.updated_at = clock.now()
    _derive_fields(record)


def _is_changed(record: ManagedRecord) -> bool:
    # SQLAlchemy also fires `before_update` for records that were only accessed, and for records of
    # which only the search text changed.
    return any(
        each.history.has_changes() for each in inspect(record).attrs if each.key != "search_text"
    )
