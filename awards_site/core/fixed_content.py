"""Fixed texts of pages: typed defaults that staff override by a content section.

    class Motto(FixedTexts):
        title: Line
        lines: Annotated[list[Line], Field(max_length=5)]

    MOTTO = FixedContent("page.motto", "Motto", Motto(title="Onward", lines=["Together"]))

    motto = await read_override(request_client(self), MOTTO) or MOTTO.default

The section `page.motto` then holds what differs, in camelCase: `{"title": "Upward"}`. Each key that
it names replaces the default as a whole, the others keep theirs. A section of a wrong shape changes
nothing on the page, and `FixedContent.problem` is what its editor is told.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.alias_generators import to_camel

from awards_site.core.request_client import RequestClient, RequestError
from awards_site.core.rules import ADDRESS, LINE, PARAGRAPHS, FileAddress, Instant, Link, Text


class FixedTexts(BaseModel):
    """The base of a page's texts: camelCase keys in JSON, unknown ones refused, never changed."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True
    )


Line = Annotated[str, Text(1)]
"""A single line of text."""
OptionalLine = Annotated[str, Field(max_length=LINE)]
"""A single line of text, or nothing."""
Paragraph = Annotated[str, Text(1, maximum=2_000)]
"""A paragraph of text."""
LongText = Annotated[str, Text(1, maximum=PARAGRAPHS)]
"""A long text, such as Markdown."""
Moment = Annotated[datetime, Instant(), PlainSerializer(datetime.isoformat, return_type=str)]
"""An instant; one that is written without an offset is in UTC."""
Picture = Annotated[str, FileAddress()]
"""The address of a picture: uploaded, shipped with the site, or elsewhere on the web."""
OptionalPicture = Annotated[str | None, FileAddress()]
"""The address of a picture, or null."""
Address = Annotated[str, Link(1, maximum=ADDRESS)]
"""Where a link leads: a page of this site, or elsewhere."""

T = TypeVar("T", bound=FixedTexts)

REGISTERED: dict[str, "FixedContent[Any]"] = {}
"""Every fixed content by its identifier, once the modules that define it are imported."""


class FixedContent(Generic[T]):
    """Texts of a page with their default, and the content section that overrides them.

    `name` is what staff call it. Raises ValueError when the identifier is taken.
    """

    def __init__(self, identifier: str, name: str, default: T) -> None:
        if identifier in REGISTERED:
            raise ValueError(f"Fixed content {identifier!r} is defined twice; choose another name")
        self.identifier = identifier
        self.name = name
        self.default = default
        REGISTERED[identifier] = self

    @property
    def shape(self) -> type[T]:
        """The model that the texts obey."""
        return type(self.default)

    def parse(self, content: Mapping[str, Any]) -> T:
        """Return the texts that a section's content makes of the default.

        Raises ValidationError when the content has a wrong shape.
        """
        defaults = self.default.model_dump(mode="json", by_alias=True)
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
    fixed = REGISTERED.get(identifier)
    return fixed.problem(content) if fixed else None


async def read_overrides(
    client: RequestClient, contents: Sequence[FixedContent[Any]]
) -> list[Any | None]:
    """Return texts as staff have changed them, in the order of `contents`, by one call.

    They are None, and the default stands, where there is no section, where it has a wrong shape,
    and when the sections cannot be read, so that a page never breaks by its texts.
    """
    query = urlencode([("identifier", fixed.identifier) for fixed in contents])
    try:
        sections = await client.read([f"/api/content-sections?{query}"])
    except RequestError:
        sections = []
    stored = {section["identifier"]: section["content"] for section in sections}
    return [_override(fixed, stored.get(fixed.identifier)) for fixed in contents]


async def read_override(client: RequestClient, fixed: FixedContent[T]) -> T | None:
    """Return a page's texts as staff have changed them, or None (see `read_overrides`)."""
    (override,) = await read_overrides(client, [fixed])
    return override


def _override(fixed: FixedContent[T], content: Mapping[str, Any] | None) -> T | None:
    if content is None:
        return None
    try:
        return fixed.parse(content)
    except ValidationError:
        return None
