"""Describes the form of a content block, derived from its schema, for `block_form.jsx`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from awards_site.core.presentation.content_blocks import BlockSchema, ContentBlock
from awards_site.core.validation.rule import Rule, label_of
from awards_site.core.validation.text_validators import Text
from awards_site.core.validation.url_validators import FileUrl, Link
from awards_site.core.validation.value_validators import Number

Kind = Literal[
    "line", "text", "number", "switch", "choice", "datetime", "link", "image", "group", "list"
]


@dataclass(frozen=True)
class Choice:
    """An option of a `choice`."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class FormField:
    """A value of a content block's form.

    A `choice` has `choices`, a `group` its `fields`, and a `list` the field of each `item` and the
    number of items that it may have. `default` is the value where the key may be left out.
    """

    key: str
    kind: Kind
    label: str
    help: str
    required: bool
    default: Any = None
    choices: tuple[Choice, ...] = ()
    fields: tuple["FormField", ...] = ()
    item: "FormField | None" = None
    min: int = 0
    max: int = 0


@dataclass(frozen=True)
class BlockForm:
    """The form of a content block; `defaults` are its texts as a section would hold them."""

    fields: tuple[FormField, ...]
    defaults: Mapping[str, Any]


def block_form(block: ContentBlock[Any]) -> BlockForm:
    return BlockForm(_fields(block.shape), block.default_content)


def _fields(shape: type[BlockSchema]) -> tuple[FormField, ...]:
    return tuple(_field(name, each) for name, each in shape.model_fields.items())


def _field(name: str, info: FieldInfo) -> FormField:
    return FormField(
        key=info.alias or name,
        label=_label(name, info),
        help=info.description or "",
        required=info.is_required(),
        default=None if info.is_required() else info.get_default(call_default_factory=True),
        **_kind(info),
    )


def _label(name: str, info: FieldInfo) -> str:
    """Return the name of a field in its error messages."""
    labels = [rule.label for rule in info.metadata if isinstance(rule, Rule)]
    return next(filter(None, labels), label_of(name))


def _kind(info: FieldInfo) -> dict[str, Any]:
    """Return the arguments of a `FormField` that depend on the annotation."""
    annotation = info.annotation
    if get_origin(annotation) is list:
        (item,) = get_args(annotation)
        bounds = {"min_length": 0, "max_length": 0}
        for rule in info.metadata:
            bounds |= {key: getattr(rule, key) for key in bounds if hasattr(rule, key)}
        minimum, maximum = bounds.values()
        return {"kind": "list", "item": _item(item), "min": minimum, "max": maximum}
    if isinstance(annotation, type) and issubclass(annotation, BlockSchema):
        return {"kind": "group", "fields": _fields(annotation)}
    if get_origin(annotation) is Literal:
        choices = tuple(Choice(each, label_of(each)) for each in get_args(annotation))
        return {"kind": "choice", "choices": choices}
    return {"kind": _simple_kind(info)}


def _item(annotation: Any) -> FormField:
    """Return the field of a list's items; objects are called after their schema."""
    info = FieldInfo.from_annotation(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BlockSchema):
        return _field(annotation.__name__, info)
    return _field("paragraph" if _simple_kind(info) == "text" else "item", info)


def _simple_kind(info: FieldInfo) -> Kind:
    """Return the kind of a single value. Raises TypeError for one without an input."""
    if info.annotation is bool:
        return "switch"
    if info.annotation is datetime:
        return "datetime"
    for rule in info.metadata:
        match rule:
            case Number():
                return "number"
            case FileUrl():
                return "image"
            case Link():
                return "link"
            case Text():
                return "line" if rule.is_single_line else "text"
    raise TypeError(f"The form of content blocks has no input for {info!r}")
