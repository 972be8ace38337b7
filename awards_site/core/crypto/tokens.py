"""Secret tokens of cookies and links: only their hashes are stored."""

import secrets
from hashlib import sha256


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the form in which a token is stored; it may be any text that a client sends."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
