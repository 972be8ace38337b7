"""What the endpoints of sign-in share: who asks, and the response that opens a session."""

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from awards_site.auth.accounts import fold
from awards_site.auth.models import User, UserSession
from awards_site.auth.sessions import cookies
from awards_site.auth.sessions.dependencies import SignedIn
from awards_site.auth.sessions.user_agent import device_name
from awards_site.auth.sign_in import service
from awards_site.auth.throttling.known_device import add_account, has_signed_in, read_device
from awards_site.auth.throttling.rate_limit import SignInSource
from awards_site.core.http.limits.rate_limits import client_of


def source_of(request: Request, user: User | None, username: str) -> SignInSource:
    """Return what a sign-in is counted for; `user` is the one with the username, if any."""
    device = read_device(cookies.read_known_device(request), user.id if user else None)
    return SignInSource(fold(username), client_of(request.scope), device)


async def _own_source(request: Request, caller: SignedIn) -> SignInSource:
    return source_of(request, caller, caller.username)


OwnSource = Annotated[SignInSource, Depends(_own_source)]


async def open_session(request: Request, response: Response, user: User) -> None:
    """Open a session and set its cookie; the browser is known from then on."""
    client = service.Client(
        request.client.host if request.client else "",
        device_name(request.headers.get("user-agent", "")),
        cookies.read_token(request),
        is_known=has_signed_in(cookies.read_known_device(request), user.id),
    )
    token = await run_in_threadpool(service.open_session, user, client)
    cookies.set_token(request, response, token)
    remember_device(request, response, user, signs_in=True)


def remember_device(request: Request, response: Response, user: User, *, signs_in: bool) -> None:
    """Set the cookie by which the browser is known to the account from then on."""
    known = add_account(cookies.read_known_device(request), user.id, signs_in=signs_in)
    cookies.set_known_device(request, response, known)


async def renew_session(request: Request, response: Response, user_session: UserSession) -> None:
    """Record that the user has authenticated again, and set the session's new cookie."""
    token = await run_in_threadpool(service.renew_session, user_session)
    cookies.set_token(request, response, token)
