"""Imports as they are stored and as the API describes them."""

import hashlib
import json
import re
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, Index, text
from sqlmodel import Field, Relationship
from starlette.datastructures import FormData

from awards_site.accounts.models import User
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.errors import Invalid
from awards_site.core.http.openapi import file_form
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import (
    Record,
    Schema,
    StoredSchema,
    optional_reference,
    response_schema,
)
from awards_site.records.undo import Undoable


class _Response(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class FieldPublic(_Response):
    """A field to which a column can be mapped."""

    key: str
    label: str
    is_required: bool
    hint: str


class ColumnPublic(_Response):
    """A column of the file, and the key of its field; null if it is not imported.

    `has_open_dates` is whether it has dates such as 03/04/2026, and none that tells their order,
    `day_first` how these are read; null if it has none, or if they cannot be read.
    """

    heading: str
    field: str | None
    has_open_dates: bool
    day_first: bool | None


class RowPublic(_Response):
    """A row of the file, with its number in the spreadsheet.

    `errors` has the messages by field; that of the whole row has the key ''. `shown` has what the
    record will have, by field, where the cell may be written in several ways. `duplicate` says of
    what it is one, or is ''.
    """

    number: int
    cells: tuple[str, ...]
    errors: dict[str, str]
    shown: dict[str, str]
    duplicate: str


class Preview(_Response):
    """The expected effect of an import.

    `missing` has the required fields to which no column is mapped; the rows are only checked if
    there are none. `consent` is the statement that an importer of personal data has to confirm.
    `corrects` is the number of records of the import that the rows are added to, 0 for none.
    """

    columns: list[ColumnPublic]
    fields: list[FieldPublic]
    missing: list[str]
    rows: list[RowPublic]
    separator: str
    is_utf8: bool
    ready: int
    faulty: int
    duplicates: int
    can_add_duplicates: bool
    consent: str
    origin: str
    corrects: int


class RetainedRecord(_Response):
    """A record that the undo of an import leaves, because it has been changed since."""

    id: int
    name: str


class UndoneImport(_Response):
    """The number of records that the undo of an import removed, and those that it left."""

    removed: int
    kept: list[RetainedRecord]


class ImportBase(Schema):
    """The public fields of an import; `record_count` is the number of records that it created."""

    file_name: str
    record_count: int
    undone_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


@response_schema
class ImportPublic(StoredSchema, ImportBase, Undoable):
    """An import as staff read it; `user_name` is null if the account was deleted."""

    user_name: str | None


@not_public
class Import(Record, ImportBase, table=True):
    """An import, by which it is undone, and recognised when it is sent again."""

    __tablename__ = "imports"
    __table_args__ = (Index("ix_imports_table_name_created_at", "table_name", "created_at"),)

    key: str = Field(unique=True)
    """A random text that the client chose for what was sent last."""
    digest: str
    """The hash of what was sent with the key."""
    origin: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    """The hash of its first file; '' for imports of earlier versions."""
    table_name: str
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    records: list[list[Any]] = Field(sa_type=JSON)
    """Pairs of the id and the fingerprint of each record."""
    removed_count: int = 0
    """The number of them that its undo has removed."""

    @property
    def user_name(self) -> str | None:
        return self.user.name if self.user else None


FORM = file_form(
    mapping={"type": "string", "description": "A JSON array of keys"},
    dryRun={"type": "boolean", "default": True},
    withDuplicates={"type": "boolean", "default": False},
    dayFirst={"type": "boolean", "description": "How dates such as 03/04/2026 are read"},
    matches={"type": "integer", "minimum": 0, "maximum": 999_999_999},
    key={"type": "string"},
    consent={"type": "boolean", "default": False},
    corrections={"type": "string", "description": "A JSON object of texts by row and place"},
)
"""The body in the documentation of the API."""

MAX_NAME_LENGTH = 200
MAX_KEY_LENGTH = 100

_MAPPING = TypeAdapter(list[str | None])
# PostgreSQL finds no records by texts with NUL.
_Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
_CORRECTIONS = TypeAdapter(dict[int, dict[int, _Text]])


class ImportRequest:
    """A file, and how it is to be imported. Raises Invalid."""

    def __init__(self, form: FormData, content: bytes, file_name: str) -> None:
        self.content = content
        # PostgreSQL stores no NUL.
        self.file_name = re.sub(r"[\x00-\x1f\x7f]", "", file_name)[:MAX_NAME_LENGTH]
        self.is_dry_run = form.get("dryRun", "true") != "false"
        self.with_duplicates = form.get("withDuplicates") == "true"
        self.day_first = {"true": True, "false": False}.get(str(form.get("dayFirst")))
        self.has_consent = form.get("consent") == "true"
        self.key = str(form.get("key") or "")
        self.matches = _parse_matches(str(form.get("matches", "")))
        self.mapping = _parse(form, "mapping", _MAPPING, "array")
        self.corrections = _parse(form, "corrections", _CORRECTIONS, "object") or {}

    def require_key(self) -> None:
        """Raise Invalid unless it has a key by which it is recognised."""
        if not (0 < len(self.key) <= MAX_KEY_LENGTH and self.key.isprintable()):
            raise Invalid({"key": f"key must have 1 to {MAX_KEY_LENGTH} printable characters"})

    def digest(self, path: str, user_id: int) -> str:
        """Return the hash by which the same import is recognised."""
        choices = self.mapping, self.with_duplicates, self.day_first, self.corrections
        options = json.dumps([path, user_id, *choices])
        return hashlib.sha256(options.encode() + self.content).hexdigest()


def _parse(form: FormData, name: str, adapter: TypeAdapter[Any], kind: str) -> Any:
    """Return the value of a field in JSON; None if there is none. Raises Invalid."""
    if name not in form:
        return None
    try:
        return adapter.validate_json(str(form[name]))
    except ValidationError:
        raise Invalid({name: f"The {name} must be a JSON {kind}"}) from None


def _parse_matches(text: str) -> int | None:
    """Return the number of records that the caller expects; None if there is none."""
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Invalid({"matches": "matches must be the number of records of the preview"})
    return int(text)
