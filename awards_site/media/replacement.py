"""Replaces a file by another one in all records at once, and undoes it."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field as Described
from pydantic import ValidationError
from sqlmodel import Session

from awards_site.auth.models import User
from awards_site.auth.permissions import has_permission
from awards_site.core.audit.models import Action
from awards_site.core.errors import ApiError, Conflict, Forbidden, Invalid
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import Schema
from awards_site.core.validation.url_validators import FileUrl
from awards_site.core.validation.value_validators import Number
from awards_site.media.models import MediaItem
from awards_site.media.service import media_items, names_of
from awards_site.media.uses import find_uses
from awards_site.resources.bulk import SkippedRecord, UndoResult
from awards_site.resources.editable import EDITABLE_ENTITIES, EditableEntity
from awards_site.resources.media_rules import check_images
from awards_site.resources.versions import (
    find_version,
    find_version_before,
    list_versions,
    record_write,
    stored_row,
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


def replace(session: Session, item: MediaItem, url: str, editor: User) -> ReplacementResult:
    """Replace an item by the one at `url` wherever it is used; change all records or none.

    Raises Invalid if it is no other item of the same kind, if a draft uses the item, or if a record
    would break a rule.
    """
    other = media_items.find_by_url(session, url)
    if other is None or other.id == item.id:
        raise Invalid({"url": "Choose another file of the media library"})
    if other.kind != item.kind:
        raise Invalid({"url": f"Choose another {item.kind}: '{other.title}' is none"})
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
    changed = []
    for (table, record_id), names in fields.items():
        entity = EDITABLE_ENTITIES[table]
        record = entity.repository.find(session, record_id, for_update=True)
        values = {name: _replaced(getattr(record, name), item.url, url) for name in names}
        _update(session, entity, record, values, editor)
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


def undo(session: Session, result: ReplacementResult, editor: User) -> UndoResult:
    """Give the records their former values, except where someone has changed them since."""
    skipped = []
    for each in result.records:
        try:
            with session.begin_nested():
                _reset(session, each, editor)
        except ApiError as error:
            skipped.append(SkippedRecord(id=each.id, name=each.name, reason=error.message))
    return UndoResult(restored=len(result.records) - len(skipped), skipped=skipped)


def _reset(session: Session, change: ReplacedRecord, editor: User) -> None:
    entity = EDITABLE_ENTITIES.get(change.table)
    if entity is None or not change.fields or not {*change.fields} <= _keys(entity).keys():
        raise Conflict("This is no replacement")
    record = entity.repository.find(session, change.id, for_update=True)
    replaced = find_version(session, record, change.version)
    former = find_version_before(session, record, change.version)
    rows = replaced.row, stored_row({name: getattr(record, name) for name in change.fields})
    if any(rows[0].get(name) != rows[1][name] for name in change.fields):
        raise Conflict("Someone else has changed it in the meantime")
    _update(session, entity, record, {name: former.row[name] for name in change.fields}, editor)


def _update(
    session: Session,
    entity: EditableEntity,
    record: ManagedRecord,
    values: Mapping[str, Any],
    editor: User,
) -> None:
    """Update a record as its own endpoint does. Raises Invalid, which names the record."""
    if not has_permission(editor.role, entity.edited_by):
        raise Forbidden("Your role does not permit this")
    keys = _keys(entity)
    try:
        body = entity.schema.model_validate({keys[name]: value for name, value in values.items()})
        entity.repository.update(session, record, body, editor.id)
        check_images(session, record)
    except (ApiError, ValidationError) as error:
        message = error.message if isinstance(error, ApiError) else error.errors()[0]["msg"]
        raise Invalid({"url": f"{record.display_name}: {message}"}) from error
    record_write(session, Action.UPDATED, entity.repository.record_type, record, entity.managed_by)


def _replaced(value: Any, old: str, new: str) -> Any:
    """Return a text, or JSON, with a URL replaced."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_replaced(each, old, new) for each in value]
    if isinstance(value, dict):
        return {key: _replaced(each, old, new) for key, each in value.items()}
    return value


def _keys(entity: EditableEntity) -> dict[str, str]:
    """Return the keys of the fields of an update, by attribute."""
    return {name: field.alias or name for name, field in entity.schema.model_fields.items()}
