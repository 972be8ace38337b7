"""HTTP endpoints to sign in and out, and for one's own password."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from awards_site.auth import (
    audit_events,
    password_links,
    password_policy,
    service,
    session_cookie,
)
from awards_site.auth.dependencies import OwnSession, SignedIn, SignedInSession, allow
from awards_site.auth.known_device import read_device, sign_device
from awards_site.auth.models import (
    Credentials,
    OwnPassword,
    OwnPasswordChange,
    PasswordCandidate,
    PasswordStrength,
    User,
    UserPublic,
)
from awards_site.auth.permissions import Permission
from awards_site.auth.rate_limit import Source
from awards_site.auth.user_agent import device_name
from awards_site.core.database import writing
from awards_site.core.errors import Invalid, Unauthorized

router = APIRouter(tags=["auth"])

_RULES = [allow(Permission.SIGN_IN)]


@router.post("/auth/login", response_model=UserPublic, dependencies=_RULES)
async def sign_in(body: Credentials, request: Request, response: Response) -> User:
    """Sign in: set the session cookie and return the user; the browser's old session ends."""
    user = await run_in_threadpool(service.read_user, body.username)
    source = _source(request, user, body.username)
    is_correct = await service.check_password(user, body.password, source)
    if user is None or not is_correct:
        audit_events.sign_in_failed(user)
        raise Unauthorized("Invalid username or password")
    client = service.Client(
        source.address,
        device_name(request.headers.get("user-agent", "")),
        session_cookie.read_token(request),
        is_known=bool(source.device),
    )
    token = await run_in_threadpool(service.open_session, user, client)
    session_cookie.set_token(request, response, token)
    session_cookie.set_known_device(request, response, sign_device(user.id, source.device))
    return user


def _source(request: Request, user: User | None, username: str) -> Source:
    device = read_device(session_cookie.read_known_device(request), user.id if user else None)
    address = request.client.host if request.client else ""
    return Source(service.fold(username), address, device)


@router.get("/auth/me", response_model=UserPublic, dependencies=_RULES)
async def read_me(caller: SignedIn) -> User:
    """Return the signed-in user."""
    return caller


async def _own_source(request: Request, caller: SignedIn) -> Source:
    return _source(request, caller, caller.username)


OwnSource = Annotated[Source, Depends(_own_source)]


@router.post("/auth/reauthenticate", status_code=204, dependencies=_RULES)
async def reauthenticate(
    body: OwnPassword, caller: OwnSession, source: OwnSource, request: Request, response: Response
) -> None:
    """Confirm the caller's own password, which sensitive actions need; the cookie changes."""
    if not await service.check_password(caller.user, body.password, source):
        audit_events.password_refused(caller.user)
        raise Invalid({"password": "The password is incorrect"})
    token = await run_in_threadpool(service.renew_session, caller.user_session)
    session_cookie.set_token(request, response, token)


@router.post("/auth/password", status_code=204, dependencies=_RULES)
async def change_password(body: OwnPasswordChange, caller: OwnSession, source: OwnSource) -> None:
    """Change the caller's own password and end their other sessions."""
    await service.check_own_password_change(caller.user, body.new_password)
    if not await service.check_password(caller.user, body.current_password, source):
        audit_events.password_refused(caller.user)
        raise Invalid({"currentPassword": "The current password is incorrect"})
    password_hash = await service.hash_new_password(body.new_password)
    await run_in_threadpool(_set_own_password, caller, password_hash)


def _set_own_password(caller: SignedInSession, password_hash: str) -> None:
    with writing() as session:
        user = session.get_one(User, caller.user.id)
        own = caller.user_session.public_id
        password_links.replace_password(session, user, password_hash, except_session=own)


@router.post("/auth/password-strength", dependencies=[allow(Permission.LIST_CONTENT)])
def estimate_password(body: PasswordCandidate) -> PasswordStrength:
    """Estimate how hard a new password is to guess; nothing is stored."""
    strength = password_policy.estimate(body.password, body.personal)
    return PasswordStrength(score=strength.score, label=strength.label, hint=strength.hint)


@router.post("/auth/logout", status_code=204, dependencies=_RULES)
def sign_out(request: Request, response: Response) -> None:
    """End the session, if there is one, and clear its cookie."""
    token = session_cookie.read_token(request)
    if token:
        service.end_session(token)
    session_cookie.clear_token(request, response)
