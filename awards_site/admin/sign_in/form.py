"""Wrappers of the sign-in and sign-out components in `sign_in.jsx`."""

from typing import Any

import reflex as rx

from awards_site.admin.sign_in.second_factor import second_factor_form
from awards_site.auth.models import Credentials
from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.reflex_patches.compilation.expressions import js_expression
from awards_site.ui.forms.api_form import BrowserRule, browser_rules, form_field, submit_button

SIGN_IN_SCRIPT = script("sign_in/sign_in.jsx")
_LIBRARY = SIGN_IN_SCRIPT


SignInForm = react(
    "SignInForm",
    _LIBRARY,
    rules=dict[str, BrowserRule],
    second_factor=rx.Component,
    destination=str,
)
"""A sign-in form that then loads `destination`."""


FlashMessage = react("FlashMessage", _LIBRARY)
"""Shows the toast that the previous page stored; must come after the toaster."""


def credential_fields(**username: Any) -> list[rx.Component]:
    """Return the fields and the button of a sign-in form; `username` are props of the username."""
    return [
        form_field("username", "Username", auto_complete="username", **username),
        form_field("password", "Password", "password", auto_complete="current-password"),
        submit_button("Sign in", "Signing in...", class_name="w-full"),
    ]


def username_for_password_managers(username: rx.Var[str]) -> rx.Component:
    """Return the hidden input by which password managers find the password of the account."""
    return rx.el.input(type="text", default_value=username, auto_complete="username", hidden=True)


def sign_in_form() -> rx.Component:
    return SignInForm.create(
        *credential_fields(custom_attrs={"autoCapitalize": "none", "spellCheck": False}),
        rules=browser_rules(Credentials, "username", "password"),
        second_factor=second_factor_form(),
        destination=paths.ADMIN,
        class_name="grid gap-5",
    )


def sign_out() -> rx.event.EventSpec:
    """Return the browser event that signs out and loads the sign-in page."""
    return rx.call_function(
        js_expression(f"() => signOut({paths.SIGN_IN!r})", imports={_LIBRARY: "signOut"})
    )
