"""The 'Settings' dialog: account details and the password form."""

from typing import Any

import reflex as rx
from reflex.experimental.client_state import ClientStateVar

from awards_site.accounts import own_account
from awards_site.accounts.models import MIN_CHOSEN_PASSWORD_LENGTH, OwnPasswordChange
from awards_site.portal.controls import description_item, pending_button
from awards_site.portal.fields import NewPasswordField, PasswordField
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.inputs import InvalidFocus, labelled_input
from awards_site.portal.navigation import ACCOUNT
from awards_site.portal.sign_in.pages import username_for_password_managers
from awards_site.portal.sign_in.reauthenticate import stay_known
from awards_site.portal.sign_in.state import Account, role_label
from awards_site.records.versions import validated
from awards_site.ui.overlays import UnsavedInput, dialog
from awards_site.ui.toasts import notify

CURRENT = PasswordField("currentPassword", "Current password", autocomplete="current-password")
NEW = NewPasswordField(
    "newPassword",
    "New password",
    help=f"At least {MIN_CHOSEN_PASSWORD_LENGTH} characters, and hard to guess.",
)
REPEATED = PasswordField("repeatedPassword", "Repeat password")
FIELDS = (CURRENT, NEW, REPEATED)

_settings_open = ClientStateVar.create("accountSettingsOpen", default=False)


class PasswordForm(rx.State):
    """The form that changes the password."""

    errors: dict[str, str] = {}
    """Validation errors by field."""
    pending: bool = False
    form_version: int = 0
    """Incremented after each change, which resets the form."""

    @api_handler
    async def change_password(self, form_data: dict[str, Any]) -> Events:
        """Change the password, or show validation errors next to their fields."""
        if self.pending:
            return
        passwords = {each.name: form_data.get(each.name) for each in FIELDS}
        if passwords[NEW.name] != passwords.pop(REPEATED.name):
            self.errors = {REPEATED.name: "The passwords do not match"}
            return
        self.pending = True
        self.errors = {}
        yield None
        with failing(Notice("Error changing password", "{message}"), fields=passwords):
            await run(own_account.change_password, validated(passwords, OwnPasswordChange))
        self.form_version += 1
        yield notify("Password changed", "Your sessions in other browsers have ended.")
        yield stay_known()

    @rx.event
    async def clear_errors(self) -> None:
        self.errors = {}


def open_settings() -> rx.event.EventSpec:
    return _settings_open.set_value(True)


def settings_dialog() -> rx.Component:
    return dialog(
        rx.el.div(
            account_details("p-5 sm:p-6"),
            rx.el.p(
                rx.el.a(
                    "Manage your sessions",
                    href=ACCOUNT.path,
                    on_click=_settings_open.set_value(False),
                    class_name="text-sm underline underline-offset-4",
                ),
                class_name="px-5 pb-5 sm:px-6 sm:pb-6",
            ),
            _password_form(),
            class_name="min-h-0 overflow-y-auto",
        ),
        title="Settings",
        description="Your account. An administrator can change your role.",
        open=_settings_open.value,
        on_close=[_settings_open.set_value(False), PasswordForm.clear_errors],
        testid="settings-dialog",
    )


def account_details(class_name: str) -> rx.Component:
    return rx.el.dl(
        description_item("Name", Account.name),
        description_item("Username", Account.username),
        description_item("Email", Account.email),
        description_item("Role", role_label(Account.role)),
        class_name=f"{class_name} grid gap-4 sm:grid-cols-2",
    )


def _password_form() -> rx.Component:
    return rx.el.form(
        rx.el.h3("Password", class_name="text-sm font-semibold sm:col-span-2"),
        username_for_password_managers(Account.username),
        *(
            labelled_input(each, rx.Var.create(""), PasswordForm.errors.get(each.name, ""), True)
            for each in FIELDS
        ),
        rx.el.div(
            pending_button("Change password", "Changing...", PasswordForm.pending, type="submit"),
            class_name="flex justify-end sm:col-span-2",
        ),
        InvalidFocus.create(errors=PasswordForm.errors),
        UnsavedInput.create(),
        on_submit=PasswordForm.change_password,
        no_validate=True,
        key=PasswordForm.form_version,
        class_name="grid gap-5 border-t border-line p-5 sm:grid-cols-2 sm:p-6",
        custom_attrs={"data-testid": "password-form"},
    )
