"""A form field bound to its value and error, and the base of its inputs.

A field converts values between the API and its input. Validation rules and messages are in the
schemas.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import shorten
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import clock
from awards_site.core.presentation.texts import format_datetime, local_time
from awards_site.core.validation import LabeledEnum
from awards_site.frontend import react
from awards_site.portal.columns import schedule_keys
from awards_site.portal.controls import ERROR, HELP, ICON_BUTTON, INPUT, LABEL, button_class
from awards_site.settings import settings

MAX_DISPLAY_LENGTH = 160
"""The maximum length of a displayed value."""

NO_VALUE = "(empty)"
"""The display of a missing value."""


def shorten_for_display(text: str) -> str:
    """Return a text in one line of at most `MAX_DISPLAY_LENGTH` characters."""
    return shorten(text, MAX_DISPLAY_LENGTH, placeholder=" ...") or NO_VALUE


@dataclass(frozen=True)
class VisibleWhen:
    """The condition that another field of the form is checked, or has the value `value`.

    With `is_off`, that it is not checked.
    """

    name: str
    value: str = ""
    is_off: bool = False

    @property
    def selector(self) -> str:
        """The CSS selector that matches an element of the form if the condition holds."""
        option = f" option[value={self.value}]" if self.value else ""
        state = ":not(:checked)" if self.is_off else ":checked"
        return f"[data-field={data_field(self.name)}]{option}{state}"


def data_field(name: str) -> str:
    """Return the `data-field` attribute of the input called `name`.

    Underscores are replaced, because Tailwind turns them into spaces.
    """
    return name.replace("_", "-")


@dataclass(frozen=True)
class Field:
    """A single-line text field."""

    name: str
    """The key in the API."""
    label: str
    help: str = ""
    """Help text below the input; a time's is followed by the programme's time zone."""
    half: bool = False
    """Whether the field takes half of the form's width."""
    autocomplete: str = "off"
    """The input's `autocomplete` attribute."""
    visible_when: VisibleWhen | None = field(default=None, kw_only=True)
    """The condition for showing the field. A hidden field is still submitted."""
    marked_optional: bool = field(default=True, kw_only=True)
    """Whether the label of an optional field says so."""
    kind: ClassVar[str] = "text"
    """The `type` attribute of the input."""

    def to_input(self, value: Any) -> Any:
        """Return the input's value for a value of the API."""
        return "" if value is None else str(value)

    def from_input(self, text: Any) -> Any:
        """Return the API's value for an input's text; None if it is empty."""
        return text or None

    def to_restored_input(self, text: Any) -> Any:
        """Return the input's value when unsaved input is restored."""
        return text or ""

    def full_text(self, value: Any) -> str:
        """Return the display text of a value of the API."""
        joined = (
            ", ".join(map(str, value)) if isinstance(value, list) else str(self.to_input(value))
        )
        return joined or NO_VALUE

    def display(self, value: Any) -> str:
        """Return the display text of a value of the API, truncated if it is long."""
        return shorten_for_display(self.full_text(value))

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return the display texts of two values, reduced to what differs."""
        return self.display(before), self.display(after)


@dataclass(frozen=True)
class UrlField(Field):
    """A URL."""

    kind: ClassVar[str] = "url"


@dataclass(frozen=True)
class LinkField(UrlField):
    """A URL that may be that of a page of this site, which its path chooses."""

    help: str = "A URL, or a page of this site from the list."

    def from_input(self, text: Any) -> Any:
        """Returns a path of this site as the full URL, as calendars and other sites need it."""
        is_path = isinstance(text, str) and text.startswith("/") and not text.startswith("//")
        return f"{settings().public_url}{text}" if is_path else super().from_input(text)


@dataclass(frozen=True)
class EmailField(Field):
    """An email address."""

    kind: ClassVar[str] = "email"


@dataclass(frozen=True)
class PasswordField(Field):
    """A password."""

    autocomplete: str = "new-password"
    kind: ClassVar[str] = "password"

    def to_restored_input(self, _text: Any) -> Any:
        """A password is not restored."""
        return ""

    def full_text(self, value: Any) -> str:
        """A password is never displayed."""
        return "(not shown)"


@dataclass(frozen=True)
class NewPasswordField(PasswordField):
    """A new password, with a meter of its strength."""


@dataclass(frozen=True)
class NumberField(Field):
    """A whole number."""

    kind: ClassVar[str] = "number"

    def from_input(self, text: Any) -> Any:
        """Returns an invalid number as text, which the API rejects."""
        try:
            return int(text) if text else None
        except ValueError:
            return text


@dataclass(frozen=True)
class DateTimeField(Field):
    """A date and time in the programme's time zone."""

    zone: Any = field(default="", kw_only=True)
    """The name of the zone, or its Var."""
    kind: ClassVar[str] = "datetime-local"

    def to_input(self, value: Any) -> Any:
        if not value:
            return ""
        local = local_time(value)
        return f"{local:%Y-%m-%dT%H:%M:%S}" if local.second else f"{local:%Y-%m-%dT%H:%M}"

    def from_input(self, text: Any) -> Any:
        """Returns an invalid or skipped time as text, which the API rejects."""
        try:
            local = datetime.fromisoformat(text) if text else None
        except ValueError:
            return text
        try:
            return clock.from_local(local).isoformat() if local else None
        except clock.SkippedTime:
            return f"{text}[{settings().timezone}]"

    def full_text(self, value: Any) -> str:
        try:
            return format_datetime(value, seconds=True) if value else NO_VALUE
        except ValueError:
            return str(value)


@dataclass(frozen=True)
class DateField(Field):
    """A day."""

    kind: ClassVar[str] = "date"


