"""The media library: files that are added to it, its list, and replacing a file everywhere."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO

from pydantic import Field as Described
from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.database.filters import ListParams
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import Page
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import ApiError, Conflict, Invalid
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.file_names import UPLOADS_URL, media_type
from awards_site.core.files.storage import storage
from awards_site.core.logs import get_logger
from awards_site.core.schemas import Schema
from awards_site.core.validation import MAX_LINE_LENGTH, FileUrl, Number
from awards_site.features.media.entity import (
    MEDIA_ITEM,
    MediaItem,
    MediaItemListed,
    MediaKind,
    MediaUses,
    media_items,
    names_of,
)
from awards_site.features.media.uses import count_uses, find_uses, used_files
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.undo import SkippedRecord, Undo, Undoable, UndoResult
from awards_site.records.versions import (
    find_version,
    find_version_before,
    list_versions,
    stored_row,
    validated,
)

_MAX_PARAMETERS = 1000
"""The maximum number of values in one statement; databases have limits."""

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


class ReplacementResult(Undoable):
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
    return ReplacementResult(records=changed).with_undo(_REPLACING, item_id)


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


def _undo(caller: Caller, item_id: int, done: dict[str, Any]) -> UndoResult:
    return undo_replacement(caller, item_id, validated(done, ReplacementResult))


_REPLACING = Undo("replacing", _undo)


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
