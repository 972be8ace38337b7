"""Second factors: authenticator apps and recovery codes."""

import secrets
from collections.abc import Mapping
from datetime import timedelta

import pyotp
import segno
from sqlmodel import Session, col, delete, func, select, update

from awards_site.accounts import audit_events, emails, hashing, passkeys, user_sessions
from awards_site.accounts.hashing import verify_password
from awards_site.accounts.mfa_models import (
    AuthenticatorApp,
    AuthenticatorAppPublic,
    Passkey,
    PasskeyPublic,
    RecoveryCode,
    SecondFactorsPublic,
)
from awards_site.accounts.models import User, needs_second_factor
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.crypto import Undecryptable, decrypt
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.logs import get_logger
from awards_site.core.mail import outbox
from awards_site.settings import settings

log = get_logger(__name__)

_STEP = timedelta(seconds=30)
_TOLERATED_STEPS = (0, -1, 1)
"""Clocks of phones may be half a minute off."""


def new_secret() -> str:
    return pyotp.random_base32()


def provisioning_uri(user: User, secret: str) -> str:
    """Return the URI that apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=settings().programme)


def qr_code(uri: str) -> str:
    """Return a data URL of an SVG image."""
    return segno.make(uri, error="m").svg_data_uri(scale=5, border=2)


def find_step(encrypted_secret: str, code: str) -> int | None:
    """Return the time step of which a code is, or None if it is of none that is tolerated."""
    try:
        totp = pyotp.TOTP(decrypt(encrypted_secret))
    except Undecryptable:
        log.error("codes of authenticator apps cannot be checked: the secret key has changed")
        return None
    times = [clock.now() + step * _STEP for step in _TOLERATED_STEPS]
    return next((totp.timecode(time) for time in times if totp.verify(code, for_time=time)), None)


def use_code(session: Session, user: User, code: str) -> bool:
    """Return whether a code is that of the user's app; each works once."""
    app = find(session, user)
    step = find_step(app.encrypted_secret, code) if app else None
    if app is None or step is None:
        return False
    # One statement, so that of parallel requests with the same code only one succeeds.
    is_new = col(AuthenticatorApp.id) == app.id, col(AuthenticatorApp.last_step) < step
    used = update(AuthenticatorApp).where(*is_new).values(last_step=step, last_used_at=clock.now())
    return bool(session.scalars(used.returning(col(AuthenticatorApp.id))).first())


def find(session: Session, user: User) -> AuthenticatorApp | None:
    statement = select(AuthenticatorApp).where(AuthenticatorApp.user_id == user.id)
    return session.exec(statement).first()


COUNT = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other."""
_GROUPS, _GROUP_LENGTH = 4, 4


def new_codes() -> list[str]:
    """Return new codes with different beginnings, such as 'abcd-efgh-jkmn-pqrs'."""
    codes: dict[str, str] = {}
    while len(codes) < COUNT:
        groups = [
            "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS)
        ]
        codes[groups[0]] = "-".join(groups)
    return list(codes.values())


def normalize(code: str) -> str:
    """Return a code as it is hashed: without spaces and hyphens, in lowercase."""
    return "".join(each for each in code.casefold() if each.isalnum())


def replace(session: Session, user: User, codes: Mapping[str, str]) -> None:
    """Store new codes by their hashes, which `codes` has; the old ones no longer work."""
    delete_all(session, user)
    for code, code_hash in codes.items():
        session.add(RecoveryCode(user_id=user.id, prefix=_prefix(code), code_hash=code_hash))


def delete_all(session: Session, user: User) -> None:
    session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user.id))


def count(session: Session, user: User) -> int:
    statement = select(func.count()).where(RecoveryCode.user_id == user.id)
    return session.exec(statement).one()


async def use(user: User, code: str) -> bool:
    """Return whether a code is one of the user's, and delete it; the caller holds a `slot`."""
    found = await hashing.run(_find, user, normalize(code))
    return found is not None and await hashing.run(_delete, user, found)


def _find(user: User, code: str) -> int | None:
    """Return the id of a code. The prefix leaves one hash to compute, which takes long."""
    with reading() as session:
        is_alike = RecoveryCode.user_id == user.id, RecoveryCode.prefix == _prefix(code)
        found = session.exec(select(RecoveryCode).where(*is_alike)).first()
    is_correct = verify_password(code, found.code_hash if found else None)
    return found.id if found and is_correct else None


