"""Who is signed in, as the pages know it."""

import reflex as rx

from awards_site.core.request_client import RequestError, request_client
from awards_site.ui import paths
from awards_site.ui.initials import initials

ADMIN = "/admin"
"""The portal's own address, which signing in leads to."""


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

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        """Read the current user; without one, leave for the sign-in page (spec 2, section 2)."""
        await self._read()
        return rx.redirect(paths.SIGN_IN) if self.phase == "signed-out" else None

    @rx.event
    async def pass_sign_in(self) -> rx.event.EventSpec | None:
        """Leave the sign-in page for the portal when somebody is signed in already."""
        await self._read()
        return rx.redirect(ADMIN) if self.phase == "signed-in" else None

    async def _read(self) -> None:
        try:
            user = await request_client(self).read(["/api/auth/me"], on_401="empty")
        except RequestError as error:
            self.problem = error.message
            self.phase = "failed"
            return
        if user is None:
            self.reset()
            self.phase = "signed-out"
            return
        self.user_id = user["id"]
        self.username = user["username"]
        self.email = user["email"]
        self.name = user["name"]
        self.role = user["role"]
        self.initials = initials(self.name)
        self.phase = "signed-in"
