"""Checks of published records, such as a missing image, that tell staff what to complete."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from awards_site.core.database.managed_record import ManagedRecord, has_not_ended
from awards_site.core.presentation.texts import links


class Problem(NamedTuple):
    """A problem of a record, such as 'Image missing', without a full stop.

    `record_id` is None for default texts that no content section overrides yet.
    """

    record_id: int | None
    record_name: str
    message: str


Check = Callable[[Any], str]
"""Returns the problem of a record, or ''."""
BatchCheck = Callable[[Session, Sequence[Any]], Mapping[int, str]]
"""Returns the problems of some records by id; for checks that read other records."""
FindToDo = Callable[[Session, Sequence[Any]], Mapping[int, list[str]]]
"""Returns the open tasks of some records by id, dead links included."""
TO_DO: dict[str, FindToDo] = {}
"""By record type; `awards_site.pages.checklist` adds each."""
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
    batch_checks: Sequence[BatchCheck] = ()
    link_fields: Sequence[str] = ()
    text_fields: Sequence[str] = ()

    def published(
        self, session: Session, table: type[ManagedRecord], limit: int | None = None
    ) -> Sequence[ManagedRecord]:
        """Return the newest records that visitors see, or will see by their schedule."""
        statement = select(table).where(has_not_ended(table)).order_by(col(table.id).desc())
        return session.exec(statement.limit(limit)).all()

    def links(self, record: Any) -> Iterator[str]:
        """Yield the links of a record, or of a row with the fields that may have some."""
        yield from filter(None, (getattr(record, name) for name in self.link_fields))
        for name in self.text_fields:
            yield from links_in(getattr(record, name))

    def published_links(self, session: Session, table: type[ManagedRecord]) -> Iterator[str]:
        """Yield the links of the records that visitors see, or will see by their schedule."""
        names = (*self.link_fields, *self.text_fields)
        fields = [getattr(table, each) for each in names]
        if fields:
            statement = select(*fields).where(has_not_ended(table))
            for row in session.execute(statement):
                yield from self.links(row)

    def problems(self, session: Session, records: Sequence[ManagedRecord]) -> Iterator[Problem]:
        """Yield the problems of records except dead links."""
        found = [check(session, records) for check in self.batch_checks]
        for record in records:
            messages = [check(record) for check in self.checks]
            messages += [each.get(record.id, "") for each in found]
            for message in filter(None, messages):
                yield Problem(record.id, record.display_name, message)


def requires(attribute: str, message: str) -> Check:
    """Return the check that a record has a value; `message` says what is missing."""
    return lambda record: "" if getattr(record, attribute) else message
