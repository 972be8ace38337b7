"""The forms that visitors fill in: fields, checks in the browser, and what follows a submission."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import reflex as rx
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from reflex_base.event import EventSpec

from awards_site.core.request_client import RequestError, request_client
from awards_site.core.rules import Email, Rule, Text
from awards_site.ui.buttons import Tone, button_look
from awards_site.ui.notices import notify

_SCRIPT = rx.asset("form.jsx", shared=True).importable_path


@dataclass(frozen=True)
class BrowserRule:
    """A rule as the browser checks it, with the message that stands beside the field."""

    check: Literal["length", "email", "required"]
    message: str
    minimum: int = 0


def browser_rules(schema: type[BaseModel], *keys: str) -> dict[str, dict[str, Any]]:
    """Return the rules of a schema's fields, by their keys in JSON, for a `CheckedForm`.

    The server applies the same rules with the same messages. Raises KeyError for a key that the
    schema lacks, and TypeError for a field without a rule.
    """
    fields = {field.alias or name: field for name, field in schema.model_fields.items()}
    return {key: asdict(_browser_rule(key, fields[key])) for key in keys}


def _browser_rule(key: str, field: FieldInfo) -> BrowserRule:
    for rule in field.metadata:
        if isinstance(rule, Email):
            return BrowserRule("email", rule.message)
        if isinstance(rule, Text) and rule.minimum > 1:
            return BrowserRule("length", rule.absent(key.capitalize()), rule.minimum)
        if isinstance(rule, Rule):
            return BrowserRule("required", rule.absent(key.capitalize()))
    raise TypeError(f"The field {key} has no rule; annotate it with one of awards_site.core.rules")


class Submission(rx.State, mixin=True):  # type: ignore[call-arg]
    """What a form knows of its submissions; each form on a page has a State of its own."""

    settled: int = 0
    successes: int = 0

    async def _send(
        self,
        path: str,
        body: dict[str, Any],
        *,
        success: EventSpec,
        failure: str,
        advice: str = "",
    ) -> EventSpec:
        """Post `body` to `path` and return the notice of how it went.

        After a failure the form keeps what was typed; the notice's title is `failure`, its text
        `advice`, or the server's message where there is no advice or what was typed is at fault.
        """
        try:
            await request_client(self).request("POST", path, body)
        except RequestError as error:
            text = error.message if error.errors or not advice else advice
            return notify(failure, text, destructive=True)
        finally:
            self.settled += 1
        self.successes += 1
        return success


class CheckedForm(rx.Component):
    """A form that submits only what obeys its rules."""

    library = _SCRIPT
    tag = "CheckedForm"

    rules: rx.Var[dict[str, Any]]
    invalid_notice: rx.Var[dict[str, Any]]
    no_validate: rx.Var[bool]
    settled: rx.Var[int]
    successes: rx.Var[int]
    on_submit: rx.EventHandler[lambda data: [data]]


class Field(rx.Component):
    """A labelled control with the complaint about it below."""

    library = _SCRIPT
    tag = "Field"

    name: rx.Var[str]
    label: rx.Var[str]
    kind: rx.Var[str]
    options: rx.Var[list[tuple[str, str]]]
    quiet_label: rx.Var[bool]
    control_class: rx.Var[str]
    auto_complete: rx.Var[str]
    placeholder: rx.Var[str]
    required: rx.Var[bool]
    default_value: rx.Var[str]
    rows: rx.Var[int]


class SubmitButton(rx.Component):
    """The button that submits the form; it is disabled and reads `busy_label` while sending."""

    library = _SCRIPT
    tag = "SubmitButton"

    label: rx.Var[str]
    busy_label: rx.Var[str]


_CONTROL = (
    "block min-h-12 w-full rounded-xs border px-4 py-3 text-base aria-invalid:border-danger"
    " aria-invalid:ring-1 aria-invalid:ring-danger"
)
_ON_LIGHT = " border-ink/45 bg-surface text-ink placeholder:text-muted"
_ON_DARK = " border-on-plum/60 bg-transparent text-on-plum placeholder:text-on-plum-muted"


def field(
    name: str,
    label: str,
    kind: Literal["text", "email", "password", "textarea", "select"] = "text",
    *,
    options: Sequence[tuple[str, str]] = (),
    on_dark: bool = False,
    **props: Any,
) -> rx.Component:
    """Return a field; `options` are the values of a select with what each reads."""
    look = _CONTROL + (_ON_DARK if on_dark else _ON_LIGHT) + (" choice" if kind == "select" else "")
    return Field.create(
        name=name, label=label, kind=kind, options=list(options), control_class=look, **props
    )


def submit_button(
    label: str, busy_label: str, tone: Tone = "action", class_name: str = ""
) -> rx.Component:
    """Return the button that submits a form."""
    look = f"{button_look(tone)} {class_name}".strip()
    return SubmitButton.create(label=label, busy_label=busy_label, class_name=look)
