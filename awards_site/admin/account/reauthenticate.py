"""What follows when a session has ended under an open screen: nothing typed is lost.

A State handler whose call was answered with 401 hands itself over, to be done once more:

    except RequestError as error:
        if has_ended(error):
            return sign_in_again(type(self).save, typed=typed)

The browser then opens a dialog over the screen. When the same user has signed in there, the
websocket is opened anew, because the server reads the session's cookie when it opens, and the
handler is called again with the same arguments. When the dialog is closed instead, the screen stays
as it is, to be saved later. Uploads of the browser (`upload` of `ui/queries/request.js`) do all of
this themselves. Reopening the websocket runs the page's `on_load` again: see `Account.resumed`.
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
    """Opens over the screen while somebody waits for a session; knows whose it was."""

    library = _LIBRARY
    tag = "SessionGate"
    name: rx.Var[str]
    user_id: rx.Var[int]
    on_stay: rx.EventHandler[rx.event.no_args_event_spec]


class _Form(rx.Component):
    """The form inside, which signs in by the browser and then lets go on who waits."""

    library = _LIBRARY
    tag = "SessionForm"
    rules: rx.Var[dict[str, BrowserRule]]


def has_ended(error: RequestError) -> bool:
    """Return whether a call failed because its caller is no longer signed in."""
    return isinstance(error, RequestFailed) and error.status == HTTPStatus.UNAUTHORIZED


def sign_in_again(then: EventHandler | None = None, **arguments: Any) -> EventSpec:
    """Return the event that asks to sign in again, and calls the handler `then` afterwards.

    `arguments` are the handler's own, as JSON can carry them. Nothing is asked of a user who has
    signed in again elsewhere, as in another tab. When it is another user who has, the page is
    loaded anew.
    """
    return send_value(
        _DIALOG, {"then": format_event_handler(then) if then else "", "arguments": arguments}
    )


def session_dialog(
    user_id: rx.Var[int], username: rx.Var[str], on_stay: rx.event.EventType[()]
) -> rx.Component:
    """Return the dialog of `sign_in_again`, for a page whose user is the given one.

    `on_stay` is sent now and then, so that a long time of typing does not cost the page its State.
    """
    return _Gate.create(
        dialog_content(
            rx.el.div(
                _Form.create(
                    *credentials(
                        default_value=username,
                        # It is there for password managers; the focus goes to the password.
                        custom_attrs={"readOnly": True, "tabIndex": -1},
                    ),
                    rules=browser_rules(Credentials, "password"),
                    class_name="grid gap-4",
                ),
                # Its page is loaded, so that it has a State of its own; the browser asks before.
                link(
                    "Use another account",
                    href=paths.SIGN_IN,
                    class_name="mt-4 inline-block text-sm text-muted underline underline-offset-4",
                ),
                class_name="overflow-y-auto p-5 sm:p-6",
            ),
            title="Your session has ended",
            description="Sign in to go on. What you typed is still here.",
            width="small",
            testid="session-dialog",
        ),
        name=value_name(_DIALOG),
        user_id=user_id,
        on_stay=on_stay,
    )