@dataclass(frozen=True)
class TextAreaField(Field):
    """A multi-line text field."""

    rows: int = 4


@dataclass(frozen=True, kw_only=True)
class SelectField(Field):
    """One of several choices, selected by label; none of them if `empty_label` is given."""

    choices: type[LabeledEnum]
    empty_label: str = ""

    def full_text(self, value: Any) -> str:
        return self.choices.labels().get(value, self.empty_label or str(value))


@dataclass(frozen=True)
class SwitchField(Field):
    """A boolean."""

    def to_input(self, value: Any) -> Any:
        return bool(value)

    def from_input(self, text: Any) -> Any:
        """Browsers do not submit a switch that is off."""
        return bool(text)

    def to_restored_input(self, text: Any) -> Any:
        return bool(text)

    def full_text(self, value: Any) -> str:
        return "Yes" if value else "No"


@dataclass(frozen=True)
class SliderField(NumberField):
    """A whole number from 0 to 100, set by a slider."""


@dataclass(frozen=True, kw_only=True)
class CustomField(Field):
    """A field with a custom input, returned by `make(bound_field)`, as `field_input` has.

    The input renders the label if `has_own_label`, and validation errors if `shows_errors`.
    """

    make: Callable[..., Any]
    has_own_label: bool = False
    shows_errors: bool = False


@dataclass(frozen=True, kw_only=True)
class JsonListField(CustomField):
    """A list of texts, submitted as JSON."""

    def to_input(self, value: Any) -> Any:
        return json.dumps(value or [])

    def from_input(self, text: Any) -> Any:
        """Returns invalid JSON as text, which the API rejects."""
        try:
            return json.loads(text or "[]")
        except ValueError:
            return text


MARKDOWN_PASTE = ("turndown@7.2.5", "@joplin/turndown-plugin-gfm@1.0.68")
"""The npm packages of `markdown_paste.js`, with which a script's text area takes what is pasted."""

INPUT_LABEL = f"{LABEL} mb-1.5"
INPUT_CLASSES = {
    "label": INPUT_LABEL,
    "input": INPUT,
    "button": button_class("quiet"),
    "submit": button_class("primary"),
    "icon": ICON_BUTTON,
    "help": HELP,
    "error": ERROR,
}
"""The classes of the parts of inputs that are written in JSX, by part."""


@dataclass(frozen=True)
class BoundField:
    """A field with its initial value and its validation error, '' for none."""

    field: Any
    value: rx.Var[Any]
    error: rx.Var[str]
    required: bool

    @property
    def id(self) -> str:
        return f"field-{self.field.name}"

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes that link the input to its label, help and error."""
        help_id = f"{self.id}-help " if self.field.help else ""
        return {
            # Reflex would submit an input with its own `id` prop under that id as well.
            "id": self.id,
            "data-field": data_field(self.field.name),
            "aria-invalid": self.error != "",
            "aria-describedby": f"{help_id}{self.id}-error",
            "aria-required": self.required,
        }


def field_input(
    tag: str, library: str, *, dependencies: Sequence[str] = (), **props: Any
) -> Callable[..., rx.Component]:
    """Return a function that makes the input of a bound field, which is written in JSX.

    `props` are the types of the properties of this kind of input, whose values the function takes.
    The script gets the attributes of the HTML element as `attributes`.
    """
    component = react(
        tag,
        library,
        dependencies=dependencies,
        attributes=dict[str, Any],
        default_value=Any,
        classes=dict[str, str],
        **props,
    )

    def make(bound: BoundField, **values: Any) -> rx.Component:
        return component.create(
            attributes={**bound.attributes, "name": bound.field.name, "className": INPUT},
            default_value=bound.value,
            classes=INPUT_CLASSES,
            **values,
        )

    return make


def publication_fields(flag: str = "isPublished") -> tuple[SwitchField | DateTimeField, ...]:
    """Return the publish switch and, while it is on, the times from and until which it applies.

    `flag` is the key of the switch, whose case the other keys have.
    """
    start, end = schedule_keys(flag)
    while_published = VisibleWhen(flag)
    return (
        SwitchField(flag, "Published"),
        DateTimeField(
            start,
            "Publish at",
            help="Visitors see it from then on. Blank: at once.",
            half=True,
            visible_when=while_published,
        ),
        DateTimeField(
            end,
            "Unpublish at",
            help="Visitors see it until then. Blank: until it is unpublished.",
            half=True,
            visible_when=while_published,
        ),
    )


@dataclass(frozen=True)
class Media:
    """A kind of file. The browser checks its limits before an upload; the API enforces them."""

    mime_type_prefix: str
    """The files' MIME type before the slash, such as 'image'."""
    accept: str
    """The `accept` attribute of the file input."""
    max_megabytes: int
    wrong_type_message: str


IMAGE = Media("image", "image/*", 5, "Please upload an image file")
VIDEO = Media("video", "video/mp4,video/webm", 100, "Please upload a video file (MP4 or WEBM)")

IMAGE_HINT = "JPG, PNG, GIF, WEBP, max 5MB"
"""The help text of image fields."""


@dataclass(frozen=True, kw_only=True)
class UploadField(Field):
    """The URL of a file: typed, or set by an upload to the endpoint `upload_path`.

    A toast is a title and a text; `{message}` in `failed_toast` is replaced by the reason. If
    `no_file_toast` is set, a separate button starts the upload; without a selected file it shows
    that toast.
    """

    upload_path: str
    form_data_key: str = "file"
    media: Media = IMAGE
    upload_label: str = ""
    """By default 'Upload image' or 'Upload video'."""
    failed_toast: tuple[str, str] = ("Upload Failed", "Could not upload image. Please try again.")
    no_file_toast: tuple[str, str] | None = None
