"""The State of the signed-in user."""

import reflex as rx

from awards_site.accounts import own_account
from awards_site.accounts.models import UserPublic, needs_second_factor
from awards_site.accounts.permissions import Role
from awards_site.core import paths
from awards_site.core.errors import ApiError, Unauthorized
from awards_site.core.presentation.texts import initials
from awards_site.portal.gateway import run
from awards_site.portal.sign_in.reauthenticate import ask_user
from awards_site.reflex_patches.session_states import keep
from awards_site.settings import settings


class Account(rx.State):
    """The signed-in user's public fields.

    Pages use them to show or hide parts; use cases enforce permissions.
    """

    phase: str = ""
    """'' while the user loads, then 'signed-in', 'signed-out' or 'failed'."""
    user_id: int = 0
    username: str = ""
    email: str = ""
    name: str = ""
    role: str = ""
    initials: str = ""
    has_second_factor: bool = False
    time_zone: str = "UTC"
    """The programme's time zone, which the compiled pages do not know."""
    error_message: str = ""
    """Why loading failed."""
    resumed: bool = False
    """Whether `load` was called because the same screen reconnected its websocket.

    This happens after a network failure and after signing in again. The screen's own `load`, which
    runs next, then keeps open dialogs and their input.
    """

    path: str = ""
    """The path of the screen that was loaded last."""

    _last_connection: str = ""
    """The websocket's connection at the last `load`."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        """Read the current user; without one, the page redirects to sign-in.

        A screen that was already open asks for sign-in in a dialog instead.
        """
        connection, path = self.router.session.session_id, self.router.url.path
        is_same_screen = self.phase == "signed-in" and self.path == path
        self.resumed = is_same_screen and self._last_connection != connection
        self.path, self._last_connection = path, connection
        if is_same_screen:
            return await self._resume()
        await self._load_user()
        lacks = needs_second_factor(self.role) and not self.has_second_factor
        return rx.redirect(paths.ACCOUNT) if lacks and path.rstrip("/") != paths.ACCOUNT else None

    @rx.event
    async def keep_alive(self) -> None:
        """Keep the page's State alive, which receiving the event does in memory."""
        keep(self)

    async def _resume(self) -> rx.event.EventSpec | None:
        """Refresh the user's fields, or ask to sign in if the user has changed."""
        try:
            user = await self._current_user()
        except ApiError:
            return None
        if user is None or user.id != self.user_id:
            return ask_user(None, None)
        self._set_user(user)
        return None

    async def _load_user(self) -> None:
        try:
            user = await self._current_user()
        except ApiError as error:
            self.error_message = error.message
            self.phase = "failed"
            return
        if user is None:
            self.reset()
            self.phase = "signed-out"
            return
        self._set_user(user)

    async def _current_user(self) -> UserPublic | None:
        try:
            return await run(own_account.read_user)
        except Unauthorized:
            return None

    def _set_user(self, user: UserPublic) -> None:
        self.user_id = user.id
        self.username = user.username
        self.email = user.email
        self.name = user.name
        self.role = user.role
        self.has_second_factor = user.has_second_factor
        self.initials = initials(self.name)
        self.time_zone = settings().timezone
        self.phase = "signed-in"


def role_label(role: rx.Var[str]) -> rx.Var[str]:
    return rx.Var.create(Role.labels())[role].to(str)
