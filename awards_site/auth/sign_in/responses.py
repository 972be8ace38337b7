"""What the endpoints of sign-in share: the responses that open and renew a session."""

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from awards_site.auth.models import User, UserSession
from awards_site.auth.sessions import cookies
from awards_site.auth.sessions.user_agent import device_name
from awards_site.auth.sign_in import service
from awards_site.auth.throttling.known_device import has_signed_in


async def open_session(request: Request, response: Response, user: User) -> None:
    """Open a session and set its cookie; the browser is known from then on."""
    client = service.Client(
        request.client.host if request.client else "",
        device_name(request.headers.get("user-agent", "")),
        cookies.read_token(request),
        is_known=has_signed_in(cookies.read_known_device(request), user),
    )
    token = await run_in_threadpool(service.open_session, user, client)
    cookies.set_token(request, response, token)
    cookies.remember_device(request, response, user, signs_in=True)


async def renew_session(request: Request, response: Response, user_session: UserSession) -> None:
    """Record that the user has authenticated again, and set the session's new cookie."""
    token = await run_in_threadpool(service.renew_session, user_session)
    cookies.set_token(request, response, token)
