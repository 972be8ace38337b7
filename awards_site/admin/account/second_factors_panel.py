"""The list of the user's second factors on the account page, and its dialogs."""

from typing import Any

import reflex as rx

from awards_site.admin.account.panels import loaded, panel
from awards_site.admin.account.second_factors import PASSKEY_OPTIONS, SecondFactors
from awards_site.admin.controls import button, pending_button
from awards_site.admin.forms.fields import Field
from awards_site.admin.forms.inputs import InvalidFocus, labelled_input
from awards_site.admin.screens.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.admin.sign_in.second_factor import PASSKEYS_SCRIPT
from awards_site.reflex_patches.websocket.browser_events import BROWSER_EVENTS_SCRIPT, value_name
from awards_site.ui.overlays.dialog import dialog, question_content
from awards_site.ui.overlays.dialog_parts import DialogRoot

_CODE = Field("code", "Code that the app shows", autocomplete="one-time-code")
_NAME = Field("name", "Name", help="Such as: work laptop.")
_BODY = "flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 sm:p-6"


class _PasskeyCreator(rx.Component):
    """Creates a passkey when it receives the value `name`."""

    library = rx.asset("passkey_creator.jsx", shared=True).importable_path
    tag = "PasskeyCreator"
    name: rx.Var[str]
    on_created: rx.EventHandler[rx.event.passthrough_event_spec(dict[str, Any] | None, str)]


_IMPORTED_SCRIPTS = (BROWSER_EVENTS_SCRIPT, PASSKEYS_SCRIPT)


def second_factors_panel() -> rx.Component:
    """Return the list with its buttons and dialogs."""
    return panel(
        "Two-factor authentication",
        loaded(SecondFactors, "second factors", _factors()),
        _app_dialog(),
        _passkey_dialog(),
        _codes_dialog(),
        _remove_dialog(),
        _PasskeyCreator.create(
            name=value_name(PASSKEY_OPTIONS), on_created=SecondFactors.finish_passkey
        ),
        introduction=(
            "With a second factor, your password alone opens nothing: signing in also needs your"
            " phone, your computer or a security key."
        ),
        testid="second-factors",
    )


def _factors() -> rx.Component:
    return rx.fragment(
        rx.cond(
            SecondFactors.is_required & ~SecondFactors.has_any,
            rx.el.p(
                "Your role needs a second factor. Add one to use the portal.",
                role="alert",
                class_name="mt-4 border-l-2 border-gold pl-4 text-sm font-medium",
            ),
        ),
        rx.el.ul(
            rx.foreach(
                SecondFactors.passkeys,
                lambda each: _factor(each["name"], "Passkey", each, each["id"]),
            ),
            rx.cond(
                SecondFactors.app,
                _factor("Authenticator app", "One-time codes", SecondFactors.app, ""),
            ),
            rx.cond(SecondFactors.has_any, _recovery_codes()),
            class_name="mt-2 empty:hidden",
        ),
        rx.el.div(
            button(
                rx.icon("fingerprint", size=16),
                "Add a passkey",
                on_click=SecondFactors.open_passkey,
            ),
            button(
                rx.icon("smartphone", size=16),
                rx.cond(
                    SecondFactors.app, "Replace the authenticator app", "Add an authenticator app"
                ),
                on_click=SecondFactors.start_app,
            ),
            class_name="mt-5 flex flex-wrap gap-2",
        ),
    )


def _factor(
    name: rx.Var[str] | str, kind: str, times: rx.Var[dict[str, str]], passkey_id: rx.Var[str] | str
) -> rx.Component:
    return _item(
        rx.el.p(name, class_name="text-sm font-medium break-words"),
        rx.el.p(
            f"{kind}, added {times['added']}, last used: {times['used']}",
            class_name="mt-1 text-xs text-muted tabular-nums",
        ),
        action=button(
            "Remove",
            on_click=SecondFactors.ask_to_remove(passkey_id, name),
            aria_label=f"Remove {name}",
        ),
    )


def _recovery_codes() -> rx.Component:
    return _item(
        rx.el.p("Recovery codes", class_name="text-sm font-medium"),
        rx.el.p(
            f"{SecondFactors.codes_left} left. Each replaces your second factor once.",
            class_name="mt-1 text-xs text-muted",
        ),
        action=button("New codes", on_click=SecondFactors.renew_codes),
    )


