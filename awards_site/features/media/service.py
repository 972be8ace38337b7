"""The media library: its items, newest first, and how uploaded files get into it."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any, BinaryIO

from pydantic import Field as Described
from sqlalchemy import ColumnElement, and_, not_, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParams
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import Page
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import ApiError, Conflict, Invalid
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.file_names import UPLOADS_URL, media_type
from awards_site.core.files.storage import storage
from awards_site.core.logs import get_logger
from awards_site.core.schemas import Schema
from awards_site.core.validation import MAX_LINE_LENGTH, FileUrl, Number
from awards_site.features.media.entity import (
    CONSENT_NOTICE_DAYS,
    MediaDuplicate,
    MediaItem,
    MediaItemListed,
    MediaItemPublic,
    MediaItemUpdate,
    MediaKind,
    MediaUse,
    MediaUses,
    count_uses,
    find_uses,
    is_described,
    is_unused,
    used_files,
)
from awards_site.records.bulk import SkippedRecord, UndoResult
from awards_site.records.checklist import Check, Checklist, Problem
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.staff_lists import TO_DO_PARAM
from awards_site.records.versions import (
    find_version,
    find_version_before,
    list_versions,
    stored_row,
    validated,
)

MAX_NAMED_USES = 5
"""How many uses the message names if an item cannot be deleted or replaced."""
MAX_NAMED_ITEMS = 3
"""How many items the message names if several cannot be deleted."""
_CENTRE = 50
_MAX_PARAMETERS = 1000
"""How many values one statement has at most; databases have limits."""

log = get_logger(__name__)


@dataclass(frozen=True)
class UploadedFile:
    """A stored file that is not in the library yet."""

    url: str
    title: str
    content_hash: str
    file_size: int

    @classmethod
    def of(cls, url: str, title: str, content: BinaryIO) -> "UploadedFile":
        """Return a file with this content, which is read from its start and left there."""
        digest, size = hashlib.sha256(), 0
        content.seek(0)
        while part := content.read(MEGABYTE):
            digest.update(part)
            size += len(part)
        content.seek(0)
        return cls(url, title[:MAX_LINE_LENGTH].strip() or url, digest.hexdigest(), size)


class MediaItems(Repository[MediaItem]):
    """The repository of media items."""

    table = MediaItem
    label = "Media item"
    ordering = (col(MediaItem.created_at).desc(), col(MediaItem.id).desc())

    def prepare(self, session: Session, record: MediaItem, changes: Mapping[str, Any]) -> None:
        """Keep what staff describe, and complete a focal point of which they set one half."""
        record.is_kept = True
        if record.focal_x is not None or record.focal_y is not None:
            record.focal_x = _CENTRE if record.focal_x is None else record.focal_x
            record.focal_y = _CENTRE if record.focal_y is None else record.focal_y

    def delete(self, session: Session, record: MediaItem, editor_id: int | None = None) -> None:
        """Delete an item. Raises Conflict, with the records that use it, if there are any."""
        self.delete_all(session, [record], editor_id)

    def delete_all(
        self, session: Session, records: Sequence[MediaItem], editor_id: int | None = None
    ) -> None:
        """Delete items, or none if one is used. Raises Conflict with those that are."""
        uses = defaultdict(list)
        for url, use in find_uses(session, [record.url for record in records]):
            uses[url].append(use)
        used = [
            f"'{record.title}' is used by: {names_of(uses[record.url])}"
            for record in records
            if record.url in uses
        ]
        if used:
            named, more = used[:MAX_NAMED_ITEMS], len(used) - MAX_NAMED_ITEMS
            named += [f"{more} more are used, too"] if more > 0 else []
            pronoun = "it" if len(used) == 1 else "them"
            raise Conflict(f"{'. '.join(named)}. Replace or remove {pronoun} there first")
        for record in records:
            super().delete(session, record, editor_id)

    def find_by_url(self, session: Session, url: str) -> MediaItem | None:
        return session.exec(select(MediaItem).where(MediaItem.url == url)).first()

    def list_duplicates(self, session: Session, item: MediaItem) -> list[MediaDuplicate]:
        """Return the other items with the same content, oldest first."""
        same = select(MediaItem).where(
            MediaItem.content_hash == item.content_hash, MediaItem.id != item.id
        )
        return [
            MediaDuplicate(id=each.id, title=each.title, url=each.url)
            for each in session.exec(same.order_by(col(MediaItem.id)))
        ]

    def count_by_hash(self, session: Session, hashes: Collection[str]) -> dict[str, int]:
        """Return how many items have each content."""
        key = col(MediaItem.content_hash)
        counts = select(key, func.count()).where(key.in_(hashes)).group_by(key)
        return dict(session.exec(counts).all())


media_items = MediaItems()


def names_of(uses: Iterable[MediaUse]) -> str:
    """Return the names of the records that use an item, or the first ones, for a message."""
    names = list(dict.fromkeys(f"{use.record_type} '{use.name}'" for use in uses))
    more = len(names) - MAX_NAMED_USES
    return ", ".join(names[:MAX_NAMED_USES]) + (f" and {more} more" if more > 0 else "")


def register(
    session: Session, file: UploadedFile, *, uploader_id: int | None = None, is_kept: bool = False
) -> None:
    """Add a stored file, which must not be there yet, to the library."""
    is_video = media_type(file.url).startswith("video/")
    session.add(
        MediaItem(
            url=file.url,
            title=file.title,
            kind=(MediaKind.VIDEO if is_video else MediaKind.IMAGE).value,
            content_hash=file.content_hash,
            file_size=file.file_size,
            uploader_id=uploader_id,
            is_kept=is_kept,
        )
    )


def register_used_files() -> int:
    """Add the files to the library that records use and that are not in it; return their number.

    These were stored by an earlier version, or are in a former version that was restored.
    """
    with reading() as session:
        names = used_files(session)
        known = set(session.exec(select(MediaItem.url)))
    added = 0
    for url in sorted(names.keys() - known):
        try:
            with storage().open(url.removeprefix(f"{UPLOADS_URL}/")) as content:
                file = UploadedFile.of(url, names[url], content)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("file not added to the media library", url=url, error=error)
            continue
        # One transaction for each: reading a video takes its time.
        with writing() as session:
            # Another process may have added it meanwhile.
            if media_items.find_by_url(session, url) is None:
                register(session, file)
                added += 1
    return added


def forget_files(session: Session, names: Collection[str]) -> None:
    """Remove the items of files that are deleted, by the names of the files."""
    urls = [f"{UPLOADS_URL}/{name}" for name in names]
    for start in range(0, len(urls), _MAX_PARAMETERS):
        part = urls[start : start + _MAX_PARAMETERS]
        for item in session.exec(select(MediaItem).where(col(MediaItem.url).in_(part))).unique():
            session.delete(item)


def use_filter(session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition of the filter by use. Raises Invalid."""
    unused = is_unused(session)
    return _one_of("use", value, {"unused": unused, "used": not_(unused)})


