"""The bases of every entity's schemas: what comes in, what goes out, and what is stored."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import ConfigDict, computed_field, model_validator
from pydantic.alias_generators import to_camel
from sqlalchemy import ForeignKey
from sqlmodel import Field, SQLModel

from awards_site.core import clock
from awards_site.core.database import UtcDateTime
from awards_site.core.validators import MAX_INTEGER, DisplayOrder, Rule

F = TypeVar("F", bound="Schema")


class Schema(SQLModel):
    """What staff fill in: keys are camelCase, unknown ones are refused, rules speak."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")  # type: ignore[assignment]

    input_aliases: ClassVar[Mapping[str, str]] = {}
    """Keys that are accepted for another one: `{"displayOrder": "display_order"}`."""

    @model_validator(mode="before")
    @classmethod
    def _accept_what_people_send(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        filled = {cls.input_aliases.get(key, key): value for key, value in data.items()}
        for name, field in cls.model_fields.items():
            # A required field that is missing breaks its rule just as an empty one does, so that
            # the rule's own message is what a person reads.
            if field.is_required():
                filled.setdefault(field.alias or name, None)
        return filled

    def provided_fields(self) -> dict[str, Any]:
        """Return the named fields and their values, by attribute name."""
        return self.model_dump(exclude_unset=True)


class SnakeCaseSchema(Schema):
    """Fields whose keys are snake_case, and whose display order is spelled both ways.

    So it is for sponsors and cover pages (decisions, 'The HTTP contract').
    """

    model_config = ConfigDict(alias_generator=None)
    input_aliases: ClassVar[Mapping[str, str]] = {"displayOrder": "display_order"}

    display_order: Annotated[int, DisplayOrder(-MAX_INTEGER)] = 0


class StoredSchema(Schema):
    """What an answer has besides the fields that staff fill in."""

    id: int
    created_at: datetime


class BothCasesSchema(SnakeCaseSchema):
    """The same for snake_case keys, with the display order spelled both ways."""

    id: int
    created_at: datetime

    @computed_field(alias="displayOrder")  # type: ignore[prop-decorator]
    @property
    def other_display_order(self) -> int:
        """The display order in its other spelling."""
        return self.display_order


def partial(schema: type[F]) -> type[F]:
    """Make every field of a schema optional: what an update may name."""
    for field in schema.model_fields.values():
        field.default = None
        field.default_factory = None
    schema.model_rebuild(force=True)
    return schema


def response_schema(schema: type[F]) -> type[F]:
    """Turn a schema into an answer: read from a record's attributes, without rules.

    A record that was stored before a rule was tightened can therefore still be read.
    """
    for field in schema.model_fields.values():
        field.metadata = [each for each in field.metadata if not isinstance(each, Rule)]
    reading = ConfigDict(
        from_attributes=True, validate_by_name=True, validate_by_alias=False, extra="ignore"
    )
    schema.model_config = {**schema.model_config, **reading}
    schema.model_rebuild(force=True)
    return schema


def computed(method: Callable[[Any], Any]) -> Any:
    """Make a method of an answer one of its keys."""
    return computed_field(property(method))


def optional_reference(column: str) -> Any:
    """Return the field of a table that refers to another's column, emptied with its record."""
    key = ForeignKey(column, ondelete="SET NULL")
    return Field(default=None, sa_column_args=[key], index=True)


class Record(SQLModel):
    """What every table has."""

    # Until it is stored a record has no id; whoever reads one has a stored record in hand.
    id: int = Field(default=None, primary_key=True)
    created_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)
