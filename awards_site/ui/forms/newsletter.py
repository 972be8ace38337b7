"""The newsletter form of the footer, and what all newsletter forms share."""

from dataclasses import asdict
from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.core.validators import Email
from awards_site.ui.forms.api_form import ApiForm, BrowserRule, field, notice, submit_button

_INVALID_EMAIL = Email().message

SUBSCRIBED = notice(
    "Subscribed to newsletter!",
    "You'll receive updates about the programme's events and announcements.",
)
"""The notice of the footer and of the contact page (docs/rules/contact.md)."""


def newsletter_form(*children: rx.Component, **props: Any) -> rx.Component:
    """Return a form that subscribes what its field `email` holds; `props` may replace notices."""
    return ApiForm.create(
        *children,
        **{
            "endpoint": "/api/newsletter",
            "action": paths.POST_SUBSCRIPTION,
            "rules": {"email": asdict(BrowserRule("email", _INVALID_EMAIL))},
            "invalid_notice": {**notice("Invalid email", _INVALID_EMAIL), "destructive": True},
            "success": SUBSCRIBED,
            "failure": notice("Error subscribing"),
            **props,
        },
    )


def footer_newsletter() -> rx.Component:
    return newsletter_form(
        field(
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
        custom_attrs={"aria-label": "Newsletter", "data-testid": "footer-newsletter"},
    )
