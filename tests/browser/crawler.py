"""A crawler that reads everything that a site serves anonymously."""

import html
import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

import httpx

_ATTRIBUTES = re.compile(r'(?:href|src|action|poster|content)="([^"]*)"')
_SETS = re.compile(r'(?:srcset|imagesrcset|srcSet|imageSrcSet)="([^"]*)"')
_QUOTED = re.compile(r"""["'`]((?:https?://|\.{0,2}/)[\w./~%?=&:;,@+-]*)["'`]""")
_IN_XML = re.compile(r"<(?:loc|id|uri)>([^<]+)</")
_IN_CSS = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_IN_CALENDAR = re.compile(r"^URL:(\S+)$", re.MULTILINE)


class Crawler:
    """Reads some URLs anonymously, and all URLs that their responses contain.

    `responses` holds each response by its path and query.
    """

    def __init__(self, site_url: str, starts: Iterable[str]) -> None:
        self._site_url = site_url
        self._waiting = list(starts)
        self.responses: dict[str, httpx.Response] = {}

    def read(self) -> "Crawler":
        """Read everything, and return itself."""
        with httpx.Client(base_url=self._site_url, timeout=30) as client:
            while self._waiting:
                url = self._waiting.pop()
                if url not in self.responses:
                    response = client.get(url)
                    self.responses[url] = response
                    self._waiting += self._named_in(url, response)
        return self

    def naming(self, word: str) -> list[str]:
        """Return the URLs that contain the word in path, body or headers of their responses."""
        sought = word.encode()
        return sorted(
            url
            for url, response in self.responses.items()
            if word in url or sought in response.content or word in str(response.headers)
        )

    def _named_in(self, url: str, response: httpx.Response) -> list[str]:
        kind = response.headers.get("content-type", "").partition("/")[0]
        if kind in {"image", "font", "video"}:
            return []
        text = html.unescape(response.text)
        found = [*_QUOTED.findall(text), *_IN_XML.findall(text), *_IN_CSS.findall(text)]
        found += [*_ATTRIBUTES.findall(text), *_IN_CALENDAR.findall(text)]
        found += [each.split()[0] for several in _SETS.findall(text) for each in several.split(",")]
        found.append(response.headers.get("location", url))
        return [own for each in found if (own := self._own(url, each))]

    def _own(self, at: str, named: str) -> str | None:
        """Return the path and query of a URL on this site, or None for another site."""
        try:
            parts = urlsplit(urljoin(f"{self._site_url}{at}", named))
        except ValueError:
            return None
        if f"{parts.scheme}://{parts.netloc}" != self._site_url or not parts.path:
            return None
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
