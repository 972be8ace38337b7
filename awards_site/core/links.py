"""Links as staff type them, completed to what browsers take."""

import re

_COMPLETE = re.compile(r"[a-z][a-z0-9+-]*:(?!\d)|(?:tel|sms):|[/#?]", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s/@]+@[^\s/@]+")


def complete_address(text: str) -> str:
    """Return an address that staff typed as browsers take it.

    `example.org/join` gets its `https://`, without which it would lead to a page of this site, and
    `desk@example.org` its `mailto:`. Paths of this site and addresses with a scheme stay.
    """
    if not text or _COMPLETE.match(text):
        return text
    return f"mailto:{text}" if _MAILBOX.fullmatch(text) else f"https://{text}"
