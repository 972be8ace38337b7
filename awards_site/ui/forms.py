"""Public forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import reflex as rx
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from awards_site.core import paths
from awards_site.core.validation import Email, Rule, Text
from awards_site.frontend import react, script
from awards_site.ui.controls import Tone, button_classes

_SCRIPT = script("forms/form.jsx")


@dataclass(frozen=True)
class BrowserRule:
    """A validation rule for the browser, with its error message."""

    check: Literal["length", "email", "required"]
    message: str
    min_length: int = 0


def browser_rules(schema: type[BaseModel], *keys: str) -> dict[str, BrowserRule]:
    """Return the rules of a schema's fields by JSON key, as `rules` of an `ApiForm`.

    The server applies the same rules with the same messages. Raises KeyError for an unknown key and
    TypeError for a field without a rule.
    """
    fields = {field.alias or name: field for name, field in schema.model_fields.items()}
    return {key: _browser_rule(key, fields[key]) for key in keys}


def _browser_rule(key: str, field: FieldInfo) -> BrowserRule:
    for rule in field.metadata:
        if isinstance(rule, Email):
            return BrowserRule("email", rule.message)
        if isinstance(rule, Text) and rule.min_length > 1:
            return BrowserRule("length", rule.missing_message(key.capitalize()), rule.min_length)
        if isinstance(rule, Rule):
            return BrowserRule("required", rule.missing_message(key.capitalize()))
    raise TypeError(
        f"The field {key} has no rule; annotate it with one of awards_site.core.validation"
    )


class ApiForm(rx.Component):
    """A form that validates its fields, posts them as JSON to `endpoint` and shows a toast.

    Browsers without JavaScript post to `action`. `success` and `failure` are toasts; `thanks`
    replaces the form after success. `honeypot` is 'input' or 'textarea', of which the form should
    have no other one or several. Unless `no_validate` is false, the browser lets invalid input
    through to these rules.
    """

    library = _SCRIPT
    tag = "ApiForm"

    endpoint: rx.Var[str]
    action: rx.Var[str]
    rules: rx.Var[dict[str, BrowserRule]]
    invalid_toast: rx.Var[dict[str, Any]]
    success: rx.Var[dict[str, str]]
    failure: rx.Var[dict[str, str]]
    thanks: rx.Var[rx.Component]
    honeypot: rx.Var[str] = rx.Var.create("input")
    no_validate: rx.Var[bool]


def toast(title: str, description: str = "") -> dict[str, str]:
    return {"title": title, "description": description}


FormField = react(
    "FormField",
    _SCRIPT,
    name=str,
    label=str,
    kind=str,
    options=list[tuple[str, str]],
    control_class=str,
    auto_complete=str,
    placeholder=str,
    required=bool,
    default_value=str,
    rows=int,
)
"""A labelled control with its error message below."""


SubmitButton = react("SubmitButton", _SCRIPT, label=str, busy_label=str)
"""The submit button; while sending it is disabled and shows `busy_label`."""


_CONTROL = (
    "block min-h-12 w-full rounded-xs border px-4 py-3 text-base aria-invalid:border-danger"
    " aria-invalid:ring-1 aria-invalid:ring-danger"
)
_ON_LIGHT = " border-ink/45 bg-surface text-ink placeholder:text-muted"
_ON_DARK = " border-on-plum/60 bg-transparent text-on-plum placeholder:text-on-plum-muted"


def form_field(
    name: str,
    label: str,
    kind: Literal["text", "email", "password", "textarea", "select"] = "text",
    *,
    options: Sequence[tuple[str, str]] = (),
    on_dark: bool = False,
    **props: Any,
) -> rx.Component:
    """Return a field; `options` are the values and labels of a select."""
    classes = (
        _CONTROL + (_ON_DARK if on_dark else _ON_LIGHT) + (" choice" if kind == "select" else "")
    )
    return FormField.create(
        name=name, label=label, kind=kind, options=list(options), control_class=classes, **props
    )


def submit_button(
    label: str, busy_label: str, tone: Tone = "action", class_name: str = ""
) -> rx.Component:
    classes = f"{button_classes(tone)} {class_name}".strip()
    return SubmitButton.create(label=label, busy_label=busy_label, class_name=classes)


_INVALID_EMAIL = Email().message

SUBSCRIBED = toast(
    "Subscribed to newsletter!",
    "You'll receive updates about the programme's events and announcements.",
)
"""The toast of the footer's and the contact page's form."""


def newsletter_form(*children: rx.Component, **props: Any) -> rx.Component:
    """Return a form that subscribes its field `email`; `props` may replace its toasts."""
    return ApiForm.create(
        *children,
        **{
            "endpoint": "/api/newsletter",
            "action": paths.POST_SUBSCRIPTION,
            "rules": {"email": BrowserRule("email", _INVALID_EMAIL)},
            "invalid_toast": {**toast("Invalid email", _INVALID_EMAIL), "destructive": True},
            "success": SUBSCRIBED,
            "honeypot": "textarea",
            "failure": toast("Error subscribing"),
            **props,
        },
    )


def footer_newsletter() -> rx.Component:
    return newsletter_form(
        form_field(
            "email",
            "Email address",
            "email",
            on_dark=True,
            required=True,
            auto_complete="email",
            placeholder="you@example.com",
        ),
        submit_button("Subscribe", "Subscribing...", "gold", "self-end"),
        class_name="grid gap-4 sm:grid-cols-[1fr_auto]",
        no_validate=False,
        aria_label="Newsletter",
        data_testid="footer-newsletter",
    )
