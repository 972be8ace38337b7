"""Checks of records, such as a missing image, and the list of what they tell staff to complete."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import inspect
from sqlalchemy import select as select_rows
from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core.database.managed_record import ManagedRecord, has_not_ended
from awards_site.records.markdown import links


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


class ChecklistItem(BaseModel):
    """Something to do for a record, such as 'Image missing'.

    `record_id` is null for a record that is missing, and for default texts that no content section
    overrides yet; `path` leads to the form in the portal, and in it to the field concerned.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    record_type: str
    record_id: int | None
    record_name: str
    message: str
    path: str


class ChecklistPage(BaseModel):
    """The first items of each type, and how many there are of all.

    `counts` has the numbers of records with some, by the path of their screen.
    """

    items: list[ChecklistItem]
    total: int
    counts: dict[str, int]


COUNT_SECONDS = 0.1
"""The maximum wait for the counts of each type if a screen asks for counts alone."""


class ToDo(NamedTuple):
    """Finds the open tasks of a table's records, dead links included."""

    of: Callable[[Session, Sequence[Any]], Mapping[int, list[str]]]
    """Returns those of some records, by id."""
    find: Callable[[float | None], Sequence[ChecklistItem] | None]
    """Returns those of all records; after so many seconds those known before, or None."""
    permission: Permission
    """The permission to do them."""
    screen_path: str

    def ids(self) -> Collection[int]:
        """Return the ids of all records that have some."""
        return {each.record_id for each in self.find(None) or () if each.record_id is not None}

    def known_count(self) -> int | None:
        """Return the number of records that have some, or None if it is not known yet."""
        items = self.find(COUNT_SECONDS)
        return None if items is None else count_records(items)


def count_records(items: Sequence[ChecklistItem]) -> int:
    return len({(each.record_id, each.record_name) for each in items})


TO_DO: dict[type[Any], ToDo] = {}
"""By table; `operations/checklist.py` adds each."""


@use_case(Permission.MANAGE_SHOWCASE)
def list_to_do(caller: Caller, limit: int) -> ChecklistPage:
    """Return the first `limit` items of each type of record, drafts included.

    Without items, it returns the counts that are known within COUNT_SECONDS each.
    """
    page = ChecklistPage(items=[], total=0, counts={})
    for to_do in TO_DO.values():
        if not has_permission(caller.user.role, to_do.permission):
            continue
        found = to_do.find(None if limit else COUNT_SECONDS)
        if found is not None:
            page.counts[to_do.screen_path] = count_records(found)
            page.items.extend(found[:limit])
            page.total += len(found)
    return page


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
