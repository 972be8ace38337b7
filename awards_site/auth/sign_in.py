"""The browser's own part of signing in and out (`sign_in.jsx`), wrapped for the pages."""

import reflex as rx
from pydantic import ValidationError
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData

from awards_site.auth.account import ADMIN, SIGN_IN
from awards_site.auth.models import Credentials
from awards_site.ui import controls

_LIBRARY = rx.asset("sign_in.jsx", shared=True).importable_path


class SignInForm(rx.Component):
    """The form that signs in and then loads `destination`."""

    library = _LIBRARY
    tag = "SignInForm"
    destination: rx.Var[str]
    required: rx.Var[dict[str, str]]
    look: rx.Var[dict[str, str]]


class ArrivalNotice(rx.Component):
    """Shows the notice left by the page before this one; stands after the notice area."""

    library = _LIBRARY
    tag = "ArrivalNotice"


def sign_in_form() -> rx.Component:
    """Return the form of username and password."""
    return SignInForm.create(
        destination=ADMIN,
        required=_said_of_empty_fields(),
        look={
            "label": controls.LABEL,
            "input": controls.INPUT,
            "error": f"{controls.ERROR} empty:hidden",
            "button": f"{controls.button_class('primary')} min-h-11 w-full",
        },
    )


def _said_of_empty_fields() -> dict[str, str]:
    """Return what the schema says of empty fields, by field, so that no call is made for it."""
    try:
        Credentials.model_validate({})
    except ValidationError as error:
        return {str(each["loc"][0]): each["msg"] for each in error.errors()}
    return {}


def arrival_notice() -> rx.Component:
    """Return the reader of the notice that signing in or out leaves for the next page."""
    return ArrivalNotice.create()


def sign_out() -> rx.event.EventSpec:
    """Return the browser event that signs out and loads the sign-in page."""
    return rx.call_function(
        rx.Var(
            f"() => signOut({SIGN_IN!r})",
            _var_data=VarData(imports={_LIBRARY: [ImportVar(tag="signOut")]}),
        )
    )
