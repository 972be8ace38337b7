"""Forms without JavaScript, for the fields of `POST /api/contact` and `POST /api/newsletter`.

They are plain HTML rather than components, so that they work without Node.js.

A GET request changes nothing, because mail servers follow links to check them. The page's button
posts to the same URL. Mail programs post there directly to unsubscribe with one click (RFC 8058).
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Annotated, Any, Literal

import reflex as rx
from fastapi import APIRouter, Form
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.errors import ApiError, Gone, TooManyRequests, raises
from awards_site.core.http.errors import (
    listed_errors,
    plain_page,
    plain_page_headers,
    validation_errors,
)
from awards_site.core.validation import MAX_TEXT_LENGTH
from awards_site.features.messages import api as messages
from awards_site.features.messages.entity import InquiryType, MessageCreate
from awards_site.features.subscribers import api as subscribers
from awards_site.features.subscribers import entity
from awards_site.features.subscribers.entity import SubscriberCreate
from awards_site.ui.controls import button_link
from awards_site.ui.forms import SUBSCRIBED
from awards_site.ui.pages import Head, public_page
from awards_site.ui.shell import shell


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


_FORMS_BY_NAME = {
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
    form = _FORMS_BY_NAME[action]
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


_FORMS = {paths.POST_MESSAGE: messages.form, paths.POST_SUBSCRIPTION: subscribers.form}


@raises(TooManyRequests)
class FormRoute(APIRoute):
    """A route that responds to refused input with the filled-in form and the reasons.

    Each request counts for the form's rate limit, before its body is read.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_form(request: Request) -> Response:
            try:
                await _FORMS[self.path].count(request)
                return await handle(request)
            except RequestValidationError as error:
                return await self._show_again(request, 422, validation_errors(error))
            except ApiError as error:
                errors = listed_errors(error) or [{"field": "", "message": error.message}]
                return await self._show_again(request, error.status, errors, error.headers)

        return handle_form

    async def _show_again(
        self,
        request: Request,
        status: int,
        errors: Sequence[Mapping[str, str]],
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        sent = await request.form()
        values = {key: value for key, value in sent.items() if isinstance(value, str)}
        html = invalid_form_page(self.path, values, errors)
        return HTMLResponse(html, status, headers={**(headers or {}), **plain_page_headers()})


router = APIRouter(
    tags=["forms"], route_class=FormRoute, dependencies=[allow(Permission.READ_PUBLIC)]
)


@router.post(paths.POST_MESSAGE, status_code=303, response_class=RedirectResponse)
async def post_message(fields: Annotated[MessageCreate, Form()], request: Request) -> str:
    """Send a message to the organisers."""
    await messages.form.receive(request, fields)
    return paths.MESSAGE_SENT


@router.post(paths.POST_SUBSCRIPTION, status_code=303, response_class=RedirectResponse)
async def post_subscription(fields: Annotated[SubscriberCreate, Form()], request: Request) -> str:
    """Subscribe an email address; subscribing again has no effect."""
    await subscribers.form.receive(request, fields)
    return paths.SUBSCRIBED


newsletter_router = APIRouter(
    tags=["newsletter"],
    dependencies=[allow(Permission.READ_PUBLIC)],
    default_response_class=HTMLResponse,
)
_CONFIRM = paths.confirm_subscription("{token}")
_UNSUBSCRIBE = paths.unsubscribe("{token}")

_HEADERS = {
    **plain_page_headers(),
    # The origin alone, because the path has a token. Without any referrer, browsers would post with
    # an unknown origin.
    "Referrer-Policy": "strict-origin",
}


@newsletter_router.get(_CONFIRM)
@raises(Gone)
def show_confirmation(token: str, session: ReadSession) -> Response:
    """Show a button that confirms the subscription."""
    if not entity.can_confirm(session, token):
        return _expired()
    return _confirmation_page(
        action_page(
            "Newsletter",
            "Please confirm your subscription",
            "You will receive the newsletter once you have confirmed.",
            "Confirm subscription",
        )
    )


@newsletter_router.post(_CONFIRM, status_code=303)
@raises(Gone)
def confirm_subscription(token: str) -> Response:
    """Begin the subscription."""
    with writing() as session:
        is_confirmed = entity.confirm(session, token)
    if not is_confirmed:
        return _expired()
    return RedirectResponse(paths.SUBSCRIBED, 303, headers=_HEADERS)


@newsletter_router.get(_UNSUBSCRIBE)
def show_unsubscription(token: str) -> Response:
    """Show a button that ends the subscription, whether there is one or not."""
    return _confirmation_page(
        action_page(
            "Newsletter",
            "Unsubscribe from the newsletter?",
            "We will delete your email address.",
            "Unsubscribe",
        )
    )


@newsletter_router.post(_UNSUBSCRIBE)
def unsubscribe(token: str) -> Response:
    """End the subscription, if there still is one."""
    with writing() as session:
        entity.unsubscribe(session, token)
    text = "You will no longer receive the newsletter. Your email address has been deleted."
    return _confirmation_page(notice_page("Newsletter", "You have been unsubscribed", text))


def _expired() -> Response:
    text = "The link has expired or has already been used. You can subscribe again on our website."
    return _confirmation_page(notice_page("Newsletter", "This link no longer works", text), 410)


def _confirmation_page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, headers=_HEADERS)


def _head(name: str) -> Head:
    return Head(name, "What you sent has arrived.", is_indexed=False)


@public_page(paths.MESSAGE_SENT, _head("Message sent"), is_in_sitemap=False)
def message_sent_page() -> rx.Component:
    return _page("Message sent successfully!", "We'll get back to you as soon as possible.")


@public_page(paths.SUBSCRIBED, _head("Subscribed"), is_in_sitemap=False)
def subscribed_page() -> rx.Component:
    return _page(SUBSCRIBED["title"], SUBSCRIBED["description"])


FORM_SENT_PAGES = message_sent_page, subscribed_page


def _page(title: str, text: str) -> rx.Component:
    return shell(
        rx.el.section(
            rx.el.h1(title, class_name="display-1"),
            rx.el.p(text, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            button_link("Back to Home", href=paths.HOME, class_name="mt-10"),
            class_name="page-width py-20 md:py-28",
        ),
        active="",
    )
