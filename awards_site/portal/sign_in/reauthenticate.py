"""Questions over an open screen that a refused request asks, without losing input.

The user signs in when the session has ended, enters the password for what is sensitive, and
confirms what shows visitors hidden results. A State handler whose request is refused with such a
question is called again after that (`portal/gateway.py`).

The browser opens a dialog over the screen. Once the same user has signed in or confirmed the
password, it reconnects the websocket, because the server reads the session cookie when a websocket
opens, and calls the handler again with the same arguments. If the dialog is closed, the screen
keeps its input. Requests of the browser (`renewing` in `frontend/queries/request.js`) open the same
dialogs. Reconnecting the websocket runs the page's `on_load` again, with `Account.resumed` set.
"""

from typing import Any

import reflex as rx
from reflex_base.event import EventHandler, EventSpec
from reflex_base.utils.format import format_event_handler

from awards_site.accounts.models import Credentials, OwnPassword
from awards_site.core import paths
from awards_site.core.errors import ApiError, ReauthenticationRequired, Unauthorized, Unconfirmed
from awards_site.frontend import react, script
from awards_site.portal.controls import button, button_class
from awards_site.portal.sign_in.pages import (
    credential_fields,
    second_factor_form,
    username_for_password_managers,
)
from awards_site.reflex_patches.portal_scripts import send_value, value_name
from awards_site.ui.controls import link
from awards_site.ui.forms import BrowserRule, browser_rules, form_field, submit_button
from awards_site.ui.overlays import DialogClose, alert_dialog_content, dialog_content

_LIBRARY = script("portal/sign_in/reauthenticate.jsx")
_DIALOG = "session-ended"


_Gate = react(
    "SessionGate",
    _LIBRARY,
    name=str,
    user_id=int,
    path=str,
    on_keep_alive=rx.EventHandler[rx.event.no_args_event_spec],
)
"""Opens one of its dialogs: for an ended session of `user_id`, the password, or a question."""

_Question = react("Question", _LIBRARY, part=str)
"""A text of the question of the open dialog: its title, message or answer."""

_AnswerButton = react("AnswerButton", _LIBRARY, class_name=str)
"""The button that confirms it, and then resumes the pending operations."""


_FORM = {"rules": dict[str, BrowserRule], "second_factor": rx.Component}

_SessionForm = react("SessionForm", _LIBRARY, **_FORM)
"""The sign-in form in the dialog, which then resumes the pending operations."""

_ConfirmForm = react("ConfirmForm", _LIBRARY, **_FORM)
"""The form that confirms the password, and then resumes the pending operations."""


def needs_user(error: ApiError) -> bool:
    """Return whether the user has to sign in or to confirm something first."""
    return isinstance(error, Unauthorized | Unconfirmed)


def ask_user(then: EventHandler | None, error: ApiError | None, **arguments: Any) -> EventSpec:
    """Return the event that asks the user to sign in, and then calls the handler `then`, if any.

    It asks for the password only, or the question of an Unconfirmed, if `error` is one.
    `arguments` are the handler's, and must be JSON-serializable. If the user has already signed in
    again in another tab, the handler is called at once. If a different user has, the page reloads.
    """
    return send_value(
        _DIALOG,
        {
            "then": format_event_handler(then) if then else "",
            "confirm": isinstance(error, ReauthenticationRequired),
            "question": _question(error) if isinstance(error, Unconfirmed) else None,
            "arguments": arguments,
        },
    )


def _question(error: Unconfirmed) -> dict[str, Any]:
    texts = {"title": error.title, "message": error.message, "answer": error.answer}
    return {**texts, "ids": error.ids}


def stay_known() -> EventSpec:
    """Return the event after which the browser is known to its user again.

    What a handler does sets no cookie in the browser, so it asks who has signed in.
    """
    return send_value(_DIALOG, {"known": True})


def session_dialog(
    user_id: rx.Var[int],
    username: rx.Var[str],
    path: rx.Var[str],
    on_keep_alive: rx.event.EventType[()],
) -> rx.Component:
    """Return the dialogs that `ask_user` opens for the page's user.

    The sign-in dialog also opens when the user acts on the screen at `path` after the session
    ended. `on_keep_alive` is sent periodically, so that the server keeps the State of an idle page.
    """
    return _Gate.create(
        _sign_in_content(username),
        _confirm_content(username),
        _question_content(),
        name=value_name(_DIALOG),
        user_id=user_id,
        path=path,
        on_keep_alive=on_keep_alive,
    )


def _sign_in_content(username: rx.Var[str]) -> rx.Component:
    return dialog_content(
        rx.el.div(
            _SessionForm.create(
                *credential_fields(
                    default_value=username,
                    # For password managers; the password gets the focus.
                    custom_attrs={"readOnly": True, "tabIndex": -1},
                ),
                rules=browser_rules(Credentials, "password"),
                second_factor=second_factor_form(),
                class_name="grid gap-4",
            ),
            # A full page load, so that the other user gets a new State.
            link(
                "Use another account",
                href=paths.SIGN_IN,
                class_name="mt-4 inline-block min-h-6 text-sm text-muted underline"
                " underline-offset-4",
            ),
            class_name="overflow-y-auto p-5 sm:p-6",
        ),
        title="Your session has ended",
        description="Sign in to continue. What you typed is still here.",
        width="small",
        testid="session-dialog",
    )


def _confirm_content(username: rx.Var[str]) -> rx.Component:
    return dialog_content(
        _ConfirmForm.create(
            username_for_password_managers(username),
            form_field("password", "Password", "password", auto_complete="current-password"),
            submit_button("Confirm", "Confirming...", class_name="w-full"),
            rules=browser_rules(OwnPassword, "password"),
            second_factor=second_factor_form(),
            class_name="grid gap-4",
        ),
        title="Confirm your identity",
        description="Enter your password again to continue. What you typed is still here.",
        width="small",
        testid="confirm-dialog",
    )


def _question_content() -> rx.Component:
    answer = _Question.create(part="answer")
    return alert_dialog_content(
        DialogClose.create(button("Cancel"), as_child=True),
        _AnswerButton.create(answer, class_name=button_class("danger")),
        title=_Question.create(part="title"),
        description=_Question.create(part="message"),
        testid="question-dialog",
    )
