"""Encryption, secret keys and random tokens."""

import os
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from awards_site.settings import settings

FILE = "secret-key"
"""The file in the data folder, made at first use if no key is set."""


def secret_key() -> str:
    """Return the key of the settings, or the one in the data folder."""
    return settings().secret_key.get_secret_value() or _read(settings().data_dir / FILE)


@cache
def _read(path: Path) -> str:
    if not path.exists():
        _create(path)
    return path.read_text()


def _create(path: Path) -> None:
    """Write a random key that only the server's user may read, unless there is one already."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(32))
    # A link is never half written, and another process's key is not replaced.
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()


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
    # A fixed text, so that stored values stay readable wherever this module is.
    purpose = b"awards_site.core.encryption"
    derivation = HKDF(SHA256(), length=32, salt=None, info=purpose)
    return Fernet(urlsafe_b64encode(derivation.derive(secret_key().encode())))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the form in which a token is stored; it may be any text that a client sends."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
