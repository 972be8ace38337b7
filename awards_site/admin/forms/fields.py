"""The kinds of form fields that a management screen's dialogs can have.

A field knows how a value of the API becomes what its input shows, and back. Rules and messages
are not here: they stand in the schemas, and the API speaks them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import shorten
from typing import Any, ClassVar

from awards_site.core.choices import LabeledEnum
from awards_site.settings import settings

MAX_DISPLAY_LENGTH = 160
"""The most characters of a value that are told in a sentence."""

NO_VALUE = "(empty)"
"""How a missing value is told."""


def truncate(text: str) -> str:
    """Return a text as it is told: in one line, shortened where it is long."""
    return shorten(text, MAX_DISPLAY_LENGTH, placeholder=" ...") or NO_VALUE


@dataclass(frozen=True)
class VisibleWhen:
    """The condition that another field of the form is switched on, or has the value `value`."""

    name: str
    value: str = ""

    @property
    def selector(self) -> str:
        """The condition as a CSS selector of what is to be found in the form."""
        option = f" option[value={self.value}]" if self.value else ""
        return f"[data-field={mark(self.name)}]{option}:checked"


def mark(name: str) -> str:
    """Return what an input is marked with, for conditions about the field called `name`.

    Tailwind takes an underscore in a class for a space.
    """
    return name.replace("_", "-")


@dataclass(frozen=True)
class Field:
    """A line of text."""

    name: str
    """The key in the API."""
    label: str
    help: str = ""
    """Text below the input; `{zone}` stands for the programme's time zone."""
    half: bool = False
    """Whether the field shares its line with the next one."""
    autocomplete: str = "off"
    """What the browser may fill in."""
    visible_when: VisibleWhen | None = field(default=None, kw_only=True)
    """The condition for showing the field; its value is submitted either way."""
    marked_optional: bool = field(default=True, kw_only=True)
    """Whether the label says that the field may be left blank, if it may."""
    kind: ClassVar[str] = "text"
    """The type of the HTML input."""

    def shown(self, value: Any) -> Any:
        """Return what the input shows for a value of the API."""
        return "" if value is None else str(value)

    def value(self, typed: Any) -> Any:
        """Return the API's value for what was typed; an empty input stands for none."""
        return typed or None

    def retyped(self, typed: Any) -> Any:
        """Return what the input shows for what was typed into it."""
        return typed or ""

    def display(self, value: Any) -> str:
        """Return a value of the API in words, shortened where it is long."""
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(self.shown(value))
        return truncate(text)

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return two values of the API in words that show what differs between them."""
        return self.display(before), self.display(after)


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

    def retyped(self, _typed: Any) -> Any:
        """See Field; a password is not kept."""
        return ""

    def display(self, value: Any) -> str:
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

    def display(self, value: Any) -> str:
        try:
            return f"{_local(value):%b %d, %Y, %H:%M}" if value else NO_VALUE
        except ValueError:
            return str(value)


@dataclass(frozen=True)
class TextAreaField(Field):
    """Text of several lines."""

    rows: int = 4


@dataclass(frozen=True, kw_only=True)
class SelectField(Field):
    """One of a vocabulary's values, offered by label."""

    choices: type[LabeledEnum]

    def display(self, value: Any) -> str:
        return self.choices.labels().get(value, str(value))


@dataclass(frozen=True)
class SwitchField(Field):
    """Yes or no."""

    def shown(self, value: Any) -> Any:
        return bool(value)

    def value(self, typed: Any) -> Any:
        """See Field. A browser sends nothing for a switch that is off."""
        return bool(typed)

    def retyped(self, typed: Any) -> Any:
        return bool(typed)

    def display(self, value: Any) -> str:
        return "Yes" if value else "No"


@dataclass(frozen=True)
class SliderField(NumberField):
    """A whole number from `minimum` to `maximum`, chosen on a slider that shows it."""

    minimum: int = 0
    maximum: int = 100
    step: int = 1


@dataclass(frozen=True)
class Media:
    """A kind of file. The API enforces its limits; the browser only spares a vain upload."""

    name: str
    """The files' general type, such as 'image'."""
    accepted: str
    """The files that the browser offers, as `accept` of an HTML input."""
    max_megabytes: int
    wrong_type: str


IMAGE = Media("image", "image/*", 5, "Please upload an image file")
VIDEO = Media("video", "video/mp4,video/webm", 100, "Please upload a video file (MP4 or WEBM)")

IMAGE_HINT = "JPG, PNG, GIF, WEBP, max 5MB"
"""What an image may be, as staff are told."""


@dataclass(frozen=True, kw_only=True)
class UploadField(Field):
    """A file sent to the endpoint `upload`, or the address of one elsewhere.

    `failed` is the title and the text of the notice that an upload has failed; in both,
    `{message}` stands for the reason. With `no_file`, such words too, the file is sent by a
    button of its own as well, and they are said when none was chosen.
    """

    upload: str
    upload_field: str = "file"
    media: Media = IMAGE
    upload_label: str = ""
    """By default 'Upload image' or 'Upload video'."""
    failed: tuple[str, str] = ("Upload Failed", "Could not upload image. Please try again.")
    no_file: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class CustomField(Field):
    """A field whose input one feature draws itself: `make(bound_field)`, such as `FieldInput.of`.

    With `has_own_label` it draws its label, too, and with `shows_errors` it shows itself what was
    refused. A kind of input that a second screen wants becomes a class of its own.
    """

    make: Callable[..., Any]
    has_own_label: bool = False
    shows_errors: bool = False


@dataclass(frozen=True, kw_only=True)
class JsonListField(CustomField):
    """A list of texts, which the form holds as JSON."""

    def shown(self, value: Any) -> Any:
        return json.dumps(value or [])

    def value(self, typed: Any) -> Any:
        """See Field. Invalid JSON is passed on, for the API to refuse."""
        try:
            return json.loads(typed or "[]")
        except ValueError:
            return typed


def _local(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(settings().zone)
