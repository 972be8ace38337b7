"""Records that staff manage: each has a name to be called by, and a text that it is found by."""

import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Connection, event, inspect
from sqlalchemy.orm import Mapper
from sqlmodel import Field, Session, col, select

from awards_site.core import clock
from awards_site.core.database import UtcDateTime
from awards_site.core.schemas import Record
from awards_site.core.validators import Choice


class ManagedRecord(Record):
    """A record with a name and a search text, which is made anew with every write.

    The text of a record that a migration has touched is NULL until `index` makes it.
    """

    title_field: ClassVar[str]
    """The attribute that holds the record's name, as people say it."""
    search_fields: ClassVar[tuple[str, ...]]
    """The attributes in which a search looks; of a choice, also its label."""

    search_text: str | None = None
    updated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the record was last written; None when that was before it was noted."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Never give the id of a deleted record to a new one: addresses and undoing hold it."""
        declared = cls.__dict__.get("__table_args__", ())
        cls.__table_args__ = (*declared, {"sqlite_autoincrement": True})
        super().__init_subclass__(**options)

    @property
    def display_name(self) -> str:
        return str(getattr(self, self.title_field))

    @property
    def changed_at(self) -> datetime:
        """When the record became what it is, as far as that was noted."""
        return self.updated_at or self.created_at


def folded(text: str) -> str:
    """Return the form in which texts are compared: without case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


def index(session: Session, table: type[ManagedRecord]) -> None:
    """Make the missing search texts of a table's records."""
    for record in session.exec(select(table).where(col(table.search_text).is_(None))):
        record.search_text = _search_text(record)


def _search_text(record: ManagedRecord) -> str:
    return folded("\n".join(word for name in record.search_fields for word in _words(record, name)))


def _words(record: ManagedRecord, name: str) -> Iterator[str]:
    value: Any = getattr(record, name)
    if value is None:
        return
    yield from map(str, value if isinstance(value, list) else [value])
    for rule in type(record).model_fields[name].metadata:
        if isinstance(rule, Choice) and value in rule.choices.labels():
            yield rule.choices.labels()[value]


@event.listens_for(ManagedRecord, "before_insert", propagate=True)
@event.listens_for(ManagedRecord, "before_update", propagate=True)
def _complete(_mapper: Mapper[Any], _connection: Connection, record: ManagedRecord) -> None:
    if _is_changed(record):
        record.updated_at = clock.now()
    record.search_text = _search_text(record)


def _is_changed(record: ManagedRecord) -> bool:
    # Before an update the database is told of a record that was merely touched, too, and of one
    # whose search text alone is made anew.
    return any(
        each.history.has_changes() for each in inspect(record).attrs if each.key != "search_text"
    )
