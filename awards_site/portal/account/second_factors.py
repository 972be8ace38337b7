"""The State of the user's second factors on the account page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.accounts.mfa_models import (
    AuthenticatorAppPublic,
    NewAppPublic,
    NewPasskeyPublic,
    PasskeyPublic,
    RecoveryCodesPublic,
)
from awards_site.accounts.passkeys import has_name
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.request_client import request_client
from awards_site.portal.controls import button
from awards_site.portal.fields import Field
from awards_site.portal.gateway import Events, Notice, api_handler, failing
from awards_site.portal.settings_dialog import CURRENT
from awards_site.portal.sign_in.reauthenticate import ask_user, needs_user, stay_known
from awards_site.portal.sign_in.state import Account
from awards_site.reflex_patches.portal_scripts import send_value
from awards_site.ui.toasts import notify


class PanelState(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The base of a panel's State, which sets `api_path` and overrides `_show`."""

    api_path: ClassVar[str]
    """The path from which the panel reads what it shows."""

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
            data = await request_client(self).read(self.api_path)
        except ApiError as error:
            if needs_user(error):
                return ask_user(type(self).load, error)
            self.error_message = error.message
            self.phase = "failed"
            return None
        self._show(data)
        self.phase = "ready"
        return None

    def _show(self, data: Any) -> None:
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
                class_name="min-w-60 flex-1",
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

_PATH = "/api/auth/second-factors"
_APP_PATH = f"{_PATH}/authenticator-app"
_PASSKEYS_PATH = f"{_PATH}/passkeys"
_NEVER = "never"

CODE = Field("code", "Code from the app", autocomplete="one-time-code")
NAME = Field("name", "Name", help="For example, work laptop.")

_FAILED = Notice("Error changing second factors", "{message}")


class SecondFactors(PanelState, rx.State):
    """The second factors of the signed-in user, and the dialogs that change them."""

    api_path = _PATH

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
    """What the dialog 'remove' asks about."""

    _challenge: str = ""
    _passkey_name: str = ""
    _removed_path: str = ""

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
        return self._send("POST", _APP_PATH, self._show_app, _password(form_data))

    @api_handler
    def confirm_app(self, form_data: dict[str, Any]) -> Events:
        """Add the app whose code the user has entered."""
        body = {"challenge": self._challenge, "code": form_data.get(CODE.name)}
        return self._send("POST", f"{_APP_PATH}/confirm", self._added, body)

    @api_handler
    async def start_passkey(self, form_data: dict[str, Any]) -> Events:
        """Let the browser create a passkey with the entered name."""
        self._passkey_name = str(form_data.get(NAME.name) or "").strip()
        if not self._passkey_name:
            self.errors = {NAME.name: "Name is required"}
            return
        done, body = self._create_passkey, _password(form_data)
        async for event in self._send("POST", _PASSKEYS_PATH, done, body):
            yield event

    @api_handler
    async def finish_passkey(self, credential: dict[str, Any] | None, reason: str) -> Events:
        """Add the passkey that the browser has created; without one, `reason` says why."""
        if credential is None:
            yield notify("Error adding passkey", reason, destructive=True)
            return
        body = {"challenge": self._challenge, "name": self._passkey_name, "credential": credential}
        async for event in self._send("POST", f"{_PASSKEYS_PATH}/confirm", self._added, body):
            yield event

    @api_handler
    def renew_codes(self, form_data: dict[str, Any]) -> Events:
        path = f"{_PATH}/recovery-codes"
        return self._send("POST", path, self._show_codes, _password(form_data))

    @rx.event
    async def ask_to_remove(self, passkey_id: str, name: str) -> None:
        """Ask whether to remove a passkey, or without an id the authenticator app."""
        self._removed_path = f"{_PASSKEYS_PATH}/{passkey_id}" if passkey_id else _APP_PATH
        self.name_to_remove = name
        await self.open_form("remove")

    @api_handler
    def remove(self, form_data: dict[str, Any]) -> Events:
        return self._send("DELETE", self._removed_path, self._removed, _password(form_data))

    async def _send(
        self,
        method: str,
        path: str,
        done: Callable[[Mapping[str, Any]], Awaitable[rx.event.EventSpec | None]],
        body: Mapping[str, Any],
    ) -> Events:
        """Send `body`, yield the events of the page, and call `done` with the JSON."""
        if self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        with failing(_FAILED, fields=(CODE.name, NAME.name, CURRENT.name)):
            response = await request_client(self).request(method, path, body)
            yield await done(response.json() if response.content else {})
        if path.endswith("/confirm"):
            yield stay_known()

    async def _show_app(self, response: Mapping[str, Any]) -> None:
        app = NewAppPublic.from_json(response)
        self._challenge, self.secret = app.challenge, _in_groups(app.secret)
        self.qr_code = app.qr_code
        self.dialog = "app"

    async def _create_passkey(self, response: Mapping[str, Any]) -> rx.event.EventSpec:
        passkey = NewPasskeyPublic.from_json(response)
        self._challenge = passkey.challenge
        return send_value(PASSKEY_OPTIONS, passkey.options)

    async def _added(self, response: Mapping[str, Any]) -> rx.event.EventSpec | None:
        await self.close()
        if RecoveryCodesPublic.from_json(response).recovery_codes:
            return await self._show_codes(response)
        return await self._read() or notify("Second factor added")

    async def _show_codes(self, response: Mapping[str, Any]) -> rx.event.EventSpec | None:
        self.codes = RecoveryCodesPublic.from_json(response).recovery_codes
        self.dialog = "codes"
        return await self._read()

    async def _removed(self, _response: Mapping[str, Any]) -> rx.event.EventSpec | None:
        await self.close()
        return await self._read() or notify("Second factor removed", self.name_to_remove)

    def _show(self, data: Any) -> None:
        self.is_required = data["isRequired"]
        app = data["authenticatorApp"]
        self.app = _times(AuthenticatorAppPublic.from_json(app)) if app else {}
        passkeys = [PasskeyPublic.from_json(each) for each in data["passkeys"]]
        self.passkeys = [
            {"id": str(each.id), "name": each.name, **_times(each)} for each in passkeys
        ]
        self.has_any = bool(self.app or self.passkeys)
        self.codes_left = data["recoveryCodesLeft"]


def _password(form_data: Mapping[str, Any]) -> dict[str, Any]:
    return {CURRENT.name: form_data.get(CURRENT.name)}


def _times(factor: AuthenticatorAppPublic | PasskeyPublic) -> dict[str, str]:
    used = factor.last_used_at
    return {
        "added": format_datetime(factor.created_at),
        "used": format_datetime(used) if used else _NEVER,
    }


def _in_groups(secret: str) -> str:
    """Return a secret in groups of four characters, which are easier to type."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
