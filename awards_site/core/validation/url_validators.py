"""The rules of URLs: what a browser may follow, http(s) URLs, and uploaded files."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pydantic import AnyHttpUrl, TypeAdapter

from awards_site.core.links import SCHEMES
from awards_site.core.validation.rule import validation_error
from awards_site.core.validation.text_validators import Text

MAX_URL_LENGTH = 2_000
"""The most characters of a URL."""

_SCRIPT = re.compile(r"(javascript|data|vbscript):", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
"""Matches a scheme; a colon before a digit separates host and port."""
_IGNORED_BY_BROWSERS = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028\u2029\ufeff]")
_http_url = TypeAdapter(AnyHttpUrl)


@dataclass(frozen=True)
class Link(Text):
    """A link that a browser may follow: of a known scheme, or without one."""

    max_length: int = MAX_URL_LENGTH
    mismatch_message: str = ""

    is_single_line: ClassVar[bool] = True

    def check(self, value: Any, label: str) -> str:
        # Browsers drop control characters and spaces before they look for the scheme.
        if isinstance(value, str) and _SCRIPT.match(_IGNORED_BY_BROWSERS.sub("", value)):
            raise validation_error(f"{label} must not be a script or inline data")
        text = super().check(value, label)
        if not self.matches(text):
            raise validation_error(
                self.mismatch_message
                or f"{label} must be a URL, an email address or a path on this site"
            )
        return text

    def control_message(self, label: str) -> str:
        return self.mismatch_message or super().control_message(label)

    def matches(self, text: str) -> bool:
        scheme = _SCHEME.match(_IGNORED_BY_BROWSERS.sub("", text))
        return scheme is None or scheme[1].lower() in SCHEMES


@dataclass(frozen=True)
class HttpUrl(Link):
    """An absolute http or https URL."""

    mismatch_message: str = "Please enter a valid URL"

    def missing_message(self, label: str) -> str:
        return self.message or self.mismatch_message

    def matches(self, text: str) -> bool:
        if not re.match(r"https?://[^\s/]", text, re.IGNORECASE) or re.search(r"\s", text):
            return False
        try:
            _http_url.validate_python(text)
            return bool(urlsplit(text).hostname)
        except ValueError:
            return False


@dataclass(frozen=True)
class FileUrl(HttpUrl):
    """What an upload endpoint returned (a URL on this site), or an http(s) URL."""

    def matches(self, text: str) -> bool:
        return bool(re.fullmatch(r"/(?![/\\])[^\s\\]*", text)) or super().matches(text)
