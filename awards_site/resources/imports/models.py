"""Imports as they are stored and as the API describes them."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy import JSON, Index
from sqlmodel import Field, Relationship

from awards_site.auth.models import User
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import (
    Record,
    Schema,
    StoredSchema,
    optional_reference,
    response_schema,
)


class _Response(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class FieldPublic(_Response):
    """A field to which a column can be mapped."""

    key: str
    label: str
    is_required: bool
    is_time: bool
    hint: str


class ColumnPublic(_Response):
    """A column of the file, and the key of its field; null if it is not imported.

    `has_open_dates` is whether it has dates such as 03/04/2026, and none that tells their order.
    """

    heading: str
    field: str | None
    has_open_dates: bool


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
    """What an import would do.

    `missing` has the required fields to which no column is mapped; the rows are only checked if
    there are none. `consent` is what somebody who imports personal data has to confirm.
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


class RetainedRecord(_Response):
    """A record that the undo of an import leaves, because it has been changed since."""

    id: int
    name: str


class UndoneImport(_Response):
    """How many records the undo of an import has removed, and which ones it left."""

    removed: int
    kept: list[RetainedRecord]


class ImportBase(Schema):
    """What is told about an import; `record_count` is how many records it has created."""

    file_name: str
    record_count: int
    undone_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


@response_schema
class ImportPublic(StoredSchema, ImportBase):
    """An import as staff read it; `user_name` is null if the account was deleted."""

    user_name: str | None


@not_public
class Import(Record, ImportBase, table=True):
    """An import, by which it is undone, and recognised when it is sent again."""

    __tablename__ = "imports"
    __table_args__ = (Index("ix_imports_table_name_created_at", "table_name", "created_at"),)

    key: str = Field(unique=True)
    """A random text that the client chose for it."""
    digest: str
    """The hash of what was sent with the key."""
    table_name: str
    user_id: int | None = optional_reference("users.id")
    user: User | None = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    records: list[list[Any]] = Field(sa_type=JSON)
    """Pairs of the id and the fingerprint of each record."""
    removed_count: int = 0
    """How many of them its undo has removed."""

    @property
    def user_name(self) -> str | None:
        return self.user.name if self.user else None
