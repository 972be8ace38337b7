"""The browser's own part of signing in and out (`sign_in.jsx`), wrapped for the pages."""

from typing import Any

import reflex as rx

from awards_site.auth.models import Credentials
from awards_site.core import paths
from awards_site.reflex_patches.expressions import js_expression
from awards_site.ui.forms.api_form import BrowserRule, browser_rules, field, submit_button
from awards_site.ui.queries.request import REQUEST_SCRIPT

SIGN_IN_SCRIPT = rx.asset("sign_in.jsx", shared=True)
_LIBRARY = SIGN_IN_SCRIPT.importable_path
_IMPORTED_SCRIPTS = (REQUEST_SCRIPT,)


class SignInForm(rx.Component):
    """The form that signs in and then loads `destination`."""

    library = _LIBRARY
    tag = "SignInForm"
    rules: rx.Var[dict[str, BrowserRule]]
    destination: rx.Var[str]


class ArrivalNotice(rx.Component):
    """Shows the notice left by the page before this one; stands after the notice area."""

    library = _LIBRARY
    tag = "ArrivalNotice"


def credentials(**username: Any) -> list[rx.Component]:
    """Return the inside of a form that signs in; `username` are properties of its first field."""
    return [
        field("username", "Username", auto_complete="username", **username),
        field("password", "Password", "password", auto_complete="current-password"),
        submit_button("Sign in", "Signing in...", class_name="w-full"),
    ]


def sign_in_form() -> rx.Component:
    return SignInForm.create(
        *credentials(custom_attrs={"autoCapitalize": "none", "spellCheck": False}),
        rules=browser_rules(Credentials, "username", "password"),
        destination=paths.ADMIN,
        class_name="grid gap-5",
    )


def sign_out() -> rx.event.EventSpec:
    """Return the browser event that signs out and loads the sign-in page."""
    return rx.call_function(
        js_expression(f"() => signOut({paths.SIGN_IN!r})", imports={_LIBRARY: "signOut"})
    )
