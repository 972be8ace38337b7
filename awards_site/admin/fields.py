"""The kinds of form fields that a management screen's dialogs can have.

A field knows how a value of the API becomes what its input shows, and back. Rules and messages
are not here: they stand in the schemas, and the API speaks them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten
from typing import Any, ClassVar

from awards_site.core.vocabulary import Vocabulary
from awards_site.settings import settings

LONGEST_TOLD = 160
"""The most characters of a value that are told in a sentence."""

NOTHING = "(empty)"
"""How a missing value is told."""


def brief(text: str) -> str:
    """Return a text as it is told: in one line, shortened where it is long."""
    return shorten(text, LONGEST_TOLD, placeholder=" ...") or NOTHING


@dataclass(frozen=True)
class Field:
    """A line of text. `name` is the key in the API; `half` sets two fields side by side.

    `kind` is the HTML input's type and `autocomplete` what the browser may fill in.
    """

    name: str
    label: str
    help: str = ""
    half: bool = False
    autocomplete: str = "off"
    kind: ClassVar[str] = "text"

    def shown(self, value: Any) -> Any:
        """Return what the input shows for a value of the API."""
        return "" if value is None else str(value)

    def value(self, typed: Any) -> Any:
        """Return the API's value for what was typed; an empty input stands for none."""
        return typed or None

    def told(self, value: Any) -> str:
        """Return a value of the API in words, shortened where it is long."""
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(self.shown(value))
        return brief(text)

    def told_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return two values of the API in words that show what differs between them."""
        return self.told(before), self.told(after)


@dataclass(frozen=True)
class UrlField(Field):
    """A web address."""

    kind: ClassVar[str] = "url"


@dataclass(frozen=True)
class EmailField(Field):
    """An e-mail address."""

    kind: ClassVar[str] = "email"


@dataclass(frozen=True)
class PasswordField(Field):
    """A new password."""

    autocomplete: str = "new-password"
    kind: ClassVar[str] = "password"

    def told(self, value: Any) -> str:
        """See Field; nobody reads a password."""
        return "(not shown)"


@dataclass(frozen=True)
class NumberField(Field):
    """A whole number."""

    kind: ClassVar[str] = "number"

    def value(self, typed: Any) -> Any:
        """See Field. What is no whole number is passed on, for the API to refuse."""
        try:
            return int(typed) if typed else None
        except ValueError:
            return typed


@dataclass(frozen=True)
class DateTimeField(Field):
    """A date and time, shown and typed in the programme's zone."""

    kind: ClassVar[str] = "datetime-local"

    def shown(self, value: Any) -> Any:
        """See Field."""
        if not value:
            return ""
        return f"{_local(value):%Y-%m-%dT%H:%M}"

    def value(self, typed: Any) -> Any:
        """See Field. What is no date is passed on, for the API to refuse."""
        try:
            moment = datetime.fromisoformat(typed) if typed else None
        except ValueError:
            return typed
        return moment.replace(tzinfo=settings().zone).isoformat() if moment else None

    def told(self, value: Any) -> str:
        """See Field."""
        try:
            return f"{_local(value):%b %d, %Y, %H:%M}" if value else NOTHING
        except ValueError:
            return str(value)


@dataclass(frozen=True)
class TextAreaField(Field):
    """Text of several lines."""

    rows: int = 4


@dataclass(frozen=True, kw_only=True)
class SelectField(Field):
    """One of a vocabulary's values, offered by label."""

    vocabulary: type[Vocabulary]

    def told(self, value: Any) -> str:
        """See Field."""
        return self.vocabulary.labels().get(value, str(value))


@dataclass(frozen=True)
class SwitchField(Field):
    """Yes or no."""

    def shown(self, value: Any) -> Any:
        """See Field."""
        return bool(value)

    def value(self, typed: Any) -> Any:
        """See Field. A browser sends nothing for a switch that is off."""
        return bool(typed)

    def told(self, value: Any) -> str:
        """See Field."""
        return "Yes" if value else "No"


@dataclass(frozen=True, kw_only=True)
class ImageField(Field):
    """An image: a file sent to the endpoint `upload`, or the address of a picture elsewhere."""

    upload: str
    upload_label: str = "Upload image"
    upload_field: str = "file"


@dataclass(frozen=True, kw_only=True)
class CustomField(Field):
    """A field whose input one feature draws itself: `make(field, value, error, required)`.

    The arguments are those of `labelled_input`, and what `make` returns is a component that takes
    `input_attributes(...)`, or at least submits itself under the field's name. A kind of input
    that a second screen wants becomes a class of its own. With `says_errors` the input itself
    shows what was refused.
    """

    make: Callable[..., Any]
    says_errors: bool = False


def _local(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(settings().zone)
