"""The newsletter form: the shared base and the footer's version."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.core.validation.text_validators import Email
from awards_site.ui.forms.api_form import ApiForm, BrowserRule, form_field, submit_button, toast

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
