"""The State of the user's second factors on the account page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import reflex as rx

from awards_site.accounts import own_account
from awards_site.accounts.mfa_models import (
    AuthenticatorAppPublic,
    NewAppConfirmation,
    NewAppPublic,
    NewPasskeyConfirmation,
    NewPasskeyPublic,
    PasskeyPublic,
    RecoveryCodesPublic,
)
from awards_site.accounts.models import CurrentPassword
from awards_site.accounts.passkeys import has_name
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.portal.controls import button
from awards_site.portal.fields import Field
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.settings_dialog import CURRENT
from awards_site.portal.sign_in.reauthenticate import ask_user, needs_user, stay_known
from awards_site.portal.sign_in.state import Account
from awards_site.records.versions import validated
from awards_site.reflex_patches.portal_scripts import send_value
from awards_site.ui.toasts import notify

T = TypeVar("T")


class PanelState(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The base of a panel's State, which overrides `_show`."""

    phase: str = ""
    """'' while loading, then 'ready' or 'failed'."""
    error_message: str = ""
    """Why loading failed."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        account = await self.get_state(Account)
        return await self._read() if account.phase == "signed-in" else None

    async def _read(self) -> rx.event.EventSpec | None:
        try:
            await self._show()
        except ApiError as error:
            if needs_user(error):
                return ask_user(type(self).load, error)
            self.error_message = error.message
            self.phase = "failed"
            return None
        self.phase = "ready"
        return None

    async def _show(self) -> None:
        """Read what the panel shows."""
        raise NotImplementedError


def account_panel(
    title: str,
    *content: rx.Component,
    testid: str,
    introduction: str = "",
    action: rx.Component | None = None,
) -> rx.Component:
    """Return a panel; `action` stands beside its title."""
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2(title, id=f"{testid}-title", class_name="text-base font-semibold"),
                rx.el.p(
                    introduction, class_name="mt-1 text-sm text-muted text-pretty empty:hidden"
                ),
                class_name="min-w-[min(15rem,100%)] flex-1",
            ),
            action,
            class_name="flex flex-wrap items-start justify-between gap-4",
        ),
        *content,
        aria_labelledby=f"{testid}-title",
        class_name="rounded-xl border border-line bg-white p-5 sm:p-6",
        custom_attrs={"data-testid": testid},
    )


def panel_content(state: type[PanelState], subject: str, content: rx.Component) -> rx.Component:
    """Return the content of a panel that reads `subject`, or its loading or error state."""
    return rx.match(
        state.phase,
        ("ready", content),
        (
            "failed",
            rx.el.div(
                rx.el.p(f"The {subject} could not be read.", class_name="font-medium"),
                rx.el.p(state.error_message, class_name="text-sm text-muted"),
                button("Try Again", on_click=state.load, class_name="mt-2"),
                role="alert",
                class_name="mt-4",
            ),
        ),
        rx.el.p("Loading...", role="status", class_name="mt-4 text-sm text-muted"),
    )


PASSKEY_OPTIONS = "passkey-options"
"""The name by which the browser receives what it needs to create a passkey."""

_NEVER = "never"

CODE = Field("code", "Code from the app", autocomplete="one-time-code")
NAME = Field("name", "Name", help="For example, work laptop.")

_FAILED = Notice("Error changing second factors", "{message}")


class SecondFactors(PanelState, rx.State):
    """The second factors of the signed-in user, and the dialogs that change them."""

    is_required: bool = False
    has_any: bool = False
    app: dict[str, str] = {}
    """The keys 'added' and 'used'; empty without an authenticator app."""
    passkeys: list[dict[str, str]] = []
    """The keys are 'id', 'name', 'added' and 'used'."""
    codes_left: int = 0
    dialog: str = ""
    """The open dialog: 'start-app', 'app', 'passkey', 'no-passkey' without a name of the site,
    'renew', 'codes' or 'remove'; '' for none."""
    pending: bool = False
    errors: dict[str, str] = {}
    """Validation errors by field."""
    qr_code: str = ""
    secret: str = ""
    codes: list[str] = []
    """New recovery codes, while the dialog shows them."""
    name_to_remove: str = ""
    """The factor that the dialog 'remove' asks about."""

    _challenge: str = ""
    _passkey_name: str = ""
    _removed_passkey: str = ""
    """The id of the passkey that the dialog 'remove' asks about; '' for the authenticator app."""

    @rx.event
    async def close(self) -> None:
        """Close the open dialog, and forget the secrets that it showed."""
        self.dialog = self.qr_code = self.secret = ""
        self.codes = []
        self.errors = {}

    @rx.event
    async def open_form(self, name: str) -> None:
        self.errors = {}
        self.dialog = "no-passkey" if name == "passkey" and not has_name() else name

    @api_handler
    def start_app(self, form_data: dict[str, Any]) -> Events:
        """Show the QR code of a new authenticator app."""
        return self._send(lambda: run(own_account.start_app, _password(form_data)), self._show_app)

    @api_handler
    def confirm_app(self, form_data: dict[str, Any]) -> Events:
        """Add the app whose code the user has entered."""
        values = {"challenge": self._challenge, "code": form_data.get(CODE.name)}
        return self._add(
            lambda: run(own_account.confirm_app, validated(values, NewAppConfirmation))
        )

    @api_handler
    async def start_passkey(self, form_data: dict[str, Any]) -> Events:
        """Let the browser create a passkey with the entered name."""
        self._passkey_name = str(form_data.get(NAME.name) or "").strip()
        if not self._passkey_name:
            self.errors = {NAME.name: "Name is required"}
            return
        async for event in self._send(
            lambda: run(own_account.start_passkey, _password(form_data)), self._create_passkey
        ):
            yield event

    @api_handler
    async def finish_passkey(self, credential: dict[str, Any] | None, reason: str) -> Events:
        """Add the passkey that the browser has created; without one, `reason` says why."""
        if credential is None:
            yield notify("Error adding passkey", reason, destructive=True)
            return
        values = {
            "challenge": self._challenge,
            "name": self._passkey_name,
            "credential": credential,
        }
        async for event in self._add(
            lambda: run(own_account.confirm_passkey, validated(values, NewPasskeyConfirmation))
        ):
            yield event

    @api_handler
    def renew_codes(self, form_data: dict[str, Any]) -> Events:
        return self._send(
            lambda: run(own_account.renew_recovery_codes, _password(form_data)), self._show_codes
        )

    @rx.event
    async def ask_to_remove(self, passkey_id: str, name: str) -> None:
        """Ask whether to remove a passkey, or without an id the authenticator app."""
        self._removed_passkey = passkey_id
        self.name_to_remove = name
        await self.open_form("remove")

    @api_handler
    def remove(self, form_data: dict[str, Any]) -> Events:
        return self._send(lambda: self._remove(_password(form_data)), self._removed)

    async def _remove(self, password: CurrentPassword) -> None:
        if self._removed_passkey:
            await run(own_account.remove_passkey, int(self._removed_passkey), password)
        else:
            await run(own_account.remove_app, password)

    async def _add(self, confirm: Callable[[], Awaitable[RecoveryCodesPublic]]) -> Events:
        """Add a second factor, which may end other sessions."""
        async for event in self._send(confirm, self._added):
            yield event
        yield stay_known()

    async def _send(
        self,
        act: Callable[[], Awaitable[T]],
        done: Callable[[T], Awaitable[rx.event.EventSpec | None]],
    ) -> Events:
        """Call `act`, yield the events of the page, and call `done` with what it returned."""
        if self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        with failing(_FAILED, fields=(CODE.name, NAME.name, CURRENT.name)):
            yield await done(await act())

    async def _show_app(self, app: NewAppPublic) -> None:
        self._challenge, self.secret = app.challenge, _in_groups(app.secret)
        self.qr_code = app.qr_code
        self.dialog = "app"

    async def _create_passkey(self, passkey: NewPasskeyPublic) -> rx.event.EventSpec:
        self._challenge = passkey.challenge
        return send_value(PASSKEY_OPTIONS, passkey.options)

    async def _added(self, new: RecoveryCodesPublic) -> rx.event.EventSpec | None:
        await self.close()
        if new.recovery_codes:
            return await self._show_codes(new)
        return await self._read() or notify("Second factor added")

    async def _show_codes(self, new: RecoveryCodesPublic) -> rx.event.EventSpec | None:
        self.codes = new.recovery_codes
        self.dialog = "codes"
        return await self._read()

    async def _removed(self, _nothing: None) -> rx.event.EventSpec | None:
        await self.close()
        return await self._read() or notify("Second factor removed", self.name_to_remove)

    async def _show(self) -> None:
        found = await run(own_account.read_second_factors)
        self.is_required = found.is_required
        self.app = _times(found.authenticator_app) if found.authenticator_app else {}
        self.passkeys = [
            {"id": str(each.id), "name": each.name, **_times(each)} for each in found.passkeys
        ]
        self.has_any = bool(self.app or self.passkeys)
        self.codes_left = found.recovery_codes_left


def _password(form_data: Mapping[str, Any]) -> CurrentPassword:
    """Return what the form has as the input that it is. Raises Invalid."""
    return validated({CURRENT.name: form_data.get(CURRENT.name)}, CurrentPassword)


def _times(factor: AuthenticatorAppPublic | PasskeyPublic) -> dict[str, str]:
    used = factor.last_used_at
    return {
        "added": format_datetime(factor.created_at),
        "used": format_datetime(used) if used else _NEVER,
    }


def _in_groups(secret: str) -> str:
    """Return a secret in groups of four characters, which are easier to type."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
