"""Links that staff type, completed with a scheme."""

import re

_COMPLETE = re.compile(r"[a-z][a-z0-9+-]*:(?!\d)|(?:tel|sms):|[/#?]", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s/@]+@[^\s/@]+")


def ensure_scheme(text: str) -> str:
    """Return a link with a scheme, so that browsers do not resolve it as a relative path.

    `example.org/join` gets `https://` and `desk@example.org` gets `mailto:`. Paths of this site and
    links with a scheme are returned unchanged.
    """
    if not text or _COMPLETE.match(text):
        return text
    return f"mailto:{text}" if _MAILBOX.fullmatch(text) else f"https://{text}"
