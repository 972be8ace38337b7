"""What goes wrong in a page without anyone looking: every test fails for it."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Error, Page, Route

OWN_SCHEMES = ("data:", "blob:", "about:")


@dataclass
class Problems:
    """Notes a page's console errors, uncaught errors and requests to other sites.

    Requests to other sites are refused, too: no test depends on the internet.
    """

    site_url: str
    _found: list[str] = field(default_factory=list)
    _expected: list[re.Pattern[str]] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Note the problems of `page` from now on."""
        page.on("console", self._note_message)
        page.on("pageerror", self._note_error)
        own = "|".join(re.escape(start) for start in (f"{self.site_url}/", *OWN_SCHEMES))
        page.route(re.compile(f"^(?!{own})"), self._refuse)

    def expect(self, pattern: str) -> None:
        """Let a problem pass that a test brings about on purpose."""
        self._expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        """Return the problems that no one has expected."""
        return [
            problem
            for problem in self._found
            if not any(pattern.search(problem) for pattern in self._expected)
        ]

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            place = message.location.get("url", "")
            self._found.append(f"console error: {message.text} ({place})")

    def _note_error(self, error: Error) -> None:
        self._found.append(f"uncaught error: {error}")

    def _refuse(self, route: Route) -> None:
        self._found.append(f"request to another site: {route.request.url}")
        route.abort()
