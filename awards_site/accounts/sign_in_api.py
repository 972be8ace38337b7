"""Endpoints of signing in, with one or two factors."""

from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import (
    audit_events,
    challenges,
    emails,
    own_account,
    passkeys,
    second_factors,
    throttling,
    user_sessions,
)
from awards_site.accounts.dependencies import AnyCaller, SignedIn, allow
from awards_site.accounts.mfa_models import Challenge, ChallengePublic, ChallengeResponse, Purpose
from awards_site.accounts.models import Credentials, OwnPassword, User, UserPublic, UserSession
from awards_site.accounts.permissions import Permission
from awards_site.accounts.throttling import SignInSource, has_signed_in
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import in_transaction, writing
from awards_site.core.errors import Invalid, TooManyRequests, Unauthorized, raises
from awards_site.core.mail import outbox
from awards_site.settings import settings


async def open_session(request: Request, response: Response, user: User) -> None:
    """Open a session and set its cookie; the browser is known from then on."""
    token = await run_in_threadpool(_open_session, request, user)
    user_sessions.set_token(request, response, token)
    user_sessions.remember_device(request, response, user, signs_in=True)


def _open_session(request: Request, user: User) -> str:
    """Open a session and return its token; the browser's old one ends."""
    ip_address = request.client.host if request.client else ""
    device = user_sessions.device_name(request.headers.get("user-agent", ""))
    old_token = user_sessions.read_token(request)
    is_known = has_signed_in(user_sessions.read_known_device(request), user)
    with writing() as session:
        if old_token:
            user_sessions.end_session(session, old_token)
        audit_events.signed_in(session, user)
        if settings().sends_email and not is_known:
            notice = emails.new_device(user, device, ip_address, clock.now())
            outbox.add(session, notice, user.email)
        return user_sessions.open_session(session, user, device, ip_address)


async def renew_session(request: Request, response: Response, user_session: UserSession) -> None:
    """Record that the user has authenticated again, and set the session's new cookie."""
    token = await run_in_threadpool(in_transaction, user_sessions.renew, user_session)
    user_sessions.set_token(request, response, token)


router = APIRouter(tags=["auth"])

_RULES = [allow(Permission.SIGN_IN)]


@router.post(
    "/auth/login",
    response_model=UserPublic | ChallengePublic,
    responses={202: {"model": ChallengePublic, "description": "A second factor is required"}},
    dependencies=_RULES,
)
@raises(Unauthorized, TooManyRequests)
async def sign_in_by_password(
    body: Credentials, request: Request, response: Response
) -> User | ChallengePublic:
    """Sign in: set the session cookie and return the user; the browser's old session ends.

    The response of a user with a second factor is 202 and asks for it.
    """
    user = await run_in_threadpool(audit_events.read_user, body.username)
    source = SignInSource.of(body.username, user, user_sessions.read_known_device(request))
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
async def read_me(caller: SignedIn, request: Request, response: Response) -> UserPublic:
    """Return the signed-in user, to whom the browser stays known."""
    user_sessions.keep_device(request, response, caller.user)
    return own_account.read_user(caller)


@router.post(
    "/auth/reauthenticate",
    status_code=204,
    responses={202: {"model": ChallengePublic, "description": "A second factor is required"}},
    dependencies=_RULES,
)
@raises(TooManyRequests)
async def reauthenticate(body: OwnPassword, caller: SignedIn, request: Request) -> Response:
    """Confirm the caller's own password, which sensitive actions need; the cookie changes.

    The response to a user with a second factor is 202 and asks for it.
    """
    refusal = "The password is incorrect"
    await own_account.check_password(caller, "password", body.password, refusal)
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
        with writing() as session:
            found = user_sessions.find_user(session, token)
            if found is not None:
                user_sessions.end_session(session, token)
                audit_events.signed_out(session, found[0])
    user_sessions.clear_token(request, response)


_WRONG_CODE = "This code is incorrect or has already been used"


@router.post("/auth/second-factor", response_model=UserPublic, dependencies=_RULES)
@raises(Unauthorized, TooManyRequests)
async def verify_second_factor(
    body: ChallengeResponse, request: Request, response: Response, caller: AnyCaller
) -> User:
    """Complete a sign-in, or a confirmation of the caller's identity, by the second factor."""
    challenge, user = await run_in_threadpool(
        challenges.read, body.challenge, {Purpose.SIGN_IN, Purpose.REAUTHENTICATE}
    )
    own_id = caller.user_session.public_id if caller else ""
    if challenge.session_id and own_id != challenge.session_id:
        raise Unauthorized("Please sign in")
    source = SignInSource.of(user.username, user, user_sessions.read_known_device(request))
    check = partial(_is_correct, challenge, user, body)
    # Nobody guesses a passkey, so wrong codes of others do not keep its owner out.
    is_passkey = body.credential is not None
    checked = check() if is_passkey else throttling.throttle(source.for_second_factor(), check)
    if not await checked:
        await run_in_threadpool(challenges.record_failure, challenge)
        audit_events.count(Action.SECOND_FACTOR_REFUSED, user)
        raise Invalid({"code": passkeys.REFUSED if body.credential else _WRONG_CODE})
    await run_in_threadpool(in_transaction, challenges.consume, challenge)
    if caller and challenge.session_id:
        await renew_session(request, response, caller.user_session)
    else:
        await open_session(request, response, user)
    return user


async def _is_correct(challenge: Challenge, user: User, body: ChallengeResponse) -> bool:
    if body.credential is not None:
        use, nonce = passkeys.use, challenge.nonce
        return await run_in_threadpool(in_transaction, use, user, nonce, body.credential)
    code = second_factors.normalize(body.code)
    if code.isdecimal():
        return await run_in_threadpool(in_transaction, second_factors.use_code, user, code)
    return await second_factors.use(user, code)
