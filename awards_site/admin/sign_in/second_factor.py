"""The form of the second step of signing in, for the sign-in page and the portal's dialogs."""

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.buttons import button_classes
from awards_site.ui.forms.api_form import BrowserRule, form_field, submit_button

SECOND_FACTOR_SCRIPT = script("sign_in/second_factor.jsx")


_SecondFactorForm = react(
    "SecondFactorForm",
    SECOND_FACTOR_SCRIPT,
    rules=dict[str, BrowserRule],
    app_field=rx.Component,
    recovery_field=rx.Component,
    submit_button=rx.Component,
    button_class=str,
    link_class=str,
)
"""Asks for the second factor that the response to the first step demands."""


def second_factor_form() -> rx.Component:
    return _SecondFactorForm.create(
        rules={"code": BrowserRule("required", "Please enter the code")},
        app_field=form_field(
            "code",
            "Code from your authenticator app",
            auto_complete="one-time-code",
            custom_attrs={"autoFocus": True, "inputMode": "numeric"},
        ),
        recovery_field=form_field(
            "code",
            "Recovery code",
            auto_complete="off",
            custom_attrs={"autoFocus": True, "autoCapitalize": "none", "spellCheck": False},
        ),
        submit_button=submit_button("Continue", "Checking...", class_name="w-full"),
        button_class=f"{button_classes()} w-full",
        link_class="text-sm text-muted underline underline-offset-4 hover:text-ink cursor-pointer",
    )
