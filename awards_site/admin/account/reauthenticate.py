"""Re-authentication over an open screen when the session has ended, without losing input.

A State handler that receives a 401 returns an event that calls it again after sign-in:

    except RequestError as error:
        if has_ended(error):
            return sign_in_again(type(self).save, form_data=form_data)

The browser opens a sign-in dialog over the screen. Once the same user has signed in, it reconnects
the websocket, because the server reads the session cookie when a websocket opens, and calls the
handler again with the same arguments. If the dialog is closed, the screen keeps its input. Browser
uploads (`upload` in `ui/queries/request.js`) open the same dialog. Reconnecting the websocket runs
the page's `on_load` again, with `Account.resumed` set.
"""

from http import HTTPStatus
from typing import Any

import reflex as rx
from reflex_base.event import EventHandler, EventSpec
from reflex_base.utils.format import format_event_handler

from awards_site.admin.account.sign_in import SIGN_IN_SCRIPT, credentials
from awards_site.auth.models import Credentials
from awards_site.core import paths
from awards_site.core.request_client import RequestError, RequestFailed
from awards_site.reflex_patches.browser_events import (
    BROWSER_EVENTS_SCRIPT,
    send_value,
    value_name,
)
from awards_site.ui.forms.api_form import BrowserRule, browser_rules
from awards_site.ui.links import link
from awards_site.ui.overlays.dialog import dialog_content
from awards_site.ui.queries.request import REQUEST_SCRIPT

_LIBRARY = rx.asset("reauthenticate.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = (BROWSER_EVENTS_SCRIPT, REQUEST_SCRIPT, SIGN_IN_SCRIPT)
_DIALOG = "session-ended"


class _Gate(rx.Component):
    """Opens the dialog when the session of the user `user_id` has ended."""

    library = _LIBRARY
    tag = "SessionGate"
    name: rx.Var[str]
    user_id: rx.Var[int]
    path: rx.Var[str]
    on_keep_alive: rx.EventHandler[rx.event.no_args_event_spec]


class _Form(rx.Component):
    """The sign-in form in the dialog, which then resumes the pending operations."""

    library = _LIBRARY
    tag = "SessionForm"
    rules: rx.Var[dict[str, BrowserRule]]


def has_ended(error: RequestError) -> bool:
    """Return whether a request failed because the session has ended."""
    return isinstance(error, RequestFailed) and error.status == HTTPStatus.UNAUTHORIZED


def sign_in_again(then: EventHandler | None = None, **arguments: Any) -> EventSpec:
    """Return the event that asks the user to sign in, and then calls the handler `then`.

    `arguments` are the handler's, and must be JSON-serializable. If the user has already signed in
    again in another tab, the handler is called at once. If a different user has, the page reloads.
    """
    return send_value(
        _DIALOG, {"then": format_event_handler(then) if then else "", "arguments": arguments}
    )


def session_dialog(
    user_id: rx.Var[int],
    username: rx.Var[str],
    path: rx.Var[str],
    on_keep_alive: rx.event.EventType[()],
) -> rx.Component:
    """Return the dialog that `sign_in_again` opens for the page's user.

    It opens as well when the user does something on the screen at `path` after the server has
    closed the websocket, which it does when the session ends.
    `on_keep_alive` is sent periodically, so that the server keeps the State of an idle page.
    """
    return _Gate.create(
        dialog_content(
            rx.el.div(
                _Form.create(
                    *credentials(
                        default_value=username,
                        # For password managers; the password gets the focus.
                        custom_attrs={"readOnly": True, "tabIndex": -1},
                    ),
                    rules=browser_rules(Credentials, "password"),
                    class_name="grid gap-4",
                ),
                # A full page load, so that the other user gets a new State.
                link(
                    "Use another account",
                    href=paths.SIGN_IN,
                    class_name="mt-4 inline-block text-sm text-muted underline underline-offset-4",
                ),
                class_name="overflow-y-auto p-5 sm:p-6",
            ),
            title="Your session has ended",
            description="Sign in to continue. What you typed is still here.",
            width="small",
            testid="session-dialog",
        ),
        name=value_name(_DIALOG),
        user_id=user_id,
        path=path,
        on_keep_alive=on_keep_alive,
    )
