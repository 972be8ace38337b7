"""Records errors on a page, which fail every browser test."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Error, Page, Request

OWN_SCHEMES = ("data:", "blob:", "about:", "mailto:")
_REPORT_ONLY = "policy is report-only"
"""Part of Chromium's message about a violation of a policy that is only reported."""


@dataclass
class Problems:
    """Records a page's console errors, uncaught errors and requests to other sites.

    The browser resolves no other hosts, so a request to one fails unless a test responds to it.
    Requests are not intercepted, because that would disable the browser's cache.
    """

    site_url: str
    _found: list[str] = field(default_factory=list)
    _expected: list[re.Pattern[str]] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Record the problems of `page` from now on."""
        page.on("console", self._record_message)
        page.on("pageerror", self._record_error)
        page.on("requestfailed", self._record_failure)

    def expect(self, pattern: str) -> None:
        """Ignore problems that match the pattern."""
        self._expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        """Return the problems that match no expected pattern."""
        return [
            problem
            for problem in self._found
            if not any(pattern.search(problem) for pattern in self._expected)
        ]

    def _record_message(self, message: ConsoleMessage) -> None:
        if message.type == "error" or _REPORT_ONLY in message.text:
            place = message.location.get("url", "")
            self._found.append(f"console error: {message.text} ({place})")

    def _record_error(self, error: Error) -> None:
        self._found.append(f"uncaught error: {error}")

    def _record_failure(self, request: Request) -> None:
        if not request.url.startswith((f"{self.site_url}/", *OWN_SCHEMES)):
            self._found.append(f"request to another site: {request.url}")
