"""An email as its template describes it, before it has a layout and a recipient."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of plain text."""

    text: str
    block: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True)
class Button:
    """The action that the email asks for; the text part shows the URL."""

    label: str
    url: str
    block: Literal["button"] = "button"


@dataclass(frozen=True)
class Facts:
    """Pairs of a label and a value, one a line."""

    pairs: tuple[tuple[str, str], ...]
    block: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Note:
    """Small print, such as how long a link is valid."""

    text: str
    block: Literal["note"] = "note"


Block: TypeAlias = Annotated[Paragraph | Button | Facts | Note, Field(discriminator="block")]


@dataclass(frozen=True)
class TemplatedEmail:
    """The subject and the content of an email.

    `kind` names its template in logs and files, such as 'password-reset'. `reason` ends it and says
    why the recipient receives it. `headers` are additional ones, such as List-Unsubscribe.
    """

    kind: str
    subject: str
    heading: str
    blocks: tuple[Block, ...]
    reason: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        return _ADAPTER.dump_json(self).decode()

    @staticmethod
    def from_json(text: str) -> "TemplatedEmail":
        return _ADAPTER.validate_json(text)


_ADAPTER = TypeAdapter(TemplatedEmail)
