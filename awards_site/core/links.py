"""Links that staff type, completed with a scheme."""

import re
from urllib.parse import quote

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""The schemes of the links that visitors may follow."""
_COMPLETE = re.compile(r"[a-z][a-z0-9+-]*:(?!\d)|(?:tel|sms):|[/#?]", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s/@]+@[^\s/@]+")


def ensure_scheme(text: str) -> str:
    """Return a link with a scheme, so that browsers do not resolve it as a relative path.

    `example.org/join` gets `https://` and `desk@example.org` gets `mailto:`. Paths of this site and
    links with a scheme are returned unchanged.
    """
    if not text or _COMPLETE.match(text):
        return text
    return mailto(text) if _MAILBOX.fullmatch(text) else f"https://{text}"


def mailto(email: str, subject: str = "") -> str:
    """Return the link that opens a new message; its parts cannot add header fields."""
    query = f"?subject={quote(subject, safe='')}" if subject else ""
    return f"mailto:{quote(email, safe='@')}{query}"
