"""Encrypts values of the database with a key that is derived from the server's secret key."""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from awards_site.core.crypto.secret_key import secret_key

_PURPOSE = b"awards_site.core.encryption"
"""A fixed text, so that stored values stay readable wherever this module is."""


class Undecryptable(Exception):
    """The value was encrypted with another secret key, or has been changed."""


def encrypt(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode()


def decrypt(encrypted: str) -> str:
    """Return what was encrypted. Raises Undecryptable."""
    try:
        return _fernet().decrypt(encrypted).decode()
    except InvalidToken as error:
        raise Undecryptable from error


def _fernet() -> Fernet:
    derivation = HKDF(SHA256(), length=32, salt=None, info=_PURPOSE)
    return Fernet(urlsafe_b64encode(derivation.derive(secret_key().encode())))
