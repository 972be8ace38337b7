"""Hashing and checking passwords with bcrypt."""

from base64 import b64encode
from functools import cache
from hashlib import sha256

import bcrypt

ROUNDS = 12
"""bcrypt's cost: about a fifth of a second on a small server."""


def _digest(password: str) -> bytes:
    # bcrypt reads 72 bytes and stops at a NUL, so a digest of the whole password is what it
    # hashes: then every character counts, however long the password is.
    return b64encode(sha256(password.encode("utf-8", "surrogatepass")).digest())


def hash_password(password: str) -> str:
    return bcrypt.hashpw(_digest(password), bcrypt.gensalt(ROUNDS)).decode()


def verify_password(password: str, password_hash: str | None) -> bool:
    """Tell whether a password has this hash; without a hash it is False after the same work.

    An unknown user is therefore answered as slowly as a known one with a wrong password.
    """
    matches = bcrypt.checkpw(_digest(password), (password_hash or _dummy_hash()).encode())
    return matches and password_hash is not None


@cache
def _dummy_hash() -> str:
    return hash_password("nobody has this password")
