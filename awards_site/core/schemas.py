"""Base classes of the input, response and table schemas of all entities, and shared parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, computed_field, model_validator
from pydantic.alias_generators import to_camel
from sqlalchemy import ForeignKey
from sqlmodel import Field, SQLModel
from typing_extensions import TypedDict

from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.validation import MAX_INTEGER, DisplayOrder, Rule, validation_error

F = TypeVar("F", bound="Schema")


def as_json(record: BaseModel) -> dict[str, Any]:
    """Return a record as the API sends it."""
    return record.model_dump(mode="json", by_alias=True)


class Schema(SQLModel):
    """An input schema: camelCase keys, unknown keys refused, fields validated by rules."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")  # type: ignore[assignment]

    input_aliases: ClassVar[Mapping[str, str]] = {}
    """Alternative keys and the key each stands for: `{"displayOrder": "display_order"}`."""
    unversioned: ClassVar[frozenset[str]] = frozenset()
    """The fields whose change conflicts with no edit, so that a record's ETag leaves them out."""

    @model_validator(mode="before")
    @classmethod
    def _normalize_input(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        filled = {cls.input_aliases.get(key, key): value for key, value in data.items()}
        for name, field in cls.model_fields.items():
            # Treat a missing required field like an empty one, so that the error message is that of
            # the field's rule.
            if field.is_required():
                filled.setdefault(field.alias or name, None)
        return filled

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """Return a response of the API, given as JSON, whose keys are aliases."""
        # Response schemas validate by name, and SQLModel ignores `by_alias` of a single call.
        names = {field.alias: name for name, field in cls.model_fields.items()}
        return cls.model_validate({names.get(key, key): value for key, value in record.items()})

    def provided_fields(self) -> dict[str, Any]:
        """Return the fields present in the input and their values, by attribute name."""
        return self.model_dump(exclude_unset=True)


@dataclass(frozen=True)
class Honeypot(Rule):
    """A field that people do not see; robots that fill in every field give themselves away."""

    missing_value: ClassVar[Any] = ""

    def check(self, value: Any, label: str) -> str:
        raise validation_error(f"Please leave the field {label} empty")


class SubmittedForm(Schema):
    """The input of a public form, with a honeypot that is never stored."""

    website: Annotated[str, Honeypot()] = Field(default="", exclude=True)


class SnakeCaseSchema(Schema):
    """An input schema with snake_case keys, for sponsors and cover pages.

    It accepts `display_order` and `displayOrder`.
    """

    model_config = ConfigDict(alias_generator=None)
    input_aliases: ClassVar[Mapping[str, str]] = {"displayOrder": "display_order"}

    display_order: Annotated[int, DisplayOrder(-MAX_INTEGER)] = 0


class StoredSchema(Schema):
    """The fields of a response that staff do not fill in."""

    id: int
    created_at: datetime


class BothCasesSchema(SnakeCaseSchema):
    """`StoredSchema` with snake_case keys; it has both `display_order` and `displayOrder`."""

    id: int
    created_at: datetime

    @computed_field(alias="displayOrder")  # type: ignore[prop-decorator]
    @property
    def other_display_order(self) -> int:
        """The display order under its camelCase key."""
        return self.display_order


class PageLink(TypedDict):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(BaseModel):
    """Links to the previous and next record; null at either end."""

    previous: PageLink | None
    next: PageLink | None


def partial(schema: type[F]) -> type[F]:
    """Make every field of a schema optional, for updates."""
    for field in schema.model_fields.values():
        field.default = None
        field.default_factory = None
    schema.model_rebuild(force=True)
    return schema


def response_schema(schema: type[F]) -> type[F]:
    """Turn a schema into a response schema: read from a record's attributes, without rules.

    Records stored before a rule was tightened therefore stay readable.
    """
    for field in schema.model_fields.values():
        field.metadata = [each for each in field.metadata if not isinstance(each, Rule)]
    reading = ConfigDict(
        from_attributes=True, validate_by_name=True, validate_by_alias=False, extra="ignore"
    )
    schema.model_config = {**schema.model_config, **reading}
    schema.model_rebuild(force=True)
    return schema


def computed_property(method: Callable[[Any], Any]) -> Any:
    """Turn a method of a response schema into a key of the response."""
    return computed_field(property(method))


def optional_reference(column: str) -> Any:
    """Return an optional foreign key field; it becomes NULL when the referenced row is deleted."""
    key = ForeignKey(column, ondelete="SET NULL")
    return Field(default=None, sa_column_args=[key], index=True)


class Record(SQLModel):
    """The base of all tables: an id and a creation time."""

    # None until the record is stored; typed as int because readers only see stored records.
    id: int = Field(default=None, primary_key=True)
    created_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)
