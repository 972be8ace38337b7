"""The management screen of users."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from awards_site.accounts.models import ALL_REQUIRED, Invitation, UserCreate
from awards_site.accounts.passwords import min_assigned_length
from awards_site.accounts.permissions import Role
from awards_site.core.errors import ApiError
from awards_site.core.schemas import as_json
from awards_site.features.users import service
from awards_site.features.users.entity import USER
from awards_site.portal.columns import AvatarColumn, Column, DateColumn, LabelColumn
from awards_site.portal.controls import button, pending_button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.portal.fields import EmailField, Field, NewPasswordField, SelectField
from awards_site.portal.gateway import (
    Events,
    Failed,
    Notice,
    Notices,
    api_handler,
    run,
    sent_notice,
)
from awards_site.portal.inputs import InvalidFocus, state_input
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.screen import UNDO_HINT, Form, Question, RowAction, Screen
from awards_site.portal.sign_in.state import Account
from awards_site.records.versions import validated
from awards_site.records.written import Shown
from awards_site.ui.overlays import UnsavedInput, dialog
from awards_site.ui.toasts import notify

_NAME = Field("name", "Name", half=True)
_USERNAME = Field("username", "Username", half=True)
_EMAIL = EmailField("email", "Email")
_ROLE = SelectField(
    "role",
    "Role",
    help="Admin has full access, Editor can edit content, User is view-only.",
    choices=Role,
)

USERS = Screen(
    entity=USER,
    title="User Management",
    icon="users-round",
    group="People",
    columns=(
        AvatarColumn("User", "name", secondary_key="username", max_initials=2),
        Column("Email", "email"),
        LabelColumn("Role", "role", choices=Role, badge=True),
        DateColumn("Created", "createdAt"),
    ),
    create=Form(
        (
            _NAME,
            _USERNAME,
            replace(_EMAIL, half=True),
            NewPasswordField(
                "password",
                "Password",
                help=f"At least {min_assigned_length()} characters.",
                half=True,
            ),
            _ROLE,
        ),
        UserCreate,
        title="Create User",
        description="A new account for the admin portal.",
    ),
    update=Form((_ROLE,), title="Edit User Role"),
    notices=Notices.plain(
        "user",
        created=Notice("User created", "{name} can sign in now."),
        updated=Notice("Role updated", "{name} has to sign in again."),
        deleted=Notice("User deleted", "{name} can no longer sign in."),
        update_failed=Notice("Error updating role", "{message}"),
    ),
    delete_warning=(
        f"This permanently deletes the account of {{name}}, who is signed out at once. {UNDO_HINT}"
    ),
    row_actions={
        "send_link": RowAction(
            lambda key: run(service.send_link, key),
            success_toast=sent_notice("Password link sent"),
            error_toast=Notice("Error sending the link", "{message}"),
            label="Send a password link to {name}",
            entry="Send a password link",
            icon="key-round",
            shown_by="editable",
        ),
        "sign_out": RowAction(
            lambda key: run(service.sign_out, key),
            success_toast=Notice("User signed out", "{name} has to sign in again."),
            error_toast=Notice("Error signing out user", "{message}"),
            label="Sign out {name}",
            entry="Sign out",
            icon="log-out",
            shown_by="editable",
        ),
        "factors": RowAction(
            lambda key: run(service.remove_second_factors, key),
            success_toast=Notice("Second factors removed", "{name} signs in by password alone."),
            error_toast=Notice("Error removing second factors", "{message}"),
            label="Remove the second factors of {name}",
            entry="Remove the second factors",
            icon="shield-off",
            shown_by="has_factor",
            question=Question(
                "Remove all second factors?",
                "Do this if {name} has lost them: passkeys, authenticator app and recovery codes"
                " stop working, the password alone is enough to sign in, and open sessions end."
                " Make sure that the request really comes from them.",
                "Remove",
                variant="danger",
            ),
        ),
    },
    empty="No users found.",
)


class UsersAdmin(ManagementScreen, rx.State):
    """The State of the users' screen."""

    screen: ClassVar[Screen] = USERS
    row_types: ClassVar[Mapping[str, Any]] = {"has_factor": bool}

    _own_id: int = 0

    @rx.event
    async def open_invitation(self) -> None:
        self._open("invite", {}, self._initial_values())

    @api_handler
    async def invite(self, form_data: dict[str, Any]) -> Events:
        """Create the user and send the invitation, or show validation errors."""
        if self.dialog != "invite" or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        body = {name: form_data.get(name) or None for name in Invitation.model_fields}
        try:
            invited = await run(service.invite, validated(body, Invitation))
        except ApiError as error:
            if not error.errors:
                raise Failed(error, Notice("Error inviting user", "{message}")) from error
            self.errors = error.errors
            yield self._validation_toast(error)
            return
        reloaded = await self._reload()
        self._show_first(as_json(invited.record))
        yield reloaded
        self._close()
        yield notify(*sent_notice("Invitation sent").format(name=invited.record.name, message=""))

    async def _create(self, values: dict[str, Any]) -> Shown[Any]:
        return await run(service.register, validated(values, UserCreate))

    async def _reload(self) -> rx.event.EventSpec | None:
        self._own_id = (await self.get_state(Account)).user_id
        return await super()._reload()

    def _validation_toast(self, error: ApiError) -> rx.event.EventSpec | None:
        """Show a missing field as a toast of its own."""
        if error.message != ALL_REQUIRED:
            return None
        return notify("Missing required fields", ALL_REQUIRED, destructive=True)

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Disable editing and deleting oneself, and deleting admins."""
        is_self = record["id"] == self._own_id
        return {
            **super()._row(record),
            "editable": not is_self,
            "deletable": not is_self and record["role"] != Role.ADMIN,
            "has_factor": not is_self and record["hasSecondFactor"],
        }


def users_admin_page() -> rx.Component:
    return management_page(
        UsersAdmin,
        tools=[
            button(rx.icon("mail", size=16), "Invite by email", on_click=UsersAdmin.open_invitation)
        ],
        dialogs=[_invitation_dialog()],
    )


def _invitation_dialog() -> rx.Component:
    return dialog(
        rx.el.form(
            rx.el.div(
                *(state_input(UsersAdmin, each) for each in (_NAME, _USERNAME, _EMAIL, _ROLE)),
                class_name=(
                    "dialog-body grid content-start gap-5 p-5 *:min-w-0 sm:grid-cols-2 sm:p-6"
                ),
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Send Invitation", "Sending...", UsersAdmin.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=UsersAdmin.errors),
            UnsavedInput.create(restored=UsersAdmin.restored_form_version > 0),
            on_submit=UsersAdmin.invite,
            no_validate=True,
            key=UsersAdmin.form_version,
            class_name="group/form dialog-form",
        ),
        title="Invite User",
        description="The person gets a link by email, valid for 7 days, to choose a password.",
        open=UsersAdmin.dialog == "invite",
        on_close=UsersAdmin.close,
        testid="invitation-dialog",
    )


PAGE = AdminPage(UsersAdmin, users_admin_page)
