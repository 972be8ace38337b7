"""Use cases of one's own account: sessions, password and second factors.

Each change of a password or a second factor needs the current password. Adding a second factor
begins with it, and ends with the challenge that was issued for it. After what ends other sessions,
the caller's browser is unknown until its cookie is set again.
"""

from collections.abc import Callable, Mapping
from typing import Concatenate, ParamSpec

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import (
    audit_events,
    challenges,
    hashing,
    passkeys,
    passwords,
    second_factors,
    throttling,
    user_sessions,
)
from awards_site.accounts.callers import Caller, use_case
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
from awards_site.accounts.models import (
    CurrentPassword,
    OwnPasswordChange,
    SessionPublic,
    User,
    UserPublic,
)
from awards_site.accounts.permissions import Permission
from awards_site.accounts.throttling import SignInSource
from awards_site.core.audit.models import Action
from awards_site.core.crypto import encrypt
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, Invalid, NotFound

P = ParamSpec("P")


@use_case(Permission.MANAGE_ACCOUNT)
def read_user(caller: Caller) -> UserPublic:
    return UserPublic.model_validate(caller.user)


@use_case(Permission.MANAGE_ACCOUNT)
def list_sessions(caller: Caller) -> list[SessionPublic]:
    """Return the caller's sessions, the last used one first."""
    with reading() as session:
        found = user_sessions.list_sessions(session, caller.user)
    return [
        SessionPublic(
            id=each.public_id,
            device=each.device,
            ip_address=each.ip_address,
            created_at=each.created_at,
            last_used_at=each.last_used_at,
            is_current=each.id == caller.user_session.id,
        )
        for each in found
    ]


@use_case(Permission.MANAGE_ACCOUNT)
def end_session(caller: Caller, session_id: str) -> None:
    """End one of the caller's sessions. Raises NotFound."""
    with writing() as session:
        if not user_sessions.end_session_of(session, caller.user, session_id):
            raise NotFound.of("Session")
        audit_events.record(session, Action.SESSIONS_ENDED, caller.user)


@use_case(Permission.MANAGE_ACCOUNT)
def end_other_sessions(caller: Caller) -> None:
    """End all of the caller's sessions except this one."""
    with writing() as session:
        own = caller.user_session.public_id
        user_sessions.end_user_sessions(session, caller.user, except_id=own)
        audit_events.record(session, Action.SESSIONS_ENDED, caller.user)


@use_case(Permission.MANAGE_ACCOUNT)
async def change_password(caller: Caller, change: OwnPasswordChange) -> None:
    """Change the password and end the other sessions. Raises Invalid and TooManyRequests."""
    words = audit_events.personal_words(caller.user)
    await run_in_threadpool(passwords.check_chosen, "newPassword", change.new_password, words)
    await _confirm(caller, change)
    password_hash = await hashing.hash_new_password(change.new_password)
    own = caller.user_session.public_id
    await _write(caller, passwords.replace_password, password_hash, except_session=own)


@use_case(Permission.MANAGE_ACCOUNT)
def read_second_factors(caller: Caller) -> SecondFactorsPublic:
    with reading() as session:
        return second_factors.read(session, caller.user)


@use_case(Permission.MANAGE_ACCOUNT)
async def start_app(caller: Caller, confirmation: CurrentPassword) -> NewAppPublic:
    """Make a secret for a new authenticator app; it replaces the old one when confirmed."""
    await _confirm(caller, confirmation)
    secret = second_factors.new_secret()
    uri = second_factors.provisioning_uri(caller.user, secret)

    def store() -> NewAppPublic:
        with writing() as session:
            token, _ = _issue(session, caller, Purpose.ADD_APP, secret=encrypt(secret))
        qr_code = second_factors.qr_code(uri)
        return NewAppPublic(challenge=token, secret=secret, uri=uri, qr_code=qr_code)

    return await run_in_threadpool(store)


@use_case(Permission.MANAGE_ACCOUNT)
async def confirm_app(caller: Caller, confirmation: NewAppConfirmation) -> RecoveryCodesPublic:
    """Add the authenticator app that shows this code. Raises Invalid."""
    challenge = await _own_challenge(confirmation.challenge, Purpose.ADD_APP, caller)
    code = second_factors.normalize(confirmation.code)
    step = second_factors.find_step(challenge.encrypted_secret, code)
    if step is None:
        await run_in_threadpool(challenges.record_failure, challenge)
        raise Invalid({"code": "This code is incorrect. Please also check your phone's clock."})
    app = AuthenticatorApp(
        user_id=caller.user.id, encrypted_secret=challenge.encrypted_secret, last_step=step
    )
    return await _add(app, challenge, caller)


