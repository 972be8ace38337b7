"""Generates docs/content-sections.md from the content blocks of the pages.

    python -m tests.content_sections_page

A test compares the page with the output of this module.
"""

import json
import types
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, BlockSchema, ContentBlock
from awards_site.core.validation.text_validators import PatternText, Text
from awards_site.core.validation.url_validators import FileUrl, Link
from awards_site.core.validation.value_validators import MAX_INTEGER, Boolean, Number
from awards_site.pages import content_blocks

PAGE = Path(__file__).resolve().parents[1] / "docs" / "content-sections.md"
MAX_DEFAULT_LENGTH = 200
"""The maximum length of a default, in characters."""

INTRODUCTION = """\
# Texts that staff change

The pages have content blocks: figures, dates, milestones, testimonials, legal texts. Each has the
default below unless a content section with its identifier overrides it. Sections are made in the
Content Editor of the admin portal or by `POST /api/admin/content`:

    {"name": "Timeline", "identifier": "page.timeline", "content": {"year": "2026"}}

- **A section holds what differs.** Each of its top-level keys replaces the default as a whole,
  lists included; other keys keep their defaults. To change one milestone, copy all of them.
- **A wrong shape never breaks a page.** The section is saved, the page shows its defaults, and the
  field `problem` of the responses to staff (`GET /api/content`, `POST` and
  `PUT /api/admin/content`) says what is wrong and where, such as
  `milestones.0.date: Date is required.`; otherwise it is null. Unknown keys count as a wrong
  shape, because most are typing errors.
- **The Content Editor has a form for each block.** It stores the keys that differ from the
  defaults, and resets single fields or all. JSON is its second tab.
- **Texts are plain text**, except `markdown`, which is CommonMark with tables and without HTML.
- A change appears within a second. Deleting the section brings the defaults back.

This page is written by `python -m tests.content_sections_page`, and a test compares the two.
"""


def page() -> str:
    assert content_blocks.__all__, "the registry is filled by importing the texts of every page"
    return "\n".join([INTRODUCTION, *map(section, ordering())])


def ordering() -> list[ContentBlock[Any]]:
    """Return every content block, sorted by its identifier."""
    return [CONTENT_BLOCKS[identifier] for identifier in sorted(CONTENT_BLOCKS)]


def section(block: ContentBlock[Any]) -> str:
    """Return the section about one identifier: its keys, their shapes, and the default."""
    rows = "\n".join(f"| `{key}` | {shape} |" for key, shape in keys(block.shape))
    default = json.dumps(
        shortened(block.default_content),
        indent=2,
        ensure_ascii=False,
    )
    return (
        f"## `{block.identifier}`: {block.name}\n"
        f"{block.shape.__doc__}\n\n"
        f"| Key | Shape |\n|---|---|\n{rows}\n\n"
        f"Default:\n```json\n{default}\n```\n"
    )


def keys(shape: type[BlockSchema], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key of a shape, nested keys as a path, and its description."""
    for field in shape.model_fields.values():
        key = f"{prefix}{field.alias}"
        optional = "" if field.is_required() else "; may be left out"
        kind, inner = described(field)
        about = f". {field.description}" if field.description else ""
        yield key, f"{kind}{optional}{about}"
        if inner is not None:
            yield from keys(inner, f"{key}[]." if kind.startswith("list") else f"{key}.")


def described(field: FieldInfo) -> tuple[str, type[BlockSchema] | None]:
    """Return the description of a field, and the shape of the objects in it, if any."""
    kind = field.annotation
    if get_origin(kind) is list:
        (item,) = get_args(kind)
        if isinstance(item, type) and issubclass(item, BlockSchema):
            return f"list of {_bounds(field)} objects", item
        item_text, _ = described(FieldInfo.from_annotation(item))
        return f"list of {_bounds(field)} times: {item_text}", None
    if isinstance(kind, type) and issubclass(kind, BlockSchema):
        return "object", kind
    return _simple(field), None


def _bounds(field: FieldInfo) -> str:
    bounds = {"min_length": 0, "max_length": None}
    for constraint in field.metadata:
        bounds |= {name: getattr(constraint, name) for name in bounds if hasattr(constraint, name)}
    return f"{bounds['min_length']} to {bounds['max_length']}"


def _simple(field: FieldInfo) -> str:
    kind = field.annotation
    if get_origin(kind) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(kind))
    if kind is bool:
        return "true or false"
    if kind is datetime:
        return "date and time, ISO 8601"
    rule = field.metadata[0]
    if isinstance(rule, Number):
        if rule.maximum == MAX_INTEGER:
            return f"whole number of at least {rule.minimum}"
        return f"whole number from {rule.minimum} to {rule.maximum}"
    if isinstance(rule, Boolean):
        return "true or false"
    if isinstance(rule, FileUrl):
        return "URL of an image" + (" or null" if get_origin(kind) is types.UnionType else "")
    if isinstance(rule, PatternText):
        return f"text like `{rule.pattern}`"
    if isinstance(rule, Link):
        return "address of a page"
    assert isinstance(rule, Text), f"{rule} is not described yet"
    return f"text of {rule.min_length} to {rule.max_length} characters"


def shortened(value: Any) -> Any:
    """Return a default with very long texts truncated."""
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner) for inner in value]
    if isinstance(value, str) and "\n" in value:
        return f"{value[:MAX_DEFAULT_LENGTH].rpartition(' ')[0]} ..."
    return value


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
