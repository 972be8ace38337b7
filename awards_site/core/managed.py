"""Records that staff manage: each has a name to be called by, and a text that it is found by."""

import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

from sqlalchemy import Connection, event
from sqlalchemy.orm import Mapper
from sqlmodel import Session, col, select

from awards_site.core.rules import Choice
from awards_site.core.schemas import Record


class Managed(Record):
    """A record with a name and a search text, which is made anew with every write.

    The text of a record that a migration has touched is NULL until `index` makes it.
    """

    called_by: ClassVar[str]
    """The attribute that holds the record's name, as people say it."""
    searched: ClassVar[tuple[str, ...]]
    """The attributes in which a search looks; of a choice, also its label."""

    search_text: str | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        """Never give the id of a deleted record to a new one: addresses and undoing hold it."""
        declared = cls.__dict__.get("__table_args__", ())
        cls.__table_args__ = (*declared, {"sqlite_autoincrement": True})
        super().__init_subclass__(**options)

    @property
    def called(self) -> str:
        """The record's name, as people say it."""
        return str(getattr(self, self.called_by))


def folded(text: str) -> str:
    """Return the form in which texts are compared: without case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


def index(session: Session, table: type[Managed]) -> None:
    """Make the missing search texts of a table's records."""
    for record in session.exec(select(table).where(col(table.search_text).is_(None))):
        record.search_text = _search_text(record)


def _search_text(record: Managed) -> str:
    return folded("\n".join(word for name in record.searched for word in _words(record, name)))


def _words(record: Managed, name: str) -> Iterator[str]:
    value: Any = getattr(record, name)
    if value is None:
        return
    yield from map(str, value if isinstance(value, list) else [value])
    for rule in type(record).model_fields[name].metadata:
        if isinstance(rule, Choice) and value in rule.vocabulary.labels():
            yield rule.vocabulary.labels()[value]


@event.listens_for(Managed, "before_insert", propagate=True)
@event.listens_for(Managed, "before_update", propagate=True)
def _index(_mapper: Mapper[Any], _connection: Connection, record: Managed) -> None:
    record.search_text = _search_text(record)
