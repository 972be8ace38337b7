"""The signed cookie of a browser that has signed in to an account before.

It grants nothing. Failed sign-ins of such a browser are counted for it alone, so that strangers who
guess at an account do not lock its user out (`rate_limit.py`).
"""

import secrets
from datetime import timedelta

from itsdangerous import BadData, TimestampSigner, URLSafeTimedSerializer

from awards_site.core import clock
from awards_site.core.secret_key import secret_key

COOKIE = "awards_device"
_SALT = "awards_site.auth.known_device"
"""A fixed text, so that cookies stay valid wherever this module is."""
LIFETIME = timedelta(days=180)


class _Signer(TimestampSigner):
    """A signer that uses the site's clock."""

    def get_timestamp(self) -> int:
        return int(clock.now().timestamp())


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret_key(), salt=_SALT, signer=_Signer)


def read_device(cookie: str | None, user_id: int | None) -> str:
    """Return the id of the browser if its cookie is valid for the account, else ''."""
    try:
        known_user, device = _serializer().loads(
            cookie or "", max_age=int(LIFETIME.total_seconds())
        )
    except BadData:
        return ""
    return str(device) if user_id is not None and known_user == user_id else ""


def sign_device(user_id: int, device: str) -> str:
    """Return the cookie for a browser that has signed in; a new one (`device` is '') gets an id."""
    return str(_serializer().dumps([user_id, device or secrets.token_urlsafe(12)]))
