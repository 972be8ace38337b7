"""HTTP endpoints to manage one's own second factors; each change needs the current password.

Adding one begins with the password, and ends with the challenge that was issued for it.
"""

from fastapi import APIRouter, Depends
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import audit_events, challenges, hashing, passkeys, second_factors
from awards_site.accounts.callers import Caller
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.mfa_models import (
    AuthenticatorApp,
    Challenge,
    NewAppConfirmation,
    NewAppPublic,
    NewPasskeyConfirmation,
    NewPasskeyPublic,
    Passkey,
    Purpose,
    RecoveryCodesPublic,
    SecondFactorsPublic,
)
from awards_site.accounts.models import User
from awards_site.accounts.permissions import Permission
from awards_site.accounts.sessions_api import RememberBrowser, confirm_password
from awards_site.core.audit.models import Action
from awards_site.core.crypto import encrypt
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.errors import Conflict, Invalid
from awards_site.core.http.path_parameters import Id

router = APIRouter(tags=["auth"])

_OWN = [allow(Permission.MANAGE_ACCOUNT)]
_CONFIRMED = [*_OWN, Depends(confirm_password)]
_PATH = "/auth/second-factors"
_APP_PATH = f"{_PATH}/authenticator-app"
_PASSKEYS_PATH = f"{_PATH}/passkeys"


@router.get(_PATH, dependencies=_OWN)
def list_own(caller: SignedIn, session: ReadSession) -> SecondFactorsPublic:
    """List the caller's second factors."""
    return second_factors.read(session, caller.user)


@router.post(_APP_PATH, dependencies=_CONFIRMED)
def start_app(caller: SignedIn) -> NewAppPublic:
    """Make a secret for a new authenticator app; it replaces the old one when confirmed."""
    secret = second_factors.new_secret()
    uri = second_factors.provisioning_uri(caller.user, secret)
    with writing() as session:
        token, _ = _issue(session, caller, Purpose.ADD_APP, secret=encrypt(secret))
    return NewAppPublic(
        challenge=token, secret=secret, uri=uri, qr_code=second_factors.qr_code(uri)
    )


@router.post(f"{_APP_PATH}/confirm", status_code=201, dependencies=_OWN)
async def confirm_app(
    body: NewAppConfirmation, caller: SignedIn, remember_browser: RememberBrowser
) -> RecoveryCodesPublic:
    """Add the authenticator app that shows this code."""
    challenge = await _own_challenge(body.challenge, Purpose.ADD_APP, caller)
    code = second_factors.normalize(body.code)
    step = second_factors.find_step(challenge.encrypted_secret, code)
    if step is None:
        await run_in_threadpool(challenges.record_failure, challenge)
        raise Invalid({"code": "This code is incorrect. Please also check your phone's clock."})
    app = AuthenticatorApp(
        user_id=caller.user.id, encrypted_secret=challenge.encrypted_secret, last_step=step
    )
    return await _add(app, challenge, caller, remember_browser)


@router.post(_PASSKEYS_PATH, dependencies=_CONFIRMED)
def start_passkey(caller: SignedIn) -> NewPasskeyPublic:
    """Return the browser's options to create a passkey. 409 if the site has no name."""
    if not passkeys.has_name():
        raise Conflict(passkeys.NEED_NAME)
    with writing() as session:
        token, challenge = _issue(session, caller, Purpose.ADD_PASSKEY)
        known = passkeys.list_of(session, caller.user)
        options = passkeys.creation_options(caller.user, challenge.nonce, known)
    return NewPasskeyPublic(challenge=token, options=options)


@router.post(f"{_PASSKEYS_PATH}/confirm", status_code=201, dependencies=_OWN)
async def confirm_passkey(
    body: NewPasskeyConfirmation, caller: SignedIn, remember_browser: RememberBrowser
) -> RecoveryCodesPublic:
    """Add the passkey that the browser has created."""
    challenge = await _own_challenge(body.challenge, Purpose.ADD_PASSKEY, caller)
    try:
        passkey = passkeys.verify_creation(caller.user, challenge.nonce, body.name, body.credential)
    except passkeys.InvalidPasskey as error:
        raise Invalid({"credential": f"{passkeys.REFUSED}. Please try again."}) from error
    return await _add(passkey, challenge, caller, remember_browser)


@router.post(f"{_PATH}/recovery-codes", status_code=201, dependencies=_CONFIRMED)
async def renew_recovery_codes(caller: SignedIn) -> RecoveryCodesPublic:
    """Replace the caller's recovery codes. 409 without a second factor."""
    if not caller.user.has_second_factor:
        raise Conflict("Recovery codes come with the first second factor")
    codes = await _new_codes()

    def store() -> None:
        with writing() as session:
            user = session.get_one(User, caller.user.id)
            second_factors.replace(session, user, codes)
            audit_events.second_factor_changed(
                session, Action.SECOND_FACTOR_ADDED, user, "new recovery codes"
            )

    await run_in_threadpool(store)
    return RecoveryCodesPublic(recovery_codes=list(codes))


@router.delete(_APP_PATH, status_code=204, dependencies=_CONFIRMED)
def remove_app(caller: SignedIn) -> None:
    """Remove the caller's authenticator app."""
    with writing() as session:
        second_factors.remove_app(session, session.get_one(User, caller.user.id))


@router.delete(f"{_PASSKEYS_PATH}/{{record_id}}", status_code=204, dependencies=_CONFIRMED)
def remove_passkey(record_id: Id, caller: SignedIn) -> None:
    """Remove one of the caller's passkeys."""
    with writing() as session:
        second_factors.remove_passkey(session, session.get_one(User, caller.user.id), record_id)


def _issue(
    session: Session, caller: Caller, purpose: Purpose, secret: str = ""
) -> tuple[str, Challenge]:
    own = caller.user_session.public_id
    return challenges.issue(session, caller.user, purpose, own, secret)


async def _own_challenge(token: str, purpose: Purpose, caller: Caller) -> Challenge:
    challenge, _ = await run_in_threadpool(challenges.read, token, {purpose})
    if challenge.session_id != caller.user_session.public_id:
        raise Invalid({"challenge": challenges.INVALID})
    return challenge


async def _new_codes() -> dict[str, str]:
    """Return new recovery codes with their hashes."""
    codes = second_factors.new_codes()
    hashes = await hashing.hash_secrets([second_factors.normalize(each) for each in codes])
    return dict(zip(codes, hashes, strict=True))


async def _add(
    factor: AuthenticatorApp | Passkey,
    challenge: Challenge,
    caller: Caller,
    remember_browser: RememberBrowser,
) -> RecoveryCodesPublic:
    codes = {} if caller.user.has_second_factor else await _new_codes()

    def store() -> None:
        with writing() as session:
            challenges.consume(session, challenge)
            user = session.get_one(User, caller.user.id)
            second_factors.add(session, user, factor, codes, challenge.session_id)
        remember_browser()

    await run_in_threadpool(store)
    return RecoveryCodesPublic(recovery_codes=list(codes))
