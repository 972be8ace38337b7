"""Password hashing with bcrypt."""

from base64 import b64encode
from functools import cache
from hashlib import sha256

import bcrypt

ROUNDS = 12
"""The bcrypt cost factor; a hash takes about 0.2 s on a small server."""


def _digest(password: str) -> bytes:
    # bcrypt truncates its input at 72 bytes and at a NUL, so it gets a digest of the password.
    return b64encode(sha256(password.encode("utf-8", "surrogatepass")).digest())


def hash_password(password: str) -> str:
    return bcrypt.hashpw(_digest(password), bcrypt.gensalt(ROUNDS)).decode()


def verify_password(password: str, password_hash: str | None) -> bool:
    """Return whether the password matches; without a hash, return False in the same time.

    The response time therefore does not reveal whether a user exists and has chosen a password.
    """
    matches = bcrypt.checkpw(_digest(password), (password_hash or _dummy_hash()).encode())
    return matches and bool(password_hash)


@cache
def _dummy_hash() -> str:
    return hash_password("dummy password")
