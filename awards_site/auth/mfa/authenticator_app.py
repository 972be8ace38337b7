"""One-time passwords of authenticator apps (RFC 6238)."""

from datetime import timedelta

import pyotp
import segno
from sqlmodel import Session, col, select, update

from awards_site.auth.mfa.models import AuthenticatorApp
from awards_site.auth.models import User
from awards_site.core import clock
from awards_site.core.crypto.encryption import Undecryptable, decrypt
from awards_site.core.logs.logger import get_logger
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
