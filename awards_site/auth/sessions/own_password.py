"""Who tries a password, and the check of the caller's own."""

from typing import Annotated

from fastapi import Depends, Request

from awards_site.auth import audit_events
from awards_site.auth.accounts import fold
from awards_site.auth.models import CurrentPassword, User
from awards_site.auth.sessions import cookies
from awards_site.auth.sessions.dependencies import SignedIn
from awards_site.auth.throttling import checks
from awards_site.auth.throttling.known_device import find_device
from awards_site.auth.throttling.rate_limit import SignInSource
from awards_site.core.errors import Invalid
from awards_site.core.http.limits.rate_limits import client_of


def source_of(request: Request, user: User | None, username: str) -> SignInSource:
    """Return what a sign-in is counted for; `user` is the one with the username, if any."""
    device = find_device(cookies.read_known_device(request), user)
    return SignInSource(
        fold(username),
        client_of(request.scope),
        device.id if device else "",
        has_signed_in=device is not None and device.has_signed_in,
    )


async def _own_source(request: Request, caller: SignedIn) -> SignInSource:
    return source_of(request, caller, caller.username)


OwnSource = Annotated[SignInSource, Depends(_own_source)]


async def check_own_password(
    user: User, password: str, source: SignInSource, field: str, refusal: str
) -> None:
    """Raise Invalid for `field` if the password is wrong, which counts as a failed sign-in."""
    if not await checks.check_password(user, password, source):
        audit_events.password_refused(user)
        raise Invalid({field: refusal})


async def confirm_password(body: CurrentPassword, caller: SignedIn, source: OwnSource) -> None:
    """Check the current password, which the body of a change of one's own credentials has."""
    await check_own_password(
        caller,
        body.current_password,
        source,
        "currentPassword",
        "The current password is incorrect",
    )