def missing_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that an image lacks a detail. Raises Invalid."""
    is_image = col(MediaItem.kind) == MediaKind.IMAGE.value
    lacks = {"altText": col(MediaItem.alt_text), "credit": col(MediaItem.credit)}
    conditions = {key: and_(is_image, column.is_(None)) for key, column in lacks.items()}
    return _one_of("missing", value, conditions)


def consent_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that a consent has expired or soon will. Raises Invalid."""
    last = col(MediaItem.consent_expires_on)
    conditions = {"due": last <= last_due_day(), "expired": last < clock.today().isoformat()}
    return _one_of("consent", value, conditions)


def last_due_day() -> str:
    """Return the last day, in ISO 8601, on which an expiring consent is due for renewal."""
    return (clock.today() + timedelta(days=CONSENT_NOTICE_DAYS)).isoformat()


def duplicate_filter(_session: Session, value: str) -> ColumnElement[bool]:
    """Return the condition that other items have the same content. Raises Invalid."""
    other = aliased(MediaItem)
    has_other = (
        select(other.id)
        .where(other.content_hash == MediaItem.content_hash, other.id != MediaItem.id)
        .exists()
    )
    return _one_of("duplicates", value, {"true": has_other, "false": not_(has_other)})


def _to_do_filter(session: Session, value: str) -> ColumnElement[bool]:
    open_tasks = or_(consent_filter(session, "due"), _lacks_alt_text(session))
    return _one_of(TO_DO_PARAM, value, {"true": open_tasks})


FILTERS = {
    "use": use_filter,
    "missing": missing_filter,
    "consent": consent_filter,
    "duplicates": duplicate_filter,
    TO_DO_PARAM: _to_do_filter,
}
"""The filters of the list by query parameter, apart from those of its fields."""


