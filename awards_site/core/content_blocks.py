"""Content blocks: typed texts of pages with defaults, which content sections override.

    class Motto(BlockSchema):
        title: Line
        lines: Annotated[list[Line], Field(max_length=5)]

    MOTTO = ContentBlock("page.motto", "Motto", Motto(title="Onward", lines=["Together"]))

The content section `page.motto` then holds what differs, in camelCase: `{"title": "Upward"}`. Each
key that it names replaces the default as a whole, the others keep theirs. A section of a wrong
shape changes nothing on the page, and `ContentBlock.problem` is what its editor is told.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.alias_generators import to_camel

from awards_site.core.validators import ADDRESS, LINE, PARAGRAPHS, FileUrl, Link, Text, Timestamp


class BlockSchema(BaseModel):
    """The base of a page's texts: camelCase keys in JSON, unknown ones refused, never changed."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True
    )

    source_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields that other ones are computed from, and that no page needs."""

    def shown(self, *, by_alias: bool = False) -> dict[str, Any]:
        """Return what a page shows, as JSON knows it; keys are camelCase with `by_alias`."""
        return self.model_dump(mode="json", by_alias=by_alias, exclude=set(self.source_fields))


Line = Annotated[str, Text(1)]
"""A single line of text."""
OptionalLine = Annotated[str, Field(max_length=LINE)]
"""A single line of text, or nothing."""
Paragraph = Annotated[str, Text(1, maximum=2_000)]
"""A paragraph of text."""
LongText = Annotated[str, Text(1, maximum=PARAGRAPHS)]
"""A long text, such as Markdown."""
Moment = Annotated[datetime, Timestamp(), PlainSerializer(datetime.isoformat, return_type=str)]
"""An instant; one that is written without an offset is in UTC."""
Picture = Annotated[str, FileUrl()]
"""The address of a picture: uploaded, shipped with the site, or elsewhere on the web."""
OptionalPicture = Annotated[str | None, FileUrl()]
"""The address of a picture, or null."""
Address = Annotated[str, Link(1, maximum=ADDRESS)]
"""Where a link leads: a page of this site, or elsewhere."""

T = TypeVar("T", bound=BlockSchema)

CONTENT_BLOCKS: dict[str, "ContentBlock[Any]"] = {}
"""Every content block by its identifier, once the modules that define them are imported."""


class ContentBlock(Generic[T]):
    """Texts of a page with their default, and the content section that overrides them.

    `name` is what staff call it. Raises ValueError when the identifier is taken.
    """

    def __init__(self, identifier: str, name: str, default: T) -> None:
        if identifier in CONTENT_BLOCKS:
            raise ValueError(f"The content block {identifier!r} is defined twice; rename one")
        self.identifier = identifier
        self.name = name
        self.default = default
        CONTENT_BLOCKS[identifier] = self

    @property
    def shape(self) -> type[T]:
        """The model that the texts obey."""
        return type(self.default)

    def parse(self, content: Mapping[str, Any]) -> T:
        """Return the texts that a section's content makes of the default.

        Raises ValidationError when the content has a wrong shape.
        """
        defaults = self.default.model_dump(mode="json", by_alias=True, round_trip=True)
        return self.shape.model_validate(defaults | dict(content), by_alias=True, by_name=False)

    def problem(self, content: Mapping[str, Any]) -> str | None:
        """Return what is wrong where with a section's content, as one sentence, or None."""
        try:
            self.parse(content)
        except ValidationError as error:
            first, *more = error.errors(include_url=False, include_input=False)
            place = ".".join(str(part) for part in first["loc"]) or self.identifier
            message = _MESSAGES.get(first["type"], first["msg"]).rstrip(".")
            others = f" (and {len(more)} more)" if more else ""
            return f"{place}: {message}{others}."
        return None


_MESSAGES = {
    "missing": "This key is missing",
    "extra_forbidden": "This key is not known",
}


def problem_of(identifier: str, content: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the content of a section; None when all is well.

    Nothing is wrong with sections of identifiers that no page reads.
    """
    block = CONTENT_BLOCKS.get(identifier)
    return block.problem(content) if block else None
