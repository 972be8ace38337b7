"""The dialogs that add and remove second factors, and show recovery codes."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from awards_site.accounts.passkeys import NEED_NAME
from awards_site.frontend import script
from awards_site.portal.account.second_factors import CODE, NAME, SecondFactors
from awards_site.portal.controls import Variant, button, pending_button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.portal.fields import Field
from awards_site.portal.inputs import InvalidFocus, labelled_input
from awards_site.portal.settings_dialog import CURRENT
from awards_site.portal.sign_in.pages import username_for_password_managers
from awards_site.portal.sign_in.state import Account
from awards_site.reflex_patches.components import js_function
from awards_site.ui.overlays import dialog

_COPY_CODES = js_function("copy", script("overlays/clipboard.js")).partial(
    rx.Var.create(SecondFactors.codes).join("\n"),
    "Recovery codes copied",
    "The codes could not be copied",
    "Keep them where only you can read them.",
)
_BODY_CLASSES = "dialog-body flex flex-col gap-5 p-5 sm:p-6"


def second_factor_dialogs() -> rx.Component:
    """Return the dialogs of the panel, of which those for an app open one after the other."""
    app: dict[str, Any] = {
        "title": "Add an authenticator app",
        "description": "It shows a new code every 30 seconds.",
    }
    return rx.fragment(
        _form_dialog("start-app", SecondFactors.start_app, [CURRENT], **app, submit="Continue"),
        _form_dialog("app", SecondFactors.confirm_app, [CODE], *_setup(), **app, submit="Add app"),
        _form_dialog(
            "passkey",
            SecondFactors.start_passkey,
            [NAME, CURRENT],
            title="Add a passkey",
            description="Your device asks for your fingerprint, face, PIN or security key. Name it,"
            " so that you can tell your passkeys apart.",
            submit="Continue",
        ),
        dialog(
            rx.el.div(button("Close", on_click=SecondFactors.close), class_name=FOOTER_CLASSES),
            title="Add a passkey",
            description=NEED_NAME,
            open=SecondFactors.dialog == "no-passkey",
            on_close=SecondFactors.close,
            width="small",
            testid="no-passkey-dialog",
        ),
        _form_dialog(
            "renew",
            SecondFactors.renew_codes,
            [CURRENT],
            title="Get new recovery codes",
            description="They replace the old ones, which then no longer work.",
            submit="Show new codes",
        ),
        _codes_dialog(),
        _form_dialog(
            "remove",
            SecondFactors.remove,
            [CURRENT],
            title="Remove this second factor?",
            description=f"{SecondFactors.name_to_remove} can no longer be used to sign in. Without"
            " any second factor, your password alone is enough to sign in.",
            submit="Remove",
            variant="danger",
        ),
    )


def _setup() -> Sequence[rx.Component]:
    return (
        rx.el.ol(
            rx.el.li(
                "Open an authenticator app on your phone, such as the ones from Google, Apple,"
                " Microsoft or your password manager."
            ),
            rx.el.li("Scan this QR code with it, or enter the key below."),
            rx.el.li("Enter the six-digit code that it shows."),
            class_name="list-decimal space-y-1 pl-5 text-sm",
        ),
        rx.el.img(
            src=SecondFactors.qr_code,
            alt="QR code of the key",
            class_name="mx-auto size-55 border border-line bg-white",
        ),
        rx.el.p(
            "Key: ",
            rx.el.code(SecondFactors.secret, class_name="font-mono text-sm"),
            class_name="text-center text-sm text-muted",
        ),
    )


def _codes_dialog() -> rx.Component:
    return dialog(
        rx.el.div(
            rx.el.ul(
                rx.foreach(SecondFactors.codes, lambda code: rx.el.li(code, key=code)),
                class_name="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2",
                custom_attrs={"data-testid": "recovery-codes"},
            ),
            class_name=_BODY_CLASSES,
        ),
        rx.el.div(
            button("Copy", on_click=_COPY_CODES),
            button("I have saved them", variant="primary", on_click=SecondFactors.close),
            class_name=FOOTER_CLASSES,
        ),
        title="Your recovery codes",
        description=(
            "Print them or keep them in a password manager. Each can replace a lost second"
            " factor once. They are not shown again."
        ),
        open=SecondFactors.dialog == "codes",
        on_close=SecondFactors.close,
        testid="codes-dialog",
    )


def _form_dialog(
    name: str,
    on_submit: Any,
    fields: Sequence[Field],
    *above: rx.Component,
    title: str,
    description: rx.Var[str] | str,
    submit: str,
    variant: Variant = "primary",
) -> rx.Component:
    """Return the dialog with a form, below the parts `above`."""
    return dialog(
        rx.el.form(
            rx.el.div(
                *above,
                username_for_password_managers(Account.username) if CURRENT in fields else None,
                *(
                    labelled_input(
                        each, rx.Var.create(""), SecondFactors.errors.get(each.name, ""), True
                    )
                    for each in fields
                ),
                class_name=_BODY_CLASSES,
            ),
            rx.el.div(
                cancel_button(),
                pending_button(
                    submit,
                    "Checking...",
                    SecondFactors.pending,
                    variant=variant,
                    type="submit",
                ),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=SecondFactors.errors),
            on_submit=on_submit,
            no_validate=True,
            class_name="dialog-form",
        ),
        title=title,
        description=description,
        open=SecondFactors.dialog == name,
        on_close=SecondFactors.close,
        width="small",
        testid=f"{name}-dialog",
    )
