"""Wrappers of the sign-in and sign-out components in `sign_in.jsx`."""

from typing import Any

import reflex as rx

from awards_site.admin.sign_in.second_factor import SECOND_FACTOR_SCRIPT, second_factor_form
from awards_site.auth.models import Credentials
from awards_site.core import paths
from awards_site.reflex_patches.compilation.expressions import js_expression
from awards_site.ui.forms.api_form import BrowserRule, browser_rules, form_field, submit_button
from awards_site.ui.overlays.autosave import AUTOSAVE_SCRIPT
from awards_site.ui.queries.page_context import PAGE_CONTEXT_SCRIPT
from awards_site.ui.queries.request import REQUEST_SCRIPT

SIGN_IN_SCRIPT = rx.asset("sign_in.jsx", shared=True)
_LIBRARY = SIGN_IN_SCRIPT.importable_path
_IMPORTED_SCRIPTS = (AUTOSAVE_SCRIPT, PAGE_CONTEXT_SCRIPT, REQUEST_SCRIPT, SECOND_FACTOR_SCRIPT)


class SignInForm(rx.Component):
    """A sign-in form that then loads `destination`."""

    library = _LIBRARY
    tag = "SignInForm"
    rules: rx.Var[dict[str, BrowserRule]]
    second_factor: rx.Var[rx.Component]
    destination: rx.Var[str]


class FlashMessage(rx.Component):
    """Shows the toast that the previous page stored; must come after the toaster."""

    library = _LIBRARY
    tag = "FlashMessage"


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
