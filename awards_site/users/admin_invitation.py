"""The dialog of User Management that invites a user by email."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import button, pending_button
from awards_site.admin.dialogs.record_dialogs import FOOTER_CLASSES, cancel_button
from awards_site.admin.fields.field_types import Field
from awards_site.admin.forms.inputs import InvalidFocus, labelled_input
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.gateway import Events, Failed, api_handler
from awards_site.admin.screens.notices import Notice
from awards_site.admin.screens.screen import Form
from awards_site.auth.passwords.models import Invitation
from awards_site.core.request_client import RequestError, request_client
from awards_site.settings import settings
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.unsaved_changes import UnsavedInput
from awards_site.ui.toasts.toasts import notify

DIALOG = "invite"
_PATH = "/api/users/invitations"


def sent_notice(title: str) -> Notice:
    """Return the notice of an email to a user, which says so if it is not really sent."""
    if settings().sends_email:
        return Notice(title, "An email to {name} is on its way.")
    return Notice(
        title, "No mail server is set up: the email to {name} is in the server's mailbox folder."
    )


class InvitationScreen(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """The part of the screen's State that invites users."""

    @rx.event
    async def open_invitation(self) -> None:
        self._open(DIALOG, {}, self._initial_values())

    @api_handler
    async def invite(self, form_data: dict[str, Any]) -> Events:
        """Create the user and send the invitation, or show validation errors."""
        if self.dialog != DIALOG or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        body = {name: form_data.get(name) or None for name in Invitation.model_fields}
        try:
            response = await request_client(self).request("POST", _PATH, body)
        except RequestError as error:
            if not error.errors:
                raise Failed(error, Notice("Error inviting user", "{message}")) from error
            self.errors = error.errors
            yield self._validation_toast(error)
            return
        user = response.json()
        reloaded = await self._reload()
        self._show_first(user)
        yield reloaded
        self._reset_dialog()
        yield notify(*sent_notice("Invitation sent").format(name=user["name"], message=""))


def invitation_button(state: type[InvitationScreen]) -> rx.Component:
    return button(rx.icon("mail", size=16), "Invite by email", on_click=state.open_invitation)


def invitation_dialog(state: type[InvitationScreen], fields: tuple[Field, ...]) -> rx.Component:
    """Return the dialog, which is open while `state.dialog` is DIALOG."""
    form = Form(Invitation, fields, title="Invite User", submit="Send Invitation")
    return dialog(
        rx.el.form(
            rx.el.div(
                *(
                    labelled_input(
                        each,
                        state.values[each.name],
                        state.errors.get(each.name, ""),
                        form.requires(each),
                    )
                    for each in fields
                ),
                class_name=(
                    "grid min-h-0 flex-1 content-start gap-5 overflow-y-auto p-5 *:min-w-0"
                    " sm:grid-cols-2 sm:p-6"
                ),
            ),
            rx.el.div(
                cancel_button(),
                pending_button(form.submit, "Sending...", state.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=state.errors),
            UnsavedInput.create(restored=state.restored_form_version > 0),
            on_submit=state.invite,
            no_validate=True,
            key=state.form_version,
            class_name="group/form flex min-h-0 flex-1 flex-col",
        ),
        title=form.title,
        description="The person gets a link by email, valid for 7 days, to choose a password.",
        open=state.dialog == DIALOG,
        on_close=state.close,
        testid="invitation-dialog",
    )
