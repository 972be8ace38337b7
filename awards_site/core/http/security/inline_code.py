"""Finds the inline scripts of HTML documents, and refuses documents with unknown code."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

_DATA_TYPES = frozenset({"application/json", "application/ld+json"})
"""The types of script elements that hold data, which browsers do not run."""
_URL_ATTRIBUTES = frozenset({"href", "src", "action", "formaction", "xlink:href"})
_SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r' type="application/(?:ld\+)?json"(?: id="[a-z-]+")?')
# Three patterns that begin with a literal are ten times faster than one with alternatives.
_SUSPECTS = (
    re.compile(r"on(?<![\w-]on)[a-z]+\s*="),
    re.compile(r"script\s*:"),
    re.compile(r"&(?!(?:amp|lt|gt|quot|#x27|nbsp);)(?:#|[a-z0-9]+;)"),
)
"""Match event handlers, script URLs, what could encode them, and now and then a lower-case text."""


class UnknownCodeFound(ValueError):
    """A document contains code that is not the site's; the message says which."""


def inline_scripts(document: str) -> list[str]:
    """Return the texts of the inline scripts of a document, in order.

    Raises UnknownCodeFound for event handlers and `javascript:` URLs.
    """
    parser = _CodeParser()
    parser.feed(document)
    parser.close()
    return parser.scripts


def check_code(document: str, known: Collection[str]) -> None:
    """Raise UnknownCodeFound if a document contains any code but the `known` inline scripts.

    Only documents with suspicious text are parsed, because that takes 7 ms for 100 KB.
    """
    # Text, attributes, script, text, attributes, script, ..., text.
    parts = _SCRIPT.split(document)
    is_known = all(
        text in known or _DATA.fullmatch(attributes)
        for attributes, text in zip(parts[1::3], parts[2::3], strict=True)
    )
    rest = "".join(part for part in parts if part not in known).lower()
    is_suspect = "<script" in rest or any(pattern.search(rest) for pattern in _SUSPECTS)
    if is_known and not is_suspect:
        return
    for text in inline_scripts(document):
        if text not in known:
            raise UnknownCodeFound(f"unknown inline script: {text[:80]!r}")


class _CodeParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        for name, value in values.items():
            if name.startswith("on"):
                raise UnknownCodeFound(f"event handler: <{tag} {name}={value[:80]!r}>")
            is_url = name in _URL_ATTRIBUTES
            if is_url and re.match(r"javascript:", re.sub(r"[\x00-\x20]", "", value), re.I):
                raise UnknownCodeFound(f"script URL: <{tag} {name}={value[:80]!r}>")
        self._is_script = tag == "script" and "src" not in values
        self._is_script = self._is_script and values.get("type", "").lower() not in _DATA_TYPES
        if self._is_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_script = False

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts[-1] += data
