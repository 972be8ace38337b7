"""Endpoints of signing in, with one or two factors."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import (
    audit_events,
    challenges,
    passkeys,
    second_factors,
    sign_in,
    throttling,
    user_sessions,
)
from awards_site.accounts import audit_events as accounts
from awards_site.accounts.dependencies import (
    CallerSession,
    OwnSession,
    SignedIn,
    SignedInSession,
    allow,
)
from awards_site.accounts.mfa_models import Challenge, ChallengePublic, ChallengeResponse, Purpose
from awards_site.accounts.models import Credentials, OwnPassword, User, UserPublic, UserSession
from awards_site.accounts.permissions import Permission
from awards_site.accounts.sessions_api import OwnSource, check_own_password, source_of
from awards_site.accounts.throttling import has_signed_in
from awards_site.accounts.user_sessions import device_name
from awards_site.core.database.sessions import writing
from awards_site.core.errors import Invalid, Unauthorized


async def open_session(request: Request, response: Response, user: User) -> None:
    """Open a session and set its cookie; the browser is known from then on."""
    client = sign_in.Client(
        request.client.host if request.client else "",
        device_name(request.headers.get("user-agent", "")),
        user_sessions.read_token(request),
        is_known=has_signed_in(user_sessions.read_known_device(request), user),
    )
    token = await run_in_threadpool(sign_in.open_session, user, client)
    user_sessions.set_token(request, response, token)
    user_sessions.remember_device(request, response, user, signs_in=True)


async def renew_session(request: Request, response: Response, user_session: UserSession) -> None:
    """Record that the user has authenticated again, and set the session's new cookie."""
    token = await run_in_threadpool(sign_in.renew_session, user_session)
    user_sessions.set_token(request, response, token)


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
    is_correct = await throttling.check_password(user, body.password, source)
    if user is None or not is_correct:
        audit_events.sign_in_failed(user)
        raise Unauthorized("Invalid username or password")
    if user.has_second_factor:
        response.status_code = 202
        return await run_in_threadpool(challenges.ask, user, Purpose.SIGN_IN)
    await open_session(request, response, user)
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
    await renew_session(request, response, caller.user_session)
    return response


@router.post("/auth/logout", status_code=204, dependencies=_RULES)
def sign_out(request: Request, response: Response) -> None:
    """End the session, if there is one, and clear its cookie."""
    token = user_sessions.read_token(request)
    if token:
        sign_in.end_session(token)
    user_sessions.clear_token(request, response)


_WRONG_CODE = "This code is incorrect or has already been used"


@router.post(
    "/auth/second-factor", response_model=UserPublic, dependencies=[allow(Permission.SIGN_IN)]
)
async def verify_second_factor(
    body: ChallengeResponse, request: Request, response: Response, caller: CallerSession
) -> User:
    """Complete a sign-in, or a confirmation of the caller's identity, by the second factor."""
    challenge, user = await run_in_threadpool(
        challenges.read, body.challenge, {Purpose.SIGN_IN, Purpose.REAUTHENTICATE}
    )
    if challenge.session_id and _public_id(caller) != challenge.session_id:
        raise Unauthorized("Please sign in")
    source = source_of(request, user, user.username)
    check = partial(_is_correct, challenge, user, body)
    # Nobody guesses a passkey, so wrong codes of others do not keep its owner out.
    is_passkey = body.credential is not None
    checked = check() if is_passkey else throttling.throttle(source.for_second_factor(), check)
    if not await checked:
        await run_in_threadpool(challenges.record_failure, challenge)
        audit_events.second_factor_refused(user)
        raise Invalid({"code": passkeys.REFUSED if body.credential else _WRONG_CODE})
    await run_in_threadpool(_consume, challenge)
    if caller and challenge.session_id:
        await renew_session(request, response, caller.user_session)
    else:
        await open_session(request, response, user)
    return user


def _public_id(caller: SignedInSession | None) -> str:
    return caller.user_session.public_id if caller else ""


async def _is_correct(challenge: Challenge, user: User, body: ChallengeResponse) -> bool:
    if body.credential is not None:
        return await run_in_threadpool(_use_passkey, challenge, user, body.credential)
    code = second_factors.normalize(body.code)
    if code.isdecimal():
        return await run_in_threadpool(_use_app, user, code)
    return await second_factors.use(user, code)


def _use_passkey(challenge: Challenge, user: User, credential: dict[str, Any]) -> bool:
    with writing() as session:
        return passkeys.use(session, user, challenge.nonce, credential)


def _use_app(user: User, code: str) -> bool:
    with writing() as session:
        return second_factors.use_code(session, user, code)


def _consume(challenge: Challenge) -> None:
    with writing() as session:
        challenges.consume(session, challenge)