def _item(*text: rx.Component, action: rx.Component) -> rx.Component:
    return rx.el.li(
        rx.el.div(*text, class_name="min-w-0 flex-1"),
        action,
        class_name="flex items-center gap-4 border-b border-line py-4 last:border-b-0",
        custom_attrs={"data-testid": "second-factor"},
    )


def _app_dialog() -> rx.Component:
    return _form_dialog(
        "app",
        SecondFactors.confirm_app,
        _CODE,
        rx.el.ol(
            rx.el.li(
                "Open an authenticator app on your phone, such as those of Google, Apple,"
                " Microsoft or your password manager."
            ),
            rx.el.li("Have it scan this picture, or type the key below it."),
            rx.el.li("Enter the code of six digits that it shows."),
            class_name="list-decimal space-y-1 pl-5 text-sm",
        ),
        rx.el.img(
            src=SecondFactors.qr_code,
            alt="QR code of the key",
            class_name="mx-auto size-55 border border-line bg-white",
        ),
        rx.el.p(
            "Key: ",
            rx.el.code(SecondFactors.secret, class_name="font-mono text-sm break-words"),
            class_name="text-center text-sm text-muted",
        ),
        title="Add an authenticator app",
        description="It shows a new code every half minute.",
        submit="Add app",
    )


def _passkey_dialog() -> rx.Component:
    return _form_dialog(
        "passkey",
        SecondFactors.start_passkey,
        _NAME,
        title="Add a passkey",
        description=(
            "Your device asks for your fingerprint, face, PIN or security key. Name it, so that you"
            " can tell your passkeys apart."
        ),
        submit="Continue",
    )


def _form_dialog(
    name: str,
    on_submit: Any,
    field: Field,
    *above: rx.Component,
    title: str,
    description: str,
    submit: str,
) -> rx.Component:
    """Return the dialog with the form of one field, below the parts `above`."""
    return dialog(
        rx.el.form(
            rx.el.div(
                *above,
                labelled_input(
                    field, rx.Var.create(""), SecondFactors.errors.get(field.name, ""), True
                ),
                class_name=_BODY,
            ),
            rx.el.div(
                cancel_button(),
                pending_button(submit, "Checking...", SecondFactors.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=SecondFactors.errors),
            on_submit=on_submit,
            no_validate=True,
            class_name="flex min-h-0 flex-1 flex-col",
        ),
        title=title,
        description=description,
        open=SecondFactors.dialog == name,
        on_close=SecondFactors.close,
        width="small",
        testid=f"{name}-dialog",
    )


def _codes_dialog() -> rx.Component:
    return dialog(
        rx.el.div(
            rx.el.ul(
                rx.foreach(SecondFactors.codes, lambda code: rx.el.li(code, key=code)),
                class_name="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2",
                custom_attrs={"data-testid": "recovery-codes"},
            ),
            class_name=_BODY,
        ),
        rx.el.div(
            button(
                "Copy",
                on_click=rx.call_function(
                    rx.Var(
                        f"() => navigator.clipboard.writeText({SecondFactors.codes}.join('\\n'))"
                    )
                ),
            ),
            button("I have saved them", variant="primary", on_click=SecondFactors.close),
            class_name=FOOTER_CLASSES,
        ),
        title="Your recovery codes",
        description=(
            "Print them or keep them in a password manager. Each replaces your second factor once"
            " when you have lost it. They are not shown again."
        ),
        open=SecondFactors.dialog == "codes",
        on_close=SecondFactors.close,
        testid="codes-dialog",
    )


def _remove_dialog() -> rx.Component:
    return DialogRoot.create(
        question_content(
            cancel_button(),
            pending_button(
                "Remove",
                "Removing...",
                SecondFactors.pending,
                variant="danger",
                on_click=SecondFactors.remove,
            ),
            title="Remove this second factor?",
            description=(
                f"{SecondFactors.removed_name} can no longer be used to sign in. Without any second"
                " factor, your password alone opens your account."
            ),
            testid="remove-dialog",
        ),
        open=SecondFactors.dialog == "remove",
        on_close=SecondFactors.close,
    )
