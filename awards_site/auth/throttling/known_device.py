"""The signed cookie of a known browser, with the accounts it is known to.

They have signed in there, or have chosen their password by a link from an email. The cookie grants
nothing, and what ends the other sessions of an account ends it for the account, too. Failures of
such a browser are counted for it alone, so that strangers who guess at an account do not lock its
user out (`rate_limit.py`).
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from itsdangerous import BadData, Signer, URLSafeSerializer

from awards_site.auth.models import User
from awards_site.core import clock
from awards_site.core.crypto.secret_key import secret_key

COOKIE = "awards_device"
LIFETIME = timedelta(days=180)
MAX_ACCOUNTS = 5
"""The most accounts that a cookie lists; older ones are dropped."""

_SALT = "known-device.entries"
"""A fixed text, so that cookies stay valid wherever this module is."""


class Device(NamedTuple):
    """What a cookie says about the browser and one account."""

    account: str
    """What stands for the account: only the server can tell which one it is."""
    id: str
    """The id of the browser for this account."""
    added_at: int
    """In seconds of Unix time."""
    has_signed_in: bool
    generation: int = 0
    """The account's `device_generation` of that time."""


def find_device(cookie: str | None, user: User | None) -> Device | None:
    """Return what a cookie says about the user's account, or None for an unknown browser."""
    if user is None:
        return None
    own = _account(user), user.device_generation
    return next((each for each in _entries(cookie) if (each.account, each.generation) == own), None)


def has_signed_in(cookie: str | None, user: User) -> bool:
    """Return whether the user has signed in to the browser before."""
    device = find_device(cookie, user)
    return device is not None and device.has_signed_in


def add_account(cookie: str | None, user: User, *, signs_in: bool) -> str:
    """Return the cookie with an account first; a browser that is new to it gets an id."""
    known = find_device(cookie, user)
    added = Device(
        _account(user),
        known.id if known else secrets.token_urlsafe(12),
        _now(),
        signs_in or has_signed_in(cookie, user),
        user.device_generation,
    )
    others = [each for each in _entries(cookie) if each.account != added.account]
    return str(_serializer().dumps([added, *others][:MAX_ACCOUNTS]))


def _entries(cookie: str | None) -> list[Device]:
    """Return the entries of a cookie that are still valid, the last one first."""
    try:
        entries = [Device(*each) for each in _serializer().loads(cookie or "")]
    except BadData:
        return []
    now, lifetime = _now(), LIFETIME.total_seconds()
    return [each for each in entries if 0 <= now - each.added_at <= lifetime]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt=_SALT)


def _account(user: User) -> str:
    return Signer(secret_key(), salt=f"{_SALT}.id").get_signature(str(user.id)).decode()


def _now() -> int:
    return int(clock.now().timestamp())
