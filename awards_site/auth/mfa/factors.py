"""A user's second factors: reading, adding and removing them."""

from sqlmodel import Session, col, delete

from awards_site.auth import audit_events, emails
from awards_site.auth.mfa import authenticator_app, passkeys, recovery_codes
from awards_site.auth.mfa.models import (
    AuthenticatorApp,
    AuthenticatorAppPublic,
    Passkey,
    PasskeyPublic,
    SecondFactorsPublic,
)
from awards_site.auth.models import User
from awards_site.auth.second_factor_policy import needs_second_factor
from awards_site.auth.sessions import user_sessions
from awards_site.core.audit.models import Action
from awards_site.core.errors import Conflict, NotFound
from awards_site.mail import outbox

LAST_IS_REQUIRED = "Your role requires a second factor. Add another one before you remove this one."


def read(session: Session, user: User) -> SecondFactorsPublic:
    """Return a user's second factors for the account page."""
    app = authenticator_app.find(session, user)
    return SecondFactorsPublic(
        is_required=needs_second_factor(user.role),
        authenticator_app=AuthenticatorAppPublic.model_validate(app) if app else None,
        passkeys=[PasskeyPublic.model_validate(each) for each in passkeys.list_of(session, user)],
        recovery_codes_left=recovery_codes.count(session, user),
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
        recovery_codes.replace(session, user, codes)
    if not user.has_second_factor:
        user.has_second_factor = True
        user_sessions.end_user_sessions(session, user, except_id=own_session)
    name = _name(factor)
    audit_events.second_factor_changed(session, Action.SECOND_FACTOR_ADDED, user, name)
    outbox.add(session, emails.second_factor_added(user, name), user.email)


def remove_app(session: Session, user: User) -> None:
    """Remove a user's authenticator app. Raises NotFound without one; see `_remove`."""
    app = authenticator_app.find(session, user)
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
    is_last = not passkeys.list_of(session, user) and not authenticator_app.find(session, user)
    if is_last:
        if needs_second_factor(user.role):
            raise Conflict(LAST_IS_REQUIRED)
        _switch_off(session, user)
    name = _name(factor)
    audit_events.second_factor_changed(session, Action.SECOND_FACTOR_REMOVED, user, name)
    outbox.add(session, emails.second_factor_removed(user, name), user.email)


def remove_all(session: Session, user: User) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    _delete_app(session, user)
    session.execute(delete(Passkey).where(col(Passkey.user_id) == user.id))
    _switch_off(session, user)
    user_sessions.end_user_sessions(session, user)
    name = "every second factor"
    audit_events.second_factor_changed(session, Action.SECOND_FACTOR_REMOVED, user, name)
    outbox.add(session, emails.second_factor_removed(user, name), user.email)


def _switch_off(session: Session, user: User) -> None:
    user.has_second_factor = False
    recovery_codes.delete_all(session, user)


def _delete_app(session: Session, user: User) -> None:
    statement = delete(AuthenticatorApp).where(col(AuthenticatorApp.user_id) == user.id)
    session.execute(statement)


def _name(factor: AuthenticatorApp | Passkey) -> str:
    """Return what a factor is called in notices and in the audit log."""
    return f"passkey {factor.name}" if isinstance(factor, Passkey) else "authenticator app"
