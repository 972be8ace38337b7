"""The records, and their pending changes, that use an uploaded file."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, Column, ColumnElement, String, and_, cast, not_, or_
from sqlalchemy.orm import Mapped
from sqlmodel import AutoString, Session, col, select

from awards_site.core.audit.log import is_derived
from awards_site.core.database.soft_delete import table_of
from awards_site.core.files.file_names import FILE_URL, UPLOADS_URL
from awards_site.core.validation import Choice, FileUrl, Link, Text
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.pending_changes import PendingChanges


class MediaUse(BaseModel):
    """A field of a record, or of its draft, that uses an item; `table` is the record's table."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    table: str
    record_type: str
    record_id: int
    name: str
    field: str
    is_draft: bool = False


_PREFIX = f"{UPLOADS_URL}/"


@dataclass(frozen=True)
class MediaColumns:
    """The columns of an entity that may hold URLs of files, or texts with them."""

    entity: Entity
    urls: tuple[Column[Any], ...]
    texts: tuple[Column[Any], ...]

    @property
    def all(self) -> tuple[Column[Any], ...]:
        return (*self.urls, *self.texts)

    def uses_any(self, urls: Collection[str]) -> ColumnElement[bool]:
        """Return the condition that a row may use one of the files."""
        return or_(self.uses_within(), *(column.in_(urls) for column in self.urls))

    def uses_within(self) -> ColumnElement[bool]:
        """Return the condition that a row may use files otherwise than by their URLs alone."""
        return or_(
            *(_is_elsewhere(column) for column in self.urls),
            *(cast(column, String).contains(_PREFIX) for column in self.texts),
        )


def _is_elsewhere(column: Column[Any]) -> ColumnElement[bool]:
    """Return the condition that a URL names a host, which may be this one."""
    return and_(not_(column.startswith("/")), column.contains(_PREFIX))


def media_columns() -> Iterator[MediaColumns]:
    """Yield the columns of all entities whose records may use files."""
    for entity in ENTITIES.values():
        found = _columns_of(entity)
        if found.all:
            yield found


def _columns_of(entity: Entity) -> MediaColumns:
    table = entity.table
    urls, texts = [], []
    for column in table_of(table).columns:
        if is_derived(column.name) or not isinstance(column.type, AutoString | JSON):
            continue
        rules = table.model_fields[column.name].metadata
        if any(isinstance(each, FileUrl) for each in rules):
            urls.append(column)
        elif not any(_is_short(each) for each in rules):
            texts.append(column)
    return MediaColumns(entity, tuple(urls), tuple(texts))


def _is_short(rule: Any) -> bool:
    """Return whether a text with this rule is no URL, and too short to have one in it."""
    if isinstance(rule, Link):
        return False
    return isinstance(rule, Choice) or (isinstance(rule, Text) and rule.is_single_line)


def files_in(value: Any) -> set[str]:
    """Return the URLs of uploaded files in a text or JSON."""
    text = value if isinstance(value, str) else json.dumps(value)
    return {found[0] for found in FILE_URL.finditer(text)}


def find_uses(session: Session, urls: Collection[str]) -> Iterator[tuple[str, MediaUse]]:
    """Yield each field of a record, or of its draft, that uses one of the files, with its URL."""
    wanted = set(urls)
    for found in media_columns() if wanted else ():
        table = found.entity.table
        title = table_of(table).c[table.title_field]
        statement = select(table_of(table).c.id, title, *found.all).where(found.uses_any(wanted))
        for record_id, name, *values in session.execute(statement.order_by(title)):
            for column, value in zip(found.all, values, strict=True):
                for url in sorted(files_in(value) & wanted) if value else ():
                    yield (
                        url,
                        MediaUse(
                            table=column.table.name,
                            record_type=found.entity.label,
                            record_id=record_id,
                            name=name,
                            field=column.name,
                        ),
                    )
        yield from _find_uses_in_drafts(session, found.entity, wanted)


def _find_uses_in_drafts(
    session: Session, entity: Entity, wanted: set[str]
) -> Iterator[tuple[str, MediaUse]]:
    table = table_of(entity.table)
    title = table.c[entity.table.title_field]
    own = and_(col(PendingChanges.table_name) == table.name, table.c.id == PendingChanges.record_id)
    statement = select(table.c.id, title, col(PendingChanges.changes)).where(
        own, _drafts_with_files()
    )
    for record_id, name, changes in session.execute(statement.order_by(title)):
        for field, value in changes.items():
            for url in sorted(files_in(value) & wanted):
                yield (
                    url,
                    MediaUse(
                        table=table.name,
                        record_type=f"draft of {entity.label}",
                        record_id=record_id,
                        name=name,
                        field=field,
                        is_draft=True,
                    ),
                )


def _drafts_with_files() -> ColumnElement[bool]:
    """Return the condition that a draft was not discarded and may use files."""
    changes = cast(col(PendingChanges.changes), String)
    return and_(col(PendingChanges.discarded_at).is_(None), changes.contains(_PREFIX))


def count_uses(session: Session, urls: Collection[str]) -> Counter[str]:
    """Return how many records use each of the files."""
    records = {(url, use.table, use.record_id) for url, use in find_uses(session, urls)}
    return Counter(url for url, _table, _record_id in records)


def used_files(session: Session) -> dict[str, str]:
    """Return the URLs of all files that records use, with the name of one such record."""
    names: dict[str, str] = {}
    for found in media_columns():
        table = found.entity.table
        title = table_of(table).c[table.title_field]
        texts = [cast(column, String).contains(_PREFIX) for column in found.all]
        for name, *values in session.execute(select(title, *found.all).where(or_(*texts))):
            for value in values:
                names |= dict.fromkeys(files_in(value) - names.keys() if value else (), name)
    return names


def is_unused(session: Session, url: Mapped[str]) -> ColumnElement[bool]:
    """Return the condition that no record and no pending changes use the file at a URL."""
    return not_(or_(_is_within(session, url), _is_a_field(url)))


def is_described(session: Session, url: Mapped[str]) -> ColumnElement[bool]:
    """Return the condition that visitors see a file as a field only, under its record's name."""
    return and_(_is_a_field(url), not_(_is_within(session, url)))


def _is_within(session: Session, url: Mapped[str]) -> ColumnElement[bool]:
    """Return the condition that pending changes use a file, or a record in one of its texts."""
    drafts = session.exec(select(PendingChanges.changes).where(_drafts_with_files()))
    within = {file for changes in drafts for file in files_in(changes)}
    for found in media_columns():
        rows = session.execute(select(*found.all).where(found.uses_within()))
        within |= {file for row in rows for value in row if value for file in files_in(value)}
    return url.in_(within)


def _is_a_field(url: Mapped[str]) -> ColumnElement[bool]:
    """Return the condition that a record has a URL in a field of its own."""
    columns = [each for found in media_columns() for each in found.urls]
    return or_(*(url.in_(select(each).where(each.is_not(None))) for each in columns))
