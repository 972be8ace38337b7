"""HTTP endpoints to sign in and out, and for one's own password."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from awards_site.auth import (
    audit_events,
    password_links,
    password_policy,
    service,
    session_cookie,
    sign_in,
)
from awards_site.auth.dependencies import OwnSession, SignedIn, SignedInSession, allow
from awards_site.auth.mfa import challenges
from awards_site.auth.mfa.models import ChallengePublic, Purpose
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
from awards_site.auth.sign_in import OwnSource
from awards_site.core.database.sessions import writing
from awards_site.core.errors import Invalid, Unauthorized

router = APIRouter(tags=["auth"])

_RULES = [allow(Permission.SIGN_IN)]


@router.post(
    "/auth/login",
    response_model=UserPublic | ChallengePublic,
    responses={202: {"model": ChallengePublic, "description": "A second factor is needed"}},
    dependencies=_RULES,
)
async def sign_in_by_password(
    body: Credentials, request: Request, response: Response
) -> User | ChallengePublic:
    """Sign in: set the session cookie and return the user; the browser's old session ends.

    The response of a user with a second factor is 202 and asks for it.
    """
    user = await run_in_threadpool(service.read_user, body.username)
    source = sign_in.source_of(request, user, body.username)
    is_correct = await service.check_password(user, body.password, source)
    if user is None or not is_correct:
        audit_events.sign_in_failed(user)
        raise Unauthorized("Invalid username or password")
    if user.has_second_factor:
        response.status_code = 202
        return await run_in_threadpool(challenges.ask, user, Purpose.SIGN_IN)
    await sign_in.open_session(request, response, user, source)
    return user


@router.get("/auth/me", response_model=UserPublic, dependencies=_RULES)
async def read_me(caller: SignedIn) -> User:
    """Return the signed-in user."""
    return caller


@router.post(
    "/auth/reauthenticate",
    status_code=204,
    responses={202: {"model": ChallengePublic, "description": "A second factor is needed"}},
    dependencies=_RULES,
)
async def reauthenticate(
    body: OwnPassword, caller: OwnSession, source: OwnSource, request: Request
) -> Response:
    """Confirm the caller's own password, which sensitive actions need; the cookie changes.

    The response to a user with a second factor is 202 and asks for it.
    """
    if not await service.check_password(caller.user, body.password, source):
        audit_events.password_refused(caller.user)
        raise Invalid({"password": "The password is incorrect"})
    if caller.user.has_second_factor:
        session_id = caller.user_session.public_id
        challenge = await run_in_threadpool(
            challenges.ask, caller.user, Purpose.REAUTHENTICATE, session_id
        )
        return JSONResponse(challenge.model_dump(by_alias=True), 202)
    response = Response(status_code=204)
    await sign_in.renew_session(request, response, caller.user_session)
    return response


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


@router.post("/auth/password-strength", dependencies=[allow(Permission.MANAGE_ACCOUNT)])
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
