"""The newsletter form of the footer, and what all newsletter forms share."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.ui.forms.api_form import ApiForm, field, notice, submit_button

SUBSCRIBED = notice(
    "Subscribed to newsletter!",
    "You'll receive updates about the programme's events and announcements.",
)
"""The notice of the footer and of the contact page (docs/rules/contact.md)."""


def newsletter_form(*children: rx.Component, **props: Any) -> rx.Component:
    """Return a form that subscribes an address; `props` may replace its notices and rules.

    It uses the browser's required email field unless it has rules of its own.
    """
    return ApiForm.create(
        *children,
        **{
            "endpoint": "/api/newsletter",
            "action": paths.POST_SUBSCRIPTION,
            "rules": {},
            "no_validate": False,
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
