"""Checks of records, such as a missing image, that tell staff what to complete."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import inspect
from sqlalchemy import select as select_rows
from sqlmodel import Session, col, select

from awards_site.core.database.managed_record import ManagedRecord, has_not_ended
from awards_site.core.presentation.texts import links


class Problem(NamedTuple):
    """A problem of a record, such as 'Image missing', without a full stop.

    `record_id` is None if a new record solves it; `new` opens its form. `field` is the attribute
    that solves it, or the end of the input's id.
    """

    record_id: int | None
    record_name: str
    message: str
    field: str
    new: str = "1"


class Check(NamedTuple):
    """`find` returns the problem of a record, or ''; `field` is the attribute that solves it."""

    field: str
    find: Callable[[Any], str]


class ToDo(NamedTuple):
    """Finds the open tasks of a table's records, dead links included."""

    of: Callable[[Session, Sequence[Any]], Mapping[int, list[str]]]
    """Returns those of some records, by id."""
    ids: Callable[[], Collection[int]]
    """Returns the ids of all records that have some."""
    known_count: Callable[[], int | None]
    """Returns their number, or None if it is not known yet."""


TO_DO: dict[type[Any], ToDo] = {}
"""By table; `awards_site.pages.checklist` adds each."""
CACHED_TEXTS = 1000
"""The number of parsed Markdown texts that are cached; each view of the dashboard needs all."""


@lru_cache(CACHED_TEXTS)
def links_in(markdown: str) -> tuple[str, ...]:
    """Return the targets of the links in Markdown."""
    return tuple(links(markdown))


@dataclass(frozen=True)
class Checklist:
    """The checks of an entity.

    The links in `link_fields`, and in the Markdown of `text_fields`, are checked: those to other
    sites are followed now and then.
    """

    checks: Sequence[Check] = ()
    link_fields: Sequence[str] = ()
    text_fields: Sequence[str] = ()

    def records(self, session: Session, table: type[ManagedRecord], limit: int) -> Sequence[Any]:
        """Return the newest records, drafts included, as rows, which take a tenth of the time."""
        if not (self.checks or self.link_fields or self.text_fields):
            return ()
        name = getattr(table, table.title_field).label("display_name")
        statement = select_rows(*inspect(table).columns, name).order_by(col(table.id).desc())
        return session.execute(statement.limit(limit)).all()

    def links(self, record: Any) -> Iterator[tuple[str, str]]:
        """Yield the fields and links of a record, or of a row with the fields that have some."""
        yield from ((name, url) for name in self.link_fields if (url := getattr(record, name)))
        for name in self.text_fields:
            yield from ((name, url) for url in links_in(getattr(record, name)))

    def published_links(self, session: Session, table: type[ManagedRecord]) -> Iterator[str]:
        """Yield the links of the records that visitors see, or will see by their schedule."""
        names = (*self.link_fields, *self.text_fields)
        fields = [getattr(table, each) for each in names]
        if fields:
            statement = select(*fields).where(has_not_ended(table))
            for row in session.execute(statement):
                yield from (url for _, url in self.links(row))

    def missing(self, session: Session) -> Iterator[Problem]:
        """Yield the problems that a new record solves. Subclasses override this."""
        yield from ()

    def problems(self, session: Session, records: Sequence[ManagedRecord]) -> Iterator[Problem]:
        """Yield the problems of records except dead links."""
        for record in records:
            for field, find in self.checks:
                if message := find(record):
                    yield Problem(record.id, record.display_name, message, field)


def requires(attribute: str, message: str) -> Check:
    """Return the check that a record has a value; `message` says what is missing."""
    return Check(attribute, lambda record: "" if getattr(record, attribute) else message)