def filter_conditions(_table: type[Any], query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters in a query. Raises Invalid for an unknown value."""
    with reading() as session:
        return [make(session, query[name]) for name, make in FILTERS.items() if query.get(name)]


def _one_of(
    param: str, value: str, conditions: Mapping[str, ColumnElement[bool]]
) -> ColumnElement[bool]:
    if value not in conditions:
        raise Invalid({param: f"{param} must be one of: {', '.join(conditions)}"})
    return conditions[value]


def _lacks_alt_text(session: Session) -> ColumnElement[bool]:
    return and_(missing_filter(session, "altText"), not_(is_described(session)))


def _expiring_consent(item: MediaItem) -> str:
    if item.consent_expires_on is None or item.consent_expires_on > last_due_day():
        return ""
    last = date.fromisoformat(item.consent_expires_on)
    verb = "expired" if last < clock.today() else "expires"
    return f"The consent to use it {verb} on {last:%b} {last.day}, {last.year}"


class MediaChecklist(Checklist):
    """Lists the images that nothing describes, and the files whose consent has expired or will."""

    def records(
        self, session: Session, _table: type[ManagedRecord], limit: int
    ) -> Sequence[MediaItem]:
        statement = select(MediaItem).where(_to_do_filter(session, "true"))
        return session.exec(statement.order_by(*media_items.ordering).limit(limit)).all()

    def problems(self, session: Session, records: Sequence[Any]) -> Iterator[Problem]:
        yield from super().problems(session, records)
        lacking = select(MediaItem).where(_lacks_alt_text(session))
        ids = [each.id for each in records]
        for item in session.exec(lacking.where(col(MediaItem.id).in_(ids))):
            yield Problem(item.id, item.display_name, "Alternative text missing", "alt_text")


MEDIA_ITEM = Entity(
    repository=media_items,
    view=MediaItemPublic,
    update=MediaItemUpdate,
    update_method="PATCH",
    path="/admin/media",
    export_name="media",
    screen_path="/admin/media",
    managed_by=Permission.MANAGE_SHOWCASE,
    has_own_list=True,
    more_filters=filter_conditions,
    is_searched=False,
    bulk_fields=("credit",),
    checklist=MediaChecklist(checks=(Check("consent_expires_on", _expiring_consent),)),
)


MAX_RECORDS = 1000
"""The most records of one replacement."""


class Replacement(Schema):
    """The URL of the item that replaces another one."""

    url: Annotated[str, FileUrl(1, "Choose the file that replaces it")]


class ReplacedRecord(Schema):
    """A changed record: the version that the replacement made, and the fields that it changed."""

    table: str
    id: Annotated[int, Number(1)]
    name: str
    version: Annotated[int, Number(1)]
    fields: list[str]


class ReplacementResult(Schema):
    """What a replacement changed."""

    records: Annotated[list[ReplacedRecord], Described(max_length=MAX_RECORDS)]


@use_case(Permission.MANAGE_SHOWCASE)
def list_items(_caller: Caller, params: ListParams) -> Page[MediaItemListed]:
    """Return a page of the items, newest first. Raises Invalid for a parameter."""
    with reading() as session:
        found = MEDIA_ITEM.paginator.read_page(session, params)
        uses = count_uses(session, [item.url for item in found.items])
        same = media_items.count_by_hash(session, {item.content_hash for item in found.items})
        found.items = [
            MediaItemListed.model_validate(item).model_copy(
                update={"uses": uses[item.url], "duplicates": same[item.content_hash] - 1}
            )
            for item in found.items
        ]
    return found


@use_case(Permission.MANAGE_SHOWCASE)
def read_uses(_caller: Caller, item_id: int) -> MediaUses:
    """Return where an item is used, and which others have the same content. Raises NotFound."""
    with reading() as session:
        item = media_items.find(session, item_id)
        return MediaUses(
            uses=[use for _, use in find_uses(session, [item.url])],
            duplicates=media_items.list_duplicates(session, item),
        )


@use_case(Permission.MANAGE_SHOWCASE)
def replace(caller: Caller, item_id: int, by: Replacement) -> ReplacementResult:
    """Replace an item by another one wherever it is used; change all records or none.

    Raises NotFound, and Invalid if it is no other item of the same kind, if a draft uses the item,
    or if a record would break a rule.
    """
    with writing() as session:
        item = media_items.find(session, item_id)
        _check_replacement(session, item, by.url)
        changed = []
        for (table, record_id), names in _fields_with(session, item).items():
            entity = ENTITIES[table]
            record = entity.repository.find(session, record_id, for_update=True)
            values = {name: _replaced(getattr(record, name), item.url, by.url) for name in names}
            _update(session, entity, record, values, caller)
            changed.append(
                ReplacedRecord(
                    table=table,
                    id=record_id,
                    name=record.display_name,
                    version=list_versions(session, record, 1)[0].id,
                    fields=sorted(names),
                )
            )
    return ReplacementResult(records=changed)


@use_case(Permission.MANAGE_SHOWCASE)
def undo_replacement(caller: Caller, item_id: int, done: ReplacementResult) -> UndoResult:
    """Undo a replacement of an item, except where someone has changed a record since.

    Raises NotFound.
    """
    skipped = []
    with writing() as session:
        media_items.find(session, item_id)
        for each in done.records:
            try:
                with session.begin_nested():
                    _reset(session, each, caller)
            except ApiError as error:
                skipped.append(SkippedRecord(id=each.id, name=each.name, reason=error.message))
    return UndoResult(restored=len(done.records) - len(skipped), skipped=skipped)


def _check_replacement(session: Session, item: MediaItem, url: str) -> None:
    """Raise Invalid unless there is another item of the same kind at a URL."""
    other = media_items.find_by_url(session, url)
    if other is None or other.id == item.id:
        raise Invalid({"url": "Choose another file of the media library"})
    if other.kind != item.kind:
        raise Invalid({"url": f"Choose another {item.kind}: '{other.title}' is none"})


def _fields_with(session: Session, item: MediaItem) -> dict[tuple[str, int], set[str]]:
    """Return the fields that have an item, by the table and id of the record.

    Raises Invalid if a draft uses it, or too many records.
    """
    fields: dict[tuple[str, int], set[str]] = defaultdict(set)
    drafts = []
    for _, use in find_uses(session, [item.url]):
        if use.is_draft:
            drafts.append(use)
        else:
            fields[use.table, use.record_id].add(use.field)
    if drafts:
        used = f"Drafts use the file, too: {names_of(drafts)}. Publish or discard them first"
        raise Invalid({"url": used})
    if len(fields) > MAX_RECORDS:
        raise Invalid({"url": f"More than {MAX_RECORDS} records use it: that is too many at once"})
    return fields


def _reset(session: Session, change: ReplacedRecord, caller: Caller) -> None:
    entity = ENTITIES.get(change.table)
    if entity is None or not change.fields or not {*change.fields} <= _keys(entity).keys():
        raise Conflict("This is no replacement")
    record = entity.repository.find(session, change.id, for_update=True)
    replaced = find_version(session, record, change.version)
    former = find_version_before(session, record, change.version)
    rows = replaced.row, stored_row({name: getattr(record, name) for name in change.fields})
    if any(rows[0].get(name) != rows[1][name] for name in change.fields):
        raise Conflict("Someone else has changed it in the meantime")
    _update(session, entity, record, {name: former.row[name] for name in change.fields}, caller)


def _update(
    session: Session,
    entity: Entity,
    record: ManagedRecord,
    values: Mapping[str, Any],
    caller: Caller,
) -> None:
    """Update a record as `update` does. Raises Forbidden, and Invalid, which names the record."""
    caller.require(entity.edited_by)
    keys = _keys(entity)
    try:
        body = validated({keys[name]: value for name, value in values.items()}, entity.update)
        entity.repository.update(session, record, body, caller.user.id)
        entity.check_images(session, record)
    except ApiError as error:
        raise Invalid({"url": f"{record.display_name}: {error.message}"}) from error
    entity.audit(session, Action.UPDATED, record)


def _replaced(value: Any, old: str, new: str) -> Any:
    """Return a text, or JSON, with a URL replaced."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_replaced(each, old, new) for each in value]
    if isinstance(value, dict):
        return {key: _replaced(each, old, new) for key, each in value.items()}
    return value


def _keys(entity: Entity) -> dict[str, str]:
    """Return the keys of the fields of an update, by attribute."""
    assert entity.update is not None
    return {name: field.alias or name for name, field in entity.update.model_fields.items()}
