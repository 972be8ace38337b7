"""Content blocks: typed texts of pages with defaults that content sections override.

    class Motto(BlockSchema):
        title: Line
        lines: Annotated[list[Line], Field(max_length=5)]

    MOTTO = ContentBlock("page.motto", "Motto", default_texts(Motto, __file__))

The default texts of `motto.py` are in `motto.toml` beside it.

The content section `page.motto` overrides single keys, in camelCase: `{"title": "Upward"}`. A key
replaces its default as a whole. An invalid section is ignored on the page, and its editor shows the
sentence that `ContentBlock.problem` returns.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from pathlib import Path
from string import Template
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, PlainSerializer, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails
from sqlmodel import Session

from awards_site.core import paths
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.validation import (
    MAX_TEXT_LENGTH,
    MAX_URL_LENGTH,
    FileUrl,
    Link,
    Text,
    Timestamp,
)
from awards_site.settings import settings


class BlockSchema(BaseModel):
    """The base schema of content blocks: camelCase keys, unknown keys refused, immutable."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True
    )

    source_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that only serve to compute others and are not sent to pages."""

    def shown(self, *, by_alias: bool = False) -> dict[str, Any]:
        """Return the fields that pages show as JSON values; keys are camelCase with `by_alias`."""
        return self.model_dump(mode="json", by_alias=by_alias, exclude=set(self.source_fields))


Line = Annotated[str, Text(1)]
"""A non-empty line of text."""
Paragraph = Annotated[str, Text(1, max_length=2_000)]
LongText = Annotated[str, Text(1, max_length=MAX_TEXT_LENGTH)]
"""A long text, such as Markdown."""
DateTime = Annotated[datetime, Timestamp(), PlainSerializer(datetime.isoformat, return_type=str)]
"""A date and time; UTC if written without an offset."""
OptionalImageUrl = Annotated[str | None, FileUrl()]
"""The URL of an image (uploaded, bundled with the site, or on another site), or null."""
LinkUrl = Annotated[str, Link(1, max_length=MAX_URL_LENGTH, label="Link")]
"""The target of a link: a page of this site or any other URL."""

T = TypeVar("T", bound=BlockSchema)


def default_texts(schema: type[T], module: str, table: str = "") -> T:
    """Return the texts in the TOML file beside a module, or in a table of it.

    In them `$programme`, `$short_name`, `$edition_title` and `$edition_number` are the settings.
    """
    names = {"programme", "short_name", "edition_title", "edition_number"}
    values = settings().model_dump(include=names)
    # TOML's strings have the escapes of JSON.
    escaped = {name: json.dumps(value, ensure_ascii=False)[1:-1] for name, value in values.items()}
    file = Template(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    texts = tomllib.loads(file.substitute(escaped))
    return schema.model_validate(texts[table] if table else texts)


@dataclass(frozen=True)
class Replacement:
    """The record whose texts a page may show instead of those of a block with the same keys.

    `label` is what it is called, `find` returns the one that is shown, if any, and `edit_path` is
    the path of its form, with `{id}`.
    """

    label: str
    find: Callable[[Session], ManagedRecord | None]
    edit_path: str


@dataclass(frozen=True)
class ContentError:
    """A validation error of a section's content, without a full stop.

    `path` leads to the value: keys in camelCase, and positions in lists from 0.
    """

    path: tuple[str | int, ...]
    message: str


CONTENT_BLOCKS: dict[str, "ContentBlock[Any]"] = {}
"""All content blocks by identifier; filled when the modules that define them are imported."""


@dataclass(eq=False)
class ContentBlock(Generic[T]):
    """A group of texts with defaults, overridden by the content section of the same identifier.

    `name` is its display name. One that is not public is for signed-in users only. `anchor` is that
    of its section, if its texts are not at the top of the page. `outdated` returns the keys of
    texts that staff should bring up to date, and what to do. `replaced_by` is shown instead of some
    of them. `former_keys` are those that earlier versions of sections have; they are ignored.
    Raises ValueError for a duplicate identifier.
    """

    identifier: str
    name: str
    default: T
    _: KW_ONLY
    is_public: bool = True
    anchor: str = ""
    outdated: Callable[[T], Iterable[tuple[str, str]]] = lambda _texts: ()
    replaced_by: Replacement | None = None
    former_keys: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.identifier in CONTENT_BLOCKS:
            raise ValueError(f"The content block {self.identifier!r} is defined twice; rename one")
        CONTENT_BLOCKS[self.identifier] = self

    @property
    def page(self) -> str:
        """The path of the page that shows the texts, or '' if none does."""
        if not self.is_public:
            return ""
        area, _, name = self.identifier.partition(".")
        return paths.HOME if area == "home" else f"/{name}"

    @property
    def location(self) -> str:
        """The path of its page with its anchor, or ''."""
        return f"{self.page}#{self.anchor}" if self.anchor else self.page

    @property
    def default_content(self) -> dict[str, Any]:
        """The default texts as the content of a section."""
        return self.default.model_dump(mode="json", by_alias=True, round_trip=True)

    @property
    def shape(self) -> type[T]:
        """The schema of the texts."""
        return type(self.default)

    def parse(self, content: Mapping[str, Any]) -> T:
        """Return the defaults overridden by a section's content.

        Raises ValidationError for invalid content.
        """
        known = {key: text for key, text in content.items() if key not in self.former_keys}
        texts = self.default_content | known
        return self.shape.model_validate(texts, by_alias=True, by_name=False)

    def errors(self, content: Mapping[str, Any]) -> list[ContentError]:
        """Return the validation errors of a section's content."""
        try:
            self.parse(content)
        except ValidationError as error:
            return [
                ContentError(each["loc"], _message(each))
                for each in error.errors(include_url=False, include_input=False)
            ]
        return []

    def problem(self, content: Mapping[str, Any]) -> str | None:
        """Return the first validation error of a section's content as a sentence, or None."""
        errors = self.errors(content)
        if not errors:
            return None
        first, *more = errors
        place = ".".join(str(part) for part in first.path) or self.identifier
        others = f" (and {len(more)} more)" if more else ""
        return f"{place}: {first.message}{others}."


_MESSAGES = {
    "missing": "Missing key",
    "extra_forbidden": "Unknown key",
    "too_short": "Must have {min_length} or more entries",
    "too_long": "Must have {max_length} or fewer entries",
    "literal_error": "Must be {expected}",
}


def _message(error: ErrorDetails) -> str:
    template = _MESSAGES.get(error["type"])
    message = template.format(**error.get("ctx", {})) if template else error["msg"]
    return message.rstrip(".")


def problem_of(identifier: str, content: Mapping[str, Any]) -> str | None:
    """Return the first validation error of a section's content as a sentence, or None.

    Sections that no page reads are always valid.
    """
    block = CONTENT_BLOCKS.get(identifier)
    return block.problem(content) if block else None
