"""HTTP endpoints of one's own sessions."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from awards_site.accounts import audit_events, throttling, user_sessions
from awards_site.accounts.audit_events import fold
from awards_site.accounts.dependencies import SignedIn, SignedInUser, allow
from awards_site.accounts.models import CurrentPassword, SessionPublic, User
from awards_site.accounts.permissions import Permission
from awards_site.accounts.throttling import SignInSource, find_device
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.core.errors import Invalid, NotFound, TooManyRequests, raises
from awards_site.core.http.rate_limits import client_of


def _remembering(request: Request, response: Response, caller: SignedInUser) -> Callable[[], None]:
    def remember_browser() -> None:
        with reading() as session:
            user = session.get_one(User, caller.id)
        user_sessions.keep_device(request, response, user)

    return remember_browser


RememberBrowser = Annotated[Callable[[], None], Depends(_remembering)]
"""Makes the caller's browser known again, after other sessions of the user have ended."""


router = APIRouter(
    prefix="/auth/sessions", tags=["auth"], dependencies=[allow(Permission.MANAGE_ACCOUNT)]
)


@router.get("")
def list_own(caller: SignedIn, session: ReadSession) -> list[SessionPublic]:
    """List the caller's sessions, the last used one first."""
    return [
        SessionPublic(
            id=each.public_id,
            device=each.device,
            ip_address=each.ip_address,
            created_at=each.created_at,
            last_used_at=each.last_used_at,
            is_current=each.id == caller.user_session.id,
        )
        for each in user_sessions.list_sessions(session, caller.user)
    ]


@router.delete("/{session_id}", status_code=204)
def end_own(session_id: str, caller: SignedIn, remember_browser: RememberBrowser) -> None:
    """End one of the caller's sessions."""
    with writing() as session:
        if not user_sessions.end_session_of(session, caller.user, session_id):
            raise NotFound.of("Session")
        audit_events.record(session, Action.SESSIONS_ENDED, caller.user)
    remember_browser()


@router.delete("", status_code=204)
def end_others(caller: SignedIn, remember_browser: RememberBrowser) -> None:
    """End all of the caller's sessions except the one of the request."""
    with writing() as session:
        own = caller.user_session.public_id
        user_sessions.end_user_sessions(session, caller.user, except_id=own)
        audit_events.record(session, Action.SESSIONS_ENDED, caller.user)
    remember_browser()


def source_of(request: Request, user: User | None, username: str) -> SignInSource:
    """Return the source of a sign-in; `user` is the one with the username, if any."""
    device = find_device(user_sessions.read_known_device(request), user)
    return SignInSource(
        fold(username),
        client_of(request.scope),
        device.id if device else "",
        has_signed_in=device is not None and device.has_signed_in,
    )


@raises(TooManyRequests)
async def _own_source(request: Request, caller: SignedInUser) -> SignInSource:
    return source_of(request, caller, caller.username)


OwnSource = Annotated[SignInSource, Depends(_own_source)]


async def check_own_password(
    user: User, password: str, source: SignInSource, field: str, refusal: str
) -> None:
    """Raise Invalid for `field` if the password is wrong, which counts as a failed sign-in."""
    if not await throttling.check_password(user, password, source):
        audit_events.count(Action.PASSWORD_REFUSED, user)
        raise Invalid({field: refusal})


async def confirm_password(body: CurrentPassword, caller: SignedInUser, source: OwnSource) -> None:
    """Check the current password, which the body of a change of one's own credentials has."""
    refusal = "The current password is incorrect"
    await check_own_password(caller, body.current_password, source, "currentPassword", refusal)
