"""HTTP endpoints to sign in and out, and to confirm the own password."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from awards_site.auth import accounts, audit_events
from awards_site.auth.mfa import challenges
from awards_site.auth.mfa.models import ChallengePublic, Purpose
from awards_site.auth.models import Credentials, OwnPassword, User, UserPublic
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions import cookies
from awards_site.auth.sessions.dependencies import OwnSession, SignedIn, allow
from awards_site.auth.sessions.own_password import OwnSource, check_own_password, source_of
from awards_site.auth.sign_in import responses, service
from awards_site.auth.throttling import checks
from awards_site.core.errors import Unauthorized

router = APIRouter(tags=["auth"])

_RULES = [allow(Permission.SIGN_IN)]


@router.post(
    "/auth/login",
    response_model=UserPublic | ChallengePublic,
    responses={202: {"model": ChallengePublic, "description": "A second factor is required"}},
    dependencies=_RULES,
)
async def sign_in_by_password(
    body: Credentials, request: Request, response: Response
) -> User | ChallengePublic:
    """Sign in: set the session cookie and return the user; the browser's old session ends.

    The response of a user with a second factor is 202 and asks for it.
    """
    user = await run_in_threadpool(accounts.read_user, body.username)
    source = source_of(request, user, body.username)
    is_correct = await checks.check_password(user, body.password, source)
    if user is None or not is_correct:
        audit_events.sign_in_failed(user)
        raise Unauthorized("Invalid username or password")
    if user.has_second_factor:
        response.status_code = 202
        return await run_in_threadpool(challenges.ask, user, Purpose.SIGN_IN)
    await responses.open_session(request, response, user)
    return user


@router.get("/auth/me", response_model=UserPublic, dependencies=_RULES)
async def read_me(caller: SignedIn) -> User:
    """Return the signed-in user."""
    return caller


@router.post(
    "/auth/reauthenticate",
    status_code=204,
    responses={202: {"model": ChallengePublic, "description": "A second factor is required"}},
    dependencies=_RULES,
)
async def reauthenticate(
    body: OwnPassword, caller: OwnSession, source: OwnSource, request: Request
) -> Response:
    """Confirm the caller's own password, which sensitive actions need; the cookie changes.

    The response to a user with a second factor is 202 and asks for it.
    """
    refusal = "The password is incorrect"
    await check_own_password(caller.user, body.password, source, "password", refusal)
    if caller.user.has_second_factor:
        session_id = caller.user_session.public_id
        challenge = await run_in_threadpool(
            challenges.ask, caller.user, Purpose.REAUTHENTICATE, session_id
        )
        return JSONResponse(challenge.model_dump(by_alias=True), 202)
    response = Response(status_code=204)
    await responses.renew_session(request, response, caller.user_session)
    return response


@router.post("/auth/logout", status_code=204, dependencies=_RULES)
def sign_out(request: Request, response: Response) -> None:
    """End the session, if there is one, and clear its cookie."""
    token = cookies.read_token(request)
    if token:
        service.end_session(token)
    cookies.clear_token(request, response)
