"""The pages of forms without JavaScript: an invalid form with its errors, a button, a notice.

They are plain HTML rather than components, so that they work without Node.js.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from awards_site.core import paths
from awards_site.core.http.plain_page import plain_page
from awards_site.core.validation.text_validators import MAX_TEXT_LENGTH
from awards_site.messages.models import InquiryType


@dataclass(frozen=True)
class _Field:
    name: str
    label: str
    kind: Literal["text", "email", "select", "textarea"] = "text"


@dataclass(frozen=True)
class _Form:
    title: str
    heading: str
    fields: tuple[_Field, ...]
    button: str
    page: str
    """The path of the page with the form."""


_FORMS = {
    paths.POST_MESSAGE: _Form(
        "Contact",
        "Your message was not sent",
        (
            _Field("name", "Name"),
            _Field("email", "Email", "email"),
            _Field("subject", "Subject"),
            _Field("inquiryType", "Inquiry type", "select"),
            _Field("message", "Message", "textarea"),
        ),
        "Send Message",
        paths.CONTACT,
    ),
    paths.POST_SUBSCRIPTION: _Form(
        "Newsletter",
        "You are not subscribed yet",
        (_Field("email", "Email address", "email"),),
        "Subscribe",
        paths.HOME,
    ),
}

_HONEYPOT = (
    '<div class="trap" aria-hidden="true"><label>Website'
    '<textarea name="website" tabindex="-1" autocomplete="off"></textarea></label></div>'
)


def invalid_form_page(
    action: str, values: Mapping[str, str], errors: Sequence[Mapping[str, str]]
) -> str:
    """Return the page of the form that is posted to `action`, with its honeypot empty.

    `errors` are those of the API: each has the name of a `field` and a `message`.
    """
    form = _FORMS[action]
    messages: dict[str, str] = {}
    for error in errors:
        messages.setdefault(error["field"], error["message"])
    summary = "".join(_error(form, name, text) for name, text in messages.items())
    fields = "".join(
        _field(field, values.get(field.name, ""), messages.get(field.name, ""))
        for field in form.fields
    )
    return plain_page(
        form.title,
        form.heading,
        f'<div role="alert"><ul>{summary}</ul></div>'
        f'<form method="post" action="{action}" novalidate>{fields}{_HONEYPOT}'
        f'<button type="submit">{form.button}</button></form>'
        f'<p><a href="{form.page}">Back without sending</a></p>',
    )


def action_page(title: str, heading: str, text: str, button: str) -> str:
    """Return a page with a button that posts to the page's own URL."""
    return plain_page(
        title,
        heading,
        f'<p>{escape(text)}</p><form method="post">'
        f'<button type="submit">{escape(button)}</button></form>',
    )


def notice_page(title: str, heading: str, text: str) -> str:
    """Return a page that tells the visitor something."""
    home = f'<a href="{paths.HOME}">To the website</a>'
    return plain_page(title, heading, f"<p>{escape(text)}</p><p>{home}</p>")


def _error(form: _Form, name: str, message: str) -> str:
    label = next((field.label for field in form.fields if field.name == name), "")
    if not label:
        return f"<li>{escape(message)}</li>"
    return f'<li><a href="#{name}">{label}</a>: {escape(message)}</li>'


def _field(field: _Field, value: str, error: str) -> str:
    aria = f' aria-invalid="true" aria-describedby="{field.name}-error"' if error else ""
    attributes = f'id="{field.name}" name="{field.name}"{aria}'
    # Truncated at the limit, so that the response stays small.
    text = escape(value[:MAX_TEXT_LENGTH])
    match field.kind:
        case "select":
            control = f"<select {attributes}>{_options(value)}</select>"
        case "textarea":
            # HTML parsers drop the first line break of a textarea.
            control = f'<textarea rows="7" {attributes}>\n{text}</textarea>'
        case kind:
            control = f'<input type="{kind}" value="{text}" {attributes}>'
    message = f'<p class="error" id="{field.name}-error">{escape(error)}</p>' if error else ""
    return f'<div><label for="{field.name}">{field.label}</label>{control}{message}</div>'


def _options(selected: str) -> str:
    labels = InquiryType.labels()
    if selected not in labels:
        labels = {"": "Select an inquiry type", **labels}
    return "".join(
        f'<option value="{value}"{" selected" if value == selected else ""}>{label}</option>'
        for value, label in labels.items()
    )