@use_case(Permission.MANAGE_ACCOUNT)
async def start_passkey(caller: Caller, confirmation: CurrentPassword) -> NewPasskeyPublic:
    """Return the browser's options to create a passkey. Raises Conflict if the site has no name."""
    await _confirm(caller, confirmation)
    if not passkeys.has_name():
        raise Conflict(passkeys.NEED_NAME)

    def store() -> NewPasskeyPublic:
        with writing() as session:
            token, challenge = _issue(session, caller, Purpose.ADD_PASSKEY)
            known = passkeys.list_of(session, caller.user)
            options = passkeys.creation_options(caller.user, challenge.nonce, known)
        return NewPasskeyPublic(challenge=token, options=options)

    return await run_in_threadpool(store)


@use_case(Permission.MANAGE_ACCOUNT)
async def confirm_passkey(
    caller: Caller, confirmation: NewPasskeyConfirmation
) -> RecoveryCodesPublic:
    """Add the passkey that the browser has created. Raises Invalid, and Conflict if it is known."""
    challenge = await _own_challenge(confirmation.challenge, Purpose.ADD_PASSKEY, caller)
    try:
        passkey = passkeys.verify_creation(
            caller.user, challenge.nonce, confirmation.name, confirmation.credential
        )
    except passkeys.InvalidPasskey as error:
        raise Invalid({"credential": f"{passkeys.REFUSED}. Please try again."}) from error
    return await _add(passkey, challenge, caller)


@use_case(Permission.MANAGE_ACCOUNT)
async def renew_recovery_codes(
    caller: Caller, confirmation: CurrentPassword
) -> RecoveryCodesPublic:
    """Replace the recovery codes. Raises Conflict without a second factor."""
    await _confirm(caller, confirmation)
    if not caller.user.has_second_factor:
        raise Conflict("Recovery codes come with the first second factor")
    codes = await _new_codes()
    await _write(caller, _replace_codes, codes)
    return RecoveryCodesPublic(recovery_codes=list(codes))


def _replace_codes(session: Session, user: User, codes: Mapping[str, str]) -> None:
    second_factors.replace(session, user, codes)
    audit_events.second_factor_changed(
        session, Action.SECOND_FACTOR_ADDED, user, "new recovery codes"
    )


@use_case(Permission.MANAGE_ACCOUNT)
async def remove_app(caller: Caller, confirmation: CurrentPassword) -> None:
    """Remove the authenticator app. Raises NotFound, and Conflict if the role needs it."""
    await _confirm(caller, confirmation)
    await _write(caller, second_factors.remove_app)


@use_case(Permission.MANAGE_ACCOUNT)
async def remove_passkey(caller: Caller, passkey_id: int, confirmation: CurrentPassword) -> None:
    """Remove one of the passkeys. Raises NotFound, and Conflict if the role needs it."""
    await _confirm(caller, confirmation)
    await _write(caller, second_factors.remove_passkey, passkey_id)


async def check_password(caller: Caller, field: str, password: str, refusal: str) -> None:
    """Raise Invalid for `field` if the password is wrong, which counts as a failed sign-in."""
    source = SignInSource.of(caller.user.username, caller.user, caller.known_device)
    if not await throttling.check_password(caller.user, password, source):
        audit_events.count(Action.PASSWORD_REFUSED, caller.user)
        raise Invalid({field: refusal})


async def _confirm(caller: Caller, confirmation: CurrentPassword) -> None:
    refusal = "The current password is incorrect"
    await check_password(caller, "currentPassword", confirmation.current_password, refusal)


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
    factor: AuthenticatorApp | Passkey, challenge: Challenge, caller: Caller
) -> RecoveryCodesPublic:
    codes = {} if caller.user.has_second_factor else await _new_codes()
    await _write(caller, _add_factor, factor, challenge, codes)
    return RecoveryCodesPublic(recovery_codes=list(codes))


def _add_factor(
    session: Session,
    user: User,
    factor: AuthenticatorApp | Passkey,
    challenge: Challenge,
    codes: dict[str, str],
) -> None:
    challenges.consume(session, challenge)
    second_factors.add(session, user, factor, codes, challenge.session_id)


async def _write(
    caller: Caller,
    write: Callable[Concatenate[Session, User, P], None],
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """Call a function in a thread, with a transaction and the caller as stored in it."""

    def store() -> None:
        with writing() as session:
            write(session, session.get_one(User, caller.user.id), *args, **kwargs)

    await run_in_threadpool(store)
