"""The management screen of users."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.dialogs.record_dialogs import cancel_button
from awards_site.admin.fields.field_types import EmailField, Field, NewPasswordField, SelectField
from awards_site.admin.lists.cells import Row
from awards_site.admin.lists.columns import (
    AvatarColumn,
    Column,
    DateColumn,
    LabelColumn,
)
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.gateway import Events
from awards_site.admin.screens.notices import Notice, Notices
from awards_site.admin.screens.screen import UNDO_HINT, Form, RowAction, Screen
from awards_site.admin.sign_in.state import Account
from awards_site.admin.tables.row_buttons import row_button
from awards_site.auth.models import ALL_REQUIRED, RoleChange, UserCreate, UserPublic
from awards_site.auth.passwords.policy import min_assigned_length
from awards_site.auth.permissions import Role
from awards_site.core.request_client import RequestError
from awards_site.ui.overlays.dialog import alert_dialog_content
from awards_site.ui.overlays.dialog_parts import DialogRoot
from awards_site.ui.toasts.toasts import notify
from awards_site.users.admin_invitation import (
    InvitationScreen,
    invitation_button,
    invitation_dialog,
    sent_notice,
)

_FACTORS_DIALOG = "second-factors"

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
    path="/admin/users",
    label="user",
    record=UserPublic,
    list_path="/api/users",
    columns=(
        AvatarColumn("User", "name", secondary_key="username", max_initials=2),
        Column("Email", "email"),
        LabelColumn("Role", "role", choices=Role, badge=True),
        DateColumn("Created", "createdAt"),
    ),
    exports=True,
    create=Form(
        UserCreate,
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
        path="/api/auth/register",
        title="Create User",
        description="A new account for the admin portal.",
    ),
    update=Form(
        RoleChange, (_ROLE,), method="PATCH", path="/api/users/{id}/role", title="Edit User Role"
    ),
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
            "POST",
            "/api/users/{id}/password-link",
            success_toast=sent_notice("Password link sent"),
            error_toast=Notice("Error sending the link", "{message}"),
        ),
        "sign_out": RowAction(
            "DELETE",
            "/api/users/{id}/sessions",
            success_toast=Notice("User signed out", "{name} has to sign in again."),
            error_toast=Notice("Error signing out user", "{message}"),
        ),
        "remove_factors": RowAction(
            "DELETE",
            "/api/users/{id}/second-factors",
            success_toast=Notice("Second factors removed", "{name} signs in by password alone."),
            error_toast=Notice("Error removing second factors", "{message}"),
        ),
    },
    empty="No users found.",
)


class UsersAdmin(InvitationScreen, rx.State):
    """The State of the users' screen."""

    screen: ClassVar[Screen] = USERS

    _own_id: int = 0

    @rx.event
    async def open_factors(self, record_id: int) -> None:
        """Ask whether to remove a user's second factors."""
        record = self._records.get(record_id)
        if record is not None:
            self._open(_FACTORS_DIALOG, record, {})

    @rx.event
    async def remove_factors(self, record_id: int) -> Events:
        if self.dialog != _FACTORS_DIALOG or not self._is_shown(record_id):
            return
        self._reset_dialog()
        yield UsersAdmin.run_row_action(record_id, "remove_factors")

    async def _reload(self) -> rx.event.EventSpec | None:
        self._own_id = (await self.get_state(Account)).user_id
        return await super()._reload()

    def _validation_toast(self, error: RequestError) -> rx.event.EventSpec | None:
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
        actions=_row_actions,
        tools=[invitation_button(UsersAdmin)],
        dialogs=[
            invitation_dialog(UsersAdmin, (_NAME, _USERNAME, _EMAIL, _ROLE)),
            _factors_dialog(),
        ],
    )


def _row_actions(row: Row) -> list[rx.Component]:
    """Return the buttons of a user other than oneself."""
    name = row["display_name"].to(str)
    return [
        _action(row, "key-round", f"Send a password link to {name}", "send_link"),
        _action(row, "log-out", f"Sign out {name}", "sign_out"),
        rx.cond(
            row["has_factor"].to(bool),
            row_button(
                UsersAdmin,
                row,
                "shield-off",
                f"Remove the second factors of {name}",
                UsersAdmin.open_factors(row["id"].to(int)),
            ),
        ),
    ]


def _factors_dialog() -> rx.Component:
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            button(
                "Remove", variant="danger", on_click=UsersAdmin.remove_factors(UsersAdmin.record_id)
            ),
            title="Remove all second factors?",
            description=(
                f"Do this if {UsersAdmin.record_name} has lost them: passkeys, authenticator app"
                " and recovery codes stop working, the password alone is enough to sign in, and"
                " open sessions end. Make sure that the request really comes from them."
            ),
            testid="factors-dialog",
        ),
        open=UsersAdmin.dialog == _FACTORS_DIALOG,
        on_close=UsersAdmin.close,
    )


def _action(row: Row, icon: str, label: str, action: str) -> rx.Component:
    handler = UsersAdmin.run_row_action(row["id"].to(int), action)
    return rx.cond(row["editable"].to(bool), row_button(UsersAdmin, row, icon, label, handler))
