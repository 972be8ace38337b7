"""HTTP endpoints of one's own sessions."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from awards_site.accounts import own_account, user_sessions
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.models import SessionPublic, User
from awards_site.accounts.permissions import Permission
from awards_site.core.database.sessions import reading


def _remembering(request: Request, response: Response, caller: SignedIn) -> Callable[[], None]:
    def remember_browser() -> None:
        with reading() as session:
            user = session.get_one(User, caller.user.id)
        user_sessions.keep_device(request, response, user)

    return remember_browser


RememberBrowser = Annotated[Callable[[], None], Depends(_remembering)]
"""Makes the caller's browser known again, after other sessions of the user have ended."""


router = APIRouter(
    prefix="/auth/sessions", tags=["auth"], dependencies=[allow(Permission.MANAGE_ACCOUNT)]
)


@router.get("")
def list_own(caller: SignedIn) -> list[SessionPublic]:
    """List the caller's sessions, the last used one first."""
    return own_account.list_sessions(caller)


@router.delete("/{session_id}", status_code=204)
def end_own(session_id: str, caller: SignedIn, remember_browser: RememberBrowser) -> None:
    """End one of the caller's sessions."""
    own_account.end_session(caller, session_id)
    remember_browser()


@router.delete("", status_code=204)
def end_others(caller: SignedIn, remember_browser: RememberBrowser) -> None:
    """End all of the caller's sessions except the one of the request."""
    own_account.end_other_sessions(caller)
    remember_browser()
