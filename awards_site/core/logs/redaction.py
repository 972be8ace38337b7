"""Removes secrets and email addresses from texts, and truncates them, before they are logged."""

import re
from typing import Any

from awards_site.core import paths

REDACTED = "[redacted]"
MAX_LENGTH = 500
"""The most characters of a logged value."""
MAX_TRACEBACK_LENGTH = 4000
"""The most characters of a logged traceback, of which the end is kept."""

_SCANNED = 4
"""How many times as many characters are searched for secrets, so that none is logged in part."""

_SENSITIVE = (
    r"[\w-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|cookie|session|api[_-]?key)[\w-]{0,40}"
)
SECRET_NAME = re.compile(
    rf"(?!password_policy$)(?:{_SENSITIVE}|input_value"
    r"|[\w-]*(?:hash|totp|recovery|authorization|bearer|credential)[\w-]*)",
    re.IGNORECASE,
)
"""Names of values that are never logged."""

_OF_ADDRESS = r"[^\s@'\"<>(),:;=\[\]/]"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters that begin a line, control a terminal or reverse the direction of a text."""
_HARMLESS = re.compile(r"[\w ./#-]{0,39}")
"""Texts in which none of the patterns can match."""

# Each begins with fixed characters or where a word begins, so that long texts take linear time.
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # Cookie and Authorization headers: all of their value.
    (re.compile(r"(?i)\b((?:set-)?cookie|authorization)(['\"]?\s*[:=,]\s*)[^\r\n]+"), r"\1\2"),
    # name=value, "name": "value" and 'name': 'value'.
    (
        re.compile(
            rf"(?i)(?<![\w-])({_SENSITIVE})(b?['\"]?\s*[:=]\s*)"
            r"(b?'(?:[^'\\]|\\.)*'?|b?\"(?:[^\"\\]|\\.)*\"?|[^\s,;&)}\]]+)"
        ),
        r"\1\2",
    ),
    # The input that pydantic did not accept, and the values that PostgreSQL names.
    (re.compile(r"(input_value=).*?(?=, input_type=|\]|$)", re.MULTILINE), r"\1"),
    (re.compile(r"(Key \([^)]*\)=)\([^)]*\)"), r"\1"),
    (re.compile(r"(Failing row contains )\(.*\)"), r"\1"),
    (re.compile(r"(\[parameters: ).*", re.MULTILINE), r"\1"),
    # User information and the query of a URL or a path.
    (re.compile(r"(://)[^/\s@]+(?=@)"), r"\1"),
    (re.compile(r"(?<=[\w/.-])(\?)[^\s'\"<>]+"), r"\1"),
    # The token in the path of a link to confirm, to unsubscribe or to see a draft.
    (re.compile(rf"({paths.NEWSLETTER_LINKS}\w+/)[^\s'\"<>]+"), r"\1"),
    (re.compile(rf"({paths.PREVIEWS})[^\s'\"<>]+"), r"\1"),
    # Hashes of bcrypt, and tokens of at least 40 characters.
    (re.compile(r"\$2[aby]\$\d\d\$[./A-Za-z0-9]{10,}"), ""),
    (re.compile(r"(?<![\w/.-])[A-Za-z0-9_-]{40,}(?![\w.-])"), ""),
    (re.compile(rf"(?<!{_OF_ADDRESS}){_OF_ADDRESS}+@{_OF_ADDRESS}+\.{_OF_ADDRESS}+"), ""),
)


def redact(text: str) -> str:
    """Return the text with `[redacted]` in place of secrets and email addresses."""
    if _HARMLESS.fullmatch(text):
        return text
    for pattern, prefix in _PATTERNS:
        text = pattern.sub(rf"{prefix}{REDACTED}", text)
    return text


def loggable(name: str, value: Any) -> Any:
    """Return a named value as it may be logged: redacted, truncated and printable."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if SECRET_NAME.fullmatch(name):
        return REDACTED
    text = redact(str(value)[: _SCANNED * MAX_LENGTH])
    return truncate(_UNPRINTABLE.sub(_escape, text), MAX_LENGTH)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def loggable_traceback(text: str) -> str:
    """Return a traceback as it may be logged: redacted, and truncated at its beginning."""
    redacted = redact(text[-_SCANNED * MAX_TRACEBACK_LENGTH :])
    if len(redacted) <= MAX_TRACEBACK_LENGTH:
        return redacted
    return f"...{redacted[-MAX_TRACEBACK_LENGTH:]}"


def truncate(text: str, maximum: int) -> str:
    """Return at most `maximum` characters, with an ellipsis if some are missing."""
    return text if len(text) <= maximum else f"{text[: maximum - 1]}…"
