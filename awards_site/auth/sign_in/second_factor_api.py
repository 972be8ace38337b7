"""The HTTP endpoint of the second step of sign-in, and of a confirmation of who the caller is."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from awards_site.auth import audit_events
from awards_site.auth.mfa import authenticator_app, challenges, passkeys, recovery_codes
from awards_site.auth.mfa.models import Challenge, ChallengeResponse, Purpose
from awards_site.auth.models import User, UserPublic
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import CallerSession, SignedInSession, allow
from awards_site.auth.sessions.own_password import source_of
from awards_site.auth.sign_in import responses
from awards_site.auth.throttling import checks
from awards_site.core.database.sessions import writing
from awards_site.core.errors import Invalid, Unauthorized

_WRONG_CODE = "This code is incorrect or has already been used"

router = APIRouter(tags=["auth"])


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
    if not await (check() if is_passkey else checks.throttle(source.for_second_factor(), check)):
        await run_in_threadpool(challenges.record_failure, challenge)
        audit_events.second_factor_refused(user)
        raise Invalid({"code": passkeys.REFUSED if body.credential else _WRONG_CODE})
    await run_in_threadpool(_consume, challenge)
    if caller and challenge.session_id:
        await responses.renew_session(request, response, caller.user_session)
    else:
        await responses.open_session(request, response, user)
    return user


def _public_id(caller: SignedInSession | None) -> str:
    return caller.user_session.public_id if caller else ""


async def _is_correct(challenge: Challenge, user: User, body: ChallengeResponse) -> bool:
    if body.credential is not None:
        return await run_in_threadpool(_use_passkey, challenge, user, body.credential)
    code = recovery_codes.normalize(body.code)
    if code.isdecimal():
        return await run_in_threadpool(_use_app, user, code)
    return await recovery_codes.use(user, code)


def _use_passkey(challenge: Challenge, user: User, credential: dict[str, Any]) -> bool:
    with writing() as session:
        return passkeys.use(session, user, challenge.nonce, credential)


def _use_app(user: User, code: str) -> bool:
    with writing() as session:
        return authenticator_app.use_code(session, user, code)


def _consume(challenge: Challenge) -> None:
    with writing() as session:
        challenges.consume(session, challenge)
