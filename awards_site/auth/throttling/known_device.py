"""The signed cookie of a browser that has signed in before, with the accounts it has signed in to.

It grants nothing. Failed sign-ins of such a browser are counted for it alone, so that strangers who
guess at an account do not lock its user out (`rate_limit.py`).
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
"""For how many accounts a browser is known at most: those that signed in last."""

_SALT = "known-device.accounts"
"""A fixed text, so that cookies stay valid wherever this module is."""


class _Entry(NamedTuple):
    account: str
    """What stands for the account: only the server can tell which one it is."""
    device: str
    """The id of the browser for this account."""
    signed_in_at: int
    """When the account last signed in, in seconds of Unix time."""


def read_device(cookie: str | None, user_id: int | None) -> str:
    """Return the id of the browser if its cookie is valid for the account, else ''."""
    account = _account(user_id)
    return next((each.device for each in _entries(cookie) if each.account == account), "")


def add_account(cookie: str | None, user_id: int) -> str:
    """Return the cookie for a browser that signs in to an account; a new browser gets an id."""
    account = _account(user_id)
    device = read_device(cookie, user_id) or secrets.token_urlsafe(12)
    others = [each for each in _entries(cookie) if each.account != account]
    entries = [_Entry(account, device, _now()), *others]
    return str(_serializer().dumps(entries[:MAX_ACCOUNTS]))


def _entries(cookie: str | None) -> list[_Entry]:
    """Return the entries of a cookie that are still valid, the last sign-in first."""
    try:
        entries = [_Entry(*each) for each in _serializer().loads(cookie or "")]
    except BadData:
        return []
    now, lifetime = _now(), LIFETIME.total_seconds()
    return [each for each in entries if 0 <= now - each.signed_in_at <= lifetime]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt=_SALT)


def _account(user_id: int | None) -> str:
    return Signer(secret_key(), salt=f"{_SALT}.id").get_signature(str(user_id)).decode()


def _now() -> int:
    return int(clock.now().timestamp())
