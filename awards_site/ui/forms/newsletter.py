"""The newsletter form: the shared base and the footer's version."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.ui.forms.api_form import ApiForm, field, submit_button, toast

SUBSCRIBED = toast(
    "Subscribed to newsletter!",
    "You'll receive updates about the programme's events and announcements.",
)
"""The toast of the footer's and the contact page's form (docs/rules/contact.md)."""


def newsletter_form(*children: rx.Component, **props: Any) -> rx.Component:
    """Return a form that subscribes an email address; `props` may replace its toasts and rules.

    Without rules, the browser's own validation applies.
    """
    return ApiForm.create(
        *children,
        **{
            "endpoint": "/api/newsletter",
            "action": paths.POST_SUBSCRIPTION,
            "rules": {},
            "no_validate": False,
            "success": SUBSCRIBED,
            "failure": toast("Error subscribing"),
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
