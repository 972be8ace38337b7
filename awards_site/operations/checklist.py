"""The checklist of all records: what is to do, and which links are dead."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query
from sqlmodel import Session

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import reading
from awards_site.core.invalidation.reads import Reads, State, record_reads
from awards_site.core.validation import Number
from awards_site.features.media.entity import MEDIA_ITEM
from awards_site.features.registry import entities
from awards_site.operations.links import find_dead, followed_dead
from awards_site.records.checklist import (
    TO_DO,
    Checklist,
    ChecklistItem,
    ChecklistPage,
    Problem,
    ToDo,
    list_to_do,
)
from awards_site.records.entity import Entity

MAX_RECORDS = 5000
"""The number of records of each type that are checked, the newest ones."""
MAX_AGE = timedelta(minutes=5)
"""The age at which items are found again: followed links and dates change them without a write."""

CHECKLISTS: Mapping[str, Entity] = {
    # Images without alternative text are many, and would hide the rest.
    each.label: each
    for each in (*entities(), MEDIA_ITEM)
    if each.checklist != Checklist()
}
"""By the record's name in the audit log, in the order of the items."""


class _Found(NamedTuple):
    """The items of an entity's records, and the tables that they were made from."""

    items: Sequence[ChecklistItem]
    reads: Reads
    found_at: datetime

    @property
    def is_fresh(self) -> bool:
        is_recent = timedelta() <= clock.now() - self.found_at < MAX_AGE
        return is_recent and self.reads.state is State.FRESH


_found: dict[str, _Found] = {}
_finder = ThreadPoolExecutor(1, "checklist")
"""Finds one after the other, because that takes a second for thousands of records."""


def find_items(entity: Entity, timeout: float | None) -> Sequence[ChecklistItem] | None:
    """Return the items of an entity's records, drafts included, found again after each write.

    After `timeout` seconds, they are those that were known before, or None without any.
    """
    known = _found.get(entity.label)
    if known and known.is_fresh:
        return known.items
    try:
        return _finder.submit(_find, entity).result(timeout)
    except TimeoutError:
        return known.items if known else None


def _find(entity: Entity) -> Sequence[ChecklistItem]:
    found = _found.get(entity.label)
    if found is None or not found.is_fresh:
        with record_reads() as reads, reading() as session:
            records = entity.checklist.records(session, entity.table, MAX_RECORDS)
            missing = [_item(entity, each) for each in entity.checklist.missing(session)]
            items = [*missing, *_items(session, entity, records)]
            found = _Found(items, reads, clock.now())
        _found[entity.label] = found
    return found.items


def _find_to_do(
    entity: Entity, session: Session, records: Sequence[ManagedRecord]
) -> Mapping[int, list[str]]:
    found = defaultdict(list)
    for item in _items(session, entity, records):
        assert item.record_id is not None
        found[item.record_id].append(item.message)
    return found


TO_DO.update(
    {
        each.table: ToDo(
            partial(_find_to_do, each),
            partial(find_items, each),
            each.edited_by,
            each.screen_path,
        )
        for each in CHECKLISTS.values()
    }
)


def _items(
    session: Session, entity: Entity, records: Sequence[ManagedRecord]
) -> list[ChecklistItem]:
    """Return the items of records, the newest record first."""
    if not records:
        return []
    urls = {url for record in records for _, url in entity.checklist.links(record)}
    dead = followed_dead(session) | find_dead(session, urls)
    problems = [
        *entity.checklist.problems(session, records),
        *_with_dead_links(entity, records, dead),
    ]
    return [
        _item(entity, each) for each in sorted(problems, key=lambda each: -(each.record_id or 0))
    ]


def _item(entity: Entity, problem: Problem) -> ChecklistItem:
    field = problem.field
    declared = entity.update.model_fields.get(field) if entity.update else None
    form = f"new={problem.new}" if problem.record_id is None else f"edit={problem.record_id}"
    path = f"{entity.screen_path}?{form}&field={(declared and declared.alias) or field}"
    return ChecklistItem(record_type=entity.label, path=path, **problem._asdict())


def _with_dead_links(
    entity: Entity, records: Sequence[ManagedRecord], dead: Mapping[str, str]
) -> Iterator[Problem]:
    for record in records if dead else ():
        for field, url in entity.checklist.links(record):
            if url in dead:
                text = f"Dead link: {url} ({dead[url]})"
                yield Problem(record.id, record.display_name, text, field)


MAX_ITEMS = 100
"""The maximum number of items of a type in one response."""

router = APIRouter(tags=["checklist"])


@router.get(
    "/admin/checklist",
    response_model=ChecklistPage,
    dependencies=[allow(Permission.MANAGE_SHOWCASE)],
    summary="List what is to do for records",
)
def list_items(
    caller: SignedIn,
    limit: Annotated[int, Number(0, MAX_ITEMS, label="limit"), Query()] = MAX_ITEMS,
) -> ChecklistPage:
    """List the first checklist items of each type of record, drafts included."""
    return list_to_do(caller, limit)
