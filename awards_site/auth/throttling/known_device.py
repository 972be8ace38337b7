"""The signed cookie of a known browser, with the accounts it is known to.

They have signed in there, or have chosen their password by a link from an email. The cookie grants
nothing. Failed sign-ins of such a browser are counted for it alone, so that strangers who guess at
an account do not lock its user out (`rate_limit.py`).
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from itsdangerous import BadData, Signer, URLSafeSerializer

from awards_site.core import clock
from awards_site.core.crypto.secret_key import secret_key

COOKIE = "awards_device"
LIFETIME = timedelta(days=180)
MAX_ACCOUNTS = 5
"""The most accounts that a cookie lists; older ones are dropped."""

_SALT = "known-device.entries"
"""A fixed text, so that cookies stay valid wherever this module is."""


class _Entry(NamedTuple):
    account: str
    """What stands for the account: only the server can tell which one it is."""
    device: str
    """The id of the browser for this account."""
    added_at: int
    """In seconds of Unix time."""
    has_signed_in: bool


def read_device(cookie: str | None, user_id: int | None) -> str:
    """Return the id of the browser if its cookie is valid for the account, else ''."""
    entry = _find(cookie, user_id)
    return entry.device if entry else ""


def has_signed_in(cookie: str | None, user_id: int) -> bool:
    """Return whether the account has signed in to the browser before."""
    entry = _find(cookie, user_id)
    return entry is not None and entry.has_signed_in


def add_account(cookie: str | None, user_id: int, *, signs_in: bool) -> str:
    """Return the cookie with an account first; a browser that is new to it gets an id."""
    device = read_device(cookie, user_id) or secrets.token_urlsafe(12)
    signs_in = signs_in or has_signed_in(cookie, user_id)
    added = _Entry(_account(user_id), device, _now(), signs_in)
    others = [each for each in _entries(cookie) if each.account != added.account]
    return str(_serializer().dumps([added, *others][:MAX_ACCOUNTS]))


def _find(cookie: str | None, user_id: int | None) -> _Entry | None:
    account = _account(user_id)
    return next((each for each in _entries(cookie) if each.account == account), None)


def _entries(cookie: str | None) -> list[_Entry]:
    """Return the entries of a cookie that are still valid, the last one first."""
    try:
        entries = [_Entry(*each) for each in _serializer().loads(cookie or "")]
    except BadData:
        return []
    now, lifetime = _now(), LIFETIME.total_seconds()
    return [each for each in entries if 0 <= now - each.added_at <= lifetime]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt=_SALT)


def _account(user_id: int | None) -> str:
    return Signer(secret_key(), salt=f"{_SALT}.id").get_signature(str(user_id)).decode()


def _now() -> int:
    return int(clock.now().timestamp())
