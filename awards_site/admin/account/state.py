"""Who is signed in, as the pages know it."""

import reflex as rx

from awards_site.admin.account.reauthenticate import sign_in_again
from awards_site.auth.models import UserPublic
from awards_site.auth.permissions import Role
from awards_site.core.request_client import RequestError, request_client
from awards_site.core.texts import initials


class Account(rx.State):
    """The signed-in user's public fields.

    It hides and shows, and protects nothing: that is the API's part.
    """

    phase: str = ""
    """'' while the user loads, then 'signed-in', 'signed-out' or 'failed'."""
    user_id: int = 0
    username: str = ""
    email: str = ""
    name: str = ""
    role: str = ""
    initials: str = ""
    problem: str = ""
    resumed: bool = False
    """Whether `load` was called because the same screen goes on with its websocket opened anew.

    That happens after a gap in the network and after signing in again. A screen's own `load`, which
    follows, then leaves dialogs and what is typed in them alone.
    """

    _shown: tuple[str, str] = ("", "")
    """The websocket and the screen for which `load` was called last."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        """Read the current user; without one, the page leaves for sign-in.

        A screen that goes on is not left: signing in again is asked for in a dialog over it.
        """
        before, now = self._shown, (self.router.session.session_id, self.router.url.path)
        goes_on = self.phase == "signed-in" and before[1] == now[1]
        self.resumed = goes_on and before[0] != now[0]
        self._shown = now
        if goes_on:
            return await self._resume()
        await self._read()
        return None

    @rx.event
    async def stay(self) -> None:
        """Do nothing: that an open page calls it keeps its State alive."""

    async def _resume(self) -> rx.event.EventSpec | None:
        """Take the user's fields anew; unless it is the same user, let the browser see to it."""
        try:
            user = await self._current_user()
        except RequestError:
            return None
        if user is None or user.id != self.user_id:
            return sign_in_again()
        self._take(user)
        return None

    async def _read(self) -> None:
        try:
            user = await self._current_user()
        except RequestError as error:
            self.problem = error.message
            self.phase = "failed"
            return
        if user is None:
            self.reset()
            self.phase = "signed-out"
            return
        self._take(user)

    async def _current_user(self) -> UserPublic | None:
        user = await request_client(self).read(["/api/auth/me"], on_401="empty")
        return user and UserPublic.from_json(user)

    def _take(self, user: UserPublic) -> None:
        self.user_id = user.id
        self.username = user.username
        self.email = user.email
        self.name = user.name
        self.role = user.role
        self.initials = initials(self.name)
        self.phase = "signed-in"


def role_label(role: rx.Var[str]) -> rx.Var[str]:
    return rx.Var.create(Role.labels())[role].to(str)