def _delete(user: User, code_id: int) -> bool:
    """Delete a code that was used; return False if a parallel request has used it."""
    statement = delete(RecoveryCode).where(col(RecoveryCode.id) == code_id)
    with writing() as session:
        if session.scalars(statement.returning(col(RecoveryCode.id))).first() is None:
            return False
        audit_events.record(session, Action.RECOVERY_CODE_USED, user)
        return True


def _prefix(code: str) -> str:
    return normalize(code)[:_GROUP_LENGTH]


LAST_IS_REQUIRED = "Your role requires a second factor. Add another one before you remove this one."


def read(session: Session, user: User) -> SecondFactorsPublic:
    """Return a user's second factors for the account page."""
    app = find(session, user)
    return SecondFactorsPublic(
        is_required=needs_second_factor(user.role),
        authenticator_app=AuthenticatorAppPublic.model_validate(app) if app else None,
        passkeys=[PasskeyPublic.model_validate(each) for each in passkeys.list_of(session, user)],
        recovery_codes_left=count(session, user),
    )


def add(
    session: Session,
    user: User,
    factor: AuthenticatorApp | Passkey,
    codes: dict[str, str],
    own_session: str,
) -> None:
    """Add a second factor. With a user's first one come recovery codes: hashes by code.

    The user's other sessions end, because no second factor opened them; `own_session` stays. An
    authenticator app replaces the one before. Raises Conflict for a passkey that is known.
    """
    if isinstance(factor, AuthenticatorApp):
        _delete_app(session, user)
    elif passkeys.is_known(session, factor.credential_id):
        raise Conflict("This passkey has already been added")
    session.add(factor)
    if codes:
        replace(session, user, codes)
    if not user.has_second_factor:
        user.has_second_factor = True
        user_sessions.end_user_sessions(session, user, except_id=own_session)
    name = _name(factor)
    audit_events.second_factor_changed(session, Action.SECOND_FACTOR_ADDED, user, name)
    notice = emails.second_factor_changed(user, f"Added to your account: {name}.")
    outbox.add(session, notice, user.email)


def remove_app(session: Session, user: User) -> None:
    """Remove a user's authenticator app. Raises NotFound without one; see `_remove`."""
    app = find(session, user)
    if app is None:
        raise NotFound.of("Authenticator app")
    _remove(session, user, app)


def remove_passkey(session: Session, user: User, passkey_id: int) -> None:
    """Remove one of a user's passkeys. Raises NotFound if there is none; see `_remove`."""
    passkey = session.get(Passkey, passkey_id)
    if passkey is None or passkey.user_id != user.id:
        raise NotFound.of("Passkey")
    _remove(session, user, passkey)


def _remove(session: Session, user: User, factor: AuthenticatorApp | Passkey) -> None:
    """Remove a second factor. Raises Conflict if it is the last one, and the role needs one."""
    session.delete(factor)
    session.flush()
    is_last = not passkeys.list_of(session, user) and not find(session, user)
    if is_last:
        if needs_second_factor(user.role):
            raise Conflict(LAST_IS_REQUIRED)
        _switch_off(session, user)
    _tell_removed(session, user, _name(factor))


def remove_all(session: Session, user: User) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    _delete_app(session, user)
    session.execute(delete(Passkey).where(col(Passkey.user_id) == user.id))
    _switch_off(session, user)
    user_sessions.end_user_sessions(session, user)
    _tell_removed(session, user, "every second factor")


def _tell_removed(session: Session, user: User, name: str) -> None:
    audit_events.second_factor_changed(session, Action.SECOND_FACTOR_REMOVED, user, name)
    notice = emails.second_factor_changed(user, f"Removed from your account: {name}.")
    outbox.add(session, notice, user.email)


def _switch_off(session: Session, user: User) -> None:
    user.has_second_factor = False
    delete_all(session, user)


def _delete_app(session: Session, user: User) -> None:
    statement = delete(AuthenticatorApp).where(col(AuthenticatorApp.user_id) == user.id)
    session.execute(statement)


def _name(factor: AuthenticatorApp | Passkey) -> str:
    """Return the name of a factor in notices and in the audit log."""
    return f"passkey {factor.name}" if isinstance(factor, Passkey) else "authenticator app"
